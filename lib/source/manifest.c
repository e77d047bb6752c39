/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads tuneadv-capture.json, which may come from anybody: whatever is not as the schema says is an
 * error with its place, for a report that rests on half of it would be wrong and look right.
 * Unknown keys are passed over.
 */
#include "config.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/array.h"
#include "source/manifest_parts.h"

void manifest_free(struct manifest *manifest)
{
	if (!manifest)
		return;
	free(manifest->machine);
	capture_paths_done(&manifest->paths);
	source_listeners_done(&manifest->listeners);
	capture_threads_done(&manifest->threads);
	free(manifest);
}

/* ---- listeners ---- */

/* What stands for an address that was left out: the kind of it must stay true. */
static void set_address(struct source_listener *listener, const char *address)
{
	static const uint8_t example4[] = { 192, 0, 2, 1 };	      /* RFC 5737 */
	static const uint8_t example6[] = { 0x20, 0x01, 0x0d, 0xb8 }; /* RFC 3849 */
	bool is_inet = listener->family == AF_INET;

	memset(listener->address, 0, sizeof(listener->address));
	if (strcmp(address, "any") == 0)
		return;
	if (strcmp(address, "loopback") == 0) {
		listener->address[is_inet ? 3 : 15] = 1;
		listener->address[0] = is_inet ? 127 : 0;
		return;
	}
	memcpy(listener->address, is_inet ? example4 : example6, 4);
	listener->address[15] = is_inet ? 0 : 1;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int read_address(struct manifest_reading *reading, const struct json_node *node,
			struct source_listener *listener)
{
	const char *text = json_string(node);
	size_t length = listener->family == AF_INET ? 4 : 16;
	int r = 0;

	if (strcmp(text, "any") == 0 || strcmp(text, "loopback") == 0 ||
	    strcmp(text, "other") == 0) {
		set_address(listener, text);
		return 0;
	}
	for (size_t i = 0; strlen(text) == 2 * length && i < length && r == 0; i++) {
		int high = hex_digit(text[2 * i]);
		int low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			r = -EBADMSG;
		else
			listener->address[i] = (uint8_t)(high * 16 + low);
	}
	if (r < 0 || strlen(text) != 2 * length)
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected any, loopback, other or an address in hexadecimal");
	return 0;
}

static int read_listener(struct manifest_reading *reading, const struct json_node *node)
{
	struct source_listeners *all = &reading->manifest->listeners;
	struct source_listener listener = { .protocol = IPPROTO_TCP };
	const struct json_node *family;
	const struct json_node *address;
	uint64_t numbers[4] = { 0 };
	int r = json_expect(reading->json, node, JSON_OBJECT, reading->diag);

	if (r == 0)
		r = manifest_member(reading, node, "family", JSON_STRING, &family);
	if (r == 0)
		r = manifest_member(reading, node, "address", JSON_STRING, &address);
	if (r == 0)
		r = manifest_member_number(reading, node, "port", UINT16_MAX, &numbers[0]);
	if (r == 0)
		r = manifest_member_number(reading, node, "device", UINT32_MAX, &numbers[1]);
	if (r == 0)
		r = manifest_member_number(reading, node, "queued", UINT32_MAX, &numbers[2]);
	if (r == 0)
		r = manifest_member_number(reading, node, "backlog", UINT32_MAX, &numbers[3]);
	if (r < 0)
		return r;
	/* One of a later version. */
	if (strcmp(json_string(family), "inet") != 0 && strcmp(json_string(family), "inet6") != 0)
		return 0;
	listener.family = strcmp(json_string(family), "inet") == 0 ? AF_INET : AF_INET6;
	listener.port = (uint16_t)numbers[0];
	listener.device = (uint32_t)numbers[1];
	listener.queued = (uint32_t)numbers[2];
	listener.backlog = (uint32_t)numbers[3];
	r = read_address(reading, address, &listener);
	if (r == 0)
		r = array_reserve(&all->listeners, &all->capacity, all->count + 1,
				  sizeof(*all->listeners));
	if (r == 0)
		all->listeners[all->count++] = listener;
	return r;
}

/* ---- threads ---- */

static int read_thread(struct manifest_reading *reading, const struct json_node *node)
{
	struct capture_threads *all = &reading->manifest->threads;
	struct capture_thread thread = { 0 };
	const struct json_node *policy;
	uint64_t tid = 0;
	uint64_t priority = 0;
	int r = json_expect(reading->json, node, JSON_OBJECT, reading->diag);

	if (r == 0)
		r = manifest_member_number(reading, node, "tid", INT32_MAX, &tid);
	if (r == 0)
		r = manifest_member_number(reading, node, "priority", 99, &priority);
	if (r == 0)
		r = manifest_member(reading, node, "policy", JSON_STRING, &policy);
	if (r < 0)
		return r;
	if (!capture_policy_find(json_string(policy), &thread.sched.policy))
		return 0; /* one of a later version */
	thread.tid = (pid_t)tid;
	thread.sched.priority = (uint32_t)priority;
	r = array_reserve(&all->threads, &all->capacity, all->count + 1, sizeof(*all->threads));
	if (r == 0)
		all->threads[all->count++] = thread;
	return r;
}

/* ---- the document ---- */

static int read_list(struct manifest_reading *reading, const struct json_node *root,
		     const char *key, int *ret_error,
		     int (*read)(struct manifest_reading *reading, const struct json_node *node))
{
	const struct json_node *object;
	const struct json_node *list;
	int r = manifest_member(reading, root, key, JSON_OBJECT, &object);

	if (r == 0)
		r = manifest_member_errno(reading, object, "errno", ret_error);
	if (r == 0)
		r = manifest_member(reading, object, "list", JSON_ARRAY, &list);
	if (r < 0)
		return r;
	for (const struct json_node *n = json_first(list); n && r == 0; n = json_next(n))
		r = read(reading, n);
	return r;
}

static int read_cookie(struct manifest_reading *reading, const struct json_node *about)
{
	struct manifest *manifest = reading->manifest;
	const struct json_node *node;
	int r = manifest_member_or_null(reading, about, "netns_cookie", JSON_STRING, &node);

	if (r < 0 || !node)
		return r;
	if (number_parse_u64(span_of(json_string(node)), NUMBER_BASE_10, &manifest->cookie) < 0)
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected a whole number in a string");
	manifest->has_cookie = true;
	return 0;
}

static int read_about(struct manifest_reading *reading, const struct json_node *root)
{
	struct manifest *manifest = reading->manifest;
	const struct json_node *about;
	const struct json_node *machine;
	uint64_t uid = 0;
	int r = manifest_member(reading, root, "taken", JSON_OBJECT, &about);

	if (r == 0)
		r = manifest_member_number(reading, about, "uid", UINT32_MAX, &uid);
	if (r == 0)
		r = manifest_member_number(reading, about, "page_size", UINT32_MAX,
					   &manifest->about.page_size);
	if (r == 0)
		r = manifest_member_or_null(reading, about, "machine", JSON_STRING, &machine);
	if (r == 0)
		r = read_cookie(reading, about);
	if (r < 0)
		return r;
	manifest->about.uid = (uint32_t)uid;
	if (machine)
		manifest->machine = strdup(json_string(machine));
	return machine && !manifest->machine ? -ENOMEM : 0;
}

static int read_root(struct manifest_reading *reading, const struct json_node *root)
{
	const struct json_node *node;
	int r = json_expect(reading->json, root, JSON_OBJECT, reading->diag);

	if (r == 0)
		r = manifest_member(reading, root, "schema", JSON_STRING, &node);
	if (r == 0 && strcmp(json_string(node), MANIFEST_SCHEMA) != 0)
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected \"%s\"", MANIFEST_SCHEMA);
	if (r == 0)
		r = read_about(reading, root);
	if (r == 0)
		r = manifest_member(reading, root, "samples", JSON_ARRAY, &node);
	if (r == 0)
		r = manifest_read_paths(reading, root);
	if (r < 0)
		return r;
	reading->manifest->about.sample_count = (uint32_t)json_count(json_member(root, "samples"));
	r = read_list(reading, root, "listeners", &reading->manifest->listeners_error,
		      read_listener);
	if (r == 0)
		r = read_list(reading, root, "threads", &reading->manifest->threads_error,
			      read_thread);
	return r;
}

int manifest_parse(struct span bytes, const char *name, struct manifest **ret_manifest,
		   struct diag *diag)
{
	auto_manifest struct manifest *manifest = calloc(1, sizeof(*manifest));
	auto_json struct json *json = NULL;
	struct manifest_reading reading = { .manifest = manifest, .diag = diag };
	int r;

	if (!manifest)
		return -ENOMEM;
	r = json_read_up_to(bytes, MANIFEST_MAX, name, &json, diag);
	if (r < 0)
		return r;
	reading.json = json;
	r = read_root(&reading, json_root(json));
	if (r < 0)
		return r;
	*ret_manifest = take_ptr(manifest);
	return 0;
}
