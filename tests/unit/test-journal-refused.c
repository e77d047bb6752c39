/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Hostile journals: a forger who got as far as the state folder can still do no more than a
 * profile. Each is told with file, line and column, and takes no other journal with it.
 */
#include "config.h"

#include "state-place.h"

#define PROFILE "{\"sha256\":\"" PLACE_DIGEST "\",\"name\":\"w\",\"path\":\"/w.json\"}"
#define SOMAXCONN                                                                     \
	"{\"role\":\"change\",\"tunable\":\"net.core.somaxconn\",\"instance\":null,"  \
	"\"path\":\"/proc/sys/net/core/somaxconn\",\"rules\":\"r\",\"from\":\"128\"," \
	"\"to\":\"4096\"}"
#define FILTER                                                                       \
	"{\"role\":\"change\",\"tunable\":\"net.ipv4.conf.rp_filter\",\"instance\":" \
	"{\"kind\":\"netdev\",\"number\":2,\"name\":\"eth0\",\"fragment\":\"eth0\"," \
	"\"identity\":\"\"},\"path\":\"/proc/sys/net/ipv4/conf/eth0/rp_filter\","    \
	"\"rules\":\"q\",\"from\":\"0\",\"to\":\"2\"}"
#define QUEUE                                                                         \
	"{\"role\":\"change\",\"tunable\":\"net.rps_cpus\",\"instance\":"             \
	"{\"kind\":\"rx-queue\",\"number\":2,\"name\":\"eth0/rx-1\",\"fragment\":"    \
	"\"eth0/queues/rx-1\",\"identity\":\"\"},\"path\":"                           \
	"\"/sys/class/net/eth0/queues/rx-1/rps_cpus\",\"rules\":\"\",\"from\":\"0\"," \
	"\"to\":\"f\"}"
#define BYTES                                                                          \
	"{\"role\":\"change\",\"tunable\":\"vm.dirty_bytes\",\"instance\":null,"       \
	"\"path\":\"/proc/sys/vm/dirty_bytes\",\"rules\":\"b\",\"from\":\"0\",\"to\":" \
	"\"268435456\"}"
#define RATIO                                                                      \
	"{\"role\":\"coupling\",\"tunable\":\"vm.dirty_ratio\",\"instance\":null," \
	"\"path\":\"/proc/sys/vm/dirty_ratio\",\"rules\":\"\",\"from\":\"20\",\"to\":\"20\"}"
#define HEAD                                                                              \
	"{\"schema\":\"tuneadv-journal/1\",\"version\":\"0.2\",\"id\":\"a\",\"boot_id\":" \
	"\"" PLACE_BOOT "\",\"netns\":{\"inode\":\"4026531840\",\"cookie\":\"1\"},"       \
	"\"time\":1796080500,\"uid\":0,\"sequence\":3,\"profiles\":[" PROFILE             \
	"],\"changes\":[" SOMAXCONN "," FILTER "," QUEUE "," BYTES "," RATIO "]}\n"
#define LINES                                                          \
	"{\"entry\":0,\"result\":\"changed\",\"got\":\"4096\"}\n"      \
	"{\"entry\":1,\"result\":\"refused\",\"errno\":1}\n"           \
	"{\"state\":\"committed\"}\n"                                  \
	"{\"entry\":3,\"result\":\"changed\",\"got\":\"268435456\"}\n" \
	"{\"state\":\"reverting\"}\n"
#define WHOLE HEAD LINES

struct forgery {
	const char *claim;
	const char *old; /* stands once in WHOLE */
	const char *new;
	unsigned int line;
	const char *says; /* part of the sentence */
};

static const struct forgery forgeries[] = {
	{ "no schema", "\"schema\":\"tuneadv-journal/1\",", "", 1, "\"schema\" is missing" },
	{ "schema to come", "tuneadv-journal/1", "tuneadv-journal/2", 1, "schema" },
	{ "unknown key", "\"uid\":0", "\"uid\":0,\"run\":\"/bin/sh\"", 1, "unknown key" },
	{ "key twice", "\"uid\":0", "\"uid\":0,\"uid\":0", 1, "again" },
	{ "no uid", "\"uid\":0,", "", 1, "\"uid\" is missing" },
	{ "negative uid", "\"uid\":0", "\"uid\":-1", 1, "uid" },
	{ "uid too large", "\"uid\":0", "\"uid\":4294967296", 1, "uid" },
	{ "uid a string", "\"uid\":0", "\"uid\":\"0\"", 1, "expected a number" },
	{ "uid a fraction", "\"uid\":0", "\"uid\":0.5", 1, "uid" },
	{ "negative time", "1796080500", "-1", 1, "time" },
	{ "time of no integer", "1796080500", "1e9", 1, "time" },
	{ "negative sequence", "\"sequence\":3", "\"sequence\":-3", 1, "sequence" },
	{ "endless sequence", "\"sequence\":3", "\"sequence\":18446744073709551615", 1, "" },
	{ "another id", "\"id\":\"a\"", "\"id\":\"b\"", 1, "the file's own" },
	{ "boot id with a path", PLACE_BOOT, "../../etc/passwd", 1, "boot id" },
	{ "inode of words", "4026531840", "init", 1, "netns" },
	{ "cookie that is negative", "\"cookie\":\"1\"", "\"cookie\":\"-1\"", 1, "netns" },
	{ "no cookie", ",\"cookie\":\"1\"", "", 1, "\"cookie\" is missing" },
	{ "netns of more", "\"cookie\":\"1\"", "\"cookie\":\"1\",\"x\":1", 1, "unknown key" },
	{ "digest cut", PLACE_DIGEST, "0123456789abcdef", 1, "digest" },
	{ "digest of other letters", "\"sha256\":\"0", "\"sha256\":\"G", 1, "digest" },
	{ "profile without a name", "\"name\":\"w\"", "\"name\":\"\"", 1, "profile" },
	{ "profile that is none", PROFILE, "7", 1, "expected an object" },
	{ "version that is none", "\"version\":\"0.2\"", "\"version\":[]", 1, "expected a string" },
	{ "no changes", SOMAXCONN "," FILTER "," QUEUE "," BYTES "," RATIO, "", 1, "0 changes" },
	{ "changes of no list", "\"changes\":[" SOMAXCONN, "\"changes\":{},\"x\":[" SOMAXCONN, 1,
	  "" },
	{ "change that is none", SOMAXCONN, "null", 1, "expected an object" },
	{ "unknown tunable", "\"net.core.somaxconn\"", "\"kernel.core_patterns\"", 1,
	  "no tunable has the id" },
	{ "tunable that is advice only", "\"net.core.somaxconn\"", "\"block.scheduler\"", 1, "" },
	{ "tunable nobody reviewed",
	  "\"net.core.somaxconn\",\"instance\":null,\"path\":\"/proc/sys/net/core/somaxconn\"",
	  "\"net.ipv4.ip_local_port_range\",\"instance\":null,\"path\":"
	  "\"/proc/sys/net/ipv4/ip_local_port_range\"",
	  1, "never written" },
	{ "tunable that the kernel runs",
	  "\"net.core.somaxconn\",\"instance\":null,\"path\":\"/proc/sys/net/core/somaxconn\"",
	  "\"kernel.core_pattern\",\"instance\":null,\"path\":"
	  "\"/proc/sys/kernel/core_pattern\"",
	  1, "never written" },
	{ "unknown role", "\"role\":\"coupling\"", "\"role\":\"boss\"", 1, "role" },
	{ "path elsewhere", "\"/proc/sys/net/core/somaxconn\"", "\"/etc/shadow\"", 1, "path" },
	{ "path that climbs", "\"/proc/sys/net/core/somaxconn\"",
	  "\"/proc/sys/net/core/../core/somaxconn\"", 1, "path" },
	{ "path of another instance", "conf/eth0/rp_filter", "conf/eth1/rp_filter", 1, "path" },
	{ "path that goes on", "core/somaxconn\"", "core/somaxconn/\"", 1, "path" },
	{ "path of none", "\"path\":\"/proc/sys/net/core/somaxconn\",", "", 1,
	  "\"path\" is missing" },
	{ "fragment that climbs",
	  "\"fragment\":\"eth0\",\"identity\":\"\"},\"path\":\"/proc/sys/net/ipv4/conf/eth0",
	  "\"fragment\":\"..\",\"identity\":\"\"},\"path\":\"/proc/sys/net/ipv4/conf/..", 1,
	  "instance" },
	{ "name that climbs",
	  "\"name\":\"eth0\",\"fragment\":\"eth0\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/eth0",
	  "\"name\":\"..\",\"fragment\":\"..\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/..",
	  1, "instance" },
	{ "name with a slash",
	  "\"name\":\"eth0\",\"fragment\":\"eth0\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/eth0",
	  "\"name\":\"a/b\",\"fragment\":\"a/b\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/a/b",
	  1, "instance" },
	{ "name that is empty",
	  "\"name\":\"eth0\",\"fragment\":\"eth0\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/eth0",
	  "\"name\":\"\",\"fragment\":\"\",\"identity\":\"\"},\"path\":"
	  "\"/proc/sys/net/ipv4/conf/",
	  1, "instance" },
	{ "name and fragment apart", "\"name\":\"eth0\",\"fr", "\"name\":\"eth1\",\"fr", 1,
	  "instance" },
	{ "kind of another scope", "\"kind\":\"netdev\"", "\"kind\":\"block\"", 1, "kind" },
	{ "queue with a leading zero", "\"name\":\"eth0/rx-1\"", "\"name\":\"eth0/rx-01\"", 1,
	  "instance" },
	{ "queue that climbs", "\"name\":\"eth0/rx-1\",\"fragment\":\"eth0/queues/rx-1\"",
	  "\"name\":\"../rx-1\",\"fragment\":\"../queues/rx-1\"", 1, "instance" },
	{ "queue of another device", "\"fragment\":\"eth0/queues", "\"fragment\":\"eth1/queues", 1,
	  "instance" },
	{ "queue to send", "\"name\":\"eth0/rx-1\"", "\"name\":\"eth0/tx-1\"", 1, "instance" },
	{ "no instance where one is needed",
	  "{\"kind\":\"netdev\",\"number\":2,\"name\":\"eth0\",\"fragment\":\"eth0\",\"identity\":"
	  "\"\"}",
	  "null", 1, "needs an instance" },
	{ "instance where none is", "\"net.core.somaxconn\",\"instance\":null",
	  "\"net.core.somaxconn\",\"instance\":{\"kind\":\"netns\",\"number\":-1,\"name\":\"x\","
	  "\"fragment\":\"x\",\"identity\":\"\"}",
	  1, "no instances" },
	{ "instance left out", "\"net.core.somaxconn\",\"instance\":null", "\"net.core.somaxconn\"",
	  1, "\"instance\" is missing" },
	{ "name in odd hexadecimals", "\"name\":\"eth0\",\"fr", "\"name\":{\"hex\":\"f\"},\"fr", 1,
	  "pairs" },
	{ "name in capitals", "\"name\":\"eth0\",\"fr", "\"name\":{\"hex\":\"FF\"},\"fr", 1,
	  "pairs" },
	{ "name with a NUL", "\"name\":\"eth0\",\"fr", "\"name\":{\"hex\":\"ff00\"},\"fr", 1,
	  "pairs" },
	{ "two spellings of a name", "\"name\":\"eth0\",\"fr",
	  "\"name\":{\"hex\":\"65746830\"},\"fr", 1, "no JSON string" },
	{ "name of more", "\"name\":\"eth0\",\"fr", "\"name\":{\"hex\":\"ff\",\"x\":1},\"fr", 1,
	  "unknown key" },
	{ "identity a number", "\"identity\":\"\"},\"path\":\"/proc",
	  "\"identity\":7},\"path\":\"/proc", 1, "expected a string" },
	{ "value of no number", "\"from\":\"128\"", "\"from\":\"128 junk\"", 1, "from" },
	{ "value in octal", "\"from\":\"128\"", "\"from\":\"0200\"", 1, "canonical" },
	{ "value in blanks", "\"from\":\"128\"", "\"from\":\" 128\"", 1, "canonical" },
	{ "value below the least", "\"from\":\"128\"", "\"from\":\"-1\"", 1, "would not be put" },
	{ "value above the most", "\"from\":\"128\"", "\"from\":\"99999999999\"", 1,
	  "would not be put" },
	{ "value that is empty", "\"from\":\"128\"", "\"from\":\"\"", 1, "from" },
	{ "goal of no number", "\"to\":\"4096\"", "\"to\":\"x\"", 1, "\"to\"" },
	{ "value a number of JSON", "\"from\":\"128\"", "\"from\":128", 1, "expected a string" },
	{ "value too small for its pair", "\"from\":\"0\",\"to\":\"268435456\"",
	  "\"from\":\"-1\",\"to\":\"268435456\"", 1, "would not be put" },
	{ "coupling of no change", BYTES ",", "", 1, "moves with no change" },
	{ "place twice", QUEUE, SOMAXCONN, 1, "already" },
	{ "state nobody knows", "\"committed\"", "\"tuned\"", 4, "no state" },
	{ "state that is none", "\"committed\"", "7", 4, "expected a string" },
	{ "state of more", "{\"state\":\"committed\"}", "{\"state\":\"committed\",\"x\":1}", 4,
	  "unknown key" },
	{ "tuning again", "\"reverting\"}", "\"reverting\"}\n{\"state\":\"committed\"}", 7,
	  "cannot follow" },
	{ "beginning again", "\"reverting\"}", "\"prepared\"}", 6, "cannot follow" },
	{ "life after the end", "\"reverting\"}", "\"reverted\"}\n{\"state\":\"incomplete\"}", 7,
	  "cannot follow" },
	{ "entry too high", "{\"entry\":3", "{\"entry\":5", 5, "entry" },
	{ "entry below", "{\"entry\":3", "{\"entry\":-1", 5, "entry" },
	{ "entry without a result", "{\"entry\":1,\"result\":\"refused\",", "{\"entry\":1,", 3,
	  "\"result\" is missing" },
	{ "result nobody knows", "\"refused\"", "\"improved\"", 3, "no result" },
	{ "error that is none", "\"errno\":1", "\"errno\":0", 3, "errno" },
	{ "error too large", "\"errno\":1", "\"errno\":4096", 3, "errno" },
	{ "got of no number", "\"got\":\"4096\"", "\"got\":\"junk\"", 2, "got" },
	{ "line of neither", "{\"state\":\"committed\"}", "{}", 4, "missing" },
	{ "line that is a list", "{\"state\":\"committed\"}", "[1]", 4, "expected an object" },
	{ "line that is empty", "{\"state\":\"committed\"}", "", 4, "expected" },
	{ "line torn in the middle", "{\"state\":\"committed\"}", "{\"state\":\"comm", 4,
	  "expected" },
	{ "line of two", "{\"state\":\"committed\"}",
	  "{\"state\":\"committed\"}{\"state\":\"committed\"}", 4, "" },
	{ "first line torn", "\"uid\":0", "\"uid\":", 1, "" },
	{ "bytes of no UTF-8", "\"rules\":\"r\"", "\"rules\":\"\xff\"", 1, "UTF-8" },
	{ "surrogate alone", "\"rules\":\"r\"", "\"rules\":\"\\ud800\"", 1, "surrogate" },
	{ "escaped NUL", "\"rules\":\"r\"", "\"rules\":\"\\u0000\"", 1, "NUL" },
	{ "raw escape", "\"rules\":\"r\"", "\"rules\":\"\x1b[2J\"", 1, "" },
};

static void replace_once(const char *whole, const struct forgery *forgery, struct text *result)
{
	const char *found = strstr(whole, forgery->old);

	if (!found || strstr(found + 1, forgery->old))
		fail_msg("\"%s\" must stand once: %s", forgery->old, forgery->claim);
	text_add_span(result, (struct span){ whole, (size_t)(found - whole) });
	text_add(result, forgery->new);
	text_add(result, found + strlen(forgery->old));
}

static void check_forgery(const struct place *place, struct state_folder *folder,
			  const struct forgery *forgery)
{
	auto_text struct text bytes = { 0 };
	auto_diag struct diag diag = { 0 };
	auto_loaded struct loaded loaded = { 0 };
	char where[128];

	replace_once(WHOLE, forgery, &bytes);
	place_write(place, "a.journal", text_span(&bytes));
	loaded = load(folder, &diag);
	if (loaded.result != -EBADMSG || diag.count == 0)
		fail_msg("taken back: %s", forgery->claim);
	(void)snprintf(where, sizeof(where), "%s/a.journal:%u:", place->path, forgery->line);
	if (!strstr(diag.lines[0].place, where) || !strstr(diag.lines[0].sentence, forgery->says))
		fail_msg("%s: at %s: %s", forgery->claim, diag.lines[0].place,
			 diag.lines[0].sentence);
	/* The other one is there, and it alone. */
	assert_int_equal(loaded.count, 1);
	assert_string_equal(loaded.journals[0]->id, "z");
}

static void forgery_is_told_by_its_place(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *other = sample("z", 99);
	auto_loaded struct loaded loaded = { 0 };

	assert_int_equal(journal_create(folder, other, NULL), 0);
	/* The untouched one is fine, else each of them would be refused for nothing. */
	place_write(place, "a.journal", span_of(WHOLE));
	loaded = load(folder, NULL);
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 2);
	assert_int_equal(loaded.journals[0]->entry_count, 5);
	assert_int_equal(loaded.journals[0]->state, JOURNAL_REVERTING);
	for (size_t i = 0; i < ARRAY_SIZE(forgeries); i++)
		check_forgery(place, folder, &forgeries[i]);
	print_message("forged journals refused: %zu\n", ARRAY_SIZE(forgeries));
}

static void check_file(struct state_folder *folder, const char *says)
{
	auto_diag struct diag diag = { 0 };
	auto_loaded struct loaded loaded = load(folder, &diag);

	assert_int_equal(loaded.result, -EBADMSG);
	assert_int_equal(loaded.count, 0);
	assert_int_equal(diag.count, 1);
	assert_non_null(strstr(diag.lines[0].place, "/a.journal:1:1"));
	assert_non_null(strstr(diag.lines[0].sentence, says));
}

static void what_is_no_file_of_ours_is_damage(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	autofree char *path = NULL;
	autofree char *target = NULL;

	assert_true(asprintf(&path, "%s/a.journal", place->path) > 0);
	assert_true(asprintf(&target, "%s/target", place->path) > 0);
	place_write(place, "target", span_of(WHOLE));
	assert_int_equal(symlink(target, path), 0);
	check_file(folder, "symbolic link");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0644), 0);
	check_file(folder, "no regular file");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0755), 0);
	check_file(folder, "no regular file");
	assert_int_equal(rmdir(path), 0);
	place_write(place, "a.journal", span_of(WHOLE));
	assert_int_equal(chmod(path, 0664), 0);
	check_file(folder, "written by others");
	assert_int_equal(chmod(path, 0646), 0);
	check_file(folder, "written by others");
	place_write(place, "a.journal", span_of(""));
	check_file(folder, "first line");
	place_write(place, "a.journal", span_of("{\"schema\":\"tuneadv-journal/1\"}"));
	check_file(folder, "first line");
}

static void journal_of_another_user_is_damage(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = NULL;
	autofree char *path = NULL;

	if (geteuid() != 0)
		skip();
	folder = place_lock(place);
	assert_true(asprintf(&path, "%s/a.journal", place->path) > 0);
	place_write(place, "a.journal", span_of(WHOLE));
	assert_int_equal(chown(path, 1, 0), 0);
	check_file(folder, "another user");
}

static void journal_without_end_is_damage(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_text struct text bytes = { 0 };

	text_add(&bytes, WHOLE);
	while (bytes.length <= JOURNAL_BYTES_MAX)
		text_add(&bytes, LINES);
	place_write(place, "a.journal", text_span(&bytes));
	check_file(folder, "larger");
}

static void journals_of_one_sequence_are_both_left_out(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	static const char *const ids[] = { "a", "b", "c", "d" };
	static const uint64_t sequences[] = { 4, 4, 5, 4 };
	auto_diag struct diag diag = { 0 };
	auto_loaded struct loaded loaded = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		auto_journal struct journal *journal = sample(ids[i], sequences[i]);

		assert_int_equal(journal_create(folder, journal, NULL), 0);
	}
	loaded = load(folder, &diag);
	assert_int_equal(loaded.result, -EBADMSG);
	assert_int_equal(diag.count, 3);
	assert_int_equal(loaded.count, 1);
	assert_string_equal(loaded.journals[0]->id, "c");
}

/* What could not be taken back must not be there to be taken back. */
static void journal_that_would_be_damage_is_not_written(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	static const struct {
		const char *id;
		const char *from;
		const char *to;
	} cases[] = {
		{ "net.core.somaxconn", "-5", "4096" },
		{ "net.core.somaxconn", "0x80", "4096" },
		{ "net.core.somaxconn", "128", "4096 " },
		{ "net.ipv4.tcp_rmem", "4096 131072", "4096 131072 6291456" },
		{ "net.ipv4.tcp_rmem", "6291456 131072 4096", "4096 131072 6291456" },
		{ "net.ipv4.conf.rp_filter", "0", "1" },
		{ "net.ipv4.ip_local_port_range", "32768 60999", "1024 65535" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_journal struct journal *journal = sample_new("a", 1);
		auto_diag struct diag diag = { 0 };

		sample_add(journal, ENTRY_CHANGE, cases[i].id, cases[i].from, cases[i].to);
		assert_int_equal(journal_create(folder, journal, &diag), -EINVAL);
		assert_int_equal(diag.count, 1);
		assert_non_null(strstr(diag.lines[0].sentence, cases[i].id));
		assert_int_equal(place_count(place), 0);
	}
}

static void journal_of_no_head_is_not_written(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	static const char *const ids[] = {
		"",
		"..",
		"a/b",
		"a b",
		"\xff",
		"a.journal",
		"01234567890123456789012345678901234567890123456789012345678901234"
	};
	auto_journal struct journal *empty = sample_new("a", 1);
	auto_journal struct journal *late = sample("a", JOURNAL_SEQUENCE_MAX + 1);

	assert_int_equal(journal_create(folder, empty, NULL), -EINVAL);
	assert_int_equal(journal_create(folder, late, NULL), -EINVAL);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		auto_journal struct journal *journal = sample(ids[i], 1);

		assert_int_equal(journal_create(folder, journal, NULL), -EINVAL);
	}
	assert_int_equal(place_count(place), 0);
}

#define IN_PLACE(claim) cmocka_unit_test_setup_teardown(claim, place_make, place_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(forgery_is_told_by_its_place),
		IN_PLACE(what_is_no_file_of_ours_is_damage),
		IN_PLACE(journal_of_another_user_is_damage),
		IN_PLACE(journal_without_end_is_damage),
		IN_PLACE(journals_of_one_sequence_are_both_left_out),
		IN_PLACE(journal_that_would_be_damage_is_not_written),
		IN_PLACE(journal_of_no_head_is_not_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
