#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes a captured root of a host description. Usage: unpack.sh HOST-FILE FOLDER
#
# A description has one line for each path: "PATH = TEXT" (a file; \t \n \\ are understood, one newline is added),
# "PATH/" (an empty folder), "PATH -> TARGET" (a symlink), "PATH ! MODE" (permission bits, set last), "PATH |" (a FIFO).
# Lines that begin with # are comments; "#include NAME" takes the lines of another description first.
set -eu
description=$1
folder=$2

lines() {
	local line
	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
		'#include '*) lines "$(dirname "$1")/${line#'#include '}" ;;
		'' | '#'*) ;;
		*) printf '%s\n' "$line" ;;
		esac
	done <"$1"
}

# room TARGET: its folder exists and nothing stands in its place; a process only where there is something to do
room() {
	[ -d "${1%/*}" ] || mkdir -p "${1%/*}"
	if [ -e "$1" ] || [ -L "$1" ]; then
		rm -f "$1"
	fi
}

modes=()
while IFS= read -r line; do
	path=${line%% *}
	target=$folder$path
	case $line in
	*' = '*)
		room "$target"
		printf '%b\n' "${line#*' = '}" >"$target"
		;;
	*' ->'*)
		room "$target"
		ln -s "${line#*'-> '}" "$target"
		;;
	*' ! '*) modes+=("$target" "${line#*' ! '}") ;;
	*' |')
		room "$target"
		mkfifo "$target"
		;;
	*' -')
		rm -rf "$target"
		;;
	*/) [ -d "$target" ] || mkdir -p "$target" ;;
	*' =')
		room "$target"
		printf '\n' >"$target"
		;;
	*)
		echo "$description: what is this? $line" >&2
		exit 1
		;;
	esac
done < <(lines "$description")
for ((i = 0; i < ${#modes[@]}; i += 2)); do
	chmod "${modes[i + 1]}" "${modes[i]}"
done
