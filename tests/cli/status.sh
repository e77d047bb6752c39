#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# tuneadv status on the real kernel: what stands, what drifted; never writes, needs no privilege.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

make_bad
tune status
claim "with nothing applied status ends with 0" ends_with 0
claim "and makes no folder" not test -e "$state"
tune status --format json
claim "the document is a status without transactions" json \
	'd["schema"] == "tuneadv-status/1" and d["transactions"] == []'
run status now --state-dir "$state"
claim "status takes no argument" ends_with 2
run status --root "$tmp"
claim "status looks at a live host" ends_with 2
run status --yes
claim "status has nothing to confirm" ends_with 2

tune apply web-server --yes
find "$state" -printf '%p %s %T@ %C@\n' | sort >"$tmp/folder"
tune status
claim "what stands ends with 0" ends_with 0
claim "the profile is named" says web-server
claim "and each value" says net.core.somaxconn
tune status --format json
claim "the document has one transaction" json 'len(d["transactions"]) == 1'
claim "and the host" json 'd["host"]["kernel"] and d["host"]["boot_id"]'
claim "with its three changes" json 'len(d["transactions"][0]["changes"]) == 3'
claim "with the digest of its profile" json \
	'all(len(p["sha256"]) == 64 for p in d["transactions"][0]["profiles"])'
claim "with the boot and the namespace" json \
	'd["transactions"][0]["boot_id"] and d["transactions"][0]["netns"]["inode"]'
echo 777 >$somaxconn
tune status
claim "drift ends with 1" ends_with 1
claim "and is named" says drifted
tune status --format json
claim "in the document too" json \
	'[c["result"] for c in d["transactions"][0]["changes"] if c["subject"]["id"] == "net.core.somaxconn"] == ["drifted"]'
find "$state" -printf '%p %s %T@ %C@\n' | sort >"$tmp/folder-after"
claim "looking left the folder as it was" cmp "$tmp/folder" "$tmp/folder-after"
claim "and the values" holds $somaxconn 777

exec 9>>"$state/lock"
flock 9
tune status
claim "status needs no lock" ends_with 1
exec 9>&-
if can_watch; then
	watch -o "$tmp/trace" -e trace=open,openat,openat2,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat -- status
	claim "status opens nothing for writing" not grep -qE 'O_WRONLY|O_RDWR|O_CREAT' "$tmp/trace"
	claim "and makes, renames and removes nothing" not grep -qE '(unlink|rename|mkdir)[at2]*\(' "$tmp/trace"
fi
tune revert --yes --overwrite-drifted
tune status
claim "after the way back status ends with 0" ends_with 0
claim "all is back" is_bad
finish
