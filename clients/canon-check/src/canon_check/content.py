"""Clause 7: content is spelled in one way. The operations serve clause 8."""

import re
from typing import Any

from .rules import RULES, TABLES, words
from .syntax import (
    CLOSE,
    WORDS,
    Broken,
    Name,
    join,
    meets,
    read_token,
    read_value,
    skip,
    write_number,
    write_value,
)

OPERATORS = words(TABLES["operators"]) - {b"MP", b"DP"}
INLINE_KEYS = [Name(key.encode()) for key in TABLES["inline keys"].split()]
INLINE_DATA = re.compile(rb" ?ID ([0-9a-f]*)>\nEI(?![^\x00\t\n\f\r ()<>\[\]{}/%])")
INLINE_SPACES = {b"G": 1, b"RGB": 3, b"CMYK": 4}
CCITT_DEFAULTS = RULES["parameters/CCITTFaxDecode"].defaults
DEEPEST, MOST_OPERANDS = 15, 1024
UNCERTAIN = Broken("7.10", "Readers may cut the content into other tokens: it keeps its bytes.")


class Content:
    """What one stream of content does, and which rules it breaks."""

    def __init__(self, data: bytes) -> None:
        self.data, self.certain = data, True
        self.operations, self.findings = [], []
        try:
            self.scan()
        except (Broken, RecursionError):
            self.certain = False

    def report(self, clause: str, message: str, place: int) -> None:
        self.findings.append((clause, message, place))

    def scan(self) -> None:
        data, start, end, operands, depth = self.data, 0, 0, [], []
        before, between = b"(", b""
        while (place := skip(data, begin := end)) < len(data):
            kind, value, end = read_token(data, place)
            token = data[place:end]
            if data[begin:place] != (between if begin and meets(before, token) else b""):
                self.report("7.2", "Between two tokens stands other white space.", begin)
            before, between = token, b" "
            start = start if operands or depth else place
            if kind == "open":
                depth.append(CLOSE[token])
                if len(depth) > DEEPEST:
                    raise UNCERTAIN
                if len(depth) == 1:
                    operands.append(read_value(data, place)[0])
            elif kind == "close":
                if not depth or depth.pop() != token:
                    raise UNCERTAIN
            elif kind != "word" or value in WORDS:
                self.check_operand(kind, value, token, place)
                operands += [] if depth else [WORDS.get(value, value) if kind == "word" else value]
                if len(operands) > MOST_OPERANDS:
                    raise UNCERTAIN
            elif re.match(rb"[+\-.0-9]", token) or max(token) > 0x7E or b">>" in depth:
                raise UNCERTAIN
            elif depth:
                self.report("7.4", "A word stands in an array.", place)
            else:
                if value == b"BI":
                    end, before = self.image(end), b"EI"
                else:
                    self.operation(value, operands, start)
                between, operands = b"\n", []
        if depth:
            raise UNCERTAIN
        if operands:
            self.report("7.4", "No operator follows the operands.", start)
        if begin < len(data):
            self.report("7.2", "White space stands at the end.", begin)

    def check_operand(self, kind: str, value: Any, token: bytes, place: int) -> None:
        wanted = token
        if kind == "number":
            whole, _, fraction = token.lstrip(b"+-").partition(b".")
            digits, decimals = len(whole.lstrip(b"0")), len(fraction.rstrip(b"0"))
            if digits > 18 and not fraction:
                raise UNCERTAIN
            wanted = write_number(token) if digits <= 9 and decimals <= 31 else token
        elif kind == "name":
            if b"\x80" in token or b"\xff" in token:
                raise UNCERTAIN
            wanted = write_value(value) if b"#00" not in token and len(token) <= 64 else token
        elif kind == "hex" or kind == "text" and not re.search(rb"(?<!\\)\r", token):
            wanted = write_value(value)
        if token != wanted:
            self.report("7.3", "An operand has another spelling.", place)

    def operation(self, operator: bytes, operands: list[Any], start: int) -> None:
        if operator not in OPERATORS:
            self.report("7.4", f"{operator.decode('latin-1')} has no effect.", start)
        if operator in (b"J", b"j", b"Tr"):
            self.findings = [one for one in self.findings if one[0] != "7.3" or one[2] < start]
        last = operands[-1] if operands else None
        if operator == b"BDC" and isinstance(last, dict) and operands[0] != b"OC":
            if list(last) != sorted(last) or set(last) - RULES["properties"].known:
                self.report("7.5", "The properties are not sorted, or are not known.", start)
            elif not last and len(operands) == 2:
                self.report("7.5", "The property list is empty.", start)
        before, tags = self.operations[-1] if self.operations else (b"", [])
        if operator == b"EMC" and before == b"BMC" and list(map(type, tags)) == [Name]:
            if tags[0] not in (b"OC", b"Tx"):
                self.report("7.6", "The marked content is empty.", start)
        self.operations.append((operator, operands))

    def image(self, start: int) -> int:
        """The place behind an inline image whose data are hexadecimal digits (7.7)."""
        entries, place, data = {}, start, self.data
        while data.startswith(b"/", place):
            _, key, place = read_token(data, place)
            entries[key], place = read_value(data, place)
        match = INLINE_DATA.match(data, place)
        filters = entries.get(b"F")
        first = filters[0] if isinstance(filters, list) and filters else filters
        if match is None or first not in (b"AHx", b"ASCIIHexDecode"):
            raise UNCERTAIN
        pairs = ((key, entries[key]) for key in INLINE_KEYS if key in entries)
        wanted = join([write_value(one) for pair in pairs for one in pair])
        if data[start:place] != wanted:
            self.report("7.7", "The entries of an inline image have another spelling.", start)
        mask, space, parameters = (entries.get(key) for key in (b"IM", b"CS", b"DP"))
        count = 1 if mask else INLINE_SPACES.get(space, 0) if isinstance(space, Name) else 0
        said = [
            mask is False,
            entries.get(b"I") is False,
            entries.get(b"D") == [0, 1] * (count or 9),
        ]
        said += [mask is True and space is None and entries.get(b"BPC") == 1]
        for one in parameters if isinstance(parameters, list) else [parameters]:
            pairs = one.items() if isinstance(one, dict) else ()
            said += [CCITT_DEFAULTS.get(key) == write_value(value) for key, value in pairs]
        if any(said):
            self.report("7.7", "An entry of an inline image says the default.", start)
        if entries.get(b"L") != len(match[1]) + 1:
            self.report("7.7", "L is not the length of the data.", start)
        self.operations.append((b"cs", [space]))
        return match.end()
