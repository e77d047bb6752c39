/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A captured host and a profile of our own, for the tests of the door. */
#ifndef TESTS_DOOR_PLACE_H
#define TESTS_DOOR_PLACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PROFILE                                                                                  \
	"{ \"schema\": \"tuneadv-profile/1\", \"name\": \"queue\", \"title\": \"T\",\n"          \
	"\"parameters\": { \"length\": { \"type\": \"number\", \"title\": \"L\" } },\n"          \
	"\"rules\": [ { \"id\": \"accept-queue\", \"tunable\": \"net.core.somaxconn\",\n"        \
	"\"assert\": { \"at-least\": 4096 }, \"severity\": \"high\", \"rationale\": \"R\",\n"    \
	"\"references\": [ \"doc:x\" ] }, { \"id\": \"swap\", \"tunable\": \"vm.swappiness\",\n" \
	"\"assert\": { \"at-most\": 60 }, \"severity\": \"low\", \"kind\": \"consider\",\n"      \
	"\"rationale\": \"R\", \"references\": [ \"doc:x\" ] } ] }\n"

static const char *const folder_names[] = {
	"",
	"/profiles",
	"/root",
	"/root/proc",
	"/root/proc/sys",
	"/root/proc/sys/net",
	"/root/proc/sys/net/core",
	"/root/proc/sys/vm",
	"/root/proc/sys/kernel",
	"/root/sys",
};

struct place {
	char folder[64];
	char profiles[128];
	char root[128];
};

static void write_file(const struct place *place, const char *name, const char *bytes)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", place->folder, name);

	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(bytes, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static int make_place(void **state)
{
	struct place *place = calloc(1, sizeof(*place));
	char path[256];

	if (!place)
		return -1;
	*state = place;
	snprintf(place->folder, sizeof(place->folder), "/tmp/tuneadv-door-XXXXXX");
	if (!mkdtemp(place->folder))
		return -1;
	for (size_t i = 1; i < sizeof(folder_names) / sizeof(folder_names[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", place->folder, folder_names[i]);
		if (mkdir(path, 0700) < 0)
			return -1;
	}
	snprintf(place->profiles, sizeof(place->profiles), "%s/profiles", place->folder);
	snprintf(place->root, sizeof(place->root), "%s/root", place->folder);
	write_file(place, "/profiles/queue.json", PROFILE);
	write_file(place, "/root/proc/sys/kernel/osrelease", "6.12.9\n");
	write_file(place, "/root/proc/sys/net/core/somaxconn", "128\n");
	write_file(place, "/root/proc/sys/vm/swappiness", "60\n");
	return 0;
}

static int remove_place(void **state)
{
	static const char *const files[] = { "/profiles/queue.json",
					     "/root/proc/sys/kernel/osrelease",
					     "/root/proc/sys/net/core/somaxconn",
					     "/root/proc/sys/vm/swappiness" };
	struct place *place = *state;
	char path[256];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", place->folder, files[i]);
		unlink(path);
	}
	for (size_t i = sizeof(folder_names) / sizeof(folder_names[0]); i-- > 0;) {
		snprintf(path, sizeof(path), "%s%s", place->folder, folder_names[i]);
		rmdir(path);
	}
	free(place);
	return 0;
}

#endif
