"""Clause 6: the subset tag of a font depends on its program alone."""

from __future__ import annotations

import hashlib
import re
import struct
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .file import File
from .syntax import Broken, Ref, Stream

TAG = re.compile(rb"[A-Z]{6}\+")
TYPE1_NAME = re.compile(rb"%!PS-AdobeFont-1\.0: |%!FontType1-1\.0: |/FontName\s*/|/F(?:ull|amily)Name\s*\(")
PROGRAMS = (b"FontFile", b"FontFile2", b"FontFile3")
BLANK = b"AAAAAA"


def tag_of(program: bytes) -> bytes:
    number = int.from_bytes(hashlib.sha256(program).digest()[:6], "big") % 26**6
    letters = bytearray()
    for _ in range(6):
        number, letter = divmod(number, 26)
        letters.append(65 + letter)
    return bytes(letters)


def index(data: bytes, place: int) -> Tuple[List[Tuple[int, int]], int]:
    """The items of an INDEX of CFF as places of their bytes, and the place behind it."""
    count = int.from_bytes(data[place : place + 2], "big")
    if count == 0:
        return [], place + 2
    size = data[place + 2]
    at = [int.from_bytes(data[place + 3 + size * i : place + 3 + size * (i + 1)], "big") for i in range(count + 1)]
    base = place + 2 + size * (count + 1)
    return [(base + start, base + end) for start, end in zip(at, at[1:])], base + at[-1]


def dict_operators(data: bytes) -> Dict[int, List[int]]:
    """The integer operands of the operators of a DICT of CFF; operators of two bytes are 1200 and the second byte."""
    place, operands, found = 0, [], {}  # type: Tuple[int, List[int], Dict[int, List[int]]]
    while place < len(data):
        byte = data[place]
        place += 1
        if byte <= 21:
            if byte == 12:
                byte, place = 1200 + data[place], place + 1
            found[byte], operands = operands, []
        elif byte == 28:
            operands, place = operands + [int.from_bytes(data[place : place + 2], "big", signed=True)], place + 2
        elif byte == 29:
            operands, place = operands + [int.from_bytes(data[place : place + 4], "big", signed=True)], place + 4
        elif byte == 30:
            while place < len(data) and data[place] & 15 != 15:
                place += 1
            operands, place = operands + [0], place + 1
        elif byte <= 246:
            operands = operands + [byte - 139]
        else:
            high = (byte - 247) * 256 + 108 if byte <= 250 else -(byte - 251) * 256 - 108
            operands, place = operands + [high + data[place] if byte <= 250 else high - data[place]], place + 1
    return found


def cff_names(data: bytes, start: int, end: int) -> List[Tuple[int, int]]:
    """Where the names of a font stand in its CFF program (6.3)."""
    cff = data[start:end]
    names, place = index(cff, cff[2])
    tops, place = index(cff, place)
    strings, _ = index(cff, place)
    top = dict_operators(cff[tops[0][0] : tops[0][1]])
    dicts = [top]
    if 1236 in top:
        dicts += [dict_operators(cff[begin:stop]) for begin, stop in index(cff, top[1236][0])[0]]
    sids = [one[key][-1] - 391 for one in dicts for key in (2, 3, 1222, 1238) if one.get(key)]
    found = names[:1] + [strings[sid] for sid in sids if 0 <= sid < len(strings)]
    return [(begin + start, stop + start) for begin, stop in found]


def sfnt_names(data: bytes) -> List[Tuple[int, int]]:
    found: List[Tuple[int, int]] = []
    for at in range(int.from_bytes(data[4:6], "big")):
        name, _, offset, length = struct.unpack(">4sIII", data[12 + 16 * at : 28 + 16 * at])
        if name == b"CFF ":
            found += cff_names(data, offset, offset + length)
        if name == b"name":
            _, count, strings = struct.unpack(">HHH", data[offset : offset + 6])
            for record in range(count):
                values = struct.unpack(">HHHHHH", data[offset + 6 + 12 * record : offset + 18 + 12 * record])
                if values[3] in (1, 3, 4, 6):
                    begin = offset + strings + values[5]
                    found.append((begin, begin + values[4]))
    return found


def names_of(data: bytes) -> List[Tuple[int, int]]:
    if data[:2] == b"\1\0" and data[:4] != b"\0\1\0\0":
        return cff_names(data, 0, len(data))
    if data[:4] in (b"\0\1\0\0", b"true", b"OTTO"):
        return sfnt_names(data)
    head = data[: min(data.find(b"eexec") if b"eexec" in data else 65536, 65536)]
    return [(match.end(), match.end() + 7) for match in TYPE1_NAME.finditer(head)]


def tags_in(data: bytes) -> List[Tuple[int, int, bytes]]:
    """The tags in the names of a program: place, step from letter to letter, letters."""
    found = []
    for begin, end in sorted(set(names_of(data))):
        whole = data[begin : min(end, begin + 256)]
        for step in (2,) if whole and not any(whole[0::2]) else (1,):
            name = whole[step - 1 :: step]
            for match in TAG.finditer(name):
                if match.start() and name[match.start() - 1 : match.start()].isalnum():
                    continue
                found.append((begin + (step - 1) + match.start() * step, step, match[0][:6]))
    return found


def repair_checksums(data: bytearray) -> None:
    """The checksums of the tables `name` and `CFF `, and that of the whole in `head`."""
    heads = {}
    for at in range(int.from_bytes(data[4:6], "big")):
        entry = 12 + 16 * at
        name, _, offset, length = struct.unpack(">4sIII", data[entry : entry + 16])
        heads[name] = offset
        if name in (b"name", b"CFF "):
            data[entry + 4 : entry + 8] = checksum(bytes(data[offset : offset + length])).to_bytes(4, "big")
    if b"head" in heads:
        place = heads[b"head"] + 8
        data[place : place + 4] = bytes(4)
        data[place : place + 4] = ((0xB1B0AFBA - checksum(bytes(data))) & 0xFFFFFFFF).to_bytes(4, "big")


def checksum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    return int(sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF)


def expected_tags(data: bytes) -> Tuple[List[bytes], List[bytes]]:
    """The tags that the program has, and those that it may have by clause 6.1."""
    try:
        tags = tags_in(data)
    except (IndexError, struct.error, ValueError):
        tags = []
    blank = bytearray(data)
    for place, step, _ in tags:
        for at in range(6):
            blank[place + at * step] = BLANK[at]
    if data[:4] in (b"\0\1\0\0", b"true", b"OTTO") and tags:
        repair_checksums(blank)
    return [tag for _, _, tag in tags], [tag_of(bytes(blank))]


def check_fonts(file: File) -> Iterator[Broken]:
    programs: Dict[int, Tuple[List[bytes], List[bytes]]] = {}
    for number, value in file.objects.items():
        entries = file.entries(Ref(number))
        if entries.get(b"Type") != b"Font" or isinstance(value, Stream) or b"BaseFont" not in entries:
            continue
        descendants = file.array(entries.get(b"DescendantFonts"))
        if entries.get(b"Subtype") in (b"CIDFontType0", b"CIDFontType2"):
            continue
        owner: Any = descendants[0] if descendants else Ref(number)
        descriptor = file.entries(file.entries(owner).get(b"FontDescriptor"))
        program: Optional[Any] = next((descriptor[key] for key in PROGRAMS if isinstance(file.get(descriptor.get(key)), Stream)), None)
        base = file.get(entries[b"BaseFont"])
        if program is not None and (not isinstance(base, bytes) or not TAG.match(base)):
            continue
        if program is not None and int(program) not in programs:
            programs[int(program)] = expected_tags(file.data_of(int(program)))
        inner, wanted = ([], [b"AAAAAA"]) if program is None else programs[int(program)]
        names = [base, file.entries(owner).get(b"BaseFont"), descriptor.get(b"FontName")]
        tags = [name[:6] for name in names if isinstance(name, bytes) and TAG.match(name)] + inner
        if any(tag not in wanted for tag in tags):
            yield Broken("6.1", f"The tag {tags[0].decode()} must be {wanted[0].decode()}.", file.offsets.get(number, -1), number)
