#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The lab of virtual machines: jobs in guests of real kernels, without KVM. Usage: lab.sh KERNEL...
# (by "make check-vm": 6.1, and "make check-vm-all"). Captures and tables come back to BUILD/vm/out.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${top_builddir:-$top/build}
cache=${TUNEADV_VM_CACHE:-$build/vm}
out=$build/vm/out
mkdir -p "$out" || exit 99
export top_srcdir=$top top_builddir=$build
failed=0
passed=0

if [ "$(uname -m)" != x86_64 ] || ! command -v qemu-system-x86_64 >/dev/null || ! command -v cpio >/dev/null; then
	echo "skipped: qemu-system-x86_64 and cpio are needed, on x86-64"
	exit 77
fi
if ! busybox --list >/dev/null 2>&1 || ldd "$(command -v busybox)" >/dev/null 2>&1; then
	echo "skipped: a busybox that needs no libraries is needed (busybox-static)"
	exit 77
fi

# job KERNEL NAME [NODES [BOOT-ARGUMENTS]]
job() {
	local name=$1-$2-${3-2} from=$SECONDS status
	"$top/tests/vm/boot.sh" "$folder" "$version" "$top/tests/vm/jobs/$2" "$out/$name" "${3-2}" "${4-}" 2>"$out/$name.err"
	status=$?
	sed '/^@@BACK$/,$d' "$out/$name" | grep -av '^@@RC' >"$out/$name.text"
	if grep -aq '^@@BACK$' "$out/$name"; then
		mkdir -p "$out/$name.back"
		# After the mark, and without the line of the status.
		sed '1,/^@@BACK$/d' "$out/$name" | gzip -dc 2>/dev/null | tar -xf - -C "$out/$name.back"
	fi
	if [ $status -eq 0 ]; then
		passed=$((passed + 1))
		echo "PASS: $name ($((SECONDS - from)) s): $(grep -v "^$" "$out/$name.text" | tail -n 1)"
	else
		failed=$((failed + 1))
		echo "FAIL: $name: status $status"
		grep -aE 'FAILED|DISAGREES|^  ' "$out/$name.text" | head -n 40
		cat "$out/$name.err"
	fi
}

for kernel in "$@"; do
	found=$("$top/tests/vm/fetch.sh" "$cache" "$kernel")
	status=$?
	if [ $status -eq 77 ]; then
		echo "SKIP: $kernel"
		continue
	fi
	if [ $status -ne 0 ]; then
		echo "FAIL: $kernel could not be fetched"
		failed=$((failed + 1))
		continue
	fi
	read -r folder version <<<"$found"
	job "$kernel" functional
	job "$kernel" one-node 1 'isolcpus=domain,3 numa_balancing=disable'
	job "$kernel" sweep
	job "$kernel" capture
	job "$kernel" capture 1
done
echo "$passed jobs passed, $failed failed"
[ $failed -eq 0 ] || exit 1
[ $passed -gt 0 ] || exit 77
