/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * /proc/cpuinfo, whose shape differs with each architecture. Read as a stream and only as far as is
 * asked: its first block tells architecture and hypervisor, the whole of it CPUs and packages.
 */
#ifndef HOST_CPUINFO_H
#define HOST_CPUINFO_H

#include "source/source.h"
#include "value/cpulist.h"

enum cpuinfo_depth {
	CPUINFO_FIRST_BLOCK = 1,
	CPUINFO_WHOLE,
};

struct cpuinfo_cpu {
	int64_t number;
	int64_t package; /* -1: the file does not say */
	int64_t core;	 /* -1: the file does not say */
};

struct cpuinfo {
	struct source_table *table; /* open between the two depths */
	enum cpuinfo_depth depth;   /* 0: not read yet */
	int status;		    /* 0, or the errno of reading it */
	const char *arch;	    /* NULL: its shape tells none */
	bool has_flags;		    /* an x86 flags line was seen ... */
	bool has_hypervisor;	    /* ... with "hypervisor" in it */
	struct cpulist processors;
	struct cpuinfo_cpu *cpus;
	size_t count;
	size_t capacity;
};

void cpuinfo_done(struct cpuinfo *cpuinfo);
/* -ENOMEM, else 0 and cpuinfo->status. Goes on where it stopped. */
must_check int cpuinfo_read(struct cpuinfo *cpuinfo, struct source *source,
			    enum cpuinfo_depth depth);

#endif
