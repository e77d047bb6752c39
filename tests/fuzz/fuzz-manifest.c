/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Manifests of captures: refused with one sentence and a place, or sorted, sound and findable. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/diag.h"
#include "fuzz.h"
#include "source/capture.h"

static void check_path(const struct capture_paths *paths, size_t index)
{
	const struct capture_path *path = &paths->paths[index];

	fuzz_require(path->path[0] == '/' && !strstr(path->path, "/../"));
	fuzz_require(index == 0 || strcmp(paths->paths[index - 1].path, path->path) < 0);
	fuzz_require(capture_paths_find(paths, path->path) == path);
	fuzz_require(path->kind >= CAPTURE_NOTHING && path->kind <= CAPTURE_LINK);
	fuzz_require(path->kind != CAPTURE_NOTHING || path->error < 0);
	fuzz_require(path->error <= 0 && path->write <= 0 && !path->bytes);
	fuzz_require((path->mode & ~(mode_t)(07777 | S_IFMT)) == 0);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span text = { .bytes = (const char *)bytes, .length = length };
	auto_manifest struct manifest *manifest = NULL;
	auto_diag struct diag diag = { 0 };
	int r = manifest_parse(text, "fuzz", &manifest, &diag);

	if (r < 0) {
		fuzz_require(r == -EBADMSG || r == -EFBIG);
		fuzz_require(!manifest && diag.count == 1);
		fuzz_require(strncmp(diag.lines[0].place, "fuzz:", 5) == 0);
		return 0;
	}
	fuzz_require(diag.count == 0);
	for (size_t i = 0; i < manifest->paths.count; i++)
		check_path(&manifest->paths, i);
	for (size_t i = 0; i < manifest->threads.count; i++)
		fuzz_require(capture_policy_name(manifest->threads.threads[i].sched.policy));
	return 0;
}
