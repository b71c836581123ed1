"""Values of PDF, a reader for them, and the one spelling that clauses 3.8 and 4 give to each."""

import re
from dataclasses import dataclass
from typing import Any


class Name(bytes):
    """A name without its slash and its escapes."""


class Text(bytes):
    """The bytes of a string."""


class Real(bytes):
    """A number with a point, as the file spells it."""


class Word(bytes):
    """An operator of content, or a word that no rule knows."""


class Ref(int):
    """A reference to the object of this number."""


class Stream(dict):
    """The dictionary of a stream without `Length`, and its data as the file has them."""

    data = b""


@dataclass
class Broken(Exception):
    """The file breaks a clause, in an object or at a byte of the file."""

    clause: str
    message: str
    number: int = 0
    offset: int = -1

    def __str__(self) -> str:
        place = f" object {self.number}" if self.number else ""
        place += f" byte {self.offset}" if self.offset >= 0 else ""
        return f"clause {self.clause}:{place}: {self.message}"


DELIMITERS = b"()<>[]{}/%"
TOKEN = re.compile(
    rb"(?P<name>/[^\0\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?=[\0\t\n\f\r ()<>\[\]{}/%]|$))"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])|(?P<hex><[0-9A-Fa-f\s\0]*>)|(?P<text>\()"
    rb"|(?P<word>[^\0\t\n\f\r ()<>\[\]{}/%]+)"
)
GAP = re.compile(rb"(?:[\0\t\n\f\r ]+|%[^\r\n]*)*")
REFERENCE = re.compile(rb"(\d+) 0 R(?=[\0\t\n\f\r ()<>\[\]{}/%]|$)")
INSIDE = re.compile(rb"[()]|\\(?:([0-7]{1,3})|\r\n|.|$)", re.S)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
ESCAPES |= {b"\n": b"", b"\r": b"", b"\r\n": b""}
WORDS = {b"true": True, b"false": False, b"null": None}
CLOSE = {b"<<": b">>", b"[": b"]"}
REGULAR = frozenset(range(0x21, 0x7F)) - frozenset(DELIMITERS + b"#")
DEEPEST = 400
SAME: dict[int, int] = {}  # Objects that have no new numbers.


def skip(data: bytes, place: int) -> int:
    """The place behind white space and comments."""
    return GAP.match(data, place).end()


def read_text(data: bytes, place: int) -> tuple[Text, int]:
    """The literal string behind a parenthesis, and the place behind it."""
    depth, start, out = 1, place, bytearray()
    for match in INSIDE.finditer(data, place):
        out += data[place : match.start()]
        place, found = match.end(), match[0]
        if match[1]:
            out += bytes([int(match[1], 8) & 255])
        elif found[:1] == b"\\":
            out += ESCAPES.get(found[1:], found[1:])
        else:
            depth += 1 if found == b"(" else -1
            if depth == 0:
                return Text(out), place
            out += found
    raise Broken("4.6", "A string does not end.", 0, start)


def read_token(data: bytes, place: int) -> tuple[str, Any, int]:
    """The kind and value of the token at `place`, and the place behind it."""
    match = TOKEN.match(data, place)
    if match is None:
        raise Broken("4.1", "No token begins here.", 0, place)
    kind, value, end = match.lastgroup, match[0], match.end()
    if kind == "name":
        unescaped = re.sub(rb"#([0-9A-Fa-f]{2})", lambda one: bytes([int(one[1], 16)]), value)
        value = Name(unescaped[1:])
    elif kind == "number":
        value = Real(value) if b"." in value else int(value)
    elif kind == "hex":
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", value).decode()
        value = Text(bytes.fromhex(digits + "0" * (len(digits) % 2)))
    elif kind == "text":
        value, end = read_text(data, end)
    return kind, Word(value) if kind == "word" else value, end


def read_value(data: bytes, place: int, depth: int = 0) -> tuple[Any, int]:
    """The value at `place`, behind white space and comments, and the place behind it."""
    place = skip(data, place)
    if match := REFERENCE.match(data, place):
        return Ref(match[1]), match.end()
    kind, value, end = read_token(data, place)
    if kind == "close" or depth > DEEPEST:
        raise Broken("4.1", "A bracket closes nothing, or values are too deep.", 0, place)
    if kind != "open":
        return WORDS.get(value, value) if kind == "word" else value, end
    items = []
    while not data.startswith(CLOSE[value], end := skip(data, end)):
        item, end = read_value(data, end, depth + 1)
        items.append(item)
    end += len(CLOSE[value])
    if value == b"[":
        return items, end
    keys = {key for key in items[::2] if isinstance(key, Name)}
    if len(keys) * 2 != len(items):
        raise Broken("3.8", "Entries are no pairs of name and value, or a key repeats.", 0, place)
    return dict(zip(items[::2], items[1::2])), end


def write_number(number: bytes) -> bytes:
    """The exact value of a number (4.2, 4.3)."""
    whole, _, fraction = number.lstrip(b"+-").partition(b".")
    whole, fraction = whole.lstrip(b"0") or b"0", fraction.rstrip(b"0")
    if not fraction and int(whole) > 9007199254740991:
        fraction = b"0"
    spelled = whole + b"." * bool(fraction) + fraction
    return b"-" + spelled if number.startswith(b"-") and spelled != b"0" else spelled


def write_value(value: Any, numbers: dict[int, int] = SAME) -> bytes:
    """The value with sorted entries, and references to the objects' new numbers."""
    match value:
        case Name():
            escaped = (b"%c" % one if one in REGULAR else b"#%02x" % one for one in value)
            return b"/" + b"".join(escaped)
        case Text():
            plain = re.fullmatch(rb"[ -~]*", value)
            hexadecimal = b"<%b>" % value.hex().encode()
            return b"(%b)" % re.sub(rb"[()\\]", rb"\\\g<0>", value) if plain else hexadecimal
        case Real():
            return write_number(value)
        case Ref():
            return b"%d 0 R" % numbers.get(value, value)
        case None | bool():
            return {None: b"null", True: b"true", False: b"false"}[value]
        case int():
            return write_number(b"%d" % value)
        case list():
            return b"[" + join([write_value(one, numbers) for one in value]) + b"]"
        case dict():
            pairs = [(Name(key), value[key]) for key in sorted(value)]
            pairs += [(Name(b"Length"), len(value.data))] if isinstance(value, Stream) else []
            parts = [write_value(one, numbers) for pair in pairs for one in pair]
            return b"<<" + join(parts) + b">>"
    return bytes(value)


def join(parts: list[bytes]) -> bytes:
    """Tokens with one space where two regular characters would meet (4.1)."""
    pairs = zip([b"(", *parts], parts)
    return b"".join(b" " + part if meets(before, part) else part for before, part in pairs)


def meets(left: bytes, right: bytes) -> bool:
    return (left[-1] not in DELIMITERS or left == b"/") and right[0] not in DELIMITERS


def children(value: Any) -> list[Any]:
    """What a container holds, in the order in which the canonical file spells it."""
    if isinstance(value, dict):
        return [value[key] for key in sorted(value)]
    return value if isinstance(value, list) else []


def references(value: Any) -> list[int]:
    if isinstance(value, Ref):
        return [value]
    return [number for one in children(value) for number in references(one)]
