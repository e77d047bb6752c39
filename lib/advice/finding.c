/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The life of findings. */
#include "config.h"

#include "advice/judge.h"

#include <stdlib.h>

#include "base/text.h"

int finding_decide(struct finding *finding, enum result result, enum because because,
		   struct text *sentence)
{
	char *text = NULL;
	int r = text_take(sentence, &text);

	if (r < 0)
		return r;
	free(finding->because_text);
	finding->because_text = text;
	finding->result = result;
	finding->because = because;
	return 0;
}

void findings_init(struct findings *findings)
{
	*findings = (struct findings){ 0 };
}

void finding_done(struct finding *finding)
{
	free(finding->id);
	free(finding->because_text);
	free(finding->current);
	free(finding->effective);
	for (size_t i = 0; i < finding->operand_count; i++)
		free(finding->operands[i]);
	free(finding->operands);
	free(finding->waiver);
	*finding = (struct finding){ 0 };
}

void findings_done(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		finding_done(&findings->findings[i]);
	free(findings->findings);
	*findings = (struct findings){ 0 };
}
