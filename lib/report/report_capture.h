/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The document of a capture. Pure: into a text, never out. */
#ifndef REPORT_REPORT_CAPTURE_H
#define REPORT_REPORT_CAPTURE_H

#include "host/capture.h"
#include "report/report.h"

struct capture_report {
	const struct report_frame *frame; /* its time is that of the first sample */
	const struct capture *capture;
	int64_t second_time_s; /* where there is a second sample */
};

must_check int report_capture_json(const struct capture_report *report, struct text *ret_text);

#endif
