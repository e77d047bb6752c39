#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Fetches a kernel with the distribution's package tool and unpacks it, never installing it. Prints "FOLDER VERSION".
# Usage: fetch.sh CACHE 5.10|6.1|6.1-rt|6.12|7. Exit 77 with a reason where no archive has it.
set -u
cache=$1
kind=$2
suites=

case $kind in
5.10) pattern='linux-image-5\.10\.0-[0-9]+-cloud-amd64' suites=bullseye ;;
6.1) pattern='linux-image-6\.1\.0-[0-9]+-cloud-amd64' ;;
6.1-rt) pattern='linux-image-6\.1\.0-[0-9]+-rt-amd64' ;;
6.12) pattern='linux-image-6\.12\.[^-]+(-[0-9]+)?-cloud-amd64' ;;
7) pattern='linux-image-7\.[0-9]+\.[^-]+-cloud-amd64' suites='trixie trixie-backports' ;;
*)
	echo "no such kernel: $kind" >&2
	exit 2
	;;
esac

skip() {
	echo "skipped: $*" >&2
	exit 77
}

command -v apt-get >/dev/null || skip "kernels are fetched with apt-get, which is not here"
mkdir -p "$cache/apt/lists/partial" || exit 99
cache=$(cd "$cache" && pwd)
folder=$cache/$kind
if [ -f "$folder/ready" ]; then
	cat "$folder/ready"
	exit 0
fi

# Other suites of the archive that this system uses, in a tree of apt's own: the system's sources stay as they are.
options=()
if [ -n "$suites" ]; then
	mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
		grep -v '^#' | grep -oE '[a-z]+://[^ ]*/debian/?( |$)' | head -n 1)
	[ -n "$mirror" ] || skip "$kind is in $suites of Debian, which this system does not use"
	for suite in $suites; do
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
	done >"$cache/apt/$kind.list"
	options=(-o "Dir::Etc::sourcelist=$cache/apt/$kind.list" -o Dir::Etc::sourceparts=/dev/null
		-o "Dir::State::lists=$cache/apt/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
	apt-get "${options[@]}" -qq update >&2 || skip "the lists of $suites cannot be fetched"
elif ! apt-cache pkgnames linux-image- | grep -q .; then
	apt-get -qq update >&2 || skip "the package lists cannot be fetched"
fi
image=$(apt-cache "${options[@]}" pkgnames linux-image- | grep -xE "$pattern" | sort -V | tail -n 1)
[ -n "$image" ] || skip "no archive in reach has a package $pattern"
# Newer images are split: what boots and the modules are packages of their own.
needed=$(apt-cache "${options[@]}" depends "$image" | grep -oE 'linux-(binary|modules|base)-[0-9][^ ]*' | sort -u)

rm -rf "$folder"
mkdir -p "$folder/debs" || exit 99
# From here on the archive is in reach: what fails is a failure.
(cd "$folder/debs" && apt-get "${options[@]}" -qq download "$image" $needed) >&2 2>/dev/null || {
	echo "cannot download $image $needed" >&2
	exit 1
}
for package in "$folder"/debs/*.deb; do
	dpkg-deb -x "$package" "$folder" || exit 1
done
rm -rf "$folder/debs" "$folder/usr/share"
version=${image#linux-image-}
[ -d "$folder/lib/modules" ] || ln -s usr/lib "$folder/lib"
[ -f "$folder/boot/vmlinuz-$version" ] || {
	mkdir -p "$folder/boot"
	cp "$folder/lib/modules/$version/vmlinuz" "$folder/boot/vmlinuz-$version" || exit 1
}
echo "$folder $version" >"$folder/ready"
cat "$folder/ready"
