/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every mistake in a profile is refused at its place: '^' in a row marks where. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "profile-text.h"

struct bad {
	const char *text; /* '^' marks the place of the sentence and is taken out */
	const char *word; /* of the sentence */
};

#define SOMAXCONN "\"tunable\":\"net.core.somaxconn\""
#define RMEM	  "\"tunable\":\"net.ipv4.tcp_rmem\""
#define COOKIES	  "\"tunable\":\"net.ipv4.tcp_syncookies\""
#define RP_FILTER "\"tunable\":\"net.ipv4.conf.rp_filter\""
#define OVERFLOW  "\"tunable\":\"net.ipv4.tcp_abort_on_overflow\""
#define RUNTIME	  "\"tunable\":\"kernel.sched_rt_runtime_us\""
#define FLOOR	  "\"assert\":{\"at-least\":4096}"
#define BAD(rule) HEAD("p") RULES(rule)
#define ONE(text) BAD(RULE("r", text))
/* With a base that has a parameter of each type. */
#define PARAMETERS                                                                               \
	"\"parameters\":{\"n\":{\"type\":\"number\",\"title\":\"N\"},\"b\":{\"type\":\"bytes\"," \
	"\"title\":\"B\"},\"c\":{\"type\":\"cpus\",\"title\":\"C\"}},"

static const struct bad bad_files[] = {
	/* the outermost object */
	{ "^[]", "object" },
	{ "{\"schema\":^\"tuneadv-profile/2\",\"name\":\"p\",\"title\":\"T\",\"rules\":[]}",
	  "tuneadv-profile/1" },
	{ "^{\"name\":\"p\",\"title\":\"T\",\"rules\":[]}", "\"schema\"" },
	{ "^{\"schema\":\"tuneadv-profile/1\",\"name\":\"p\",\"rules\":[]}", "\"title\"" },
	{ "^" HEAD("p") "\"parameters\":{}}", "\"rules\"" },
	{ HEAD("p") "\n\"extends\":^\"missing\",\"rules\":[]}", "missing" },
	{ HEAD("p") "\n\"extends\":^\"p\",\"rules\":[]}", "itself" },
	{ HEAD("p") "\n\"extends\":^\"../p\",\"rules\":[]}", "not a name" },
	{ HEAD("p") "\n^\"rule\":[]}", "rule" },
	{ HEAD("p") "\n\"rules\":^{}}", "array" },
	{ "{\"schema\":\"tuneadv-profile/1\",\"title\":\"T\",\"name\":^\"q\",\"rules\":[]}",
	  "file name" },
	{ "{\"schema\":\"tuneadv-profile/1\",\"title\":\"T\",\"name\":^\"P\",\"rules\":[]}",
	  "not a name" },
	{ "{\"schema\":\"tuneadv-profile/1\",\"name\":\"p\",\"title\":^\" \",\"rules\":[]}",
	  "empty" },
	{ HEAD("p") RULES("^1"), "object" },
	{ HEAD("p") RULES("{}") "^x", "" },
	/* parameters */
	{ HEAD("p") "\"parameters\":^[],\"rules\":[]}", "object" },
	{ HEAD("p") "\"parameters\":{\"n\":^{\"title\":\"N\"}},\"rules\":[]}", "\"type\"" },
	{ HEAD("p") "\"parameters\":{\"n\":^{\"type\":\"text\"}},\"rules\":[]}", "\"title\"" },
	{ HEAD("p") "\"parameters\":{\"n\":{\"type\":^\"float\",\"title\":\"N\"}},\"rules\":[]}",
	  "no type" },
	{ HEAD("p") "\"parameters\":{\"N\":^{\"type\":\"text\",\"title\":\"N\"}},\"rules\":[]}",
	  "no name" },
	{ HEAD("p") "\"parameters\":{\"n\":{\"type\":\"bytes\",\"title\":\"N\",\"default\":^\"2 "
		    "s\"}},\"rules\":[]}",
	  "does not fit" },
	/* what every rule must have */
	{ BAD("^{\"id\":\"r\"}"), "\"assert\"" },
	{ BAD("^{" SOMAXCONN "," FLOOR "," TAIL), "\"id\"" },
	{ BAD("{\"id\":^\"R 1\"," SOMAXCONN "," FLOOR "," TAIL), "not a name" },
	{ BAD("^{\"id\":\"r\"," SOMAXCONN "," FLOOR
	      ",\"severity\":\"low\",\"references\":[\"doc:x\"]}"),
	  "\"rationale\"" },
	{ BAD("{\"id\":\"r\"," SOMAXCONN "," FLOOR
	      ",\"severity\":\"low\",\"rationale\":^\"\",\"references\":[\"doc:x\"]}"),
	  "empty" },
	{ BAD("{\"id\":\"r\"," SOMAXCONN "," FLOOR
	      ",\"severity\":\"low\",\"rationale\":\"b\",\"references\":^[]}"),
	  "empty" },
	{ BAD("{\"id\":\"r\"," SOMAXCONN "," FLOOR
	      ",\"severity\":\"low\",\"rationale\":\"b\",\"references\":[^\"folklore\"]}"),
	  "no reference" },
	{ BAD("{\"id\":\"r\"," SOMAXCONN "," FLOOR
	      ",\"severity\":^\"urgent\",\"rationale\":\"b\",\"references\":[\"doc:x\"]}"),
	  "no severity" },
	{ ONE(SOMAXCONN "," FLOOR ",\"kind\":^\"wish\""), "no kind" },
	{ ONE(SOMAXCONN "," FLOOR ",^\"path\":\"/proc/sys/net\""), "path" },
	{ ONE(SOMAXCONN "," FLOOR ",\"remedy\":^\"\""), "empty" },
	{ ONE(SOMAXCONN "," FLOOR ",\"evidence\":^[]"), "not supported by this version" },
	{ BAD(RULE("r", SOMAXCONN "," FLOOR) ",\n{\"id\":^\"r\"," SOMAXCONN "," FLOOR "," TAIL),
	  "already" },
	/* subjects */
	{ BAD("^" RULE("r", FLOOR)), "exactly one" },
	{ ONE(SOMAXCONN ",\"fact\":^\"nodes.count\"," FLOOR), "exactly one" },
	{ ONE("\"tunable\":^\"net.core.somaxcon\"," FLOOR), "net.core.somaxconn" },
	{ ONE("\"tunable\":^\"somaxconn\"," FLOOR), "net.core.somaxconn" },
	{ ONE("\"tunable\":^\"/proc/sys/net/core/somaxconn\"," FLOOR), "no tunable" },
	{ ONE("\"tunable\":^\"zzzzzzzz\"," FLOOR), "no tunable" },
	{ ONE("\"tunable\":^\"nodes.count\"," FLOOR), "is a fact" },
	{ ONE("\"fact\":^\"net.core.somaxconn\"," FLOOR), "is a tunable" },
	{ ONE("\"fact\":^\"node.count\"," FLOOR), "nodes.count" },
	{ ONE("\"counter\":^\"tcp.listen_overflows\"," FLOOR), "not supported by this version" },
	{ ONE("\"listener\":^{}," FLOOR), "not supported by this version" },
	{ ONE("\"thread\":^{}," FLOOR), "not supported by this version" },
	{ ONE("\"irq\":^{}," FLOOR), "not supported by this version" },
	{ ONE(SOMAXCONN ",\"element\":^0," FLOOR), "no elements" },
	{ ONE(RMEM ",\"element\":^3," FLOOR), "from 0 to 2" },
	{ ONE(RMEM ",\"element\":^-1," FLOOR), "from 0 to 2" },
	{ ONE(RMEM ",\"element\":^\"1\"," FLOOR), "number" },
	{ ONE(SOMAXCONN ",\"for-each\":^[\"eth0\"]," FLOOR), "only one value" },
	/* relations */
	{ ONE(SOMAXCONN ",\"assert\":^4096"), "object" },
	{ ONE(SOMAXCONN ",\"assert\":^{}"), "exactly one" },
	{ ONE(SOMAXCONN ",\"assert\":^{\"at-least\":1,\"at-most\":2}"), "exactly one" },
	{ ONE(SOMAXCONN ",\"assert\":{\"greater\":^1}"), "no relation" },
	{ ONE(SOMAXCONN ",\"assert\":{\"within\":^\"0-3\"}"), "does not fit" },
	{ ONE("\"tunable\":\"thp.enabled\",\"assert\":{\"at-least\":^\"madvise\"}"),
	  "does not fit" },
	{ ONE(RMEM ",\"assert\":{\"between\":^[1,2]}"), "does not fit" },
	{ ONE(SOMAXCONN ",\"assert\":{\"between\":^[1]}"), "two ends" },
	{ ONE(SOMAXCONN ",\"assert\":{\"between\":^[4096,128]}"), "above" },
	{ ONE(SOMAXCONN ",\"assert\":{\"one-of\":^[]}"), "1 to" },
	{ ONE(SOMAXCONN ",\"assert\":{\"one-of\":^128}"), "array" },
	/* literals */
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^true}"), "number" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^[1]}"), "number" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^1.5}"), "whole number" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^\"many\"}"), "not a number" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^\"4 KiB\"}"), "does not fit" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":\"4096 ^\\u0000\"}"), "" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^99999999999}"), "outside the limits" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^-1}"), "outside the limits" },
	{ ONE(RMEM ",\"element\":2,\"assert\":{\"at-least\":^\"2 s\"}"), "does not fit" },
	{ ONE(RMEM ",\"element\":2,\"assert\":{\"at-least\":^\"16 pages\"}"), "page size" },
	{ ONE(RMEM ",\"assert\":{\"at-least\":^[4096,131072]}"), "expected 3 numbers" },
	{ ONE(RMEM ",\"assert\":{\"equals\":^[4096,131072,65536]}"), "must not fall" },
	{ ONE(RMEM ",\"assert\":{\"equals\":[4096,^\"x\",65536]}"), "not a number" },
	{ ONE("\"tunable\":\"thp.enabled\",\"assert\":{\"equals\":^\"sometimes\"}"),
	  "not among the choices" },
	{ ONE("\"tunable\":\"thp.enabled\",\"assert\":{\"equals\":^\"\"}"), "word" },
	{ ONE("\"tunable\":\"thp.enabled\",\"assert\":{\"equals\":^1}"), "string" },
	{ ONE("\"fact\":\"cpus.online\",\"assert\":{\"within\":^\"3-0\"}"), "not a" },
	{ ONE("\"fact\":\"kernel.release\",\"assert\":{\"at-least\":^6.12}"), "string" },
	{ ONE("\"fact\":\"kernel.release\",\"assert\":{\"at-least\":^\"newest\"}"), "not a" },
	/* linear forms */
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^{}}"), "\"of\"" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":^1}}"), "string" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",^\"time\":2}}"),
	  "time" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":^\"cpus.count\"}}"), "no tunable" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":^\"parameter.x\"}}"), "no parameter" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":^\"parameter.\"}}"), "no parameter" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^{\"of\":\"memory.total\"}}"), "dimensions" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^{\"of\":\"net.ipv4.tcp_rmem\"}}"),
	  "\"element\"" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":^{\"of\":\"cpus.online\"}}"),
	  "cannot be compared" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":^\"node.memory\"}}"), "for each" },
	{ ONE(SOMAXCONN
	      ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":^\"0/4\"}}"),
	  "N/D" },
	{ ONE(SOMAXCONN
	      ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":^\"4/5/6\"}}"),
	  "N/D" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":^0}}"),
	  "above 0" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":^-2}}"),
	  "above 0" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":^\"2 "
			"KiB\"}}"),
	  "quantity" },
	{ ONE(RMEM
	      ",\"element\":2,\"assert\":{\"at-least\":^{\"of\":\"memory.total\",\"times\":\"2 "
	      "KiB\"}}"),
	  "counted" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"plus\":^\"1 "
			"s\"}}"),
	  "does not fit" },
	{ ONE(SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"max\":1,"
			"\"min\":^2}}"),
	  "above \"max\"" },
	{ ONE("\"fact\":\"cpus.online\",\"assert\":{\"within\":^{\"of\":\"cpus.possible\","
	      "\"times\":2}}"),
	  "for numbers" },
	{ ONE("\"fact\":\"nodes.count\",\"assert\":{\"at-least\":{\"of\":^\"default\"}}"),
	  "no default" },
	{ ONE(RMEM ",\"element\":2,\"assert\":{\"at-least\":{\"of\":\"default\",\"element\":^1}}"),
	  "same element" },
	{ HEAD("p") PARAMETERS RULES(
		  RULE("r", SOMAXCONN ",\"assert\":{\"at-least\":^{\"of\":\"parameter.b\"}}")),
	  "dimensions" },
	{ HEAD("p") PARAMETERS RULES(
		  RULE("r", SOMAXCONN ",\"assert\":{\"at-least\":^{\"of\":\"parameter.c\"}}")),
	  "cannot be compared" },
	/* security */
	{ ONE(COOKIES ",\"assert\":{\"equals\":^0}"), "states a weaker value" },
	{ ONE(COOKIES ",\"assert\":{\"one-of\":[1,^0]}"), "states a weaker value" },
	{ ONE(COOKIES ",\"assert\":{\"one-of\":[^3,1]}"), "states a weaker value" },
	{ ONE(COOKIES ",\"assert\":{\"at-most\":^1}"), "weaker" },
	{ ONE(COOKIES ",\"assert\":{\"not\":^1}"), "weaker" },
	{ ONE(COOKIES ",\"assert\":{\"equals\":^{\"of\":\"nodes.count\"}}"), "only literals" },
	{ ONE(COOKIES ",\"assert\":{\"equals\":1},\"set\":^0"), "states a weaker value" },
	{ ONE("\"tunable\":\"kernel.sched_rt_runtime_us\",\"assert\":{\"equals\":^-1}"),
	  "states a weaker value" },
	{ ONE(RP_FILTER ",\"assert\":{\"equals\":^0}"), "states a weaker value" },
	{ ONE(RP_FILTER ",\"assert\":{\"one-of\":[1,2,^0]}"), "begins at 2" },
	{ ONE(RP_FILTER ",\"assert\":{\"equals\":^3}"), "nobody said" },
	{ ONE(RP_FILTER ",\"assert\":{\"one-of\":[1,2]},\"set\":^0"), "states a weaker value" },
	{ ONE(RP_FILTER ",\"for-each\":[\"lo\"],\"assert\":{\"equals\":^0}"),
	  "states a weaker value" },
	/* also where nothing would be written */
	{ ONE(RP_FILTER ",\"assert\":{\"equals\":^0},\"set\":false"), "states a weaker value" },
	{ ONE(OVERFLOW ",\"assert\":{\"equals\":^1}"), "states a weaker value" },
	{ ONE(OVERFLOW ",\"assert\":{\"one-of\":[0,^1]}"), "states a weaker value" },
	{ ONE(RUNTIME ",\"assert\":{\"between\":[^-1,950000]}"), "states a weaker value" },
	{ ONE(RUNTIME ",\"assert\":{\"one-of\":[950000,^-1]}"), "states a weaker value" },
	{ ONE(RUNTIME ",\"assert\":{\"at-least\":0},\"set\":^-1"), "states a weaker value" },
	{ ONE(RUNTIME ",\"assert\":^{\"at-most\":{\"of\":\"kernel.sched_rt_period_us\"}}"),
	  "only literals" },
	/* set */
	{ ONE(SOMAXCONN "," FLOOR ",\"set\":^128"), "own assertion" },
	{ ONE(SOMAXCONN "," FLOOR ",\"set\":^true"), "number" },
	{ ONE(SOMAXCONN "," FLOOR ",\"set\":^-1"), "outside the limits" },
	{ ONE(SOMAXCONN "," FLOOR ",\"set\":^{\"placement\":\"node-housekeeping\"}"),
	  "not supported by this version" },
	{ ONE("\"fact\":\"nodes.count\",\"assert\":{\"at-least\":2},\"set\":^2"), "never written" },
	{ ONE("\"tunable\":\"fs.file-nr\",\"element\":0,\"assert\":{\"at-most\":9},\"set\":^1"),
	  "never written" },
	{ ONE("\"tunable\":\"kernel.numa_balancing\",\"assert\":{\"equals\":0},\"set\":^0"),
	  "never written" },
	{ ONE("\"tunable\":\"net.ipv4.tcp_tw_reuse\",\"assert\":{\"equals\":1},\"set\":^1"),
	  "never written" },
	{ ONE("\"tunable\":\"kernel.core_pattern\",\"assert\":{\"equals\":\"|/bin/false\"},"
	      "\"set\":^\"|/bin/false\""),
	  "runs as root" },
	/* conditions */
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":^[]"), "empty" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":^\"always\""), "object" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":^{\"at-least\":2}"), "exactly one" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":^{\"fact\":\"nodes.count\"}"), "relation" },
	{ ONE(SOMAXCONN "," FLOOR
			",\"when\":{\"fact\":\"nodes.count\",\"at-least\":1,\"at-most\":^2}"),
	  "one relation" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":[{\"fact\":\"nodes.count\",\"at-least\":2},{\"fact\":^"
			"\"nodes.coun\",\"at-least\":2}]"),
	  "nodes.count" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":{\"counter\":^\"x\",\"at-least\":2}"),
	  "not supported by this version" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":^{\"fact\":\"node.memory\",\"at-least\":2}"),
	  "for each" },
	{ ONE(SOMAXCONN "," FLOOR
			",\"when\":^{\"tunable\":\"cpufreq.driver\",\"not\":\"acpi-cpufreq\"}"),
	  "where net.core.somaxconn is judged" },
	{ ONE(SOMAXCONN "," FLOOR ",\"when\":{\"fact\":\"nodes.count\",\"one-of\":^[1,2,3,4,5,6,7,"
			"8,9]}"),
	  "1 to 8" },
	{ ONE(SOMAXCONN "," FLOOR
			",\"when\":{\"tunable\":\"net.core.somaxconn\",\"at-least\":{\"of\":^"
			"\"default\"}}"),
	  "not for conditions" },
};

/* Takes the mark out and says where it was. */
static void take_mark(const char *marked, char *text, char *ret_place, size_t size)
{
	unsigned int line = 1, column = 1;

	ret_place[0] = '\0';
	for (; *marked; marked++) {
		if (*marked == '^') {
			(void)snprintf(ret_place, size, ":%u:%u", line, column);
			continue;
		}
		*text++ = *marked;
		column = *marked == '\n' ? 1 : column + 1;
		line += *marked == '\n';
	}
	*text = '\0';
}

static bool is_at(const char *place, const char *end)
{
	size_t length = strlen(place), end_length = strlen(end);

	return length >= end_length && strcmp(place + length - end_length, end) == 0;
}

/* Says what is wrong with the outcome; NULL: nothing. */
static const char *judge_outcome(const struct shelf *shelf, int r, const char *place,
				 const char *word)
{
	if (r != -EBADMSG || shelf->diag.count == 0)
		return "was not refused";
	if (!is_at(shelf->diag.lines[0].place, place))
		return "was refused at another place";
	if (!strstr(shelf_sentence(shelf), word))
		return "was refused for another reason";
	return shelf->set.file_count || shelf->set.chosen_count ? "was kept" : NULL;
}

static bool is_refused(const struct bad *bad)
{
	struct shelf shelf;
	char *text = malloc(strlen(bad->text) + 1);
	char place[32];
	const char *wrong;
	int r;

	assert_non_null(text);
	take_mark(bad->text, text, place, sizeof(place));
	shelf_new(&shelf);
	shelf_put(&shelf, "p.json", text);
	r = shelf_load(&shelf, "p");
	wrong = judge_outcome(&shelf, r, place, bad->word);
	if (wrong)
		print_error("%s %s (%d %s: %s)\n", bad->text, wrong, r,
			    shelf.diag.count ? shelf.diag.lines[0].place : "",
			    shelf_sentence(&shelf));
	shelf_done(&shelf);
	free(text);
	return !wrong;
}

static void a_mistake_is_refused_at_its_place(void **state)
{
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad_files); i++)
		wrong += is_refused(&bad_files[i]) ? 0 : 1;
	assert_int_equal(wrong, 0);
}

static void each_broken_rule_has_its_own_sentence(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "p.json",
		  HEAD("p") RULES(RULE("a", "\"tunable\":\"x\"," FLOOR) ",\n" RULE(
			  "b", SOMAXCONN "," FLOOR) ",\n" RULE("c", "\"fact\":\"y\"," FLOOR)));
	assert_int_equal(shelf_load(&shelf, "p"), -EBADMSG);
	assert_int_equal(shelf.diag.count, 2);
	assert_true(is_at(shelf.diag.lines[0].place, "p.json:2:21"));
	assert_true(is_at(shelf.diag.lines[1].place, "p.json:4:18"));
	shelf_done(&shelf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mistake_is_refused_at_its_place),
		cmocka_unit_test(each_broken_rule_has_its_own_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
