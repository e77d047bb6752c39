/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The families of rows that registry.c puts together: one file of rows each. */
#ifndef TUNABLE_FAMILY_H
#define TUNABLE_FAMILY_H

#include "tunable/boot.h"
#include "tunable/tunable.h"

/* Words of the tables. */
#define REFERENCES(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define WORDS(...)	((const char *const[]){ __VA_ARGS__, NULL })
#define ELEMENTS(...)	((const struct operand[]){ __VA_ARGS__ })
#define FORMAT_SYSCTL_NUMBER                                   \
	{                                                      \
		.kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO \
	}
#define FORMAT_SYSCTL_VECTOR(n)                                                 \
	{                                                                       \
		.kind = VALUE_VECTOR, .base = NUMBER_BASE_AUTO, .elements = (n) \
	}
/* Absent in release a.b, present in c.d, both read. */
#define BETWEEN(a, b, c, d)                                             \
	{                                                               \
		.absent_in = RELEASE(a, b), .present_in = RELEASE(c, d) \
	}
/* Present in a.b; older trees were not read for it, so nothing is claimed of them. */
#define SINCE(a, b)                         \
	{                                   \
		.present_in = RELEASE(a, b) \
	}
#define INT_LIMIT NUMBER(2147483647) /* INT_MAX: the kernel keeps an int */

struct family {
	const struct tunable *rows; /* sorted by id within the family */
	size_t count;
};

struct boot_family {
	const struct boot_parameter *rows; /* sorted by name */
	size_t count;
};

extern const struct boot_family family_boot; /* boot_rows.c */

extern const struct family family_block;	   /* block.c */
extern const struct family family_cpu;		   /* cpu.c: governor, isolated CPUs */
extern const struct family family_fs;		   /* fs.c */
extern const struct family family_irq;		   /* irq.c */
extern const struct family family_kernel;	   /* kernel.c: scheduler, NUMA balancing, timers */
extern const struct family family_net_conf;	   /* net_conf.c: of each interface, queues */
extern const struct family family_net_core;	   /* net_core.c */
extern const struct family family_net_ipv4;	   /* net_ipv4.c */
extern const struct family family_ksm;		   /* ksm.c: same-page merging */
extern const struct family family_hugepages;	   /* hugepages.c */
extern const struct family family_kernel_sched;	   /* kernel_sched.c */
extern const struct family family_sched_debug;	   /* sched_debug.c */
extern const struct family family_kernel_watchdog; /* kernel_watchdog.c */
extern const struct family family_kernel_perf;	   /* kernel_perf.c */
extern const struct family family_workqueue;	   /* workqueue.c */
extern const struct family family_clocksource;	   /* clocksource.c */
extern const struct family family_net_unix;	   /* net_unix.c */
extern const struct family family_netfilter;	   /* netfilter.c */
extern const struct family family_sec_fs;	   /* sec_fs.c: links, core files */
extern const struct family family_sec_host;	   /* sec_host.c: terminals, users, lockdown */
extern const struct family family_sec_kernel;	   /* sec_kernel.c: the kernel and its users */
extern const struct family family_sec_net4;	   /* sec_net4.c: bridges, pings */
extern const struct family family_sec_net6;	   /* sec_net6.c: net.ipv6 */
extern const struct family family_sec_program;	   /* sec_program.c: what the kernel starts */
extern const struct family family_sec_vm;	   /* sec_vm.c: places in memory */
extern const struct family family_thp;		   /* thp.c */
extern const struct family family_vm;		   /* vm.c */
extern const struct family family_zswap;	   /* zswap.c */

#endif
