"""From the codes of a font to text and widths (clauses 22 and 23.3 of contentHash)."""

from __future__ import annotations

import io
import logging
import re
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from fontTools import agl
from fontTools.cffLib import CFFFontSet
from fontTools.encodings.StandardEncoding import StandardEncoding
from fontTools.ttLib import TTFont
from pdfminer.cmapdb import CMapDB
from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.latin_enc import ENCODING

from .file import File
from .fonts import PROGRAMS
from .syntax import Broken, Name, Real, Ref, Stream, Text, read_token

logging.getLogger("fontTools").setLevel(logging.CRITICAL)
WIN = {code: name for name, _, _, code, _ in ENCODING if code is not None}
WIN.update({code: "bullet" for code in range(127, 256) if code not in WIN})
WIN.update({32: "space", 160: "space", 45: "hyphen", 173: "hyphen"})
MAC = {code: name for name, _, code, _, _ in ENCODING if code is not None}
MAC.update({32: "space", 202: "space"})
STANDARD = {code: name for code, name in enumerate(StandardEncoding) if name != ".notdef"}
BASES = {b"WinAnsiEncoding": WIN, b"MacRomanEncoding": MAC, b"StandardEncoding": STANDARD}
COLLECTIONS = (b"CNS1", b"GB1", b"Japan1", b"Korea1")
TYPE1_ENTRY = re.compile(rb"dup\s+(?:8#([0-7]+)|(\d+))\s*/([^\s/]+)\s+put")


class Glyph(NamedTuple):
    text: str
    width: float
    space: bool


def number(value: Any, default: float = 0.0) -> float:
    if isinstance(value, (Real, int)) and not isinstance(value, (bool, Ref)):
        return float(value)
    return default


def numbers(values: List[Any]) -> List[float]:
    return [number(value) for value in values]


def utf16(data: bytes) -> str:
    return data.decode("utf-16-be", "surrogatepass") if len(data) % 2 == 0 else data[:-1].decode("utf-16-be", "surrogatepass")


class CMap:
    """The operators of a CMap: codespaces, text by code, and CIDs by code."""

    def __init__(self) -> None:
        self.spaces: List[Tuple[int, bytes, bytes]] = []
        self.text: Dict[int, str] = {}
        self.cids: Dict[Tuple[int, int], int] = {}
        self.ranges: List[Tuple[int, int, int, int]] = []
        self.identity = False
        self.vertical = False

    def read(self, data: bytes) -> "CMap":
        place, operands = 0, []  # type: Tuple[int, List[Any]]
        gap = re.compile(rb"(?:[\x00\t\n\f\r ]+|%[^\r\n]*)*")
        while True:
            place = gap.match(data, place).end()  # type: ignore[union-attr]
            if place >= len(data):
                return self
            try:
                kind, value, end = read_token(data, place)
            except Broken:
                place += 1
                continue
            place = end
            if kind != "word":
                operands.append(value if kind not in ("open", "close") else kind + value.decode())
                continue
            self.operator(value, operands)
            operands = []

    def operator(self, word: bytes, operands: List[Any]) -> None:
        if word == b"usecmap" and operands:
            self.use(bytes(operands[-1]))
        elif word == b"def" and len(operands) >= 2 and operands[-2] == b"WMode":
            self.vertical = operands[-1] == 1
        elif word == b"endcodespacerange":
            self.spaces += [(len(low), low, high) for low, high in zip(operands[::2], operands[1::2]) if isinstance(low, Text)]
        elif word == b"endbfchar":
            for code, text in zip(operands[::2], operands[1::2]):
                if isinstance(code, Text):
                    self.text[int.from_bytes(code, "big")] = self.target(text)
        elif word == b"endcidchar":
            for code, cid in zip(operands[::2], operands[1::2]):
                self.cids[len(code), int.from_bytes(code, "big")] = cid
        elif word == b"endcidrange":
            for low, high, cid in zip(operands[::3], operands[1::3], operands[2::3]):
                self.ranges.append((len(low), int.from_bytes(low, "big"), int.from_bytes(high, "big"), cid))
        elif word == b"endbfrange":
            self.bfrange(operands)

    def target(self, text: Any) -> str:
        return agl.toUnicode(text.decode("latin-1")) if isinstance(text, Name) else utf16(text) if isinstance(text, Text) else ""

    def bfrange(self, operands: List[Any]) -> None:
        at = 0
        while at + 2 < len(operands):
            low, high, target = operands[at : at + 3]
            at += 3
            if not isinstance(low, Text) or not isinstance(high, Text):
                continue
            first, last = int.from_bytes(low, "big"), int.from_bytes(high, "big")
            if target == "open[":
                items = []
                while at < len(operands) and operands[at] != "close]":
                    items.append(operands[at])
                    at += 1
                at += 1
                for code, item in zip(range(first, last + 1), items):
                    self.text[code] = self.target(item)
            elif isinstance(target, Text):
                for code in range(first, min(last, first + 0xFFFF) + 1):
                    tail = (int.from_bytes(target[-2:], "big") + code - first) & 0xFFFF
                    self.text[code] = utf16(target[:-2] + tail.to_bytes(min(2, max(1, len(target))), "big")) if target else ""

    def use(self, name: bytes) -> None:
        if name in (b"Identity-H", b"Identity-V"):
            self.identity, self.spaces = True, self.spaces + [(2, b"\0\0", b"\xff\xff")]
            return
        try:
            tree = CMapDB.get_cmap(name.decode("latin-1"))
        except Exception:  # The package knows no CMap of this name.
            return
        self.vertical = self.vertical or tree.is_vertical()
        stack: List[Tuple[bytes, Any]] = [(b"", getattr(tree, "code2cid", {}))]
        while stack:
            prefix, node = stack.pop()
            for byte, below in node.items():
                code = prefix + bytes([byte])
                if isinstance(below, dict):
                    stack.append((code, below))
                else:
                    self.cids[len(code), int.from_bytes(code, "big")] = below
        for length in {length for length, _ in self.cids}:
            for lead in {code >> 8 * (length - 1) for size, code in self.cids if size == length}:
                self.spaces.append((length, bytes([lead]) + b"\0" * (length - 1), bytes([lead]) + b"\xff" * (length - 1)))

    def codes(self, data: bytes) -> Iterator[bytes]:
        place = 0
        while place < len(data):
            fits = [size for size, low, high in self.spaces
                    if len(data) - place >= size and all(l <= b <= h for l, b, h in zip(low, data[place : place + size], high))]  # fmt: skip
            first = [size for size, low, high in self.spaces if low[:1] <= data[place : place + 1] <= high[:1]]
            size = min(fits or first or [space[0] for space in self.spaces] or [2])
            yield data[place : place + size]
            place += size

    def cid(self, code: bytes) -> int:
        value = int.from_bytes(code, "big")
        if (len(code), value) in self.cids:
            return self.cids[len(code), value]
        for size, low, high, cid in reversed(self.ranges):
            if size == len(code) and low <= value <= high:
                return cid + value - low
        return value if self.identity else 0


class Program:
    """What an embedded TrueType or CFF program says of its glyphs."""

    def __init__(self, data: bytes) -> None:
        self.tables: List[Any] = []
        self.names: Dict[int, str] = {}
        self.order: List[str] = []
        self.cid_keyed = self.nameless = False
        self.by_glyph: Optional[Dict[str, int]] = None
        try:
            if data[:4] in (b"\0\1\0\0", b"true", b"OTTO"):
                font = TTFont(io.BytesIO(data), lazy=True)
                self.order = font.getGlyphOrder()
                self.tables = font["cmap"].tables if "cmap" in font else []
                if "CFF " in font:
                    self.read_cff(font["CFF "].cff)
                self.nameless = "CFF " not in font and ("post" not in font or font["post"].formatType == 3)
            elif data[:1] == b"\1":
                fonts = CFFFontSet()
                fonts.decompile(io.BytesIO(data), None)
                self.read_cff(fonts)
            else:
                head = data[: data.find(b"eexec")]
                self.names = {int(octal, 8) if octal else int(code): name.decode("latin-1") for octal, code, name in TYPE1_ENTRY.findall(head)}
                if re.search(rb"/Encoding\s+StandardEncoding", head):
                    self.names = dict(STANDARD)
        except Exception:  # A program that cannot be read says nothing.
            pass

    def read_cff(self, fonts: Any) -> None:
        top = fonts[0]
        self.cid_keyed = hasattr(top, "ROS")
        self.order = list(top.charset)
        encoding = None if self.cid_keyed else getattr(top, "Encoding", None)
        if encoding == "StandardEncoding":
            self.names = dict(STANDARD)
        elif isinstance(encoding, list):
            self.names = {code: name for code, name in enumerate(encoding) if name != ".notdef"}

    def table(self, platform: int, encoding: int) -> Dict[int, str]:
        return next((table.cmap for table in self.tables if (table.platformID, table.platEncID) == (platform, encoding)), {})

    def select(self, code: int) -> Optional[str]:
        symbol = self.table(3, 0)
        for base in (0xF000, 0, 0xF100, 0xF200):
            if base + code in symbol:
                return symbol[base + code]
        return self.table(1, 0).get(code)

    def unicode(self, glyph: Optional[str]) -> str:
        """The lowest code point of a glyph, or what its name says."""
        if glyph is None or glyph == ".notdef":
            return ""
        if self.by_glyph is None:
            self.by_glyph = {}
            for table in self.tables:
                if not table.isUnicode() or (table.platformID, table.platEncID) == (3, 0):
                    continue
                for code, name in table.cmap.items():
                    if not (0xD800 <= code < 0xE000 or 0xF000 <= code < 0xF100) and code < self.by_glyph.get(name, 0x110000):
                        self.by_glyph[name] = code
        return chr(self.by_glyph[glyph]) if glyph in self.by_glyph else "" if self.nameless else agl.toUnicode(glyph)


class Font:
    def __init__(self, file: File, value: Any, programs: Dict[int, Program]) -> None:
        self.file, self.entries = file, file.entries(value)
        self.kind = file.entry(value, b"Subtype")
        self.composite = self.kind == b"Type0"
        self.owner = (file.array(self.entries.get(b"DescendantFonts")) or [None])[0] if self.composite else self.entries
        descriptor = file.entries(file.entries(self.owner).get(b"FontDescriptor"))
        program = next((descriptor[key] for key in PROGRAMS if isinstance(file.get(descriptor.get(key)), Stream)), None)
        self.embedded = program is not None
        self.sfnt = isinstance(file.get(descriptor.get(b"FontFile2")), Stream)
        if isinstance(program, Ref) and int(program) not in programs:
            programs[int(program)] = Program(file.data_of(int(program)))
        self.program = programs[int(program)] if isinstance(program, Ref) else Program(b"")
        self.flags = file.get(descriptor.get(b"Flags")) or 0
        self.missing = number(file.get(descriptor.get(b"MissingWidth")))
        self.base = bytes(file.entry(value, b"BaseFont") or b"")
        self.to_unicode = self.read_cmap(self.entries.get(b"ToUnicode"))
        matrix = numbers([file.get(one) for one in file.array(self.entries.get(b"FontMatrix"))])
        self.scale = matrix[0] if self.kind == b"Type3" and matrix else 0.001
        self.cache: Dict[bytes, Glyph] = {}
        self.vertical = False
        self.em = 1.0
        if self.composite:
            self.encoding = self.read_cmap(self.entries.get(b"Encoding")) or CMap()
            self.vertical = self.encoding.vertical or file.get(self.entries.get(b"Encoding")) == b"Identity-V"
            self.widths, self.verticals = self.cid_widths()
        else:
            first = int(number(file.get(self.entries.get(b"FirstChar"))))
            widths = [file.get(one) for one in file.array(self.entries.get(b"Widths"))]
            self.simple = {first + at: number(one) for at, one in enumerate(widths)}
            self.names = self.glyph_names()
            if self.kind == b"Type3":
                some = [width for width in self.simple.values() if width]
                self.em = 2 * sum(some) / len(some) * self.scale if some else 0.0

    def read_cmap(self, value: Any) -> Optional[CMap]:
        file, found = self.file, self.file.get(value)
        if isinstance(found, Name):
            cmap = CMap()
            cmap.use(found)
            return cmap
        if not isinstance(found, Stream) or not isinstance(value, Ref):
            return None
        base = self.read_cmap(found.entries[b"UseCMap"]) if b"UseCMap" in found.entries else None
        cmap = base or CMap()
        cmap.vertical = found.entries.get(b"WMode", 0) == 1 or cmap.vertical
        return cmap.read(file.data_of(int(value)))

    def glyph_names(self) -> Dict[int, str]:
        file, encoding = self.file, self.file.get(self.entries.get(b"Encoding"))
        base = encoding if isinstance(encoding, Name) else file.entry(encoding, b"BaseEncoding") if isinstance(encoding, dict) else None
        names: Dict[int, str] = {}
        if isinstance(base, Name) and base in BASES:
            names = dict(BASES[base])
        elif self.program.names and not self.sfnt:
            names = dict(self.program.names)
        elif self.kind != b"Type3" and not (self.sfnt and encoding is None and isinstance(self.flags, int) and self.flags & 4):
            names = dict(STANDARD)
        code = 0
        for one in file.array(file.entries(encoding).get(b"Differences")):
            one = file.get(one)
            if isinstance(one, Name):
                names[code] = one.decode("utf-8", "replace")
                code += 1
            else:
                code = int(number(one))
        return names

    def cid_widths(self) -> Tuple[Dict[int, float], Dict[int, float]]:
        file, owner = self.file, self.file.entries(self.owner)
        widths: Dict[int, float] = {}
        downs: Dict[int, float] = {}
        for key, found, step in ((b"W", widths, 1), (b"W2", downs, 3)):
            items = [file.get(one) for one in file.array(owner.get(key))]
            at = 0
            while at + 1 < len(items):
                first = int(number(items[at]))
                if isinstance(items[at + 1], list):
                    for place, one in enumerate(items[at + 1][::step]):
                        found[first + place] = number(file.get(one))
                    at += 2
                else:
                    for cid in range(first, min(int(number(items[at + 1])), 70000) + 1):
                        found[cid] = number(items[at + 2]) if at + 2 < len(items) else 0
                    at += 2 + step
        return widths, downs

    def glyphs(self, data: bytes) -> Iterator[Glyph]:
        codes = self.encoding.codes(data) if self.composite else (data[at : at + 1] for at in range(len(data)))
        for code in codes:
            if code not in self.cache:
                self.cache[code] = self.composite_glyph(code) if self.composite else self.simple_glyph(code[0])
            yield self.cache[code]

    def mapped(self, code: int, size: int) -> str:
        if self.to_unicode is None:
            return ""
        text = self.to_unicode.text.get(code, "")
        if not text and self.to_unicode.identity and code < 0x110000:
            text = chr(code)
        return "" if text in ("\0", "\ufffd") else text

    def simple_glyph(self, code: int) -> Glyph:
        name = self.names.get(code)
        text = self.mapped(code, 1)
        if not text and name:
            text = agl.toUnicode(name, b"Dingbats" in self.base or b"D050000L" in self.base)
        if not text and self.sfnt:
            text = self.program.unicode(self.program.select(code))
        width = self.simple.get(code)
        if width is None:
            metrics = FONT_METRICS.get(self.base.decode("latin-1"), (None, {}))[1] if not self.simple else {}
            width = metrics.get(agl.toUnicode(name or ""), self.missing)
        return Glyph(text or chr(code), width * self.scale, code == 32)

    def composite_glyph(self, code: bytes) -> Glyph:
        file, owner = self.file, self.file.entries(self.owner)
        value, cid = int.from_bytes(code, "big"), self.encoding.cid(code)
        text = self.mapped(value, len(code))
        name = file.get(self.entries.get(b"Encoding"))
        if not text and isinstance(name, Name) and name.startswith(b"Uni"):
            coding = "utf-8" if name.count(b"UTF8") else "utf-32-be" if name.count(b"UTF32") else "utf-16-be"
            text = code.decode(coding, "replace").replace("\ufffd", "")
        ordering = bytes(file.entry(owner.get(b"CIDSystemInfo"), b"Ordering") or b"")
        if not text and ordering in COLLECTIONS:
            try:
                text = CMapDB.get_unicode_map("Adobe-" + ordering.decode()).get_unichr(cid)
            except KeyError:
                text = ""
        if not text and not (self.to_unicode and self.to_unicode.text) and self.embedded:
            text = self.from_program(cid)
        width = self.widths.get(cid, number(file.get(owner.get(b"DW")), 1000.0))
        if self.vertical:
            default = numbers([file.get(one) for one in file.array(owner.get(b"DW2"))]) or [880.0, -1000.0]
            width = self.verticals.get(cid, default[-1])
        number_says = value < 0xD800 or 0xE000 <= value < 0x110000
        return Glyph(text or (chr(value) if number_says else ""), width * 0.001, code == b" ")

    def from_program(self, cid: int) -> str:
        file, program, glyph = self.file, self.program, cid
        mapping = file.entries(self.owner).get(b"CIDToGIDMap")
        if isinstance(file.get(mapping), Stream) and isinstance(mapping, Ref):
            glyph = int.from_bytes(file.data_of(int(mapping))[2 * cid : 2 * cid + 2], "big")
        if program.cid_keyed or glyph >= len(program.order):
            return ""
        return program.unicode(program.order[glyph])
