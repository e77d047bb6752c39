/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What shall be read: what rules name, and what is needed to judge it. Nothing else is. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/snapshot.h"

void needs_init(struct needs *needs)
{
	*needs = (struct needs){ 0 };
}

void needs_done(struct needs *needs)
{
	free(needs->tunables);
	free(needs->instance_names);
	needs_init(needs);
}

static int add_tunable(struct needs *needs, const struct tunable *tunable)
{
	int r;

	if (tunable->unit == UNIT_PAGES)
		needs->facts[FACT_MEMORY_PAGE_SIZE] = true;
	for (size_t i = 0; i < needs->tunable_count; i++) {
		if (needs->tunables[i] == tunable)
			return 0;
	}
	r = array_reserve(&needs->tunables, &needs->tunable_capacity, needs->tunable_count + 1,
			  sizeof(*needs->tunables));
	if (r < 0)
		return r;
	needs->tunables[needs->tunable_count++] = tunable;
	return 0;
}

static bool is_beside_the_host(const char *id)
{
	return strcmp(id, ID_DEFAULT) == 0 || span_starts(span_of(id), ID_PARAMETER);
}

/* Whoever needs a default needs the tunable: where it was not read, none is worked out. */
static const char *id_to_read(const char *id)
{
	struct span name = span_of(id);

	(void)span_skip(&name, ID_DEFAULT_OF); /* most have none */
	return name.bytes;
}

/* The value of an id, without what would be needed to judge it in its turn. */
static int add_value_of(struct needs *needs, const char *id)
{
	enum fact fact;
	const struct tunable *tunable;

	if (is_beside_the_host(id))
		return 0;
	id = id_to_read(id);
	fact = fact_find(id);
	if (fact) {
		needs->facts[fact] = true;
		return 0;
	}
	tunable = tunable_find(id);
	return tunable ? add_tunable(needs, tunable) : -ENOENT;
}

static int add_operands(struct needs *needs, const struct operand *operands, size_t count)
{
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++) {
		if (!operands[i].of)
			continue;
		/* Between bytes and pages stands the page size. */
		needs->facts[FACT_MEMORY_PAGE_SIZE] = true;
		r = add_value_of(needs, operands[i].of);
	}
	return r;
}

static int add_defaults(struct needs *needs, const struct tunable *tunable)
{
	int r = 0;

	for (size_t i = 0; i < tunable->default_count && r == 0; i++)
		r = add_operands(needs, tunable->defaults[i].elements,
				 tunable->defaults[i].element_count);
	return r;
}

static int add_condition(struct needs *needs, const struct condition *condition)
{
	int r = add_value_of(needs, condition->of);
	const struct tunable *subject;

	if (r < 0)
		return r;
	for (size_t i = 0; i < condition->operand_count; i++) {
		const struct operand *operand = &condition->operands[i];

		if (!operand->of || strcmp(operand->of, ID_DEFAULT) != 0)
			continue;
		subject = tunable_find(condition->of);
		r = subject ? add_defaults(needs, subject) : 0;
		if (r < 0)
			return r;
	}
	return add_operands(needs, condition->operands, condition->operand_count);
}

static int add_what_judges(struct needs *needs, const struct tunable *tunable)
{
	int r = add_defaults(needs, tunable);

	for (size_t i = 0; i < tunable->inert_count && r == 0; i++) {
		const struct inert *inert = &tunable->inert[i];

		for (size_t k = 0; k < inert->condition_count && r == 0; k++)
			r = add_condition(needs, &inert->conditions[k]);
	}
	return r;
}

int needs_add(struct needs *needs, const char *id)
{
	const struct tunable *tunable;
	int r = add_value_of(needs, id);

	if (r < 0 || is_beside_the_host(id))
		return r;
	tunable = tunable_find(id_to_read(id));
	return tunable ? add_what_judges(needs, tunable) : 0;
}

int needs_add_for_change(struct needs *needs)
{
	/* What bounds a value that costs memory, on each CPU or at all. */
	static const enum fact bounding[] = { FACT_CPUS_ONLINE, FACT_CPUS_ISOLATED,
					      FACT_CPUS_ONLINE_COUNT, FACT_MEMORY_PAGE_SIZE,
					      FACT_MEMORY_TOTAL };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(bounding); i++)
		needs->facts[bounding[i]] = true;
	needs->has_virtual_netdevs = true;
	/* What is added here comes last and is looked at in its turn. */
	for (size_t i = 0; i < needs->tunable_count && r == 0; i++) {
		const struct tunable *tunable = needs->tunables[i];

		r = add_what_judges(needs, tunable);
		if (r == 0 && tunable->exclusive_with)
			r = add_value_of(needs, tunable->exclusive_with);
		for (size_t k = 0; tunable->couplings && tunable->couplings[k] && r == 0; k++) {
			const char *moved;
			const struct tunable *other = coupling_find(tunable->couplings[k], &moved);

			r = add_value_of(needs, other ? other->id : tunable->couplings[k]);
		}
	}
	return r;
}

int needs_add_instance(struct needs *needs, const char *name)
{
	int r;

	for (size_t i = 0; i < needs->instance_count; i++) {
		if (strcmp(needs->instance_names[i], name) == 0)
			return 0;
	}
	r = array_reserve(&needs->instance_names, &needs->instance_capacity,
			  needs->instance_count + 1, sizeof(*needs->instance_names));
	if (r < 0)
		return r;
	needs->instance_names[needs->instance_count++] = name;
	return 0;
}

int needs_add_everything(struct needs *needs)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;
	size_t kept = 0;

	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		needs->facts[fact] = true;
	needs->has_virtual_netdevs = true;
	needs->has_every_instance = true;
	while ((tunable = tunable_next(&walk))) {
		int r = needs_add(needs, tunable->id);

		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < needs->tunable_count; i++) {
		if (!needs->tunables[i]->is_secret)
			needs->tunables[kept++] = needs->tunables[i];
	}
	needs->tunable_count = kept;
	return 0;
}

static void add_facts_of(struct needs *needs, const struct operand *operands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (operands[i].of)
			needs->facts[fact_find(operands[i].of)] = true; /* 0: none reads it */
	}
}

void needs_add_facts_of_defaults(struct needs *needs)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;

	needs->facts[FACT_MEMORY_PAGE_SIZE] = true;
	while ((tunable = tunable_next(&walk))) {
		for (size_t k = 0; k < tunable->default_count; k++)
			add_facts_of(needs, tunable->defaults[k].elements,
				     tunable->defaults[k].element_count);
	}
}

void needs_add_identity(struct needs *needs)
{
	static const enum fact identity[] = {
		FACT_ARCH,
		FACT_BOOT_ID,
		FACT_CONTAINER,
		FACT_CPUS_ONLINE,
		FACT_CPUS_ONLINE_COUNT,
		FACT_KERNEL_RELEASE,
		FACT_KERNEL_RELEASE_TEXT,
		FACT_KERNEL_TRUST,
		FACT_NETNS_INITIAL,
		FACT_NETNS_INODE,
		FACT_NODES_COUNT,
		FACT_NODES_ONLINE,
		FACT_VIRTUALIZATION,
	};

	for (size_t i = 0; i < ARRAY_SIZE(identity); i++)
		needs->facts[identity[i]] = true;
}
