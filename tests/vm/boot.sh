#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Boots one guest, runs a job in it and brings back its output and status.
# Usage: boot.sh KERNEL-FOLDER VERSION JOB OUT [NODES [BOOT-ARGUMENTS]]
# Ends with the job's status; 124 when it did not end in time, 125 when the guest never came up.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${top_builddir:-$top/build}
kernel=$1 version=$2 job=$3 out=$4 nodes=${5-2} append=${6-}
boot_s=${LAB_BOOT_SECONDS:-90}
job_s=${LAB_JOB_SECONDS:-240}
scratch=$(mktemp -d) || exit 99
guest=
end() {
	# Our own child alone.
	[ -z "$guest" ] || kill -9 "$guest" 2>/dev/null
	rm -rf "$scratch"
}
trap end EXIT

# copy PROGRAM...: with the libraries that it needs
copy() {
	local program library
	for program in "$@"; do
		# A link to busybox of that name must not be written through.
		cp -L --remove-destination "$program" "$root/bin/" || exit 99
		for library in $(ldd "$program" 2>/dev/null | grep -o '/[^ ]*'); do
			cp -Ln "$library" "$root/lib/x86_64-linux-gnu/"
			case $library in */ld-linux*) cp -Ln "$library" "$root/lib64/" ;; esac
		done
	done
}

root=$scratch/root
mkdir -p "$root"/{bin,proc,sys,dev,tmp,run,lib64,lib/x86_64-linux-gnu,modules,job,profiles,etc}
echo 'root:x:0:0::/:/bin/sh' >"$root/etc/passwd"
busybox=$(command -v busybox) || exit 77
cp "$busybox" "$root/bin/busybox"
"$busybox" --list | while read -r applet; do ln -s busybox "$root/bin/$applet" 2>/dev/null; done
copy "$(command -v ip)" "$(command -v setpriv)" "$(command -v unshare)"
if [ -x "$build/.libs/tuneadv" ]; then
	LD_LIBRARY_PATH=$build/.libs copy "$build/.libs/tuneadv"
	cp -L "$build/.libs/libtuneadv.so.0" "$root/lib/x86_64-linux-gnu/"
else
	copy "$build/tuneadv"
fi
[ ! -x "$build/tests/real/sweep" ] || copy "$build/tests/real/sweep"
cp "$top"/profiles/*.json "$root/profiles/"
cp "$top/tests/vm/init" "$root/init"
cp "$job" "$root/job/run"
cp "$top/tests/vm/jobs/lib" "$root/job/lib"
cp "$kernel/boot/config-$version" "$root/config" 2>/dev/null || :
chmod 755 "$root/init" "$root/job/run"
# In the order in which they need each other; what is built in has no file.
for module in libcrc32c nf_defrag_ipv4 nf_defrag_ipv6 nf_conntrack veth dummy tun virtio_ring virtio \
	virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci failover net_failover virtio_net virtio_blk; do
	file=$(find "$kernel/lib/modules/" -name "$module.ko*" | head -n 1)
	[ -n "$file" ] || continue
	case $file in
	*.xz) xz -dc "$file" >"$root/modules/$module.ko" ;;
	*) cp "$file" "$root/modules/$module.ko" ;;
	esac
	echo "$module" >>"$root/modules/order"
done
(cd "$root" && find . | cpio -o -H newc --quiet) | gzip -1 >"$scratch/initramfs" || exit 99
truncate -s 64M "$scratch/disk"

topology=(-smp 4,sockets=2,cores=2,threads=1 -m 640M)
if [ "$nodes" = 2 ]; then
	topology+=(-object memory-backend-ram,id=m0,size=320M -numa node,nodeid=0,cpus=0-1,memdev=m0
		-object memory-backend-ram,id=m1,size=320M -numa node,nodeid=1,cpus=2-3,memdev=m1 -numa dist,src=0,dst=1,val=20)
fi
# A /dev/kvm that is there may still not run a guest; emulation always does.
accelerator=${LAB_ACCELERATOR:-tcg,thread=multi,tb-size=256}

# once: 0 when the job ended; 124, 125 as above
once() {
	local waited=0
	: >"$scratch/console"
	: >"$scratch/out"
	qemu-system-x86_64 -no-user-config -nodefaults -display none -no-reboot -machine q35 -accel "$accelerator" -cpu Nehalem \
		"${topology[@]}" -kernel "$kernel/boot/vmlinuz-$version" -initrd "$scratch/initramfs" \
		-chardev "file,id=console,path=$scratch/console" -serial chardev:console \
		-chardev "file,id=out,path=$scratch/out" -serial chardev:out \
		-netdev user,id=n0,restrict=on -device virtio-net-pci,netdev=n0,romfile= \
		-drive "file=$scratch/disk,if=none,id=d0,format=raw" -device virtio-blk-pci,drive=d0,num-queues=4 \
		-append "console=ttyS0 panic=-1 quiet random.trust_cpu=on mitigations=off no_timer_check nokaslr apparmor=0 audit=0 $append" \
		</dev/null >"$scratch/qemu" 2>&1 &
	guest=$!
	while kill -0 "$guest" 2>/dev/null; do
		sleep 0.5
		waited=$((waited + 1))
		if ! grep -aq 'LAB: userspace' "$scratch/console" && [ $waited -gt $((boot_s * 2)) ]; then
			kill -9 "$guest"
			wait "$guest" 2>/dev/null
			guest=
			return 125
		fi
		if [ $waited -gt $(((boot_s + job_s) * 2)) ]; then
			kill -9 "$guest"
			wait "$guest" 2>/dev/null
			guest=
			return 124
		fi
	done
	wait "$guest"
	guest=
	grep -aq 'LAB: userspace' "$scratch/console" || return 125
}

once
status=$?
if [ $status = 125 ]; then
	# A guest that never came up says nothing of the job: once more. One that did is never tried again.
	echo "the guest did not come up; once more" >&2
	once
	status=$?
fi
cp "$scratch/out" "$out"
if [ $status -ne 0 ]; then
	tail -n 20 "$scratch/console" "$scratch/qemu" >&2
	exit $status
fi
last=$(tail -c 32 "$out" | grep -ao '@@RC [0-9]*' | tail -n 1)
if [ -z "$last" ]; then
	echo "the guest ended without a status" >&2
	tail -n 20 "$scratch/console" >&2
	exit 124
fi
exit "${last#@@RC }"
