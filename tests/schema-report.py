#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A schema against documents, and documents against the schema.

Usage: schema-report.py SCHEMA SAMPLE...

Closes every object of SCHEMA, then: each sample is valid; every key that the schema documents occurs in a sample (where
no sample has one, a piece made from the schema is put in); removing, renaming or retyping any key at any depth, or
adding one, makes the document invalid. Prints how many mutations were tried. Exit 77: the module jsonschema is missing.
"""
import copy
import json
import sys

try:
    import jsonschema
except ImportError:
    # The module may belong to the system's interpreter while another one comes first in PATH.
    import os

    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    print("skipped: the Python module jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(77)

TEXTS = ["x", "1", "ENOENT", "/x", "supports", "1.0", "0" * 64, "2026-01-01T00:00:00Z"]


def close(node):
    """Every object refuses keys that are not documented."""
    if isinstance(node, dict):
        if "properties" in node:
            node["additionalProperties"] = False
        for child in node.values():
            close(child)
    elif isinstance(node, list):
        for child in node:
            close(child)


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)
        jsonschema.Draft202012Validator.check_schema(self.root)
        close(self.root)
        self.validator = jsonschema.Draft202012Validator(self.root)

    def resolve(self, node):
        while "$ref" in node:
            node = self.root["$defs"][node["$ref"].rpartition("/")[2]]
        return node

    def types(self, node):
        kinds = node.get("type", [])
        return kinds if isinstance(kinds, list) else [kinds]

    def make(self, node):
        """A small valid value, with every key and one element in every array."""
        node = self.resolve(node)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return node["enum"][0]
        kinds = self.types(node)
        if "object" in kinds:
            return {key: self.make(child) for key, child in node["properties"].items()}
        if "array" in kinds and "string" not in kinds:
            return [self.make(node["items"])]
        if "string" in kinds:
            part = jsonschema.Draft202012Validator({k: node[k] for k in node if k in ("type", "pattern")})
            return next(text for text in TEXTS if part.is_valid(text))
        return {"integer": node.get("minimum", 0), "boolean": True}[kinds[0]]

    def fill(self, node, value):
        """The value with something in its empty arrays and in nulls that could be objects or arrays."""
        node = self.resolve(node)
        kinds = self.types(node)
        if value is None and ("object" in kinds or ("array" in kinds and "string" not in kinds)):
            return self.make(node)
        if value == [] and "items" in node:
            return [self.make(node["items"])]
        if isinstance(value, dict):
            return {key: self.fill(node["properties"][key], child) for key, child in value.items()}
        if isinstance(value, list):
            return [self.fill(node["items"], child) for child in value]
        return value

    def keys(self, node, path, found):
        """Every documented key, as a path without array indexes."""
        node = self.resolve(node)
        for key, child in node.get("properties", {}).items():
            found.add(path + (key,))
            self.keys(child, path + (key,), found)
        if "items" in node:
            self.keys(node["items"], path, found)


def shapes(value, path):
    """(path, type) of each key below: elements that show nothing new need no mutations of their own."""
    found = set()
    if isinstance(value, dict):
        for key, child in value.items():
            found.add((path + (key,), type(child).__name__))
            found |= shapes(child, path + (key,))
    elif isinstance(value, list):
        for child in value:
            found |= shapes(child, path)
    return found


def thin(value, path, seen):
    """The document with only those array elements that show something new."""
    if isinstance(value, dict):
        return {key: thin(child, path + (key,), seen) for key, child in value.items()}
    if not isinstance(value, list):
        return value
    kept = []
    for child in value:
        new = shapes(child, path) - seen
        if new or not kept:
            seen |= new
            kept.append(thin(child, path, set()))
    return kept


def objects(value):
    if isinstance(value, dict):
        yield value
        for child in value.values():
            yield from objects(child)
    elif isinstance(value, list):
        for child in value:
            yield from objects(child)


def retyped(value):
    if isinstance(value, bool):
        return "true"
    if isinstance(value, str):
        return 7
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, dict):
        return ["wrong"]
    return {"wrong": True}


def mutate(schema, document, name):
    """Every mutation in place, judged, and taken back. Returns how many were tried and how many passed unnoticed."""
    tried = 0
    unnoticed = 0
    for owner in list(objects(document)):
        before = dict(owner)
        for key in before:
            for what in ("removed", "renamed", "retyped", "added"):
                owner.clear()
                owner.update(before)
                if what == "added":
                    owner[key + "_more"] = before[key]
                elif what == "retyped":
                    owner[key] = retyped(before[key])
                else:
                    del owner[key]
                    if what == "renamed":
                        owner[key + "_more"] = before[key]
                tried += 1
                if schema.validator.is_valid(document):
                    print(f"{name}: still valid with {key!r} {what}")
                    unnoticed += 1
        owner.clear()
        owner.update(before)
    return tried, unnoticed


def main(arguments):
    if len(arguments) < 2:
        print(__doc__)
        return 99
    schema = Schema(arguments[0])
    bad = 0
    tried = 0
    covered = set()
    mutated = set()
    for name in arguments[1:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file)
        errors = list(schema.validator.iter_errors(document))
        for error in errors[:5]:
            print(f"{name}: {error.json_path}: {error.message}")
        if errors:
            bad += 1
            continue
        variants = [document]
        # Filled, a document that shows nothing new would show nothing new either.
        if not mutated or shapes(document, ()) - mutated:
            variants.append(schema.fill(schema.root, copy.deepcopy(document)))
        for variant in variants:
            if not schema.validator.is_valid(variant):
                print(f"{name}: what the schema itself makes is not valid")
                bad += 1
                continue
            covered |= {path for path, _ in shapes(variant, ())}
            if not shapes(variant, ()) - mutated:
                continue
            mutated |= shapes(variant, ())
            count, unnoticed = mutate(schema, thin(variant, (), set()), name)
            tried += count
            bad += unnoticed
    documented = set()
    schema.keys(schema.root, (), documented)
    for path in sorted(documented - covered):
        print("no sample has " + ".".join(path))
        bad += 1
    print(f"{len(arguments) - 1} samples, {len(documented)} documented keys, {tried} mutations, {bad} problems")
    return 1 if bad or not tried else 0


sys.exit(main(sys.argv[1:]))
