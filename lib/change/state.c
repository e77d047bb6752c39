/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The folder of the journals. It is opened once, and every file in it is reached by that
 * descriptor: who swaps the path afterwards swaps nothing for us.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER_MODE 0755

const char *error_text(int code)
{
	const char *description = strerrordesc_np(-code);

	return description ? description : "unknown error";
}

int state_complain(const struct state_folder *state, const char *name, int code, struct diag *diag,
		   const char *format, ...)
{
	auto_text struct text place = { 0 };
	va_list arguments;

	text_add(&place, state->path);
	if (name)
		text_addf(&place, "/%s", name);
	va_start(arguments, format);
	diag_addv(diag, code, text_status(&place) < 0 ? state->path : place.bytes, format,
		  arguments);
	va_end(arguments);
	return code;
}

int state_check_locked(const struct state_folder *state, struct diag *diag)
{
	if (state->lock_fd >= 0)
		return 0;
	return state_complain(state, NULL, -ENOLCK, diag,
			      "is not locked by this process, so nothing is written there");
}

/* With a slash behind it the name of a symlink would be followed. */
static char *without_slashes(const char *path)
{
	struct span span = span_of(path);

	while (span.length > 1 && span.bytes[span.length - 1] == '/')
		span.length--;
	return span_copy(span);
}

static int open_there(struct state_folder *state)
{
	state->fd = open(state->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return state->fd < 0 ? -errno : 0;
}

static int create(struct state_folder *state)
{
	bool is_ours = mkdir(state->path, FOLDER_MODE) == 0;
	int r;

	/* Somebody was quicker: judged like any other. */
	if (!is_ours && errno != EEXIST)
		return -errno;
	r = open_there(state);
	if (r < 0)
		return r;
	/* A umask of 077 would hide what stands from those who may know. */
	if (is_ours && fchmod(state->fd, FOLDER_MODE) < 0)
		return -errno;
	return 0;
}

static int judge(const struct state_folder *state, struct diag *diag)
{
	struct stat facts;

	if (fstat(state->fd, &facts) < 0) {
		int code = -errno;

		return state_complain(state, NULL, code, diag, "cannot be examined: %s",
				      error_text(code));
	}
	if (state->euid != 0)
		return 0;
	if (facts.st_uid != 0)
		return state_complain(state, NULL, -EPERM, diag,
				      "belongs to user %u, who could forge what root would put "
				      "back; expected a folder of root",
				      facts.st_uid);
	if (facts.st_mode & (S_IWGRP | S_IWOTH))
		return state_complain(state, NULL, -EPERM, diag,
				      "can be written by others than root (mode %04o), who could "
				      "forge what root would put back",
				      facts.st_mode & 07777U);
	return 0;
}

static int open_or_create(struct state_folder *state, struct diag *diag)
{
	int r = open_there(state);

	if (r == -ENOENT && state->is_read_only)
		return 0;
	if (r == -ENOENT) {
		r = create(state);
		if (r < 0)
			return state_complain(state, NULL, r, diag, "cannot be created: %s",
					      error_text(r));
	}
	if (r == -ENOTDIR || r == -ELOOP)
		return state_complain(state, NULL, r, diag,
				      "is a symbolic link or no folder, expected a folder");
	if (r < 0)
		return state_complain(state, NULL, r, diag, "cannot be opened: %s", error_text(r));
	return judge(state, diag);
}

int state_open(const struct state_options *options, struct state_folder **ret_state,
	       struct diag *diag)
{
	auto_state struct state_folder *state = calloc(1, sizeof(*state));
	int r;

	if (!state)
		return -ENOMEM;
	state->fd = -1;
	state->lock_fd = -1;
	state->euid = options->euid;
	state->is_read_only = options->is_read_only;
	state->path = without_slashes(options->path);
	if (!state->path)
		return -ENOMEM;
	r = open_or_create(state, diag);
	if (r < 0)
		return r;
	*ret_state = take_ptr(state);
	return 0;
}

void state_close(struct state_folder *state)
{
	if (!state)
		return;
	/* Only locks hang on these descriptors; files are written by others, and closed there. */
	if (state->lock_fd >= 0)
		(void)close(state->lock_fd); /* the same */
	if (state->fd >= 0)
		(void)close(state->fd); /* the same */
	free(state->path);
	free(state);
}
