"""The command `canon-check`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .check import check

CANONICAL, BROKEN, UNREADABLE = 0, 1, 2
RECURSION = 10_000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="canon-check", description="Says whether a PDF is in the canonical form norm-3."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--content-hash",
        action="store_true",
        help="print the contentHash of a canonical PDF instead",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args(arguments)
    sys.setrecursionlimit(RECURSION)
    try:
        data = options.file.read_bytes()
    except OSError as error:
        print(f"canon-check: {error}", file=sys.stderr)
        return UNREADABLE
    if options.content_hash:
        from .content_hash import content_hash  # The tables of fonts take a second to load.

        value = content_hash(data)
        print(json.dumps({"contentHash": value}) if options.json else value)
        return CANONICAL
    findings = check(data)
    rows = [
        {
            "clause": one.clause,
            "message": one.message,
            "object": one.number or None,
            "offset": one.offset,
        }
        for one in findings
    ]
    if options.json:
        print(json.dumps({"canonical": not findings, "findings": rows}))
    elif not findings:
        print("canonical")
    for one in [] if options.json else findings:
        place = f" object {one.number}" if one.number else ""
        place += f" byte {one.offset}" if one.offset >= 0 else ""
        print(f"clause {one.clause}:{place}: {one.message}")
    return BROKEN if findings else CANONICAL
