/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is told of a transaction: its outcome, sentence by sentence, and each write to the log. */
#include "config.h"

#include <stdarg.h>

#include "change/work.h"

void outcome_init(struct outcome *outcome)
{
	*outcome = (struct outcome){ 0 };
}

void outcome_change_done(struct outcome_change *change)
{
	free(change->subject);
	free(change->instance);
	free(change->rules);
	free(change->path);
	free(change->from);
	free(change->to);
	free(change->got);
	free(change->because);
	*change = (struct outcome_change){ 0 };
}

void outcome_done(struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->change_count; i++)
		outcome_change_done(&outcome->changes[i]);
	free(outcome->changes);
	free(outcome->transaction);
	free(outcome->because);
	free(outcome->remedy);
	*outcome = (struct outcome){ 0 };
}

void outcome_say(char **sentence, const char *format, ...)
{
	auto_text struct text text = { 0 };
	char *said;
	va_list arguments;

	va_start(arguments, format);
	text_addv(&text, format, arguments);
	va_end(arguments);
	if (text_take(&text, &said) < 0)
		return;
	free(*sentence);
	*sentence = said;
}

void outcome_say_command(char **sentence, const struct transaction *transaction,
			 const char *command)
{
	outcome_say(sentence, "tuneadv %s%s", command,
		    transaction->state_option ? transaction->state_option : "");
}

void outcome_say_drifted(char **sentence, const struct transaction *transaction, const char *id)
{
	outcome_say(sentence, "tuneadv revert %s%s --skip-drifted (or --overwrite-drifted)", id,
		    transaction->state_option ? transaction->state_option : "");
}

void audit_tell(const struct audit *audit, const char *format, ...)
{
	auto_text struct text text = { 0 };
	auto_text struct text safe = { 0 };
	va_list arguments;

	if (!audit)
		return;
	va_start(arguments, format);
	text_addv(&text, format, arguments);
	va_end(arguments);
	if (text_status(&text) == 0)
		text_add_safe(&safe, text_span(&text));
	if (text_status(&text) == 0 && text_status(&safe) == 0)
		audit->event(audit->closure, safe.bytes);
	else
		audit->event(audit->closure,
			     "a value was written, and memory to say which ran out");
}

const char *outcome_state_name(enum outcome_state state)
{
	switch (state) {
	case OUTCOME_PLANNED:
		return "planned";
	case OUTCOME_COMMITTED:
		return "committed";
	case OUTCOME_ROLLED_BACK:
		return "rolled-back";
	case OUTCOME_REVERTED:
		return "reverted";
	case OUTCOME_INCOMPLETE:
		return "incomplete";
	case OUTCOME_REFUSED:
		return "refused";
	case OUTCOME_NOTHING_TO_DO:
		return "nothing-to-do";
	}
	return "unknown";
}
