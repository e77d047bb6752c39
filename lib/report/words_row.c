/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the registry's and the snapshot's enumerations mean, in words; and the host's one line. */
#include "config.h"

#include <string.h>

#include "report/document.h"
#include "report/words.h"

/* "interfaces", "block devices", ... */
static const char *instances_of(enum scope scope)
{
	switch (scope) {
	case SCOPE_NETDEV:
		return "interfaces";
	case SCOPE_RX_QUEUE:
		return "receive queues";
	case SCOPE_TX_QUEUE:
		return "transmit queues";
	case SCOPE_BLOCK:
		return "block devices";
	case SCOPE_CPU:
		return "CPUs";
	case SCOPE_NODE:
		return "nodes";
	case SCOPE_POLICY:
		return "frequency policies";
	case SCOPE_IRQ:
		return "interrupts";
	case SCOPE_IDLE_STATE:
		return "idle states";
	case SCOPE_PAGE_SIZE:
		return "page sizes";
	case SCOPE_HOST:
	case SCOPE_NETNS:
		break;
	}
	return "places";
}

void words_where(struct text *text, enum scope scope, const struct text *names, size_t shown,
		 size_t count)
{
	text_add(text, " on ");
	if (count > shown)
		text_addf(text, "%zu %s", count, instances_of(scope));
	else if (scope == SCOPE_IRQ) /* a bare number would say nothing */
		text_add(text, count > 1 ? "interrupts " : "interrupt ");
	if (shown == 0)
		return;
	if (count > shown)
		text_add(text, " (");
	text_add_span(text, text_span(names));
	if (count > shown)
		text_add(text, ", ...)");
	if (text_status(names) < 0)
		text->status = names->status;
}

static const char *effect_words(enum effect effect)
{
	switch (effect) {
	case EFFECT_NOW:
		return "at once";
	case EFFECT_NEW_SOCKETS:
		return "for sockets opened afterwards";
	case EFFECT_NEXT_LISTEN:
		return "at a server's next listen()";
	case EFFECT_NEW_PROCESSES:
		return "for processes started afterwards";
	case EFFECT_DEVICE_RESET:
		return "when the device is reset";
	case EFFECT_BOOT:
		return "at the next boot";
	}
	return "at a moment that is not known";
}

void words_moment(struct text *text, const struct tunable *tunable, const char *before)
{
	const char *sentence = tunable->effect_text;

	if (!sentence || !span_starts(span_of(sentence), "Holds ")) {
		text_add(text, before);
		text_add(text, effect_words(tunable->effect));
		text_add(text, sentence ? ". " : ".");
	}
	words_add(text, sentence);
}

const char *words_security(enum security security)
{
	switch (security) {
	case SECURITY_NEUTRAL:
		return "no value is weaker than another";
	case SECURITY_RANKED:
		return "some values protect more than others";
	case SECURITY_RISING:
		return "a higher number is never weaker";
	case SECURITY_FALLING:
		return "a lower number is never weaker";
	case SECURITY_FEWER_BITS:
		return "each set bit allows more; fewer are never weaker";
	case SECURITY_MORE_BITS:
		return "each set bit protects; more are never weaker";
	case SECURITY_MORE_WORDS:
		return "each word protects; more are never weaker";
	case SECURITY_WIDER:
		return "a larger range is never weaker";
	case SECURITY_PROGRAM:
		return "the kernel runs as root what it names; tuneadv never writes it";
	case SECURITY_RT_BANDWIDTH:
		return "the share of a CPU that real-time threads may take decides; more of it "
		       "leaves less for everything else";
	case SECURITY_CONTESTED:
		return "authorities disagree about what is safer; tuneadv never writes it on its "
		       "own "
		       "account";
	case SECURITY_UNREVIEWED:
		return "not reviewed; tuneadv never writes it";
	}
	return "not known";
}

void words_kind(struct text *text, const struct value_format *format, enum unit unit)
{
	switch (format->kind) {
	case VALUE_NUMBER:
		text_add(text, "a number");
		break;
	case VALUE_VECTOR:
		if (format->elements)
			text_addf(text, "%u numbers", format->elements);
		else
			text_add(text, "numbers");
		break;
	case VALUE_CHOICE:
		text_add(text, "one word of several");
		return;
	case VALUE_FLAG:
		text_add(text, "on or off");
		return;
	case VALUE_CPULIST:
		text_add(text, unit == UNIT_NODES ? "a list of nodes" : "a list of CPUs");
		return;
	case VALUE_TEXT:
		text_add(text, "text");
		return;
	case VALUE_RELEASE:
		text_add(text, "a kernel release");
		return;
	}
	if (unit && unit != UNIT_NONE)
		text_addf(text, "%s%s", unit_dimension(unit) == DIMENSION_COUNT ? " of " : ", in ",
			  unit_name(unit));
}

void words_reading_state(struct text *text, const struct reading *reading)
{
	switch (reading->state) {
	case READING_VALUE:
		return;
	case READING_ABSENT:
		text_add(text, "not here, and nothing explains why");
		return;
	case READING_REMOVED:
		text_add(text, "removed from this kernel");
		return;
	case READING_NOT_YET:
		text_add(text, "newer than this kernel");
		return;
	case READING_NOT_BUILT_IN:
		text_add(text, "not built into this kernel");
		return;
	case READING_NO_MODULE:
		text_add(text, "not here: its module is not loaded");
		return;
	case READING_OTHER_NAMESPACE:
		text_add(text, "not in this network namespace: it belongs to the host");
		return;
	case READING_UNREADABLE:
		text_addf(text, "cannot be read (%s)",
			  reading->error ? document_errno(reading->error) : "no reason given");
		return;
	case READING_MALFORMED:
		text_add(text, "malformed: ");
		words_add(text, reading->raw);
		return;
	}
	text_add(text, "not known");
}

void words_bracket(struct text *text, const struct release_bracket *bracket)
{
	if (bracket->absent_in.major && bracket->present_in.major) {
		text_add(text, "between ");
		release_print(text, &bracket->absent_in);
		text_add(text, " and ");
	} else if (bracket->absent_in.major) {
		text_add(text, "after ");
		release_print(text, &bracket->absent_in);
		return;
	}
	release_print(text, &bracket->present_in);
}

static void add_counts(struct text *text, const struct snapshot *snapshot)
{
	uint64_t number;

	if (document_fact_number(snapshot, FACT_CPUS_ONLINE_COUNT, &number)) {
		text_add(text, ", ");
		words_count(text, (size_t)number, "CPU", "CPUs");
	}
	/* A kernel built without NUMA shows none: nothing to tell. */
	if (document_fact_number(snapshot, FACT_NODES_COUNT, &number) && number > 0) {
		text_add(text, ", ");
		words_count(text, (size_t)number, "node", "nodes");
	}
}

void words_host(struct text *text, const struct report_frame *frame,
		const struct snapshot *snapshot)
{
	const char *kernel = document_fact_word(snapshot, FACT_KERNEL_RELEASE_TEXT);
	const char *virtualization = document_fact_word(snapshot, FACT_VIRTUALIZATION);
	const char *container = document_fact_word(snapshot, FACT_CONTAINER);
	const char *power = document_fact_word(snapshot, FACT_POWER_SUPPLY);

	text_add(text, kernel ? "Linux " : "kernel not known");
	words_add(text, kernel);
	add_counts(text, snapshot);
	if (virtualization) {
		text_add(text, ", ");
		words_add(text, virtualization);
	}
	if (power && strcmp(power, "battery") == 0)
		text_add(text, ", on battery");
	if (container) {
		text_add(text, ", ");
		words_add(text, container);
		text_add(text, " container");
	}
	if (document_fact_flag(snapshot, FACT_NETNS_INITIAL) == TRUTH_NO)
		text_add(text, ", child network namespace");
	if (frame->root && strcmp(frame->root, "/") != 0) {
		text_add(text, ", captured in ");
		words_add(text, frame->root);
	}
}
