"""Clause 6: the subset tag of a font depends on its program alone."""

import io
import re
import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import calcChecksum

from .file import File
from .syntax import Stream

TAG = re.compile(rb"[A-Z]{6}\+")
INNER_TAG = re.compile(rb"(?<![0-9A-Za-z])[A-Z]{6}(?=\+)")
TYPE1_TAG = re.compile(
    rb"(%!PS-AdobeFont-1\.0: |%!FontType1-1\.0: |/FontName\s*/|/F(?:ull|amily)Name\s*\()"
    rb"([A-Z]{6})(?=\+)"
)
PROGRAMS = (b"FontFile", b"FontFile2", b"FontFile3")
SFNT = (b"\0\1\0\0", b"true", b"OTTO")
CFF_NAMES = ("FullName", "FamilyName", "BaseFontName", "FontName")
BLANK, NAME_IDS, LONGEST_NAME, LONGEST_HEAD = b"AAAAAA", (1, 3, 4, 6), 256, 65536


def program_of(file: File, descriptor: dict[bytes, Any]) -> Any:
    """The reference to the program of a font, if one is embedded."""
    found = (descriptor.get(key) for key in PROGRAMS)
    return next((one for one in found if isinstance(file.get(one), Stream)), None)


def check_fonts(file: File) -> None:
    for number, value in file.objects.items():
        font = file.entries(value)
        if font.get(b"Type") != b"Font" or font.get(b"Subtype") in (
            b"CIDFontType0",
            b"CIDFontType2",
        ):
            continue
        owner = file.entries((file.array(font.get(b"DescendantFonts")) or [font])[0])
        descriptor = file.entries(owner, b"FontDescriptor")
        program = program_of(file, descriptor)
        names = [font.get(b"BaseFont"), owner.get(b"BaseFont"), descriptor.get(b"FontName")]
        tags = {name[:6] for name in names if isinstance(name, bytes) and TAG.match(name)}
        if tags:
            inner, wanted = tags_of(file.data_of(program)) if program else (set(), BLANK)
            if tags | inner != {wanted}:
                file.report("6.1", f"The tag of the font must be {wanted.decode()}.", number)


def tags_of(data: bytes) -> tuple[set[bytes], bytes]:
    """The tags in a program, and the one that it must have (6.1)."""
    tags: set[bytes] = set()
    try:
        data = blanked(data, tags)
    except Exception:  # The libraries raise errors of many kinds for programs that cannot be read.
        tags = set()
    number, letters = int.from_bytes(sha256(data).digest()[:6], "big") % 26**6, b""
    for _ in range(6):
        number, letter = divmod(number, 26)
        letters += b"%c" % (65 + letter)
    return tags, letters


def blanked(data: bytes, tags: set[bytes]) -> bytes:
    """The program without its tags, which become part of a set."""
    if data[:4] not in SFNT and data[:2] != b"\1\0":
        head = data.partition(b"eexec")[0][:LONGEST_HEAD]
        tags.update(match[2] for match in TYPE1_TAG.finditer(head))
        return TYPE1_TAG.sub(rb"\g<1>" + BLANK, head) + data[len(head) :]
    blank = bytearray(data)
    for part, name in sorted(program_names(data), key=lambda pair: -len(pair[1])):
        head = bytearray(name[:LONGEST_NAME])
        step = 2 if head and not any(head[0::2]) else 1  # In UTF-16BE, or in one byte.
        letters = bytes(head[step - 1 :: step])
        tags.update(INNER_TAG.findall(letters))
        head[step - 1 :: step] = INNER_TAG.sub(BLANK, letters)
        blank[part] = blank[part].replace(name, head + name[LONGEST_NAME:])
    if data[:4] in SFNT and tags:
        repair_checksums(blank)
    return bytes(blank)


def program_names(data: bytes) -> Iterator[tuple[slice, bytes]]:
    """The names in a CFF or OpenType program, each with the part that it stands in (6.3)."""
    font = TTFont(io.BytesIO(data), lazy=True) if data[:4] in SFNT else None
    tables = font.reader.tables if font else {}
    parts = {tag: slice(one.offset, one.offset + one.length) for tag, one in tables.items()}
    if "name" in parts:
        records = (one for one in font["name"].names if one.nameID in NAME_IDS)
        yield from ((parts["name"], record.string) for record in records)
    if "CFF " in parts or not font:
        part, fonts = parts.get("CFF ", slice(None)), CFFFontSet()
        fonts.decompile(io.BytesIO(data[part]), None)
        dicts = [one.rawDict for one in (fonts[0], *getattr(fonts[0], "FDArray", ()))]
        names = [one[key] for one in dicts for key in CFF_NAMES if key in one]
        yield from ((part, name.encode("latin-1")) for name in fonts.fontNames[:1] + names)


def repair_checksums(data: bytearray) -> None:
    """The checksums of the tables `name` and `CFF `, and that of the whole in `head`."""
    places = []
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        tag, _, offset, length = struct.unpack(">4sIII", data[at : at + 16])
        places += [offset + 8] if tag == b"head" else []
        if tag in (b"name", b"CFF "):
            data[at + 4 : at + 8] = calcChecksum(bytes(data[offset : offset + length])).to_bytes(
                4, "big"
            )
    for place in places:
        data[place : place + 4] = bytes(4)
        whole = (0xB1B0AFBA - calcChecksum(bytes(data))) & 0xFFFFFFFF
        data[place : place + 4] = whole.to_bytes(4, "big")
