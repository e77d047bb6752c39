#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs a cmocka program for automake's TAP driver. cmocka calls a skipped case "not ok", which TAP counts as a failure;
# the line before it, printed by the case, says why it was skipped and becomes the reason.
set -u
set -o pipefail
export CMOCKA_MESSAGE_OUTPUT=TAP
"$@" | awk '
/^not ok [0-9]+ # SKIP/ {
	why = previous
	sub(/^.*skipped: /, "", why)
	printf "ok %s - %s # SKIP %s\n", $3, $6, why
	fflush()
	next
}
{ print; fflush(); previous = $0 }'
