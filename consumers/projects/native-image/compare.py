"""Compares what GraalVM's tracing agent has seen with the reachability metadata of a jar.

usage: python3 compare.py TRACED PACKED

Prints what the agent has seen Penstock do and the jar does not name, and exits with status 1 if there is any. What other
code does is not Penstock's to name; what the jar names beyond that run is not compared.
"""

import json
import sys

# On 64-bit Linux.
SAME = {"int": "jint", "long": "jlong", "long long": "jlong", "size_t": "jlong", "double": "jdouble"}


def downcalls(metadata):
    """The signatures in a form that can be compared."""
    for call in metadata.get("foreign", {}).get("downcalls", []):
        options = {name: value for name, value in call.get("options", {}).items() if value not in (False, None)}
        types = [SAME.get(name, name) for name in [call["returnType"], *call.get("parameterTypes", [])]]
        yield json.dumps([types, options], sort_keys=True)


def members(metadata):
    """Methods, constructors and fields of Penstock's types and of those that it reaches by name."""
    for entry in metadata.get("reflection", []):
        for method in entry.get("methods", []):
            yield f"{entry['type']}.{method['name']}({', '.join(method.get('parameterTypes', []))})"
        for field in entry.get("fields", []):
            yield f"{entry['type']}.{field['name']}"


def main():
    traced, packed = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
    missing = sorted(set(downcalls(traced)) - set(downcalls(packed)))
    missing += sorted(name for name in set(members(traced)) - set(members(packed)) if name.startswith("io.penstock."))
    for name in missing:
        print("seen, but not in the jar:", name)
    if not missing:
        print("the jar names all that the agent has seen of Penstock")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
