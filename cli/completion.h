/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Completions of each shell, all made from the option tables. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "common.h"

/* Finds the names in a list document: those at its own depth; what stands deeper is a part of one,
 * such as a parameter. Only plain ones, for a shell expands what it is given. */
#define COMPLETION_SED \
	"'s/^[[:space:]]\\{3\\}\"\\(id\\|name\\)\":[[:space:]]*\"\\([a-z0-9._-]*\\)\".*/\\2/p'"

void completion_add_words(struct output *output, const char *const *words);
void completion_add_bash(struct output *output, const struct command *const *commands,
			 size_t command_count);
void completion_add_zsh(struct output *output, const struct command *const *commands,
			size_t command_count);
void completion_add_fish(struct output *output, const struct command *const *commands,
			 size_t command_count);

#endif
