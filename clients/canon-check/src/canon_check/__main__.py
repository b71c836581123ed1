"""The command `canon-check`."""

import argparse
import json
import sys
from pathlib import Path

from .check import check

CANONICAL, BROKEN, UNREADABLE = 0, 1, 2
RECURSION = 10_000


def main(arguments: list[str] | None = None) -> int:
    description = "Says whether a PDF is in the canonical form norm-3."
    parser = argparse.ArgumentParser(prog="canon-check", description=description)
    parser.add_argument("file", type=Path)
    parser.add_argument("--content-hash", action="store_true", help="print the contentHash instead")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args(arguments)
    sys.setrecursionlimit(RECURSION)
    try:
        data = options.file.read_bytes()
    except OSError as error:
        print(f"canon-check: {error}", file=sys.stderr)
        return UNREADABLE
    if options.content_hash:
        from canon_hash import content_hash  # The tables of fonts take a second to load.

        value = content_hash(data)
        print(json.dumps({"contentHash": value}) if options.json else value)
        return CANONICAL
    findings = check(data)
    if options.json:
        keys = ("clause", "message", "object", "offset")
        values = ((one.clause, one.message, one.number or None, one.offset) for one in findings)
        rows = [dict(zip(keys, value)) for value in values]
        print(json.dumps({"canonical": not findings, "findings": rows}))
    else:
        print("\n".join(map(str, findings)) or "canonical")
    return BROKEN if findings else CANONICAL


if __name__ == "__main__":
    sys.exit(main())
