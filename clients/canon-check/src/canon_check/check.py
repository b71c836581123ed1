"""All clauses, in an order in which the first finding says what is wrong."""

from __future__ import annotations

import re
from typing import List

from .entries import Entries
from .file import NO_ID, read_file
from .fonts import check_fonts
from .layout import write_file
from .objects import check_objects
from .resources import Resources
from .streams import check_metadata, check_streams, check_texts
from .syntax import Broken

IDS = re.compile(rb"(?<=/ID \[<)[0-9a-f]{32}><[0-9a-f]{32}(?=>\])")
UNREADABLE = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


def check(data: bytes) -> List[Broken]:
    """The clauses that a file breaks; none when it is canonical."""
    try:
        return check_readable(data)
    except Broken as broken:
        return [broken]
    except UNREADABLE as error:
        return [Broken("1.1", f"The file has a value of another kind than the clauses demand: {error!r}.")]


def check_readable(data: bytes) -> List[Broken]:
    file = read_file(data)
    findings = list(file.findings)
    if not findings:
        for part in (check_objects, check_streams, check_metadata, check_texts, check_fonts):
            findings += part(file)
        findings += Entries(file).check()
        findings += Resources(file).check()
    if findings:
        return findings
    written, regions = write_file(file)
    if written == data:
        return []
    blank = NO_ID + b"><" + NO_ID
    one, other = IDS.sub(blank, written), IDS.sub(blank, data)
    if one == other:
        match = IDS.search(data)
        return [Broken("2.10", "The ID is not the hash of the file.", match.start() if match else -1)]
    place = next((at for at, (left, right) in enumerate(zip(one, other)) if left != right), min(len(one), len(other)))
    clause, number = next(((clause, number) for start, clause, number in reversed(regions) if start <= place), ("2.1", 0))
    return [Broken(clause, "The canonical file has other bytes here.", place, number)]
