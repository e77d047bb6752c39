/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: facts of a host, in the order of the enumeration, which is that of their ids. */
#include "config.h"

#include "tunable/fact.h"

#include "tunable/family.h"

#define ABI_CPU		 "kernel:Documentation/ABI/testing/sysfs-devices-system-cpu@6.12"
#define ABI_NODE	 "kernel:Documentation/ABI/stable/sysfs-devices-node@6.12"
#define CPU_TOPOLOGY	 "doc:https://docs.kernel.org/admin-guide/cputopology.html"
#define CGROUP_V2	 "doc:https://docs.kernel.org/admin-guide/cgroup-v2.html"
#define PROC_DOC	 "doc:https://docs.kernel.org/filesystems/proc.html"
#define BOOT_ID_DOC	 "doc:https://docs.kernel.org/admin-guide/sysctl/kernel.html#random"
#define BOOT_LINE_DOC	 "doc:https://docs.kernel.org/admin-guide/kernel-parameters.html"
#define MAN_CAPABILITIES "doc:https://man7.org/linux/man-pages/man7/capabilities.7.html"
#define MAN_SYSCONF	 "doc:https://man7.org/linux/man-pages/man3/sysconf.3.html"
#define MAN_DETECT_VIRT                                                \
	"doc:https://www.freedesktop.org/software/systemd/man/latest/" \
	"systemd-detect-virt.html"
#define PROCESS_DOC    "doc:https://docs.kernel.org/process/2.Process.html"
#define PRESSURE_DOC   "doc:https://docs.kernel.org/accounting/psi.html"
#define TAINTED_DOC    "doc:https://docs.kernel.org/admin-guide/tainted-kernels.html"
#define CGROUP_V1_MEM  "doc:https://docs.kernel.org/admin-guide/cgroup-v1/memory.html"
#define MAN_UNAME      "doc:https://man7.org/linux/man-pages/man2/uname.2.html"
#define MAN_NAMESPACES "doc:https://man7.org/linux/man-pages/man7/network_namespaces.7.html"

#define AS_TEXT                    \
	{                          \
		.kind = VALUE_TEXT \
	}
#define AS_CHOICE                    \
	{                            \
		.kind = VALUE_CHOICE \
	}
#define AS_NUMBER                                            \
	{                                                    \
		.kind = VALUE_NUMBER, .base = NUMBER_BASE_10 \
	}
#define AS_FLAG                                        \
	{                                              \
		.kind = VALUE_FLAG, .flag = FLAG_DIGIT \
	}
#define AS_VECTOR                                            \
	{                                                    \
		.kind = VALUE_VECTOR, .base = NUMBER_BASE_10 \
	}
#define AS_RELEASE                    \
	{                             \
		.kind = VALUE_RELEASE \
	}
#define AS_CPULIST                                             \
	{                                                      \
		.kind = VALUE_CPULIST, .cpulist = CPULIST_LIST \
	}

const struct fact_row fact_rows[FACT_END_] = {
	[FACT_ARCH] = {
		.id = "arch",
		.title = "Machine type, as uname calls it",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_UNAME),
	},
	[FACT_BOOT_ID] = {
		.id = "boot.id",
		.title = "Identity of this boot",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(BOOT_ID_DOC),
	},
	[FACT_BOOT_LINE] = {
		.id = "boot.line",
		.title = "Boot line of the kernel",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(PROC_DOC, BOOT_LINE_DOC),
	},
	[FACT_CAPABILITIES] = {
		.id = "capabilities",
		.title = "Effective capabilities of this process",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_CAPABILITIES, PROC_DOC),
	},
	[FACT_CGROUP_CPU_QUOTA] = {
		.id = "cgroup.cpu-quota",
		.title = "CPU time that this control group may use, of one CPU",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_PERCENT,
		.references = REFERENCES(CGROUP_V2),
	},
	[FACT_CGROUP_CPUSET] = {
		.id = "cgroup.cpuset",
		.title = "CPUs that this control group may use",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CGROUP_V2),
	},
	[FACT_CGROUP_MEMORY_MAX] = {
		.id = "cgroup.memory-max",
		.title = "Memory that this control group may use",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(CGROUP_V2, CGROUP_V1_MEM),
	},
	[FACT_CONTAINER] = {
		.id = "container",
		.title = "Container that this runs in",
		.scope = SCOPE_HOST,
		.format = AS_CHOICE,
		.unit = UNIT_NONE,
		.references = REFERENCES("doc:https://systemd.io/CONTAINER_INTERFACE/"),
	},
	[FACT_CORES] = {
		.id = "cores",
		.title = "Cores with an online CPU",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_CPUS_ISOLATED] = {
		.id = "cpus.isolated",
		.title = "CPUs isolated by the boot line",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(ABI_CPU),
	},
	[FACT_CPUS_NOHZ_FULL] = {
		.id = "cpus.nohz-full",
		.title = "CPUs without a timer tick while one task runs",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(ABI_CPU),
	},
	[FACT_CPUS_ONLINE] = {
		.id = "cpus.online",
		.title = "CPUs that run",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_CPUS_ONLINE_COUNT] = {
		.id = "cpus.online-count",
		.title = "Number of CPUs that run",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_CPUS_POSSIBLE] = {
		.id = "cpus.possible",
		.title = "CPUs that the kernel has room for",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_CPUS_PRESENT] = {
		.id = "cpus.present",
		.title = "CPUs that are plugged in",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_KERNEL_RCU_NOCBS] = {
		.id = "kernel.rcu-nocbs",
		.title = "CPUs whose RCU callbacks the boot line moves away",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(BOOT_LINE_DOC, "kernel:kernel/rcu/tree_nocb.h@6.12"),
	},
	[FACT_KERNEL_REALTIME] = {
		.id = "kernel.realtime",
		.title = "Kernel built with PREEMPT_RT",
		.scope = SCOPE_HOST,
		.format = AS_FLAG,
		.unit = UNIT_NONE,
		.references = REFERENCES("kernel:init/Makefile@6.12", MAN_UNAME),
	},
	[FACT_KERNEL_RELEASE] = {
		.id = "kernel.release",
		.title = "Release of the kernel",
		.scope = SCOPE_HOST,
		.format = AS_RELEASE,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_UNAME),
	},
	[FACT_KERNEL_RELEASE_TEXT] = {
		.id = "kernel.release-text",
		.title = "Release of the kernel, as it prints it",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_UNAME),
	},
	[FACT_KERNEL_TAINTED] = {
		.id = "kernel.tainted",
		.title = "Bits of what taints the kernel, 0 for nothing",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(TAINTED_DOC),
	},
	[FACT_KERNEL_TRUST] = {
		.id = "kernel.trust",
		.title = "How far the release tells what the kernel can do",
		.scope = SCOPE_HOST,
		.format = AS_CHOICE,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_UNAME, PROCESS_DOC),
	},
	[FACT_LOAD_ONE] = {
		.id = "load.one",
		.title = "Load of one minute, in hundredths of a task",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/loadavg.c@6.12"),
	},
	[FACT_LOAD_RUNNABLE] = {
		.id = "load.runnable",
		.title = "Tasks that run or wait for a CPU",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/loadavg.c@6.12"),
	},
	[FACT_MEMORY_AVAILABLE] = {
		.id = "memory.available",
		.title = "Memory that programs can get without swapping",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/meminfo.c@6.12"),
	},
	[FACT_MEMORY_DIRTY] = {
		.id = "memory.dirty",
		.title = "Memory that waits to be written to disk",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/meminfo.c@6.12"),
	},
	[FACT_MEMORY_PAGE_SIZE] = {
		.id = "memory.page-size",
		.title = "Size of a memory page",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(MAN_SYSCONF),
	},
	[FACT_MEMORY_TOTAL] = {
		.id = "memory.total",
		.title = "Memory that the kernel can use",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(PROC_DOC),
	},
	[FACT_NETNS_INITIAL] = {
		.id = "netns.initial",
		.title = "Inspected network namespace is the first one",
		.scope = SCOPE_HOST,
		.format = AS_FLAG,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_NAMESPACES),
	},
	[FACT_NETNS_INODE] = {
		.id = "netns.inode",
		.title = "Inode number of the inspected network namespace",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_NAMESPACES),
	},
	[FACT_NODE_CPUS] = {
		.id = "node.cpus",
		.title = "CPUs of a memory node",
		.scope = SCOPE_NODE,
		.format = AS_CPULIST,
		.unit = UNIT_CPUS,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_NODE_DISTANCES] = {
		.id = "node.distances",
		.title = "Distances from a memory node to all online nodes",
		.scope = SCOPE_NODE,
		.format = AS_VECTOR,
		.unit = UNIT_NONE,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_NODE_MEMORY] = {
		.id = "node.memory",
		.title = "Memory of a memory node",
		.scope = SCOPE_NODE,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_NODES_COUNT] = {
		.id = "nodes.count",
		.title = "Number of online memory nodes, 0 where none are shown",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NODES,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_NODES_MEMORY_ONLY] = {
		.id = "nodes.memory-only",
		.title = "Memory nodes without CPUs",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_NODES,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_NODES_ONLINE] = {
		.id = "nodes.online",
		.title = "Online memory nodes",
		.scope = SCOPE_HOST,
		.format = AS_CPULIST,
		.unit = UNIT_NODES,
		.references = REFERENCES(ABI_NODE),
	},
	[FACT_OWNERS] = {
		.id = "owners",
		.title = "Programs found running that manage settings themselves",
		.scope = SCOPE_HOST,
		.format = AS_TEXT,
		.unit = UNIT_NONE,
		.references = REFERENCES(PROC_DOC, CGROUP_V2),
	},
	[FACT_POWER_SUPPLY] = {
		.id = "power.supply",
		.title = "Power comes from the mains or a battery",
		.scope = SCOPE_HOST,
		.format = AS_CHOICE,
		.unit = UNIT_NONE,
		.references = REFERENCES("kernel:Documentation/ABI/testing/sysfs-class-power@6.12"),
	},
	[FACT_PRESSURE_CPU] = {
		.id = "pressure.cpu",
		.title = "Time lost to waiting for a CPU, in 1/10000",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(PRESSURE_DOC, "kernel:kernel/sched/psi.c@6.12"),
	},
	[FACT_PRESSURE_IO] = {
		.id = "pressure.io",
		.title = "Time lost to waiting for disks, in 1/10000",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(PRESSURE_DOC, "kernel:kernel/sched/psi.c@6.12"),
	},
	[FACT_PRESSURE_MEMORY] = {
		.id = "pressure.memory",
		.title = "Time lost to waiting for memory, in 1/10000",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(PRESSURE_DOC, "kernel:kernel/sched/psi.c@6.12"),
	},
	[FACT_SMT_WIDTH] = {
		.id = "smt.width",
		.title = "Most online threads of one core",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_CPUS,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_SOCKETS] = {
		.id = "sockets",
		.title = "Processor packages with an online CPU",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_NONE,
		.references = REFERENCES(CPU_TOPOLOGY),
	},
	[FACT_SWAP_TOTAL] = {
		.id = "swap.total",
		.title = "Size of all swap space",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/meminfo.c@6.12"),
	},
	[FACT_SWAP_USED] = {
		.id = "swap.used",
		.title = "Swap space in use",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_BYTES,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/meminfo.c@6.12"),
	},
	[FACT_UPTIME] = {
		.id = "uptime",
		.title = "Time since the boot",
		.scope = SCOPE_HOST,
		.format = AS_NUMBER,
		.unit = UNIT_SECONDS,
		.references = REFERENCES(PROC_DOC, "kernel:fs/proc/uptime.c@6.12"),
	},
	[FACT_VIRTUALIZATION] = {
		.id = "virtualization",
		.title = "Virtual machine that this runs in",
		.scope = SCOPE_HOST,
		.format = AS_CHOICE,
		.unit = UNIT_NONE,
		.references = REFERENCES(MAN_DETECT_VIRT),
	},
};
