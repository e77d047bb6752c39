/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parts of a plan's text. Private to the plan_*.c files. */
#ifndef REPORT_PLAN_PARTS_H
#define REPORT_PLAN_PARTS_H

#include "report/change_page.h"

/* What is left out, one line for each cause. */
void plan_add_left_out(const struct check_page *page, const struct plan *plan);

#endif
