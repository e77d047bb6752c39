#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Formatting by .clang-format (version 14, whose taste the file describes), and an SPDX line first in every source file.
set -u
cd "${1:-${top_srcdir:-.}}" || exit 99
mapfile -t files < <(find lib cli tests bench -name '*.[ch]' | LC_ALL=C sort)
bad=0
for file in "${files[@]}"; do
	case $(head -n 1 "$file") in
	"/* SPDX-License-Identifier: LGPL-2.1-or-later */") ;;
	*)
		echo "$file:1: no SPDX line"
		bad=1
		;;
	esac
done
if ! version=$(clang-format --version 2>/dev/null); then
	echo "SKIP: clang-format is not installed"
	[ $bad -eq 0 ] && exit 77
	exit 1
fi
case $version in
*" 14."*) clang-format --dry-run -Werror "${files[@]}" || bad=1 ;;
*)
	echo "SKIP: clang-format is not version 14: $version"
	[ $bad -eq 0 ] && exit 77
	;;
esac
exit $bad
