"""The file as clause 2 describes it: its objects, without what holds them together."""

import re
import zlib
from collections.abc import Iterator
from typing import Any

import deflate

from .syntax import TOKEN, Broken, Ref, Stream, children, read_value, write_value

HEADER = re.compile(rb"%PDF-(1\.7|1\.4|2\.0)\n%\xe2\xe3\xcf\xd3\n")
OBJECT = re.compile(rb"([1-9]\d*) 0 obj\n")
OBJECT_END = re.compile(rb" *\nendobj\n")
STREAM_END = re.compile(rb"\nendstream *\nendobj\n")
TABLE = re.compile(rb"xref\n\d+ \d+\n(?:\d{10} \d{5} [nf] \n)*trailer\n")
SECTION_END = re.compile(rb" *\n?startxref\n\d+\n%%EOF\n")
FLATE_LEVEL = 6
SPELLING = {"name": "4.5", "text": "4.6", "hex": "4.6", "number": "4.2"}


def compress(data: bytes) -> bytes:
    return bytes(deflate.zlib_compress(data, FLATE_LEVEL))


def decompress(data: bytes, number: int) -> bytes:
    worker = zlib.decompressobj()
    try:
        plain = worker.decompress(data)
    except zlib.error as error:
        raise Broken("9.2", f"The data cannot be decompressed: {error}.", number) from error
    if not worker.eof or worker.unused_data:
        raise Broken("9.2", "The compressed data end early, or bytes follow them.", number)
    return plain


class File:
    """The objects of a file under the numbers that the file gives them."""

    def __init__(self, data: bytes):
        self.data, self.version = data, b""
        self.objects, self.offsets, self.plain = {}, {}, {}
        self.trailer, self.root = {}, {}
        self.linearized = self.tables = False
        self.pages, self.findings = [], []

    def report(self, clause: str, message: str, number: int = 0) -> None:
        self.findings.append(Broken(clause, message, number, self.offsets.get(number, -1)))

    def get(self, value: Any) -> Any:
        """The value, or the object that a reference names."""
        return self.objects.get(value) if isinstance(value, Ref) else value

    def entries(self, value: Any, *path: bytes) -> dict[bytes, Any]:
        """The dictionary or stream of a value, or of what its entries lead to; empty without."""
        for key in path:
            value = self.entries(value).get(key)
        value = self.get(value)
        return value if isinstance(value, dict) else {}

    def entry(self, value: Any, key: bytes) -> Any:
        return self.get(self.entries(value).get(key))

    def array(self, value: Any) -> list[Any]:
        value = self.get(value)
        return value if isinstance(value, list) else []

    def data_of(self, number: int) -> bytes:
        """The data of a stream without its Flate filter."""
        if number not in self.plain:
            stream = self.objects[number]
            filtered = stream.get(b"Filter") == b"FlateDecode"
            self.plain[number] = decompress(stream.data, number) if filtered else stream.data
        return self.plain[number]

    def containers(self) -> Iterator[tuple[int, Any]]:
        """Each array, dictionary and stream, with the number of the object that it stands in."""
        for number, value in self.objects.items():
            stack = [value]
            while stack:
                value = stack.pop()
                if isinstance(value, (list, dict)):
                    yield number, value
                    stack.extend(reversed(children(value)))

    def add(self, number: int, value: Any, found: bytes, offset: int) -> None:
        """Adds an object, which must be spelled as clauses 3.8 and 4 say."""
        if number in self.objects:
            raise Broken("2.2", "An object number stands twice.", number, offset)
        self.objects[number], self.offsets[number] = value, offset
        wanted = write_value(value)
        if found != wanted:
            self.report(spelling(found, wanted), "The object has another spelling.", number)

    def read(self) -> None:
        """Reads the file; the first thing that has another form than clause 2 says ends it."""
        data, hints, sections = self.data, -1, 0
        header = HEADER.match(data)
        if header is None:
            raise Broken("2.1", "The header has another form.", 0, 0)
        self.version, place = header[1], header.end()
        while place < len(data):
            if match := OBJECT.match(data, place):
                number, start = int(match[1]), place
                value, end, place = read_object(data, number, match.end())
                kind = value.get(b"Type") if isinstance(value, Stream) else None
                if kind == b"XRef":
                    self.trailer = {**value, **self.trailer}
                elif kind == b"ObjStm":
                    self.read_object_stream(number, value)
                elif isinstance(value, dict) and b"Linearized" in value:
                    self.linearized, hints = True, value[b"H"][0]
                elif start != hints:
                    self.add(number, value, data[match.end() : end], start)
            elif match := TABLE.match(data, place):
                trailer, place = read_value(data, match.end())
                self.tables, self.trailer = True, {**trailer, **self.trailer}
            elif match := SECTION_END.match(data, place):
                place, sections = match.end(), sections + 1
            else:
                clause = "2.9" if sections > self.linearized else "2.2"
                raise Broken(clause, "Neither an object nor a section stands here.", 0, place)

    def read_object_stream(self, number: int, stream: Stream) -> None:
        plain, first = decompress(stream.data, number), stream.get(b"First", 0)
        if compress(plain) != stream.data:
            self.report("9.2", "The data are compressed in another way.", number)
        head = [int(word) for word in plain[:first].split()]
        ends = [*head[3::2], len(plain) - first + 1]
        for own, start, end in zip(head[::2], head[1::2], ends):
            value, _ = read_value(plain, first + start)
            self.add(own, value, plain[first + start : first + end - 1], -1)

    def find_pages(self, node: Any, depth: int = 0) -> None:
        for kid in self.array(self.entries(node).get(b"Kids")) if depth < 9 else []:
            self.pages += [kid] if self.entry(kid, b"Type") == b"Page" else []
            self.find_pages(kid, depth + 1)


def read_file(data: bytes) -> File:
    file = File(data)
    file.read()
    file.root = file.entries(file.trailer.get(b"Root"))
    file.find_pages(file.root.get(b"Pages"))
    if not file.pages:
        raise Broken("5.5", "The document has no page.")
    return file


def read_object(data: bytes, number: int, place: int) -> tuple[Any, int, int]:
    """A value, and the places behind it and behind its object."""
    value, end = read_value(data, place)
    ending = OBJECT_END.match(data, end)
    if isinstance(value, dict) and data.startswith(b"\nstream\n", end):
        length, begin = value.pop(b"Length", None), end + 8
        if type(length) is not int:
            raise Broken("2.3", "Length is no integer.", number, place)
        value = Stream(value)
        value.data = data[begin : begin + length]
        ending = STREAM_END.match(data, begin + length)
    if ending is None:
        clause = "2.3" if isinstance(value, Stream) else "2.2"
        raise Broken(clause, "The object does not end as it must.", number, place)
    return value, end, ending.end()


def spelling(found: bytes, wanted: bytes) -> str:
    """The clause that the first of the tokens breaks that differ."""
    one, other = (list(TOKEN.finditer(text)) for text in (found, wanted))
    if sorted(match[0] for match in one) == sorted(match[0] for match in other) and one:
        return "3.8" if [match[0] for match in one] != [match[0] for match in other] else "4.1"
    different = next((right for left, right in zip(one, other) if left[0] != right[0]), one[0])
    kind = SPELLING.get(different.lastgroup, "4.1")
    return "4.3" if kind == "4.2" and b"." in different[0] else kind
