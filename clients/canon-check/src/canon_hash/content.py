"""The operations of content, however damaged it is (clause 21.8 of contentHash)."""

import math
import re
from collections.abc import Iterator
from typing import Any

from canon_check.syntax import WORDS, Name, Real, Text

PIECE = re.compile(
    rb"(?P<space>[\0\t\n\f\r ]+|%[^\r\n]*)|(?P<open><<|\[)|(?P<close>>>|\])"
    rb"|/(?P<name>[^\0\t\n\f\r ()<>\[\]{}/%]*)|<(?P<hex>[^>]*)>?|(?P<text>\()"
    rb"|(?P<word>[^\0\t\n\f\r ()<>\[\]{}/%]+|[)>{}])"
)
NUMBER = re.compile(rb"([+-]*)(\d*)\.?(\d*)")
NO_NUMBER = re.compile(rb"[^-+.\deE]")
INSIDE = re.compile(rb"\\.|[()]", re.S)
ESCAPED = re.compile(rb"\\([0-7]{1,3})|\\?(\r\n?)|\\(.?)", re.S)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b""}
HASH = re.compile(rb"#(?!00)([0-9A-Fa-f]{2})")
END = rb"EI(?=[\0\t\n\f\r ()<>\[\]{}/%]|$)"
IMAGE_END = re.compile(END)
HEXADECIMAL = re.compile(rb"[0-9A-Fa-f\0\t\n\f\r ]*>[\0\t\n\f\r ]*" + END)
BLANK = b"\0\t\n\f\r "
DEEPEST, MOST_OPERANDS, AHEAD, LARGEST = 64, 1024, 16, 3.4028234663852886e38


def is_number(value: Any) -> bool:
    return isinstance(value, Real) or type(value) is int


def number(value: Any, default: float = 0.0) -> float:
    if not is_number(value):
        return default
    exact = float(value if isinstance(value, Real) else b"%d" % value)
    return max(-LARGEST, min(LARGEST, exact))


class Operands:
    """The operands so far, with the arrays and dictionaries that are open."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.items: list[Any] = []
        self.outer: list[tuple[bytes, list[Any]]] = []

    def push(self, value: Any) -> None:
        if not self.outer and len(self.items) == self.most:
            self.items = []
        self.items.append(value)

    def open(self, bracket: bytes) -> None:
        if len(self.outer) < DEEPEST:
            self.outer.append((bracket, self.items))
            self.items = []

    def close(self) -> None:
        if self.outer:
            value: Any = self.items
            bracket, self.items = self.outer.pop()
            if bracket == b"<<":
                pairs = zip(value[::2], value[1::2])
                value = {key: one for key, one in pairs if isinstance(key, Name)}
            self.push(value)

    def all(self) -> list[Any]:
        while self.outer:
            self.close()
        return self.items


def number_of(token: bytes) -> Any:
    """The number that a token begins with; nothing where the token is a word."""
    signs, whole, fraction = (found := NUMBER.match(token)).groups()
    rest = token[found.end() :]
    if not (whole or fraction) and (rest or token.strip(b"+-") not in (b"", b".")):
        return None
    if NO_NUMBER.match(rest):
        return None
    sign = b"-" * (b"-" in signs)
    whole, fraction = whole.lstrip(b"0") or b"0", fraction.rstrip(b"0")
    if fraction or len(whole) > 15:
        return Real(b"%b%b.%b" % (sign, whole, fraction or b"0"))
    return int(sign + whole)


def literal(data: bytes, place: int) -> tuple[Text, int]:
    """The string behind a parenthesis, and the place behind it; one that does not end takes all."""
    depth, end = 1, len(data)
    for match in INSIDE.finditer(data, place):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if depth == 0:
            end = match.start()
            break
    return Text(ESCAPED.sub(unescape, data[place:end])), end + 1


def unescape(match: re.Match[bytes]) -> bytes:
    octal, line, other = match.groups()
    if octal:
        return bytes([int(octal, 8) & 255])
    if line:
        return b"" if match[0].startswith(b"\\") else b"\n"
    return ESCAPES.get(other, other)


def hexadecimal(digits: bytes) -> Text:
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", digits)
    return Text(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode()))


def operations(data: bytes, most: float = MOST_OPERANDS) -> Iterator[tuple[bytes, list[Any]]]:
    """Operators with their operands."""
    place, operands, in_image = 0, Operands(most), False
    while place < len(data) and (match := PIECE.match(data, place)):
        kind, token, place = match.lastgroup, match[match.lastgroup or 0], match.end()
        if kind == "open":
            operands.open(token)
        elif kind == "close":
            operands.close()
        elif kind == "text":
            value, place = literal(data, place)
            operands.push(value)
        elif kind == "hex":
            operands.push(hexadecimal(token))
        elif kind == "name":
            operands.push(Name(HASH.sub(lambda one: bytes([int(one[1], 16)]), token)))
        elif kind == "word":
            number = number_of(token) if token[:1] in b"+-.0123456789" else None
            if number is not None or token in WORDS:
                operands.push(WORDS[token] if number is None else number)
            elif in_image and token != b"ID":
                operands.push(False)
            elif in_image or token == b"BI":
                if in_image and (place := image_end(data, place, operands.all())) < 0:
                    return
                in_image, operands = not in_image, Operands(most)
            else:
                yield token, operands.all()
                operands = Operands(most)


def image_end(data: bytes, place: int, items: list[Any]) -> int:
    """The place behind an inline image whose data begin behind `ID`; -1 where none ends there."""
    entries = {key: one for key, one in zip(items[::2], items[1::2]) if isinstance(key, Name)}
    start = place + (data[place : place + 1] in (b"\0", b"\t", b"\n", b"\f", b"\r", b" "))
    filters = entries.get(b"F", entries.get(b"Filter"))
    first = filters[0] if isinstance(filters, list) and filters else filters
    if isinstance(first, Name) and first in (b"AHx", b"ASCIIHexDecode"):
        if found := HEXADECIMAL.match(data, start):
            return found.end()
    behind = start + known_length(entries)
    for begin in [behind, start] if start < behind < len(data) else [start]:
        for found in IMAGE_END.finditer(data, begin):
            apart = found.start() == begin or data[found.start() - 1] in BLANK
            if apart and is_readable(data[found.end() : found.end() + AHEAD]):
                return found.end()
    return -1


def known_length(entries: dict[bytes, Any]) -> int:
    """The least length of the data: the stated one, or that of samples without a filter."""

    def first(fits: Any, *keys: bytes) -> Any:
        return next((entries[key] for key in keys if fits(entries.get(key))), None)

    stated = first(is_integer, b"Length", b"L")
    if stated is not None or b"F" in entries or b"Filter" in entries:
        return max(0, stated or 0)
    width = number(first(is_number, b"W", b"Width"))
    height = number(first(is_number, b"H", b"Height"))
    mask = first(lambda one: isinstance(one, bool), b"IM", b"ImageMask")
    bits = 1 if mask else number(first(is_integer, b"BPC", b"BitsPerComponent"), 8.0)
    space = first(lambda one: isinstance(one, Name), b"CS", b"ColorSpace")
    counts = {b"RGB": 3, b"DeviceRGB": 3, b"CMYK": 4, b"DeviceCMYK": 4}
    count = 1 if mask else counts.get(space, 1)
    return max(0, int(math.ceil(width * bits * count / 8) * height))


def is_integer(value: Any) -> bool:
    return type(value) is int


def is_readable(data: bytes) -> bool:
    text = data.partition(b"(")[0]
    return all(one in BLANK or 0x20 <= one <= 0x7E for one in text)
