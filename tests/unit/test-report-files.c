/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes as files that somebody reviews and runs: they parse, and the script does what it says. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/wait.h>

#include "change-sample.h"

#define CONF   "/proc/sys/net/ipv4/conf/"
#define FILTER "net.ipv4.conf.rp_filter"

/* Names that an interface may have. Blanks, '/' and ':' alone are forbidden. */
static const char *const hostile[] = {
	CONF "e'$(id)`/rp_filter", CONF "*/rp_filter",	      CONF "a=b/rp_filter",
	CONF "{{x}}/rp_filter",	   CONF "e\033[1m/rp_filter", CONF "\"#;/rp_filter",
	CONF "\xff/rp_filter",	   CONF "!\\n/rp_filter",
};

struct folder {
	char path[64];
};

static void folder_new(struct folder *folder)
{
	(void)snprintf(folder->path, sizeof(folder->path), "/tmp/tuneadv-files-XXXXXX");
	assert_non_null(mkdtemp(folder->path));
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

static void folder_done(const struct folder *folder)
{
	assert_int_equal(nftw(folder->path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static char *in_folder(const struct folder *folder, const char *name)
{
	char *path = NULL;

	assert_true(asprintf(&path, "%s/%s", folder->path, name) > 0);
	return path;
}

static void put(const struct folder *folder, const char *name, const char *text)
{
	autofree char *path = in_folder(folder, name);
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static char *read_all(const struct folder *folder, const char *name)
{
	autofree char *path = in_folder(folder, name);
	char *bytes = calloc(1, 65536);
	FILE *file = fopen(path, "re");

	assert_non_null(bytes);
	assert_non_null(file);
	(void)!fread(bytes, 1, 65535, file);
	assert_int_equal(fclose(file), 0);
	return bytes;
}

static void assert_holds(const struct folder *folder, const char *name, const char *text)
{
	autofree char *bytes = read_all(folder, name);

	assert_string_equal(bytes, text);
}

/* Exit status of a command in the folder; what it prints goes to a file. */
static int run(const struct folder *folder, const char *command)
{
	autofree char *line = NULL;
	int status;

	assert_true(asprintf(&line, "cd %s && %s >out 2>&1 </dev/null", folder->path, command) > 0);
	status = system(line);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void add_hostile(struct change_sample *sample)
{
	for (size_t i = 0; i < ARRAY_SIZE(hostile); i++) {
		struct outcome_change *made =
			change_sample_outcome(sample, FILTER, hostile[i], ENTRY_PLANNED);

		made->rules = (char *)"filter\nrm";
		made->instance = (char *)hostile[i];
		change_sample_plan(sample, "filter", FILTER, hostile[i])->rules =
			(char *)"filter\nrm";
	}
}

static void check_sysctl_line(struct span line)
{
	const char *equals;

	if (line.length == 0 || line.bytes[0] == '#')
		return;
	equals = memchr(line.bytes, '=', line.length);
	if (!equals || memchr(line.bytes, '*', line.length) || line.bytes[0] == '-')
		fail_msg("no assignment: %.*s", (int)line.length, line.bytes);
	/* One more would be part of the value. */
	if (memchr(equals + 1, '=', (size_t)(line.bytes + line.length - equals - 1)))
		fail_msg("two '=': %.*s", (int)line.length, line.bytes);
}

static void sysctl_d_has_assignments_and_comments_alone(void **state)
{
	static const enum change_document files[] = { CHANGE_PLAN_SYSCTL_D,
						      CHANGE_OUTCOME_SYSCTL_D };
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	add_hostile(&sample);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		autofree char *text = change_sample_document(&sample, files[i]);
		struct span rest = span_of(text);
		struct span line;

		while (span_split(&rest, '\n', &line))
			check_sysctl_line(line);
		assert_has(text, "/*/rp_filter: not written, it is no sysctl, or has a name");
	}
	change_sample_done(&sample);
}

static void sysctl_d_says_each_name_as_its_readers_take_it(void **state)
{
	static const struct {
		const char *path;
		const char *line;
	} names[] = {
		{ "/proc/sys/net/core/somaxconn", "# a-rule\nnet.core.somaxconn = 4096\n" },
		{ CONF "eth0/rp_filter", "# a-rule\nnet.ipv4.conf.eth0.rp_filter = 4096\n" },
		{ CONF "eth0.100/rp_filter",
		  "# a-rule\nnet/ipv4/conf/eth0.100/rp_filter = 4096\n" },
		{ "/sys/kernel/mm/transparent_hugepage/enabled",
		  "# /sys/kernel/mm/transparent_hugepage/enabled: not written, it is no sysctl" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct change_sample sample;

		change_sample_new(&sample);
		change_sample_plan(&sample, "a-rule", FILTER, names[i].path);

		autofree char *text = change_sample_document(&sample, CHANGE_PLAN_SYSCTL_D);

		assert_has(text, names[i].line);
		assert_has(text, "# Made by tuneadv 0.1.0 at 2026-11-30T21:00:00Z: 1 change for "
				 "web-server.\n");
		change_sample_done(&sample);
	}
}

static void every_script_is_one_for_a_posix_shell(void **state)
{
	static const enum change_document files[] = { CHANGE_PLAN_SHELL, CHANGE_OUTCOME_SHELL };
	struct change_sample sample;
	struct folder folder;

	(void)state;
	folder_new(&folder);
	change_sample_new(&sample);
	for (size_t i = 0; i < 2 * ARRAY_SIZE(files); i++) {
		autofree char *text = change_sample_document(&sample, files[i % 2]);

		put(&folder, "script", text);
		assert_int_equal(run(&folder, "sh -n script"), 0);
		if (i == 1)
			add_hostile(&sample);
		assert_has(text, "\nset -euf\n");
		assert_has_not(text, "\nrm\n");
	}
	/* It stops at the first file, which is not there, and has run nothing of the names. */
	assert_int_not_equal(run(&folder, "sh script"), 0);

	autofree char *said = read_all(&folder, "out");

	assert_has_not(said, "uid=");
	assert_has_not(said, "rm:");
	change_sample_done(&sample);
	folder_done(&folder);
}

static const struct {
	const char *tunable;
	const char *shown; /* by the kernel */
	const char *from;
	const char *to;
} kinds[] = {
	{ "net.core.somaxconn", "128\n", "128", "4096" },
	{ "net.ipv4.tcp_rmem", "4096\t131072\t6291456\n", "4096 131072 6291456",
	  "8192 131072 6291456" },
	{ "thp.enabled", "always [madvise] never\n", "madvise", "never" },
	{ "net.rps_cpus", "00000000,0000000f\n", "f", "3" },
	{ "irq.smp_affinity_list", "0-3,8\n", "0-3,8", "0-1" },
};

static void the_script_writes_only_where_the_host_is_as_it_was(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct change_sample sample;
		struct folder folder;
		struct change *change;

		folder_new(&folder);

		autofree char *first = in_folder(&folder, "it's first");
		autofree char *second = in_folder(&folder, "second");
		autofree char *wrote = NULL;

		change_sample_new(&sample);
		change = change_sample_plan(&sample, "a-rule", kinds[i].tunable, first);
		change->from_text = (char *)kinds[i].from;
		change->to_text = (char *)kinds[i].to;
		change_sample_plan(&sample, "b-rule", "net.core.somaxconn", second);
		assert_true(asprintf(&wrote, "%s\n", kinds[i].to) > 0);

		autofree char *text = change_sample_document(&sample, CHANGE_PLAN_SHELL);

		put(&folder, "script", text);
		/* somebody else was faster with the second: the first is not written either */
		put(&folder, "it's first", kinds[i].shown);
		put(&folder, "second", "77\n");
		assert_int_equal(run(&folder, "sh script"), 4);

		autofree char *said = read_all(&folder, "out");

		assert_has(said, "second is \"77\", not \"128\": nothing was written\n");
		assert_holds(&folder, "it's first", kinds[i].shown);
		assert_holds(&folder, "second", "77\n");
		/* as it was, and then a second time */
		put(&folder, "second", "128\n");
		for (int k = 0; k < 2; k++) {
			if (run(&folder, "sh script") != 0)
				fail_msg("row %zu, run %d", i, k);
			assert_holds(&folder, "it's first", wrote);
			assert_holds(&folder, "second", "4096\n");
		}
		change_sample_done(&sample);
		folder_done(&folder);
	}
}

static void a_dry_revert_goes_back_from_what_was_read(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	sample.verb = "revert";
	change_sample_outcome(&sample, "net.core.somaxconn", "/proc/sys/net/core/somaxconn",
			      ENTRY_PLANNED)
		->got = (char *)"4095";
	change_sample_outcome(&sample, "vm.swappiness", "/proc/sys/vm/swappiness", ENTRY_DRIFTED);
	change_sample_outcome(&sample, FILTER, CONF "eth9/rp_filter", ENTRY_GONE);

	autofree char *shell = change_sample_document(&sample, CHANGE_OUTCOME_SHELL);
	autofree char *lines = change_sample_document(&sample, CHANGE_OUTCOME_SYSCTL_D);

	assert_has(shell, "\t\"$1\" plain '/proc/sys/net/core/somaxconn' '4095' '128' # a-rule, "
			  "b-rule\n");
	assert_has(shell, "# /proc/sys/vm/swappiness: not written, somebody else changed it");
	assert_has(lines, "net.core.somaxconn = 128\n");
	assert_has(lines, "eth9/rp_filter: not written, it is gone");
	change_sample_done(&sample);
}

static void every_playbook_is_yaml_with_a_task_for_each_write(void **state)
{
	static const char check[] =
		"/usr/bin/python3 -c \"import yaml; play, = yaml.safe_load(open('play')); "
		"assert play['hosts'] == 'all'; tasks = play['tasks']; "
		"assert len(tasks) == %d, tasks; "
		"assert all(set(t) - {'name'} <= {'ansible.posix.sysctl', "
		"'ansible.builtin.shell'} and len(t) == 2 for t in tasks)\"";
	static const enum change_document files[] = { CHANGE_PLAN_ANSIBLE, CHANGE_OUTCOME_ANSIBLE };
	struct change_sample sample;
	struct folder folder;

	(void)state;
	folder_new(&folder);
	if (run(&folder, "/usr/bin/python3 -c 'import yaml'") != 0) {
		folder_done(&folder);
		print_message("skipped: the Python module yaml is missing (python3-yaml)\n");
		skip();
	}
	change_sample_new(&sample);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		autofree char *text = change_sample_document(&sample, files[i]);
		autofree char *command = NULL;

		put(&folder, "play", text);
		assert_true(asprintf(&command, check, 0) > 0);
		assert_int_equal(run(&folder, command), 0);
	}
	add_hostile(&sample);
	change_sample_plan(&sample, "accept-queue", "net.core.somaxconn",
			   "/proc/sys/net/core/somaxconn");

	autofree char *text = change_sample_document(&sample, CHANGE_PLAN_ANSIBLE);
	autofree char *command = NULL;

	put(&folder, "play", text);
	/* Not those with raw bytes, and not the template. */
	assert_true(asprintf(&command, check, (int)ARRAY_SIZE(hostile) - 3 + 1) > 0);
	if (run(&folder, command) != 0)
		fail_msg("%s", text);
	assert_has(text, "{{x}}/rp_filter: not written, its name or value looks like a template");
	assert_has(text, " # accept-queue\n");
	assert_has(text, "        name: 'net.core.somaxconn'\n        value: '4096'\n");
	change_sample_done(&sample);
	folder_done(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sysctl_d_has_assignments_and_comments_alone),
		cmocka_unit_test(sysctl_d_says_each_name_as_its_readers_take_it),
		cmocka_unit_test(every_script_is_one_for_a_posix_shell),
		cmocka_unit_test(the_script_writes_only_where_the_host_is_as_it_was),
		cmocka_unit_test(a_dry_revert_goes_back_from_what_was_read),
		cmocka_unit_test(every_playbook_is_yaml_with_a_task_for_each_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
