/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which host is looked at, and who asks. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void tuneadv_options_init(struct tuneadv_options *options)
{
	*options = (struct tuneadv_options){
		.size = sizeof(*options),
		.proc_fd = -1,
		.sys_fd = -1,
	};
}

static int context_open(const struct tuneadv_options *options, struct source **ret_source,
			struct diag *diag)
{
	if (!options->root)
		return source_open_live(options->proc_fd, options->sys_fd, ret_source);
	if (options->proc_fd >= 0 || options->sys_fd >= 0)
		return diag_add(diag, -EINVAL, options->root,
				"a captured root has its own /proc and /sys; descriptors of others "
				"cannot be given too");
	return source_open_captured(options->root, ret_source, diag);
}

int tuneadv_context_new(const struct tuneadv_options *options, struct tuneadv_context **ret_context,
			struct tuneadv_diag *diag)
{
	auto_source struct source *source = NULL;
	autofree char *root = NULL;

	if (!options || !ret_context || options->size != sizeof(*options))
		return diag_add(door_diag(diag), -EINVAL, NULL,
				"the options were made for another version of the library");

	int r = context_open(options, &source, door_diag(diag));

	if (r < 0)
		return r;
	root = strdup(options->root ? options->root : "/");

	const struct source_capture *about = source_capture(source);
	struct tuneadv_context *context = calloc(1, sizeof(*context));

	if (!root || !context) {
		free(context);
		return -ENOMEM;
	}
	context->source = take_ptr(source);
	context->root = take_ptr(root);
	/* Of a capture: whoever took it, for that decided what could be read. */
	context->uid = about ? about->uid : options->uid;
	context->time_s = options->time_s;
	*ret_context = context;
	return 0;
}

void tuneadv_context_free(struct tuneadv_context *context)
{
	if (!context)
		return;
	source_free(context->source);
	free(context->root);
	free(context);
}
