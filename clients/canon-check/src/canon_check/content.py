"""Clause 7: content is spelled in one way. The names that it uses serve clause 8."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Tuple

from .entries import CCITT, PROPERTIES, same
from .syntax import (
    CLOSE,
    WHITE,
    Broken,
    Name,
    read_token,
    read_value,
    write_name,
    write_real,
    write_text,
    write_value,
)

OPERATORS = frozenset(
    b"b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc "
    b"SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split()
)
CATEGORIES = {
    b"Tf": b"Font", b"Do": b"XObject", b"gs": b"ExtGState", b"cs": b"ColorSpace", b"CS": b"ColorSpace", b"sc": b"Pattern",
    b"scn": b"Pattern", b"SC": b"Pattern", b"SCN": b"Pattern", b"sh": b"Shading", b"BDC": b"Properties",
}  # fmt: skip
SPACES = WHITE
IMAGE_KEYS = [b"BPC", b"CS", b"D", b"DP", b"F", b"H", b"IM", b"Intent", b"I", b"L", b"W"]
IMAGE_DATA = re.compile(rb" ?ID ([0-9a-f]*)>\nEI(?![^\x00\t\n\f\r ()<>\[\]{}/%])")
NUMBERLIKE = re.compile(rb"[+\-.0-9]")


class Uncertain(Exception):
    """Readers may cut the content into other tokens, so that it keeps its bytes (7.8, 7.10)."""


@dataclass
class Operation:
    operator: bytes
    operands: List[Any]
    place: int


@dataclass
class Content:
    """What one stream of content does, and which rules it breaks."""

    operations: List[Operation] = field(default_factory=list)
    findings: List[Tuple[str, str, int]] = field(default_factory=list)
    certain: bool = True


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.content = Content()

    def read(self) -> Content:
        try:
            self.scan()
        except (Uncertain, Broken, RecursionError):
            self.content.certain = False
        return self.content

    def found(self, clause: str, message: str, place: int) -> None:
        self.content.findings.append((clause, message, place))

    def scan(self) -> None:
        data, place, start = self.data, 0, 0
        operands: List[Any] = []
        depth: List[bytes] = []
        after_operator, last = False, b"("
        while True:
            begin = place
            while place < len(data) and data[place] in SPACES:
                place += 1
            if place == len(data):
                break
            if data[place] == 0x25:
                self.found("7.2", "There is a comment.", place)
                end = re.compile(rb"[^\r\n]*").match(data, place).end()  # type: ignore[union-attr]
                place = end
                continue
            kind, value, end = read_token(data, place)
            if kind == "word" and value == b"BI" and not depth:
                self.space(begin, place, data[begin:place], after_operator, last, b"B")
                place = self.image(place, end)
                after_operator, last, operands = True, b"I", []
                continue
            token = data[place:end]
            self.space(begin, place, data[begin:place], after_operator, last, token[:1])
            after_operator, last = False, token[-1:] if kind != "name" else b"n"
            if not operands and not depth:
                start = place
            if kind == "open":
                depth.append(CLOSE[token])
                if len(depth) > 15:
                    raise Uncertain
                if len(depth) == 1:
                    operands.append(read_value(data, place, references=False)[0])
            elif kind == "close":
                if not depth or depth.pop() != token:
                    raise Uncertain
            elif kind == "word" and value not in (b"true", b"false", b"null"):
                if NUMBERLIKE.match(token) or max(token) > 0x7E or b">>" in depth:
                    raise Uncertain
                if depth:
                    self.found("7.4", "A word stands in an array.", place)
                else:
                    self.operation(value, operands, start)
                    after_operator, operands = True, []
            else:
                self.spelling(kind, value, token, place)
                if not depth:
                    operands.append(value if kind != "word" else {b"true": True, b"false": False, b"null": None}[value])
                    if len(operands) > 1024:
                        raise Uncertain
            place = end
        if depth:
            raise Uncertain
        if operands:
            self.found("7.4", "No operator follows the operands.", start)
        if begin != len(data):
            self.found("7.2", "White space stands at the end.", begin)

    def space(self, begin: int, place: int, found: bytes, after_operator: bool, last: bytes, first: bytes) -> None:
        needed = first not in b"()<>[]{}/%" and (last not in b"()<>[]{}/%")
        wanted = (b"\n" if after_operator else b" ") if needed and begin else b""
        if found != wanted:
            self.found("7.2", "Between two tokens stands other white space.", begin)

    def spelling(self, kind: str, value: Any, token: bytes, place: int) -> None:
        if kind == "number":
            whole, _, fraction = token.lstrip(b"+-").partition(b".")
            if len(whole.lstrip(b"0")) > 18 and not fraction:
                raise Uncertain
            if len(whole.lstrip(b"0")) > 9 or len(fraction.rstrip(b"0")) > 31:
                return
            wanted = write_real(token)
        elif kind == "name":
            wanted = write_name(value)
            if b"#00" in token or len(token) > 64:
                return
            if b"\x80" in token or b"\xff" in token:
                raise Uncertain
        elif kind in ("text", "hex"):
            if kind == "text" and re.search(rb"(?<!\\)\r", token):
                return
            wanted = write_text(value)
        else:
            return
        if token != wanted:
            self.found("7.3", f"An operand has another spelling: {token[:40].decode('latin-1')}", place)

    def operation(self, operator: bytes, operands: List[Any], start: int) -> None:
        content = self.content
        if operator not in OPERATORS or operator in (b"MP", b"DP"):
            self.found("7.4", f"{operator.decode('latin-1')} has no effect.", start)
        if operator in (b"J", b"j", b"Tr"):
            content.findings = [one for one in content.findings if not (one[0] == "7.3" and one[2] >= start)]
        if operator == b"BDC" and operands and isinstance(operands[-1], dict) and operands[0] != b"OC":
            entries = operands[-1]
            if list(entries) != sorted(entries) or set(entries) - PROPERTIES.known:
                self.found("7.5", "The property list is not sorted, or has entries that are not known.", start)
            elif not entries and len(operands) == 2:
                self.found("7.5", "The property list is empty.", start)
        before = content.operations[-1] if content.operations else None
        if operator == b"EMC" and before and before.operator == b"BMC" and len(before.operands) == 1:
            if isinstance(before.operands[0], Name) and before.operands[0] not in (b"OC", b"Tx"):
                self.found("7.6", "The marked content is empty.", start)
        content.operations.append(Operation(operator, operands, start))

    def image(self, start: int, place: int) -> int:
        """The place behind an inline image whose data are hexadecimal digits (7.7)."""
        data, entries = self.data, {}  # type: Tuple[bytes, Dict[bytes, Any]]
        begin = place
        while data.startswith(b"/", place):
            _, key, place = read_token(data, place)
            entries[key], place = read_value(data, place, references=False)
        match = IMAGE_DATA.match(data, place)
        filters = entries.get(b"F")
        first = filters[0] if isinstance(filters, list) and filters else filters
        if match is None or first not in (b"AHx", b"ASCIIHexDecode"):
            raise Uncertain
        wanted = [key for key in IMAGE_KEYS if key in entries]
        spelled = write_value({key: entries[key] for key in wanted}, sort=False)[2:-2] if wanted == list(entries) else b""
        if not spelled or data[begin:place] != spelled:
            self.found("7.7", "The entries of an inline image have another order or spelling.", start)
        elif entries.get(b"IM") is False or entries.get(b"I") is False or same(entries.get(b"BPC"), 1) and entries.get(b"IM") is True and b"CS" not in entries:
            self.found("7.7", "An entry of an inline image says the default.", start)
        elif entries.get(b"L") != len(match[1]) + 1:
            self.found("7.7", "L is not the length of the data.", start)
        elif b"D" in entries and self.says_default(entries):
            self.found("7.7", "D says the default.", start)
        else:
            parameters = entries.get(b"DP")
            for one in parameters if isinstance(parameters, list) else [parameters]:
                if isinstance(one, dict) and any(key in one and same(one[key], default) for key, default in CCITT.defaults.items()):
                    self.found("7.7", "A parameter of CCITT says the default.", start)
        self.content.operations.append(Operation(b"cs", [entries[b"CS"]], start) if isinstance(entries.get(b"CS"), Name) else Operation(b"", [], start))
        return match.end()

    def says_default(self, entries: Dict[bytes, Any]) -> bool:
        space = entries.get(b"CS")
        count = {b"G": 1, b"RGB": 3, b"CMYK": 4}.get(space, 0) if isinstance(space, Name) else 0
        return same(entries[b"D"], [0, 1] * (1 if entries.get(b"IM") is True else count)) and (count > 0 or entries.get(b"IM") is True)


def read_content(data: bytes) -> Content:
    return Reader(data).read()
