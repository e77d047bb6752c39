/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Facts: what a host is, as opposed to how it is set. Constant rows; host/ reads them. */
#ifndef TUNABLE_FACT_H
#define TUNABLE_FACT_H

#include "tunable/tunable.h"

enum fact {
	FACT_ARCH = 1,	   /* text: "x86_64" */
	FACT_BOOT_ID,	   /* text */
	FACT_BOOT_LINE,	   /* text */
	FACT_CAPABILITIES, /* text: effective set in hexadecimal, as /proc/self/status prints it */
	FACT_CGROUP_CPU_QUOTA,	/* number: quota in hundredths of a CPU (50 = half a CPU); unknown
				   where none is set */
	FACT_CGROUP_CPUSET,	/* cpulist: CPUs that this cgroup may use */
	FACT_CGROUP_MEMORY_MAX, /* bytes: most that this cgroup may use; unknown where none is set
				 */
	FACT_CONTAINER,	    /* choice: none, docker, podman, lxc, kubernetes, systemd-nspawn, ... */
	FACT_CORES,	    /* number: online cores */
	FACT_CPUS_ISOLATED, /* cpulist */
	FACT_CPUS_NOHZ_FULL,	  /* cpulist */
	FACT_CPUS_ONLINE,	  /* cpulist */
	FACT_CPUS_ONLINE_COUNT,	  /* number */
	FACT_CPUS_POSSIBLE,	  /* cpulist */
	FACT_CPUS_PRESENT,	  /* cpulist */
	FACT_KERNEL_RCU_NOCBS,	  /* cpulist: rcu_nocbs= of the boot line, and nohz_full, which
				     implies it */
	FACT_KERNEL_REALTIME,	  /* flag: PREEMPT_RT */
	FACT_KERNEL_RELEASE,	  /* release */
	FACT_KERNEL_RELEASE_TEXT, /* text, as uname prints it */
	FACT_KERNEL_TAINTED,	  /* number: bits of what taints it, 0 when nothing does */
	FACT_KERNEL_TRUST,	  /* choice: mainline, distribution, unrecognised, vendor */
	FACT_LOAD_ONE,		  /* number: tasks, in hundredths, averaged over one minute */
	FACT_LOAD_RUNNABLE,	  /* number: tasks that run or wait for a CPU now, this one too */
	FACT_MEMORY_AVAILABLE,	  /* bytes */
	FACT_MEMORY_DIRTY,	  /* bytes */
	FACT_MEMORY_PAGE_SIZE,	  /* bytes */
	FACT_MEMORY_TOTAL,	  /* bytes */
	FACT_NETNS_INITIAL,	  /* flag */
	FACT_NETNS_INODE,	  /* number */
	FACT_NODE_CPUS,		  /* cpulist, of each node */
	FACT_NODE_DISTANCES,	  /* vector, of each node, in the order of the online nodes */
	FACT_NODE_MEMORY,	  /* bytes, of each node */
	FACT_NODES_COUNT, /* number: online nodes that the kernel shows, 0 where it shows none */
	FACT_NODES_MEMORY_ONLY, /* cpulist of node numbers */
	FACT_NODES_ONLINE,	/* cpulist of node numbers */
	FACT_OWNERS, /* text: programs found running that manage settings, separated by blanks,
			sorted; "" when none */
	FACT_POWER_SUPPLY, /* choice: mains, battery */
	FACT_PRESSURE_CPU, /* number: hundredths of a percent of the last ten seconds in which some
			      task waited; unknown where the kernel does not count it */
	FACT_PRESSURE_IO,  /* the same */
	FACT_PRESSURE_MEMORY, /* the same */
	FACT_SMT_WIDTH,	      /* number: most online threads of one core */
	FACT_SOCKETS,	      /* number: packages with an online CPU */
	FACT_SWAP_TOTAL,      /* bytes */
	FACT_SWAP_USED,	      /* bytes */
	FACT_UPTIME,	      /* seconds since the boot, as this time namespace sees it */
	FACT_VIRTUALIZATION,  /* choice: none, kvm, vmware, microsoft, xen, other, ... */
	FACT_END_,	      /* one past the last */
};

struct fact_row {
	const char *id; /* "cpus.online" */
	const char *title;
	enum scope scope; /* SCOPE_HOST, or SCOPE_NODE for one value of each node */
	struct value_format format;
	enum unit unit;
	const char *const *
		references; /* where it is read and what defines it; NULL-terminated, never empty */
};

extern const struct fact_row fact_rows[FACT_END_]; /* facts.c: by number, the first is none */
/* Row of a fact; NULL for a number outside the enumeration. */
const struct fact_row *fact_row(enum fact fact);
enum fact fact_find(const char *id); /* 0: no such id */

/* Programs that manage settings for themselves and would fight a change. */
struct owner_row {
	const char *name;  /* "tuned" */
	const char *title; /* "TuneD" */
	const char *unit;  /* "tuned.service": its cgroup under system.slice tells that it runs; or
			      NULL */
	const char *pid_file; /* or NULL */
	const char *comm;     /* what /proc/PID/comm must say for the pid file to count */
	const char *const
		*manages; /* ids, or beginnings of ids that end with '.'; NULL-terminated */
	const char *reference;
};

size_t owner_count(void);
const struct owner_row *owner_at(size_t index);
/* Does this owner manage that tunable? */
bool owner_manages(const struct owner_row *owner, const char *tunable_id);

#endif
