/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the facts of the rows are known, and every reference that they give. */
#include "config.h"

#include "sweep.h"

#include <string.h>

#define FAMILIES_MAX 64

struct tally {
	char family[64];
	size_t rows[KNOWLEDGE_RECALLED + 1];
	size_t defaults[KNOWLEDGE_RECALLED + 1];
	size_t inert[KNOWLEDGE_RECALLED + 1];
};

/* "net.ipv4" of "net.ipv4.tcp_rmem", "vm" of "vm.swappiness". */
static void family_of(const struct tunable *row, char ret_family[64])
{
	const char *dot = strchr(row->id, '.');

	if (dot && strncmp(row->id, "net.", 4) == 0 && strchr(dot + 1, '.'))
		dot = strchr(dot + 1, '.');
	(void)snprintf(ret_family, 64, "%.*s", dot ? (int)(dot - row->id) : 63, row->id);
}

static void count_row(struct tally *tally, const struct tunable *row)
{
	tally->rows[row->known]++;
	for (size_t i = 0; i < row->default_count; i++)
		tally->defaults[row->defaults[i].known]++;
	for (size_t i = 0; i < row->inert_count; i++)
		tally->inert[row->inert[i].known]++;
}

static void print_counts(const char *family, const char *what, const size_t *counts)
{
	printf("%s\t%s", family, what);
	for (int known = KNOWLEDGE_READ; known <= KNOWLEDGE_RECALLED; known++)
		printf("\t%zu", counts[known]);
	puts("");
}

int list_knowledge(void)
{
	static const char *const whole = "all";
	struct tally tallies[FAMILIES_MAX] = { 0 };
	size_t count = 1;

	(void)snprintf(tallies[0].family, sizeof(tallies[0].family), "%s", whole);
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		char family[64];
		size_t k = 1;

		family_of(row, family);
		while (k < count && strcmp(tallies[k].family, family) != 0)
			k++;
		if (k == FAMILIES_MAX)
			return 1;
		if (k == count)
			memcpy(tallies[count++].family, family, sizeof(family));
		count_row(&tallies[k], row);
		count_row(&tallies[0], row);
	}
	puts("# family\tof\tread\ttried\tbracketed\trecalled");
	for (size_t k = 0; k < count; k++)
		print_counts(tallies[k].family, "rows", tallies[k].rows);
	print_counts(whole, "defaults", tallies[0].defaults);
	print_counts(whole, "inert clauses", tallies[0].inert);
	return 0;
}

static void print_reference(const struct tunable *row, const char *field, const char *reference)
{
	if (reference && strncmp(reference, "own:", 4) != 0)
		printf("%s\t%s\t%s\n", row->id, field, reference);
}

int list_references(void)
{
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		print_reference(row, "limits", row->limits_reference);
		print_reference(row, "security", row->security_reference);
		print_reference(row, "capability", row->capability_reference);
		for (size_t k = 0; k < row->default_count; k++)
			print_reference(row, "default", row->defaults[k].reference);
		for (size_t k = 0; k < row->inert_count; k++)
			print_reference(row, "inert", row->inert[k].reference);
		for (size_t k = 0; row->references[k]; k++)
			print_reference(row, "row", row->references[k]);
	}
	return 0;
}
