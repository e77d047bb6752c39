/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a captured root answers where no file does: the manifest has it, or nobody. */
#include "config.h"

#include "source/captured.h"

#include <errno.h>
#include <stdlib.h>

const struct source_capture *captured_about(const struct source *source)
{
	const struct captured *captured = (const struct captured *)source;

	return captured->manifest ? &captured->manifest->about : NULL;
}

int captured_machine(struct source *source, struct text *ret_machine)
{
	const struct captured *captured = (const struct captured *)source;

	if (!captured->manifest || !captured->manifest->machine)
		return -ENOTSUP;
	text_clear(ret_machine);
	text_add(ret_machine, captured->manifest->machine);
	return text_status(ret_machine);
}

int captured_netns_cookie(struct source *source, uint64_t *ret_cookie)
{
	const struct captured *captured = (const struct captured *)source;

	if (!captured->manifest || !captured->manifest->has_cookie)
		return -ENOTSUP;
	*ret_cookie = captured->manifest->cookie;
	return 0;
}

int captured_tcp_listeners(struct source *source, struct source_listeners *ret_listeners)
{
	const struct captured *captured = (const struct captured *)source;
	struct source_listeners copy = { 0 };
	const struct source_listeners *all;

	if (!captured->manifest)
		return -ENOTSUP;
	all = &captured->manifest->listeners;
	if (captured->manifest->listeners_error < 0)
		return captured->manifest->listeners_error;
	copy.listeners = calloc(all->count + 1, sizeof(*copy.listeners));
	if (!copy.listeners)
		return -ENOMEM;
	copy.count = all->count;
	copy.capacity = all->count + 1;
	for (size_t i = 0; i < all->count; i++)
		copy.listeners[i] = all->listeners[i];
	*ret_listeners = copy;
	return 0;
}

/* Of the threads, only those with a realtime policy were taken. */
int captured_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched)
{
	const struct captured *captured = (const struct captured *)source;
	const struct capture_threads *all;

	if (!captured->manifest)
		return -ENOTSUP;
	all = &captured->manifest->threads;
	for (size_t i = 0; i < all->count; i++) {
		if (all->threads[i].tid == tid) {
			*ret_sched = all->threads[i].sched;
			return 0;
		}
	}
	return captured->manifest->threads_error < 0 ? captured->manifest->threads_error : -ENOTSUP;
}
