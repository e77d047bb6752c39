#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The published schema of profiles accepts the shipped ones and rejects them with anything renamed, retyped or taken away."""

import copy
import json
import os
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("SKIP: the Python module jsonschema (package python3-jsonschema) is missing")
    sys.exit(77)

TOP = os.environ.get("top_srcdir") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
OPTIONAL = {"extends", "parameters", "element", "for-each", "when", "set", "kind", "remedy", "default", "times", "plus", "min", "max"}
# What is not a document's own word: names that the author of a profile chooses.
FREE = {"parameters"}
REFUSED = [
    ("a weak form of a relation", {"assert": {"at-least": 1, "at-most": 2}}),
    ("no relation", {"assert": {}}),
    ("an unknown relation", {"assert": {"greater": 1}}),
    ("two subjects", {"fact": "nodes.count"}),
    ("a path", {"tunable": "/proc/sys/net/core/somaxconn"}),
    ("half a range", {"assert": {"between": [1]}}),
    ("nothing to choose from", {"assert": {"one-of": []}}),
    ("a condition without a relation", {"when": {"fact": "nodes.count"}}),
    ("a condition with two relations", {"when": {"fact": "nodes.count", "at-least": 1, "at-most": 2}}),
    ("a condition without a subject", {"when": {"at-least": 1}}),
    ("a form of nothing", {"assert": {"at-least": {"times": 2}}}),
    ("a factor of nought", {"assert": {"at-least": {"of": "default", "times": 0}}}),
    ("a later version's subject", {"counter": "tcp.listen_overflows"}),
    ("a later version's strategy", {"set": {"placement": "node-housekeeping"}}),
    ("an empty rationale", {"rationale": " "}),
    ("no reference", {"references": []}),
    ("a reference to nothing", {"references": ["somewhere"]}),
    ("an unknown severity", {"severity": "urgent"}),
    ("an unknown kind", {"kind": "wish"}),
    ("a loud id", {"id": "Accept_Queue"}),
]


def load(*parts):
    with open(os.path.join(TOP, *parts), encoding="utf-8") as file:
        return json.load(file)


def walk(node, path=()):
    """Every member of every object, as the path to it."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield path + (key,)
            yield from walk(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from walk(value, path + (index,))


def parent_of(document, path):
    for step in path[:-1]:
        document = document[step]
    return document


def mutations(profile):
    for path in walk(profile):
        key = path[-1]
        retyped = copy.deepcopy(profile)
        parent_of(retyped, path)[key] = None
        yield f"{path} retyped", retyped
        if len(path) > 1 and path[-2] in FREE:
            continue
        renamed = copy.deepcopy(profile)
        parent = parent_of(renamed, path)
        parent[key + "x"] = parent.pop(key)
        yield f"{path} renamed", renamed
        if key in OPTIONAL:
            continue
        removed = copy.deepcopy(profile)
        del parent_of(removed, path)[key]
        yield f"{path} removed", removed


def main():
    schema = load("profiles", "schema", "tuneadv-profile-1.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    count = 0
    for name in ("base-server", "web-server"):
        profile = load("profiles", name + ".json")
        for error in validator.iter_errors(profile):
            print(f"FAIL: {name} is refused: {list(error.path)}: {error.message}")
            failures += 1
        for what, mutated in mutations(profile):
            count += 1
            if validator.is_valid(mutated):
                print(f"FAIL: {name} is accepted with {what}")
                failures += 1
    for what, change in REFUSED:
        count += 1
        profile = load("profiles", "base-server.json")
        profile["rules"][0].update(change)
        if validator.is_valid(profile):
            print(f"FAIL: accepted: {what}")
            failures += 1
    print(f"{count} mutated profiles, {failures} failures")
    if count < 200:
        print("FAIL: fewer mutations than expected")
        failures += 1
    return 1 if failures else 0


sys.exit(main())
