/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Readings and rules of an explanation as JSON. Private to report/. */
#ifndef REPORT_EXPLAIN_JSON_H
#define REPORT_EXPLAIN_JSON_H

#include "report/document.h"
#include "report/explain.h"

/* What is so now: of the tunable or fact, or of each rule's subject. */
void explain_add_readings(struct document *document, const struct explanation *explanation);
/* The rules explained, or those that speak of what is explained. */
void explain_add_rules(struct document *document, const struct explanation *explanation);

#endif
