/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One finding as an object of the report. Private to report/. */
#ifndef REPORT_FINDING_JSON_H
#define REPORT_FINDING_JSON_H

#include "report/document.h"

void finding_add(struct document *document, struct json_container *in,
		 const struct finding *finding);

#endif
