/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A capture, its tree, its manifest and the way back, where allocation number N fails: -ENOMEM,
 * never a capture that lacks something and does not say so.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"
#include "host/capture.h"
#include "report/report_capture.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);

#define NEVER SIZE_MAX

static size_t before_failing = NEVER; /* allocations that still succeed */
static size_t failures;

static bool is_failing(void)
{
	if (before_failing == NEVER)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
	before_failing = NEVER;
	failures++;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return is_failing() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_failing() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_failing() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
	return is_failing() ? NULL : __real_strdup(string);
}

static int print(const struct capture *capture, struct text *ret_text)
{
	struct report_frame frame = { .root = "/", .version = "0" };
	struct capture_report report = { .frame = &frame, .capture = capture };

	return report_capture_json(&report, ret_text);
}

static int go(struct source *source, struct text *ret_text)
{
	auto_capture struct capture *capture = NULL;
	auto_capture_tree struct capture_tree tree = { 0 };
	auto_manifest struct manifest *manifest = NULL;
	int r = capture_take(source, false, &capture, NULL);

	if (r == 0)
		r = capture_sample(capture, source);
	if (r == 0)
		r = capture_tree_make(capture, &tree);
	if (r == 0)
		r = print(capture, ret_text);
	if (r == 0)
		r = manifest_parse(text_span(ret_text), "m", &manifest, NULL);
	if (r == 0)
		assert_int_equal(manifest->paths.count, capture->paths.count);
	return r;
}

static void make_host(struct host *host)
{
	host_new(host);
	tree_files(host, FILES({ "proc/sys/kernel/osrelease", "6.12.0\n" },
			       { "proc/cmdline", "root=/dev/vda quiet\n" },
			       { "proc/version", "Linux version 6.12.0 (me@home) (gcc)\n" },
			       { "proc/self/cgroup", "0::/acme.slice\n" },
			       { "proc/self/net/udp", " 1: 0100007F:0035\n" },
			       { "sys/fs/cgroup/acme.slice/cpu.max", "max 100000\n" },
			       { "proc/sys/net/core/somaxconn", "4096\n" },
			       { "proc/sys/net/ipv4/conf/enx0050b6123456/rp_filter", "1\n" },
			       { "sys/devices/usb/net/enx0050b6123456/uevent", "IFINDEX=2\n" }));
	tree_folder(host, "sys/class/net");
	tree_link(host, "sys/class/net/enx0050b6123456", "../../devices/usb/net/enx0050b6123456");
	tree_link(host, "proc/thread-self", "self");
	tree_link(host, "proc/self/ns/pid", "pid:[4026531836]");
	host_open(host, false);
}

static void allocation_that_fails_is_told_or_changes_nothing(void **state)
{
	auto_text struct text whole = { 0 };
	struct host host;
	size_t tried = 0;

	(void)state;
	make_host(&host);
	assert_int_equal(go(host.witness.inner, &whole), 0);
	/* Every one at first, then one of so many: each further file of a capture does the same. */
	for (size_t point = 0;; point += point < 1000 ? 1 : 7) {
		auto_text struct text text = { 0 };
		int r;

		failures = 0;
		before_failing = point;
		r = go(host.witness.inner, &text);
		before_failing = NEVER;
		/* What was put together for nothing may fail. */
		if (r != -ENOMEM && (r != 0 || !span_equal(text_span(&text), text_span(&whole))))
			fail_msg("allocation %zu failed and the end is %d", point, r);
		if (failures == 0)
			break;
		tried += r == -ENOMEM;
	}
	assert_true(tried > 1000);
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allocation_that_fails_is_told_or_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
