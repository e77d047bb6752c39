/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The plain main of every harness: FOLDER... [--mutate N] [--seed S]
 * Runs each file of the folders, then N mutations of them; the same seed makes the same inputs. An
 * input that reaches a new edge joins the corpus in memory.
 */
#include "config.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "fuzz.h"

#define LARGEST_INPUT	(2U * 1024 * 1024)
#define LARGEST_MUTATED 4096U
#define LARGEST_CORPUS	4096U

struct input {
	uint8_t *bytes; /* of exactly this length, so that a sanitizer sees a read behind them */
	size_t length;
};

struct corpus {
	struct input *inputs;
	size_t count;
	size_t capacity;
};

struct options {
	uint64_t mutations;
	uint64_t seed;
};

/* What runs now; also asked for by a sanitizer that is about to end the process. */
static struct input current;
static uint64_t executions;

/* Of AddressSanitizer, when that is in. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static const char *const pieces[] = {
	"0",
	"-1",
	"-0",
	"010",
	"08",
	"0x",
	"0xff",
	"4294967296",
	"2147483648",
	"9007199254740992",
	"9007199254740993",
	"9223372036854775808",
	"-9223372036854775808",
	"18446744073709551615",
	"18446744073709551616",
	"1e9",
	".5",
	"{",
	"}",
	"[",
	"]",
	",",
	":",
	"\"",
	"\\",
	"\\u0000",
	"\\u0061",
	"\\ud800",
	"\\udc00",
	"\\ud83d\\udc27",
	"true",
	"null",
	"{\"a\":",
	"[[[[[[[[",
	"\xef\xbb\xbf",
	"\xc3\xa9",
	"\xed\xa0\x80",
	"\n",
	"\r\n",
	"-",
	",",
	"(null)",
	"0-3",
};

static void show_input(void)
{
	fprintf(stderr, "execution %llu, input of %zu bytes:", (unsigned long long)executions,
		current.length);
	for (size_t i = 0; i < current.length && i < LARGEST_MUTATED; i++)
		fprintf(stderr, " %02x", current.bytes[i]);
	fprintf(stderr, "\n");
}

void fuzz_fail(const char *file, int line, const char *claim)
{
	fprintf(stderr, "%s:%d: broken: %s\n", file, line, claim);
	show_input();
	abort();
}

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(2);
}

static void run(struct input input)
{
	current = input;
	executions++;
	fuzz_coverage_start();
	fuzz_require(fuzz_one(input.bytes, input.length) == 0);
	fuzz_coverage_stop();
}

static struct input copy_input(const void *bytes, size_t length)
{
	struct input input = { .bytes = malloc(length > 0 ? length : 1), .length = length };

	if (!input.bytes)
		give_up("memory", "exhausted");
	if (length > 0)
		memcpy(input.bytes, bytes, length);
	return input;
}

static void keep(struct corpus *corpus, struct input input)
{
	if (array_reserve(&corpus->inputs, &corpus->capacity, corpus->count + 1,
			  sizeof(*corpus->inputs)) < 0)
		give_up("memory", "exhausted");
	corpus->inputs[corpus->count++] = input;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* alphasort() would ask the locale, and with another order the seed makes other inputs. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_folder(struct corpus *corpus, const char *folder)
{
	struct dirent **names = NULL;
	int count = scandir(folder, &names, is_visible, by_name);

	if (count <= 0)
		give_up(folder, "no folder with files");
	for (int i = 0; i < count; i++) {
		auto_text struct text path = { 0 };
		auto_text struct text bytes = { 0 };
		auto_diag struct diag diag = { 0 };

		text_addf(&path, "%s/%s", folder, names[i]->d_name);
		if (text_status(&path) < 0 ||
		    file_read(path.bytes, LARGEST_INPUT, &bytes, NULL, &diag) < 0)
			give_up(names[i]->d_name, "cannot be read");
		keep(corpus, copy_input(bytes.bytes, bytes.length));
		free(names[i]);
	}
	free(names);
}

/* SplitMix64: small, and good enough to choose mutations. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static size_t below(uint64_t *state, size_t limit)
{
	return limit > 0 ? (size_t)(next_random(state) % limit) : 0;
}

/* A part of an input, of up to 64 bytes. */
static struct span random_part(uint64_t *state, const uint8_t *bytes, size_t length)
{
	size_t start = below(state, length);
	size_t room = length - start < 64 ? length - start : 64;

	return (struct span){
		.bytes = (const char *)bytes + start,
		.length = below(state, room + 1),
	};
}

static void insert(struct input *input, size_t at, struct span part)
{
	if (input->length + part.length > LARGEST_MUTATED || part.length == 0)
		return;
	memmove(input->bytes + at + part.length, input->bytes + at, input->length - at);
	memcpy(input->bytes + at, part.bytes, part.length);
	input->length += part.length;
}

static void cut(struct input *input, size_t at, size_t length)
{
	memmove(input->bytes + at, input->bytes + at + length, input->length - at - length);
	input->length -= length;
}

/* @input has room for LARGEST_MUTATED bytes. */
static void mutate_once(uint64_t *state, struct input *input, const struct corpus *corpus)
{
	size_t at = below(state, input->length);
	const struct input *other = &corpus->inputs[below(state, corpus->count)];
	uint8_t copy[64];
	struct span part;

	switch (below(state, 7)) {
	case 0:
		if (input->length > 0)
			input->bytes[at] ^= (uint8_t)(1U << below(state, 8));
		return;
	case 1:
		if (input->length > 0)
			input->bytes[at] = (uint8_t)next_random(state);
		return;
	case 2:
		insert(input, at, span_of(pieces[below(state, ARRAY_SIZE(pieces))]));
		return;
	case 3:
		insert(input, at, random_part(state, other->bytes, other->length));
		return;
	case 4:
		part = random_part(state, input->bytes, input->length);
		if (part.length > 0)
			memcpy(copy, part.bytes, part.length);
		part.bytes = (const char *)copy;
		insert(input, at, part);
		return;
	case 5:
		cut(input, at, random_part(state, input->bytes + at, input->length - at).length);
		return;
	default:
		if (below(state, 8) == 0)
			input->length = at;
		return;
	}
}

static void run_mutations(struct corpus *corpus, struct options options)
{
	uint8_t bytes[LARGEST_MUTATED];
	uint64_t state = options.seed;

	for (uint64_t i = 0; i < options.mutations; i++) {
		const struct input *parent = &corpus->inputs[below(&state, corpus->count)];
		struct input input = { .bytes = bytes };
		size_t steps = 1 + below(&state, 6);
		size_t edges = fuzz_coverage_edges();

		input.length = parent->length < sizeof(bytes) ? parent->length : sizeof(bytes);
		memcpy(bytes, parent->bytes, input.length);
		for (size_t step = 0; step < steps; step++)
			mutate_once(&state, &input, corpus);
		input = copy_input(bytes, input.length);
		run(input);
		if (fuzz_coverage_edges() > edges && corpus->count < LARGEST_CORPUS)
			keep(corpus, input);
		else
			free(input.bytes);
	}
}

static uint64_t read_number(const char *text)
{
	uint64_t number = 0;

	if (!text || number_parse_u64(span_of(text), NUMBER_BASE_10, &number) < 0)
		give_up(text ? text : "the end of the line", "found where a number was expected");
	return number;
}

int main(int argc, char **argv)
{
	struct corpus corpus = { 0 };
	struct options options = { .seed = 1 };

	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(show_input);
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--mutate") == 0)
			options.mutations = read_number(argv[++i]);
		else if (strcmp(argv[i], "--seed") == 0)
			options.seed = read_number(argv[++i]);
		else
			read_folder(&corpus, argv[i]);
	}
	if (corpus.count == 0)
		give_up("usage", "FOLDER... [--mutate N] [--seed S]");
	for (size_t i = 0; i < corpus.count; i++)
		run(corpus.inputs[i]);
	run_mutations(&corpus, options);
	printf("executions %llu, edges ", (unsigned long long)executions);
	if (fuzz_coverage_edges() > 0)
		printf("%zu\n", fuzz_coverage_edges());
	else
		printf("not counted\n");
	for (size_t i = 0; i < corpus.count; i++)
		free(corpus.inputs[i].bytes);
	free(corpus.inputs);
	return 0;
}
