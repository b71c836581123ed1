"""From the codes of a font to text and widths (clauses 22 and 23.3 of contentHash)."""

import io
import json
import logging
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import agl
from fontTools.cffLib import CFFFontSet
from fontTools.encodings.StandardEncoding import StandardEncoding
from fontTools.ttLib import TTFont
from pdfminer.cmapdb import CMapDB
from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.latin_enc import ENCODING

from canon_check.file import File
from canon_check.fonts import SFNT, program_of
from canon_check.syntax import Name, Stream, Text

from .content import is_number, number, operations

logging.getLogger("fontTools").setLevel(logging.CRITICAL)
WIN = {code: "bullet" for code in range(127, 256)}
WIN |= {code: name for name, _, _, code, _ in ENCODING if code is not None}
WIN |= {32: "space", 160: "space", 45: "hyphen", 173: "hyphen"}
MAC = {code: name for name, _, code, _, _ in ENCODING if code is not None}
MAC |= {32: "space", 202: "space"}
STANDARD = {code: name for code, name in enumerate(StandardEncoding) if name != ".notdef"}
BASES = {b"WinAnsiEncoding": WIN, b"MacRomanEncoding": MAC, b"StandardEncoding": STANDARD}
COLLECTIONS = (b"CNS1", b"GB1", b"Japan1", b"Korea1")
TYPE1_ENTRY = re.compile(rb"dup\s+(?:8#([0-7]+)|(\d+))\s*/([^\s/]+)\s+put")
STEPS = {b"endcidchar": 2, b"endbfchar": 2, b"endcidrange": 3, b"endbfrange": 3}
MOST_CIDS = 70_000


class Glyph(NamedTuple):
    text: str
    width: float
    space: bool


@cache
def collections() -> dict[str, list[str | None]]:
    """The text of each CID of Adobe's collections (22.6)."""
    with Path(__file__).with_name("collections.jsonl").open(encoding="utf-8") as lines:
        return {row["ordering"]: row["texts"] for row in map(json.loads, lines)}


def utf16(data: bytes) -> str:
    return data[: len(data) // 2 * 2].decode("utf-16-be", "surrogatepass")


def codes_in(node: dict[int, Any], prefix: bytes = b"") -> Iterator[tuple[bytes, int]]:
    """The codes and CIDs of a CMap of pdfminer.six."""
    for byte, below in node.items():
        code = prefix + bytes([byte])
        yield from codes_in(below, code) if isinstance(below, dict) else [(code, below)]


class CMap:
    """Codespaces, text by code, and CIDs by code."""

    def __init__(self):
        self.spaces, self.ranges = [], []
        self.text, self.cids = {}, {}
        self.identity = self.vertical = False

    def use(self, name: bytes) -> None:
        if name in (b"Identity-H", b"Identity-V"):
            self.identity, self.vertical = True, name.endswith(b"V")
            self.spaces.append((b"\0\0", b"\xff\xff"))
            return
        try:
            known = CMapDB.get_cmap(name.decode("latin-1"))
        except CMapDB.CMapNotFound:
            self.vertical = name.endswith(b"-V")
            return
        self.vertical = self.vertical or known.is_vertical()
        self.cids.update(codes_in(known.code2cid))
        for lead, more in {(code[:1], len(code) - 1) for code in self.cids}:
            self.spaces.append((lead + b"\0" * more, lead + b"\xff" * more))

    def read(self, data: bytes) -> None:
        for word, operands in operations(data, math.inf):
            if word == b"usecmap" and operands:
                self.use(operands[-1])
            elif word == b"def" and operands[-2:-1] == [b"WMode"]:
                self.vertical = operands[-1] == 1
            elif word == b"endcodespacerange":
                self.spaces += zip(operands[::2], operands[1::2])
            elif word in STEPS:
                step, last = STEPS[word], STEPS[word] - 1
                rows = zip(operands[::step], operands[last - 1 :: step], operands[last::step])
                for row in rows:
                    if not self.add(*row):
                        break

    def add(self, low: Any, high: Any, target: Any) -> bool:
        """Codes that stand for CIDs, for texts, or for a text that counts up; false for others."""
        if not isinstance(low, Text) or not isinstance(high, Text):
            return False
        first, last = int.from_bytes(low, "big"), int.from_bytes(high, "big")
        if type(target) is int:
            self.ranges.append((first, last, target))
        elif isinstance(target, list):
            self.text.update(enumerate(map(text_of, target), first))
        elif isinstance(target, Text):
            text = text_of(target)
            for code in range(first, min(last, first + 0xFFFF) + 1):
                raised = chr((ord(text[-1]) + code - first) & 0xFFFF) if text else ""
                self.text[code] = text[:-1] + raised
        else:
            return False
        return True

    def codes(self, data: bytes) -> Iterator[bytes]:
        """The codes of a string (22.1)."""
        while data:
            begins = [pair for pair in self.spaces if pair[0][:1] <= data[:1] <= pair[1][:1]]
            whole = [pair for pair in begins if len(data) >= len(pair[0])]
            fits = [
                one for one in whole if all(a <= b <= c for a, b, c in zip(one[0], data, one[1]))
            ]
            size = min(len(low) for low, _ in fits or begins or self.spaces or [(b"\0\0", b"")])
            yield data[:size]
            data = data[size:]

    def cid(self, code: bytes) -> int:
        value = int.from_bytes(code, "big")
        for low, high, cid in reversed(self.ranges):
            if low <= value <= high:
                return cid + value - low
        is_identity = self.identity or not (self.ranges or self.cids)
        return self.cids.get(code, value if is_identity else 0)


def text_of(target: Any) -> str:
    """The text of an entry: UTF-16 in units of their own, or one byte (22.2)."""
    if not isinstance(target, Text):
        return ""
    size = min(2, len(target)) or 2
    units = (target[at : at + size] for at in range(0, len(target) - size + 1, size))
    return "".join(chr(int.from_bytes(unit, "big")) for unit in units)


class Program:
    """What an embedded program says of its glyphs."""

    def __init__(self, data: bytes):
        self.tables, self.order = [], []
        self.names, self.points = {}, {}
        self.cid_keyed = self.nameless = False
        try:
            self.read(data)
        except Exception:  # A program that cannot be read says nothing.
            pass

    def read(self, data: bytes) -> None:
        if data[:4] in SFNT:
            font = TTFont(io.BytesIO(data), lazy=True)
            self.order = font.getGlyphOrder()
            self.tables = font["cmap"].tables if "cmap" in font else []
            self.nameless = getattr(font.get("post"), "formatType", 3) == 3
            self.read_points()
        elif data[:1] == b"\1":
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(data), None)
            self.read_cff(data, fonts)
        else:
            head = data[: data.find(b"eexec")]
            for octal, code, name in TYPE1_ENTRY.findall(head):
                self.names[int(octal, 8) if octal else int(code)] = name.decode("latin-1")
            if re.search(rb"/Encoding\s+StandardEncoding", head):
                self.names = STANDARD

    def read_points(self) -> None:
        """The lowest code point of each glyph in the Unicode subtable (22.5)."""
        ranks = {(3, 10): 0, (3, 1): 1} | {(0, encoding): 2 for encoding in (0, 1, 2, 3, 4, 6)}
        ranked = [(ranks.get((one.platformID, one.platEncID), 3), one) for one in self.tables]
        rank, table = min(ranked, key=lambda pair: pair[0], default=(3, None))
        for code, name in table.cmap.items() if rank < 3 else ():
            if not (0xD800 <= code < 0xE000 or 0xF000 <= code < 0xF100):
                self.points[name] = min(code, self.points.get(name, code))

    def read_cff(self, data: bytes, fonts: CFFFontSet) -> None:
        self.cid_keyed, self.order = hasattr(fonts[0], "ROS"), list(fonts[0].charset)
        place = fonts[0].rawDict.get("Encoding", 0)
        if self.cid_keyed or place == 1:
            return
        self.names = encoding_at(data, place, fonts) if place else STANDARD

    def select(self, code: int) -> str | None:
        """The glyph of a code in a simple font (22.5)."""
        tables = {(one.platformID, one.platEncID): one.cmap for one in reversed(self.tables)}
        symbol, other = tables.get((3, 0), {}), tables.get((1, 0), {})
        found = [symbol.get(base + code) for base in (0xF000, 0, 0xF100, 0xF200)]
        found = [one for one in (*found, other.get(code)) if one not in (None, ".notdef")]
        return found[0] if found else None

    def unicode(self, glyph: str | None) -> str:
        if glyph is None or glyph == ".notdef":
            return ""
        if glyph in self.points:
            return chr(self.points[glyph])
        # The library adds a number to the second of two equal names.
        return "" if self.nameless else agl.toUnicode(glyph.partition("#")[0])


def encoding_at(data: bytes, place: int, fonts: CFFFontSet) -> dict[int, str]:
    """The names of an encoding of a CFF program; the library leaves out the code 0."""
    form, count = data[place], data[place + 1]
    step, glyph, names = (2 if form & 127 == 1 else 1), 1, {}
    end = place + 2 + step * count
    for at in range(place + 2, end, step):
        for code in range(data[at], data[at] + (data[at + 1] if step == 2 else 0) + 1):
            names[code & 255], glyph = fonts[0].charset[glyph], glyph + 1
    for at in range(end + 1, end + 1 + 3 * data[end] if form & 128 else 0, 3):
        names[data[at]] = fonts.strings[int.from_bytes(data[at + 1 : at + 3], "big")]
    return names


class Font:
    def __init__(self, file: File, value: Any) -> None:
        self.file, self.entries = file, file.entries(value)
        kind, entries = self.entries.get(b"Subtype"), self.entries
        self.composite, self.type3 = kind == b"Type0", kind == b"Type3"
        inner = (file.array(entries.get(b"DescendantFonts")) or [None])[0]
        self.owner = file.entries(inner) if self.composite else entries
        self.descriptor = file.entries(self.owner, b"FontDescriptor")
        program = program_of(file, self.descriptor)
        self.embedded = program is not None
        data = file.data_of(program) if self.embedded else b""
        self.sfnt, self.program = data[:4] in SFNT, Program(data)
        self.base = bytes(file.entry(value, b"BaseFont") or b"")
        self.dingbats = b"Dingbats" in self.base or b"D050000L" in self.base
        self.to_unicode = self.read_cmap(entries.get(b"ToUnicode"))
        self.cache, self.widths, self.em, self.scale = {}, {}, 1.0, 1.0
        self.has_widths = isinstance(file.get(entries.get(b"Widths")), list)
        self.vertical = False
        if self.composite:
            self.encoding = self.read_cmap(entries.get(b"Encoding")) or CMap()
            self.vertical = self.encoding.vertical
            key, step = (b"W2", 3) if self.vertical else (b"W", 1)
            self.read_widths([file.get(one) for one in file.array(self.owner.get(key))], step)
            return
        first = int(number(file.get(entries.get(b"FirstChar"))))
        found = enumerate(map(file.get, file.array(entries.get(b"Widths"))), first)
        self.widths.update((code, number(one)) for code, one in found if is_number(one))
        self.names = self.glyph_names()
        if self.type3:
            matrix = [file.get(one) for one in file.array(entries.get(b"FontMatrix"))]
            self.scale = 1000 * abs(number(matrix[0], 0.001) if matrix else 0.001)
            some = [abs(self.widths.get(code, 0.0)) for code in range(first, first + 256)]
            some = [width for width in some if width]
            self.em = 2 * sum(some) * self.scale / (1000 * len(some)) or 1.0 if some else 1.0

    def read_cmap(self, value: Any) -> CMap | None:
        found, cmap = self.file.get(value), CMap()
        if isinstance(found, Name):
            cmap.use(found)
        elif isinstance(found, Stream):
            base = self.read_cmap(found[b"UseCMap"]) if b"UseCMap" in found else None
            cmap = base or cmap
            cmap.vertical = found.get(b"WMode") == 1 or cmap.vertical
            cmap.read(self.file.data_of(value))
        return cmap if isinstance(found, (Name, Stream)) else None

    def glyph_names(self) -> dict[int, str]:
        """The names of the glyphs of a simple font (22.3)."""
        file, encoding = self.file, self.file.get(self.entries.get(b"Encoding"))
        base = encoding if isinstance(encoding, Name) else file.entry(encoding, b"BaseEncoding")
        symbolic = self.sfnt and encoding is None and int(number(self.descriptor.get(b"Flags"))) & 4
        names: dict[int, str] = {}
        if base in BASES:
            names = dict(BASES[base])
        elif self.program.names and not self.sfnt:
            names = dict(self.program.names)
        elif not self.type3 and not symbolic:
            names = dict(STANDARD)
        code = 0
        for one in map(file.get, file.array(file.entries(encoding).get(b"Differences"))):
            if isinstance(one, Name):
                names[code], code = one.decode("utf-8", "replace"), code + 1
            else:
                code = int(number(one))
        return names

    def read_widths(self, items: list[Any], step: int) -> None:
        """`W`, or the first of each three values of `W2` (23.3)."""
        while len(items) > 1:
            first, second = int(number(items[0])), items[1]
            if isinstance(second, list):
                found = [number(self.file.get(one)) for one in second[::step]]
                self.widths.update(enumerate(found, first))
                items = items[2:]
            else:
                cids = range(first, min(int(number(second)), MOST_CIDS) + 1)
                self.widths.update(dict.fromkeys(cids, number(items[2:3] and items[2])))
                items = items[2 + step :]

    def glyphs(self, data: bytes) -> Iterator[Glyph]:
        bytewise = (data[at : at + 1] for at in range(len(data)))
        glyph = self.composite_glyph if self.composite else self.simple_glyph
        for code in self.encoding.codes(data) if self.composite else bytewise:
            if code not in self.cache:
                self.cache[code] = glyph(code)
            yield self.cache[code]

    def mapped(self, code: int) -> str:
        """The text of a code by `ToUnicode` (22.2)."""
        text = self.to_unicode.text.get(code, "") if self.to_unicode else ""
        if not text and self.to_unicode and self.to_unicode.identity and code < 0xD800:
            text = chr(code)
        return "" if text in ("\0", "\ufffd") else text

    def simple_glyph(self, string: bytes) -> Glyph:
        code = string[0]
        name = self.names.get(code)
        text = self.mapped(code) or agl.toUnicode(name or "", self.dingbats)
        if not text and self.sfnt and self.entries.get(b"Subtype") == b"TrueType":
            text = self.program.unicode(self.program.select(code))
        _, metrics = FONT_METRICS.get(self.base.decode("latin-1"), (None, {}))
        missing = number(self.file.get(self.descriptor.get(b"MissingWidth")))
        if not self.has_widths:
            missing = metrics.get(agl.toUnicode(name or ""), missing)
        width = self.widths.get(code, missing)
        return Glyph(text or chr(code), width * self.scale, code == 32)

    def composite_glyph(self, code: bytes) -> Glyph:
        file, owner = self.file, self.owner
        value, cid = int.from_bytes(code, "big"), self.encoding.cid(code)
        name = file.get(self.entries.get(b"Encoding"))
        ordering = bytes(file.entries(owner, b"CIDSystemInfo").get(b"Ordering") or b"")
        text = self.mapped(value)
        if not text and isinstance(name, Name) and name.startswith(b"Uni"):
            size = next((one for one in (b"8", b"32") if b"UTF" + one in name), b"16").decode()
            text = code.decode("utf-8" if size == "8" else f"utf-{size}-be", "ignore")
        if not text and ordering in COLLECTIONS:
            texts = collections()[ordering.decode()]
            text = texts[cid] or "" if cid < len(texts) else ""
        if not text and not (self.to_unicode and self.to_unicode.text) and self.embedded:
            text = self.from_program(cid)
        if not text and (value < 0xD800 or 0xE000 <= value < 0x110000):
            text = chr(value)
        default = number(file.get(owner.get(b"DW")), 1000.0)
        if self.vertical:
            default = number(file.get((file.array(owner.get(b"DW2")) or [880, -1000])[-1]))
        return Glyph(text, self.widths.get(cid, default), code == b" ")

    def from_program(self, cid: int) -> str:
        """What the program says of a glyph, through `CIDToGIDMap` (22.6)."""
        mapping, glyph = self.owner.get(b"CIDToGIDMap"), cid
        if isinstance(self.file.get(mapping), Stream):
            glyph = int.from_bytes(self.file.data_of(mapping)[2 * cid : 2 * cid + 2], "big")
        if self.program.cid_keyed or glyph >= len(self.program.order):
            return ""
        return self.program.unicode(self.program.order[glyph])
