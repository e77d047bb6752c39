/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results of changes in words. */
#include "config.h"

#include "report/outcome_words.h"

const char *outcome_result_word(enum entry_result result)
{
	switch (result) {
	case ENTRY_PLANNED:
		return "would be";
	case ENTRY_CHANGED:
		return "changed";
	case ENTRY_ALREADY:
		return "already";
	case ENTRY_REFUSED:
		return "refused";
	case ENTRY_FAILED:
		return "failed";
	case ENTRY_RESTORED:
		return "restored";
	case ENTRY_DRIFTED:
		return "drifted";
	case ENTRY_GONE:
		return "gone";
	case ENTRY_SKIPPED:
		return "skipped";
	}
	return "unknown";
}

bool outcome_result_is_trouble(enum entry_result result)
{
	switch (result) {
	case ENTRY_REFUSED:
	case ENTRY_FAILED:
	case ENTRY_DRIFTED:
	case ENTRY_GONE:
	case ENTRY_SKIPPED:
		return true;
	case ENTRY_PLANNED:
	case ENTRY_CHANGED:
	case ENTRY_ALREADY:
	case ENTRY_RESTORED:
		break;
	}
	return false;
}

enum paint outcome_result_paint(enum entry_result result)
{
	if (result == ENTRY_FAILED || result == ENTRY_DRIFTED)
		return PAINT_BAD;
	if (outcome_result_is_trouble(result))
		return PAINT_WARN;
	return result == ENTRY_CHANGED || result == ENTRY_RESTORED ? PAINT_GOOD : PAINT_STRONG;
}
