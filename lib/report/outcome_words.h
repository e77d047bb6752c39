/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results of changes in words. Private to report/. */
#ifndef REPORT_OUTCOME_WORDS_H
#define REPORT_OUTCOME_WORDS_H

#include "change/journal.h"
#include "report/layout.h"

/* The word at the left of a line, at most nine letters. */
const char *outcome_result_word(enum entry_result result);
enum paint outcome_result_paint(enum entry_result result);
/* Did this one not go as it should? */
bool outcome_result_is_trouble(enum entry_result result);

#endif
