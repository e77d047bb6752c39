/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The posture as a key of a document. Private to report/. */
#ifndef REPORT_POSTURE_JSON_H
#define REPORT_POSTURE_JSON_H

#include "advice/posture.h"
#include "report/document.h"

void posture_add_json(struct document *document, const struct posture *posture);

#endif
