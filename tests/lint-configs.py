#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Public tuning files against what people who read them found in them (configs/index.tsv).

Every setting that the index calls weakening is flagged, and at most three settings are that it does not name. Where we
judge otherwise, tests/lint-differences.tsv says why: FILE, KEY, "missed" or "more", reason. Usage: TUNEADV and
TUNEADV_SHARED name the program and the folder. Exit 77: there are no such files here.
"""
import csv
import json
import os
import subprocess
import sys

FALSE_ALARMS_MAX = 3
DANGEROUS = ("weakens-security", "runs-code")


def settings(cell):
    """ "a=1; b=2 [words]" as pairs."""
    for part in (cell or "").split(";"):
        part = part.split("[")[0].strip()
        if "=" in part:
            key, _, value = part.partition("=")
            yield key.strip().replace("/", "."), value.strip()


def flagged(program, path):
    result = subprocess.run([program, "lint", "--kernel", "6.18", "--format", "json", path],
                            capture_output=True, check=False)
    assert result.returncode in (0, 1), (path, result.returncode, result.stderr)
    document = json.loads(result.stdout)
    return {(problem["key"].replace("/", "."), problem["value"]) for problem in document["problems"]
            if problem["problem"] in DANGEROUS}, document["files"][0]


def differences(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {(row[0], row[1], row[2]): row[3] for row in rows}


def main():
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    folder = os.path.join(os.environ.get("TUNEADV_SHARED", ""), "configs")
    if not os.path.isfile(os.path.join(folder, "index.tsv")):
        print("SKIP: there are no public tuning files here")
        return 77
    argued = differences(os.path.join(here, "lint-differences.tsv"))
    used = set()
    missed = false = found = files = 0
    with open(os.path.join(folder, "index.tsv"), encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t"):
            files += 1
            said, summary = flagged(os.environ["TUNEADV"], os.path.join(folder, row["file"]))
            assert summary["assignments"] == sum(
                summary[name] for name in ("dangerous", "dead", "lowering", "fine")), row["file"]
            wanted = set(settings(row["weakens"]))
            role = {key for key, _ in settings(row["contested_or_role_dependent"])}
            found += len(wanted & said)
            for key, value in sorted(wanted - said):
                if (row["file"], key, "missed") in argued:
                    used.add((row["file"], key, "missed"))
                else:
                    print(f"missed: {row['file']}: {key} = {value}")
                    missed += 1
            for key, value in sorted(said - wanted):
                if (row["file"], key, "more") in argued:
                    used.add((row["file"], key, "more"))
                else:
                    print(f"not in the index: {row['file']}: {key} = {value}{' (role)' if key in role else ''}")
                    false += 1
    stale = set(argued) - used
    for one in sorted(stale):
        print("no longer so:", *one)
    print(f"{files} files: {found} weakening settings found, {missed} missed, {false} false alarms, {len(used)} argued")
    return 1 if missed or false > FALSE_ALARMS_MAX or stale or found == 0 else 0


sys.exit(main())
