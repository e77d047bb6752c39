#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each rule of each shipped profile is pinned by the captured hosts: somewhere it fails, somewhere it holds (or, where it
# only teaches about some releases, does not apply), and without it a host is decided otherwise than tests/hosts/expected
# says. Exit 77: python3 is missing.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-$top/build/tuneadv}
command -v python3 >/dev/null || {
	echo "no python3 here"
	exit 77
}
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
python3 - "$top" "$tuneadv" "$scratch" <<'END'
import json, os, pathlib, subprocess, sys

top, tuneadv, scratch = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
# Always fails where it applies: it is about what a release does, not about a setting.
TEACHES_ONLY = {("udp-server", "deferred-softirqs")}

rows = []
for line in (top / "tests/hosts/expected").read_text().splitlines():
    words = line.split()
    if words and not words[0].startswith("#"):
        rows.append((words[0], words[1], int(words[3]), words[4:]))
profiles = {p.stem: json.loads(p.read_text()) for p in sorted((top / "profiles").glob("*.json"))}


def results(report, rule, profile):
    return {f["result"] for f in report["findings"] if f["rule"] == rule and f["profile"] == profile}


def decided(report):
    return sum(f["instances"] for f in report["findings"] if f["result"] in ("pass", "fail"))


def check(host, profile, parameters, folder):
    root = scratch / host
    if not root.is_dir():
        subprocess.run([top / "tests/hosts/unpack.sh", top / f"tests/hosts/{host}.host", root], check=True)
    settings = [word for parameter in parameters for word in ("--set", parameter)]
    run = subprocess.run([tuneadv, "check", "--root", root, "--profile-dir", folder, "--format", "json", *settings,
                          profile], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"no report of {host} for {profile}: {run.stderr}")
    return json.loads(run.stdout)


bad = pinned = 0
for name, profile in profiles.items():
    goldens = {}
    for host, about, count, parameters in rows:
        if about == name:
            golden = top / f"tests/hosts/golden/{host}.{name}.json"
            goldens[host] = (json.loads(golden.read_text()), count, parameters)
    for rule in profile["rules"]:
        seen = {host: results(golden[0], rule["id"], name) for host, golden in goldens.items()}
        fails = [host for host, found in seen.items() if "fail" in found]
        holds = {"not-applicable"} if (name, rule["id"]) in TEACHES_ONLY else {"pass"}
        if not fails or not any(found & holds for found in seen.values()):
            print(f"{name}: {rule['id']}: fails on {fails or 'no host'}, {seen}")
            bad = 1
            continue
        folder = scratch / "without"
        folder.mkdir(exist_ok=True)
        for other, whole in profiles.items():
            cut = dict(whole, rules=[r for r in whole["rules"] if other != name or r is not rule])
            (folder / f"{other}.json").write_text(json.dumps(cut))
        _, count, parameters = goldens[fails[0]]
        left = check(fails[0], name, parameters, folder)
        if decided(left) == count:
            print(f"{name}: without {rule['id']} {fails[0]} is decided as with it")
            bad = 1
        pinned += 1
print(f"{pinned} rules pinned")
sys.exit(bad or pinned == 0)
END
