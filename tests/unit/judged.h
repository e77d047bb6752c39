/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of a test judged on a small captured host of its own. Include after cmocka.h. */
#ifndef TESTS_JUDGED_H
#define TESTS_JUDGED_H

#include "advice/finding.h"
#include "host-tree.h"
#include "profile-text.h"

struct judged {
	struct shelf shelf;
	struct host host;
	struct findings findings;
};

/* @rules is the text within "rules"; @parameters NULL or the text of "parameters". Only on a live
 * root does a missing file prove something. */
static inline void judged_new(struct judged *judged, const char *parameters, const char *rules,
			      const struct file *files, bool is_live)
{
	char text[8192];

	memset(judged, 0, sizeof(*judged));
	shelf_new(&judged->shelf);
	(void)snprintf(text, sizeof(text), HEAD("p") "\"parameters\":{%s},\"rules\":[%s]}",
		       parameters ? parameters : "", rules);
	shelf_put(&judged->shelf, "p.json", text);
	if (shelf_load(&judged->shelf, "p") < 0)
		fail_msg("%s: %s", shelf_sentence(&judged->shelf), rules);
	host_new(&judged->host);
	tree_files(&judged->host, files);
	host_open(&judged->host, is_live);
}

/* After this the findings are there. */
static inline void judged_evaluate(struct judged *judged, const struct waiver *waivers,
				   size_t count)
{
	struct shelf *shelf = &judged->shelf;

	if (profile_set_finish(&shelf->set, &shelf->diag) < 0)
		fail_msg("%s", shelf_sentence(shelf));
	assert_int_equal(profile_set_needs(&shelf->set, &judged->host.needs), 0);
	host_take(&judged->host);
	assert_int_equal(findings_evaluate(&shelf->set, judged->host.snapshot, waivers, count,
					   &judged->findings, &shelf->diag),
			 0);
}

static inline void judged_done(struct judged *judged)
{
	findings_done(&judged->findings);
	host_done(&judged->host);
	shelf_done(&judged->shelf);
}

static inline const struct finding *judged_finding(const struct judged *judged, const char *id)
{
	for (size_t i = 0; i < judged->findings.count; i++) {
		if (strcmp(judged->findings.findings[i].id, id) == 0)
			return &judged->findings.findings[i];
	}
	return NULL;
}

#endif
