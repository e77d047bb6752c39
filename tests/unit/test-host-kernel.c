/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel itself: release, trust, realtime, architecture (numbers: as in test-host-cpus). */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define RELEASE_FILE "proc/sys/kernel/osrelease"

/* 36 */
static void release_comes_from_the_best_place_there_is(void **state)
{
	(void)state;
	check_host(FILES({ RELEASE_FILE, "6.1.0-18-amd64\n" },
			 { "proc/version", "Linux version 5.10.0 (x)\n" }),
		   WANTS({ "kernel.release-text", "6.1.0-18-amd64" }, { "kernel.release", "6.1.0" },
			 { "kernel.trust", "distribution" }));
	check_host(FILES({ "proc/version", "Linux version 5.15.0-rc1-00005-g4c1b (x) #3 SMP\n" }),
		   WANTS({ "kernel.release-text", "5.15.0-rc1-00005-g4c1b" }));
	check_host(
		FILES({ "proc/cmdline",
			"BOOT_IMAGE=(hd0,gpt2)/boot/vmlinuz-5.4.0-97-generic root=/dev/sda1\n" }),
		WANTS({ "kernel.release-text", "5.4.0-97-generic" }));
}

/* 36 */
static void release_that_nothing_tells_is_unknown(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "root=/dev/sda1 ro\n" }),
		   WANTS({ "kernel.release", "(absent)" }, { "kernel.release-text", "(absent)" },
			 { "kernel.trust", "(absent)" }));
	check_host(FILES({ "proc/cmdline", "BOOT_IMAGE=/boot/kernel root=/dev/sda1\n" }),
		   WANTS({ "kernel.release-text", "(absent)" }));
}

static void vendor_kernels_are_not_trusted_by_their_number(void **state)
{
	(void)state;
	check_host(FILES({ RELEASE_FILE, "5.14.0-427.59.1.el9_4.x86_64\n" }),
		   WANTS({ "kernel.trust", "vendor" }, { "arch", "x86_64" }));
	check_host(FILES({ RELEASE_FILE, "6.12.3\n" }), WANTS({ "kernel.trust", "mainline" }));
}

static void text_that_is_no_release_is_malformed_and_kept(void **state)
{
	(void)state;
	check_host(FILES({ RELEASE_FILE, "generic\n" }),
		   WANTS({ "kernel.release", "(malformed)" }, { "kernel.release-text", "generic" },
			 { "kernel.trust", "(absent)" }));
}

/* 33 */
static void realtime_kernel_is_known_by_file_name_or_version(void **state)
{
	static const struct {
		const char *path;
		const char *text;
		const char *realtime;
	} signs[] = {
		{ "sys/kernel/realtime", "1\n", "1" },
		{ "sys/kernel/realtime", "0\n", "0" },
		{ RELEASE_FILE, "5.14.0-427.59.1.el9_4.x86_64+rt\n", "1" },
		{ RELEASE_FILE, "4.18.0-240.15.1.rt13.77.el8_3.x86_64\n", "1" },
		{ RELEASE_FILE, "6.1.0-18-rt-amd64\n", "1" },
		{ RELEASE_FILE, "6.8.1-1005-realtime\n", "1" },
		{ RELEASE_FILE, "6.1.0-18-amd64\n", "(absent)" },
		{ RELEASE_FILE, "6.1.0-start\n", "(absent)" },
		{ "proc/version", "Linux version 6.12.1 (x) #1 SMP PREEMPT_RT Mon\n", "1" },
		{ "proc/version", "Linux version 4.19.1 (x) #1 SMP PREEMPT RT Mon\n", "1" },
		{ "proc/version", "Linux version 6.12.1 (x) #1 SMP PREEMPT_DYNAMIC Mon\n", "0" },
		{ "proc/cmdline", "BOOT_IMAGE=/vmlinuz-5.14.0-427.el9_4.x86_64+rt\n", "1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++)
		check_host(FILES({ signs[i].path, signs[i].text }),
			   WANTS({ "kernel.realtime", signs[i].realtime }));
}

/* 19 */
static void shape_of_cpuinfo_tells_the_architecture(void **state)
{
	static const struct {
		const char *text;
		const char *arch;
		const char *page_size;
	} shapes[] = {
		{ "processor : 0\nflags : fpu de lm\n", "x86_64", "4096" },
		{ "processor : 0\nflags : fpu de\n", "i686", "4096" },
		{ "processor : 0\nfdiv_bug : no\nflags : fpu de lm\n", "i686", "4096" },
		{ "processor : 0\nFeatures : fp asimd\n", "aarch64", "(absent)" },
		{ "Processor : ARMv7\nFeatures : swp half thumb\n", "arm", "(absent)" },
		{ "vendor_id : IBM/S390\n", "s390x", "4096" },
		{ "processor : 0\nvendor : GenuineIntel\narch : IA-64\n", "ia64", "(absent)" },
		{ "processor : 0\nisa : rv64imafdc\n", "riscv64", "4096" },
		{ "processor : 0\nCPU Family : Loongson-64bit\n", "loongarch64", "(absent)" },
		{ "cpu : TI UltraSparc II\ntype : sun4u\n", "sparc64", "(absent)" },
		{ "processor : 0\ncpu : POWER7 (architected), altivec\n", "ppc64", "(absent)" },
		{ "processor : 0\ncpu : POWER9, altivec supported\n", "(absent)", "(absent)" },
		{ "cpu : Alpha\n", "alpha", "(absent)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++)
		check_host(FILES({ "proc/cpuinfo", shapes[i].text }),
			   WANTS({ "arch", shapes[i].arch },
				 { "memory.page-size", shapes[i].page_size }));
}

static void architecture_that_the_kernel_names_comes_first(void **state)
{
	(void)state;
	check_host(FILES({ "proc/sys/kernel/arch", "aarch64\n" },
			 { RELEASE_FILE, "5.14.0-1.el9.x86_64\n" }),
		   WANTS({ "arch", "aarch64" }));
	check_host(FILES({ RELEASE_FILE, "4.14.0-49.el7a.ppc64le\n" }),
		   WANTS({ "arch", "ppc64le" }));
}

static void boot_line_and_identity_are_plain_text(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "quiet  splash\n" },
			 { "proc/sys/kernel/random/boot_id", "3f5e-1\n" },
			 { "proc/self/status",
			   "Name:\tx\nCapPrm:\t1\nCapEff:\t00000000000000ff\n" }),
		   WANTS({ "boot.line", "quiet  splash" }, { "boot.id", "3f5e-1" },
			 { "capabilities", "00000000000000ff" }));
}

static void live_root_says_its_machine_and_page_size(void **state)
{
	struct host host;
	char size[32];

	(void)state;
	(void)snprintf(size, sizeof(size), "%ld", sysconf(_SC_PAGESIZE));
	host_new(&host);
	tree_folder(&host, "proc");
	host_open(&host, true);
	check_wants(&host, WANTS({ "arch", "x86_64" }, { "memory.page-size", size }));
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(release_comes_from_the_best_place_there_is),
		cmocka_unit_test(release_that_nothing_tells_is_unknown),
		cmocka_unit_test(vendor_kernels_are_not_trusted_by_their_number),
		cmocka_unit_test(text_that_is_no_release_is_malformed_and_kept),
		cmocka_unit_test(realtime_kernel_is_known_by_file_name_or_version),
		cmocka_unit_test(shape_of_cpuinfo_tells_the_architecture),
		cmocka_unit_test(architecture_that_the_kernel_names_comes_first),
		cmocka_unit_test(boot_line_and_identity_are_plain_text),
		cmocka_unit_test(live_root_says_its_machine_and_page_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
