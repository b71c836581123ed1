"""Values of PDF, a reader for them, and the one spelling that clauses 3 and 4 give to each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Iterator, Tuple


class Name(bytes):
    """A name without its slash and its escapes."""


class Text(bytes):
    """The bytes of a string."""


class Real(bytes):
    """A number with a point, as the file spells it."""


class Keyword(bytes):
    """An operator of content, or a word that no rule knows."""


class Ref(int):
    """A reference to the object of this number."""


@dataclass
class Stream:
    """A stream: its dictionary with `Length`, and its data as the file has them."""

    entries: Dict[bytes, Any]
    data: bytes


@dataclass
class Broken(Exception):
    """The file breaks a clause at a place."""

    clause: str
    message: str
    offset: int = -1
    number: int = 0


WHITE = b" \t\r\n\f\0"
TOKEN = re.compile(
    rb"(?P<name>/[^\x00\t\n\f\r ()<>\[\]{}/%]*)|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?=[\x00\t\n\f\r ()<>\[\]{}/%]|$))"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])|(?P<hex><[0-9A-Fa-f\s\0]*>)|(?P<text>\()|(?P<word>[^\x00\t\n\f\r ()<>\[\]{}/%]+)"
)
GAP = re.compile(rb"(?:[\x00\t\n\f\r ]+|%[^\r\n]*)*")
REFERENCE = re.compile(rb"(\d+) (\d+) R(?=[\x00\t\n\f\r ()<>\[\]{}/%]|$)")
INSIDE = re.compile(rb"[()]|\\(?:[0-7]{1,3}|\r\n|.|$)", re.S)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
WORDS = {b"true": True, b"false": False, b"null": None}
CLOSE = {b"<<": b">>", b"[": b"]"}


def read_text(data: bytes, start: int) -> Tuple[Text, int]:
    """The literal string whose parenthesis stands at `start`, and the place behind it."""
    depth, place, parts = 1, start + 1, []
    for match in INSIDE.finditer(data, place):
        found = match[0]
        parts.append(data[place : match.start()])
        place = match.end()
        if found[:1] == b"\\":
            rest = found[1:]
            parts.append(bytes([int(rest, 8) & 255]) if rest[:1].isdigit() and rest[:1] < b"8" else ESCAPES.get(rest, rest))
            continue
        depth += 1 if found == b"(" else -1
        if depth == 0:
            return Text(b"".join(parts)), place
        parts.append(found)
    raise Broken("4.6", "A string does not end.", start)


def unescape(name: bytes) -> Name:
    if b"#" not in name:
        return Name(name)
    return Name(re.sub(rb"#([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), name))


def read_token(data: bytes, place: int) -> Tuple[str, Any, int]:
    """The kind and value of the token at `place`, which is behind white space, and the place behind it."""
    match = TOKEN.match(data, place)
    if match is None:
        raise Broken("4", "No token begins here.", place)
    kind, found, end = str(match.lastgroup), match[0], match.end()
    if kind == "name":
        return kind, unescape(found[1:]), end
    if kind == "number":
        return kind, Real(found) if b"." in found else int(found), end
    if kind == "hex":
        digits = found[1:-1].translate(None, WHITE)
        return kind, Text(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())), end
    if kind == "text":
        text, end = read_text(data, place)
        return kind, text, end
    return kind, found, end


def read_value(data: bytes, place: int, references: bool = True, depth: int = 0) -> Tuple[Any, int]:
    """The value at `place`, with white space or comments in front of it or not, and the place behind it."""
    place = GAP.match(data, place).end()  # type: ignore[union-attr]
    if references:
        match = REFERENCE.match(data, place)
        if match:
            if match[2] != b"0":
                raise Broken("2.2", "A reference has a generation.", place)
            return Ref(match[1]), match.end()
    kind, value, end = read_token(data, place)
    if kind == "close" or depth > 400:
        raise Broken("4", "A bracket closes nothing, or values are too deep.", place)
    if kind == "word":
        return (WORDS[value] if value in WORDS else Keyword(value)), end
    if kind != "open":
        return value, end
    items = []
    while True:
        end = GAP.match(data, end).end()  # type: ignore[union-attr]
        if data.startswith(CLOSE[value], end):
            end += len(CLOSE[value])
            break
        item, end = read_value(data, end, references, depth + 1)
        items.append(item)
    if value == b"[":
        return items, end
    if len(items) % 2 or not all(isinstance(key, Name) for key in items[::2]):
        raise Broken("3.8", "The entries of a dictionary are not pairs of a name and a value.", place)
    entries = dict(zip(items[::2], items[1::2]))
    if len(entries) * 2 != len(items):
        raise Broken("3.8", "A key stands twice.", place)
    return entries, end


REGULAR = frozenset(byte for byte in range(0x21, 0x7F) if byte not in b"()<>[]{}/%#")
PLAIN = re.compile(rb"[ -~]*")
DELIMITERS = b"()<>[]{}/%"


def write_real(number: bytes) -> bytes:
    """The exact value of a number, without what says nothing."""
    sign = b"-" if number.startswith(b"-") else b""
    whole, _, fraction = number.lstrip(b"+-").partition(b".")
    whole, fraction = whole.lstrip(b"0") or b"0", fraction.rstrip(b"0")
    spelled = whole + (b"." + fraction if fraction else b"")
    return spelled if spelled == b"0" else sign + spelled


def write_integer(number: bytes) -> bytes:
    """A whole number beyond those of binary64 has a fraction (4.2)."""
    return number + b".0" if b"." not in number and abs(int(number)) > 9007199254740991 else number


def write_name(name: bytes) -> bytes:
    return b"/" + b"".join(bytes([byte]) if byte in REGULAR else b"#%02x" % byte for byte in name)


def write_text(text: bytes) -> bytes:
    if PLAIN.fullmatch(text):
        return b"(" + text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") + b")"
    return b"<" + text.hex().encode() + b">"


def tokens(value: Any, sort: bool = True) -> Iterator[bytes]:
    if isinstance(value, Name):
        yield write_name(value)
    elif isinstance(value, Text):
        yield write_text(value)
    elif isinstance(value, Real):
        yield write_integer(write_real(value))
    elif isinstance(value, Keyword):
        yield bytes(value)
    elif value is None or isinstance(value, bool):
        yield {None: b"null", True: b"true", False: b"false"}[value]
    elif isinstance(value, Ref):
        yield b"%d 0 R" % value
    elif isinstance(value, int):
        yield write_integer(b"%d" % value)
    elif isinstance(value, list):
        yield b"["
        for item in value:
            yield from tokens(item, sort)
        yield b"]"
    else:
        yield b"<<"
        for key in sorted(value) if sort else value:
            yield write_name(key)
            yield from tokens(value[key], sort)
        yield b">>"


def join(parts: Iterator[bytes]) -> bytes:
    """Tokens with one space where two regular characters would meet."""
    out, last = [], b"("
    for part in parts:
        if (last not in DELIMITERS or last == b"/") and part[:1] not in DELIMITERS:
            out.append(b" ")
        out.append(part)
        last = part[-1:]
    return b"".join(out)


def write_value(value: Any, sort: bool = True) -> bytes:
    return join(tokens(value, sort))


def write_entries(stream: Stream) -> bytes:
    """The dictionary of a stream, in which `Length` is last (2.3)."""
    rest = {key: value for key, value in stream.entries.items() if key != b"Length"}
    body = write_value(rest)[:-2]
    return body + b"/Length %d>>" % len(stream.data)
