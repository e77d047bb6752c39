#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# lint on files of 10,000 and 1,000,000 lines: MB for each second of CPU.
# Usage: lint.sh (by "make bench", which sets the variables)
set -eu
build=${top_builddir:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=$build/tuneadv
if [ -x "$build/.libs/tuneadv" ]; then
	program=$build/.libs/tuneadv
	export LD_LIBRARY_PATH=$build/.libs
fi
touch "$scratch/empty.conf"
for lines in 10000 1000000; do
	awk -v lines=$lines 'BEGIN {
		count = split("net.core.somaxconn net.ipv4.tcp_syncookies vm.swappiness net.ipv4.conf.all.rp_filter kernel.pid_max " \
			"fs.file-max net.core.rmem_max kernel.randomize_va_space net.ipv4.ip_forward vm.dirty_ratio", keys, " ")
		for (i = 0; i < lines; i++)
			print i % 3 ? keys[i % count + 1] " = " (i * 7919) % 5 : "# what the line below is for, as files say it"
	}' >"$scratch/$lines.conf"
	python3 - "$program" "$scratch/$lines.conf" "$scratch/empty.conf" <<'END'
import os, resource, subprocess, sys

def cpu_of(path):
    """The least of some runs: what others do on the machine only adds."""
    costs = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.argv[1], "lint", "--fail-on", "never", path], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(costs)

start, whole = cpu_of(sys.argv[3]), cpu_of(sys.argv[2])
size = os.path.getsize(sys.argv[2]) / 1e6
print(f"lint of {size:.1f} MB: {size / max(whole - start, 1e-6):.0f} MB for a second of CPU beyond the start (goal 50)")
END
done
