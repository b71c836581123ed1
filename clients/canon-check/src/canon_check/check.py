"""All clauses, in an order in which the first finding says what is wrong."""

import re

from .entries import check_entries
from .file import File, read_file
from .fonts import check_fonts
from .layout import IDS, write_file
from .metadata import check_metadata
from .objects import check_objects
from .resources import check_resources
from .rules import Roles
from .streams import check_streams
from .syntax import Broken

ID = re.compile(rb" \[<[0-9a-f]{32}><[0-9a-f]{32}>\]")
UNREADABLE = (TypeError, ValueError, LookupError, AttributeError, RecursionError, OverflowError)


def check(data: bytes) -> list[Broken]:
    """The clauses that a file breaks; none when it is canonical."""
    try:
        file = read_file(data)
        if not file.findings:
            roles = Roles(file)
            check_objects(file, roles)
            check_streams(file)
            check_metadata(file)
            check_fonts(file)
            check_entries(file, roles)
            check_resources(file)
        return file.findings or compare(file)
    except Broken as broken:
        return [broken]
    except UNREADABLE as error:
        return [Broken("1.1", f"A value is of another kind than the clauses demand: {error!r}.")]


def compare(file: File) -> list[Broken]:
    """The file, and what the clauses 2, 3.9 and 9 make of its objects."""
    written, regions = write_file(file)
    if written == file.data:
        return []
    one, other = (ID.sub(IDS, data) for data in (written, file.data))
    if one == other:
        return [Broken("2.10", "The ID is not the hash of the file.")]
    shorter = min(len(one), len(other))
    place = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    passed = [("2.1", 0)] + [
        (clause, number) for start, clause, number in regions if start <= place
    ]
    return [Broken(passed[-1][0], "The canonical file has other bytes here.", passed[-1][1], place)]
