/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captures: what is remembered of a host, what never is, and where it lies in the tree. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/socket.h>

#include "host-tree.h"
#include "host/capture.h"

#define GROUP "sys/fs/cgroup/"

static struct capture *take(struct host *host, bool with_names)
{
	struct capture *capture = NULL;

	assert_int_equal(capture_take(host->witness.inner, with_names, &capture, NULL), 0);
	return capture;
}

static struct capture *capture_of(struct host *host, const struct file *files, bool with_names)
{
	host_new(host);
	tree_files(host, files);
	tree_link(host, "proc/thread-self", "self");
	host_open(host, false);
	return take(host, with_names);
}

static const struct capture_path *path_of(const struct capture *capture, const char *path)
{
	const struct capture_path *found = capture_paths_find(&capture->paths, path);

	if (!found)
		fail_msg("%s was not asked for", path);
	return found;
}

static bool is_left_out(const struct capture *capture, const char *why)
{
	for (size_t i = 0; i < capture->left_out_count; i++) {
		if (strcmp(capture->left_out[i].why, why) == 0)
			return capture->left_out[i].count > 0;
	}
	return false;
}

/* ---- what is stored of one file ---- */

struct stored {
	const char *path;
	const char *content;
	const char *stored;
	const char *why; /* NULL: all of it is stored */
};

static const struct stored always[] = {
	{ "/proc/cmdline", "quiet isolcpus=managed_irq,2-5 nosmt\n",
	  "quiet isolcpus=managed_irq,2-5 nosmt\n", NULL },
	{ "/proc/cmdline", "root=/dev/sda1 password=hunter2 quiet\n", "quiet\n", "boot-line" },
	{ "/proc/cmdline", "mitigations=off -- quiet nosmt\n", "mitigations=off\n", "boot-line" },
	{ "/proc/cmdline", "isolcpus=\"1 secret\" quiet\n", "quiet\n", "boot-line" },
	{ "/proc/cmdline", "isolcpus=$(id)\n", "\n", "boot-line" },
	{ "/proc/cmdline", "", "\n", NULL },
	{ "/proc/version", "Linux version 6.1.0 (me@home.example) (gcc 12) #1 SMP\n",
	  "Linux version 6.1.0 (builder) (gcc 12) #1 SMP\n", "builder" },
	{ "/proc/cpuinfo", "processor\t: 0\nSerial\t\t: 00000000deadbeef\nRevision\t: c03\n",
	  "processor\t: 0\nRevision\t: c03\n", "serial-number" },
	{ "/proc/cpuinfo",
	  "vendor_id : IBM/S390\nprocessor 0: version = FF,  identification = "
	  "0123AB,  machine = 8561\n",
	  "vendor_id : IBM/S390\nprocessor 0: version = FF,  identification = 000000,  machine = "
	  "8561\n",
	  "serial-number" },
	{ "/proc/self/status", "Name:\tmine\nUid:\t1000\nCapEff:\t0000\n", "CapEff:\t0000\n",
	  "process-details" },
};

static const struct stored unless_named[] = {
	{ "/proc/self/cgroup", "0::/\n", "0::/\n", NULL },
	{ "/proc/self/cgroup", "4:cpu,cpuacct:/system.slice\n0::/user.slice/user-1000.slice\n",
	  "4:cpu,cpuacct:/system.slice\n0::/user.slice/user-group1.slice\n", "group-name" },
	{ "/proc/1/cgroup", "0::/system.slice/docker-0123abc.scope\n",
	  "0::/system.slice/docker-group1.scope\n", "group-name" },
	{ "/proc/1/cgroup", "0::/machine.slice/systemd-nspawn@web.service/acme/acme\n",
	  "0::/machine.slice/systemd-nspawn@group1.service/group2/group2\n", "group-name" },
	{ "/proc/1/cgroup", "0::/../..\n", "0::/../..\n", NULL },
	{ "/proc/self/net/udp", " 1: 0100007F:0035 00000000:0000 07\n",
	  " 1: 00000000:0035 00000000:0000 07\n", "address" },
	{ "/proc/self/net/udp6", "2: 000080FE00000000AB3412EF01000000:0222 07 DEADBEEF\n",
	  "2: 00000000000000000000000000000000:0222 07 DEADBEEF\n", "address" },
	{ "/proc/self/net/dev", "enx0050b6123456: 5 6\nenx0050b61234: 1\n",
	  "enx000000000001: 5 6\nenx0050b61234: 1\n", "address" },
};

static void check_stored(const struct stored *row, bool with_names, bool is_whole)
{
	struct host host;
	struct capture *capture =
		capture_of(&host, FILES({ row->path + 1, row->content }), with_names);
	const struct capture_path *path = path_of(capture, row->path);
	const char *expected = is_whole ? row->content : row->stored;

	assert_int_equal(path->kind, CAPTURE_FILE);
	if (strlen(expected) != path->length || memcmp(expected, path->bytes, path->length) != 0)
		fail_msg("%s: \"%s\" is stored as \"%.*s\"", row->path, row->content,
			 (int)path->length, path->bytes);
	assert_true(is_left_out(capture, row->why ? row->why : "") ==
		    (row->why != NULL && !is_whole));
	capture_free(capture);
	host_done(&host);
}

static void secrets_are_stored_on_no_request(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) {
		check_stored(&always[i], false, false);
		check_stored(&always[i], true, false);
	}
}

static void names_and_addresses_are_stored_on_request_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(unless_named); i++) {
		check_stored(&unless_named[i], false, false);
		check_stored(&unless_named[i], true, true);
	}
}

static void name_of_a_kernel_parameter_is_told_and_no_other(void **state)
{
	struct host host;
	struct capture *capture =
		capture_of(&host,
			   FILES({ "proc/cmdline", "root=/dev/vda our.token=1 console=ttyS0\n" }),
			   false);

	(void)state;
	for (size_t i = 0; i < capture->left_out_count; i++) {
		if (strcmp(capture->left_out[i].why, "boot-line") != 0)
			continue;
		assert_int_equal(capture->left_out[i].count, 3);
		assert_string_equal(capture->left_out[i].names.bytes, "root console");
	}
	assert_true(is_left_out(capture, "boot-line"));
	capture_free(capture);
	host_done(&host);
}

static void group_is_renamed_in_its_path_as_in_its_list(void **state)
{
	struct host host;
	struct capture *capture =
		capture_of(&host,
			   FILES({ "proc/self/cgroup", "0::/acme.slice\n" },
				 { GROUP "acme.slice/cpu.max", "50000 100000\n" },
				 { GROUP "system.slice/tuned.service/cgroup.events",
				   "populated 1\n" }),
			   false);

	(void)state;
	assert_null(capture_paths_find(&capture->paths, "/" GROUP "acme.slice/cpu.max"));
	assert_int_equal(path_of(capture, "/" GROUP "group1.slice/cpu.max")->kind, CAPTURE_FILE);
	/* Whose name is ours. */
	assert_int_equal(
		path_of(capture, "/" GROUP "system.slice/tuned.service/cgroup.events")->kind,
		CAPTURE_FILE);
	capture_free(capture);
	host_done(&host);
}

/* ---- what is remembered ---- */

static void every_answer_is_remembered(void **state)
{
	struct host host;
	struct capture *capture;

	(void)state;
	host_new(&host);
	tree_files(&host,
		   FILES({ "proc/sys/kernel/osrelease", "6.12.0\n" },
			 { "proc/sys/net/core/somaxconn", "4096\n" },
			 { "proc/sys/net/core/rmem_max", NULL }, { "sys/class/power_supply", NULL },
			 { "run/irqbalance/irqbalance7.sock", "" }));
	host_open(&host, false);
	capture = take(&host, false);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/somaxconn")->kind, CAPTURE_FILE);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/somaxconn")->mode & 0777, 0644);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/rmem_max")->kind, CAPTURE_PLACE);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/rmem_max")->error, -EISDIR);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/wmem_max")->kind, CAPTURE_NOTHING);
	assert_int_equal(path_of(capture, "/proc/sys/net/core/wmem_max")->error, -ENOENT);
	assert_int_equal(path_of(capture, "/sys/class/power_supply")->kind, CAPTURE_FOLDER);
	assert_int_equal(path_of(capture, "/run/irqbalance/irqbalance7.sock")->kind, CAPTURE_NAME);
	assert_true(path_of(capture, "/proc/sys/net/core/somaxconn")->has_write);
	capture_free(capture);
	host_done(&host);
}

static void every_tunable_is_asked_for(void **state)
{
	struct host host;
	struct capture *capture =
		capture_of(&host, FILES({ "proc/sys/kernel/osrelease", "6.12.0\n" }), false);

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *tunable = tunable_at(i);

		if (scope_has_instances(tunable->scope))
			continue;
		assert_true((capture_paths_find(&capture->paths, tunable->path) != NULL) ==
			    !tunable->is_secret);
	}
	capture_free(capture);
	host_done(&host);
}

static void second_sample_is_taken_once(void **state)
{
	struct host host;
	struct capture *capture =
		capture_of(&host, FILES({ "proc/stat", "cpu 1\n" }, { "proc/uptime", "5\n" }),
			   false);

	(void)state;
	assert_int_equal(capture_sample(capture, host.witness.inner), 0);
	assert_non_null(capture_paths_find(&capture->second, "/proc/stat"));
	assert_null(capture_paths_find(&capture->second, "/proc/cmdline"));
	assert_int_equal(capture_sample(capture, host.witness.inner), -EINVAL);
	capture_free(capture);
	host_done(&host);
}

/* ---- the tree ---- */

static const struct capture_entry *entry_of(const struct capture_tree *tree, const char *path)
{
	for (size_t i = 0; i < tree->count; i++) {
		if (strcmp(tree->entries[i].path, path) == 0)
			return &tree->entries[i];
	}
	fail_msg("%s is not in the tree", path);
	return NULL;
}

static bool is_folder_before(const struct capture_tree *tree, size_t index)
{
	const char *slash = strrchr(tree->entries[index].path, '/');
	size_t length = slash ? (size_t)(slash - tree->entries[index].path) : 0;

	for (size_t i = 0; i < index && slash; i++) {
		if (strlen(tree->entries[i].path) == length &&
		    strncmp(tree->entries[i].path, tree->entries[index].path, length) == 0)
			return tree->entries[i].kind == CAPTURE_FOLDER;
	}
	return !slash;
}

static void links_lead_to_their_files(void **state)
{
	auto_capture_tree struct capture_tree tree = { 0 };
	struct capture *capture;
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ "sys/devices/pci0/net/eth0/uevent", "IFINDEX=2\n" },
				{ "sys/devices/pci0/net/eth0/queues/rx-0/rps_cpus", "3\n" },
				{ "proc/self/net/netstat", "TcpExt:\n" },
				{ "proc/sys/net/ipv4/conf/eth0/rp_filter", "1\n" }));
	tree_folder(&host, "sys/class/net");
	tree_link(&host, "sys/class/net/eth0", "../../devices/pci0/net/eth0");
	tree_link(&host, "proc/thread-self", "self");
	host_open(&host, false);
	capture = take(&host, false);
	assert_int_equal(capture_tree_make(capture, &tree), 0);
	assert_int_equal(entry_of(&tree, "sys/class/net/eth0")->kind, CAPTURE_LINK);
	assert_int_equal(entry_of(&tree, "sys/devices/pci0/net/eth0/uevent")->kind, CAPTURE_FILE);
	assert_int_equal(entry_of(&tree, "sys/devices/pci0/net/eth0/queues/rx-0/rps_cpus")->kind,
			 CAPTURE_FILE);
	assert_int_equal(entry_of(&tree, "proc/self/net/netstat")->kind, CAPTURE_FILE);
	assert_int_equal(entry_of(&tree, "proc/thread-self")->kind, CAPTURE_LINK);
	assert_int_equal(entry_of(&tree, "proc/net")->kind, CAPTURE_LINK);
	for (size_t i = 0; i < tree.count; i++) {
		assert_true(is_folder_before(&tree, i));
		assert_true(tree.entries[i].path[0] != '/' && !strstr(tree.entries[i].path, ".."));
	}
	capture_free(capture);
	host_done(&host);
}

static void link_that_leads_upwards_stays_in_the_tree(void **state)
{
	auto_capture_tree struct capture_tree tree = { 0 };
	struct capture *capture;
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ "sys/deep/uevent", "IFINDEX=2\n" },
				{ "proc/sys/net/ipv4/conf/eth0/rp_filter", "1\n" }));
	tree_folder(&host, "sys/class/net");
	tree_link(&host, "sys/class/net/eth0", "../../../../../../sys/deep");
	host_open(&host, false);
	capture = take(&host, false);
	assert_int_equal(capture_tree_make(capture, &tree), 0);
	assert_int_equal(entry_of(&tree, "sys/deep/uevent")->kind, CAPTURE_FILE);
	capture_free(capture);
	host_done(&host);
}

static void address_is_told_by_its_kind(void **state)
{
	static const struct {
		struct source_listener listener;
		const char *kind;
	} rows[] = {
		{ { .family = AF_INET }, "any" },
		{ { .family = AF_INET, .address = { 127, 0, 0, 53 } }, "loopback" },
		{ { .family = AF_INET, .address = { 10, 0, 0, 1 } }, "other" },
		{ { .family = AF_INET6 }, "any" },
		{ { .family = AF_INET6, .address = { [15] = 1 } }, "loopback" },
		{ { .family = AF_INET6, .address = { 127, [15] = 1 } }, "other" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_string_equal(capture_address_kind(&rows[i].listener), rows[i].kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(secrets_are_stored_on_no_request),
		cmocka_unit_test(names_and_addresses_are_stored_on_request_alone),
		cmocka_unit_test(name_of_a_kernel_parameter_is_told_and_no_other),
		cmocka_unit_test(group_is_renamed_in_its_path_as_in_its_list),
		cmocka_unit_test(every_answer_is_remembered),
		cmocka_unit_test(every_tunable_is_asked_for),
		cmocka_unit_test(second_sample_is_taken_once),
		cmocka_unit_test(links_lead_to_their_files),
		cmocka_unit_test(link_that_leads_upwards_stays_in_the_tree),
		cmocka_unit_test(address_is_told_by_its_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
