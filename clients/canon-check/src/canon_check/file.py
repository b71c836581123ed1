"""The file as clause 2 describes it: its objects, without what holds them together."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Set, Tuple

import deflate

from .syntax import Broken, Name, Ref, Stream, read_value, write_entries, write_value

HEADER = re.compile(rb"%PDF-(1\.7|1\.4|2\.0)\n%\xe2\xe3\xcf\xd3\n")
OBJECT = re.compile(rb"([1-9]\d*) 0 obj\n")
SECTION_END = re.compile(rb"startxref\n(\d+)\n%%EOF\n")
TABLE = re.compile(rb"xref\n(\d+) (\d+)\n((?:\d{10} \d{5} [nf] \n)*)trailer\n")
FLATE_LEVEL = 6
NO_ID = b"0" * 32


def compress(data: bytes) -> bytes:
    return bytes(deflate.zlib_compress(data, FLATE_LEVEL))


def decompress(data: bytes, number: int, offset: int) -> bytes:
    """The data of a Flate stream, which are as libdeflate compresses them (9.2)."""
    try:
        worker = zlib.decompressobj()
        plain = worker.decompress(data)
    except zlib.error as error:
        raise Broken("9.2", f"The data cannot be decompressed: {error}.", offset, number) from error
    if not worker.eof or worker.unused_data:
        raise Broken("9.2", "The compressed data end early, or bytes follow them.", offset, number)
    return plain


@dataclass
class File:
    """The objects of a file under the numbers that the file gives them."""

    data: bytes
    version: bytes = b""
    objects: Dict[int, Any] = field(default_factory=dict)
    offsets: Dict[int, int] = field(default_factory=dict)
    findings: List[Broken] = field(default_factory=list)
    trailer: Dict[bytes, Any] = field(default_factory=dict)
    linearized: bool = False
    tables: bool = False
    pages: List[int] = field(default_factory=list)
    plain: Dict[int, bytes] = field(default_factory=dict)

    def get(self, value: Any) -> Any:
        """The value, or the object that a reference names."""
        return self.objects.get(int(value)) if isinstance(value, Ref) else value

    def entries(self, value: Any) -> Dict[bytes, Any]:
        """The dictionary of a value, a reference or a stream; empty where there is none."""
        value = self.get(value)
        if isinstance(value, Stream):
            return value.entries
        return value if isinstance(value, dict) else {}

    def entry(self, value: Any, key: bytes) -> Any:
        return self.get(self.entries(value).get(key))

    def array(self, value: Any) -> List[Any]:
        value = self.get(value)
        return value if isinstance(value, list) else []

    @property
    def root(self) -> Dict[bytes, Any]:
        return self.entries(self.trailer.get(b"Root"))

    def data_of(self, number: int) -> bytes:
        """The data of a stream without its Flate filter."""
        if number not in self.plain:
            stream = self.objects[number]
            filtered = stream.entries.get(b"Filter") == b"FlateDecode"
            self.plain[number] = decompress(stream.data, number, self.offsets[number]) if filtered else stream.data
        return self.plain[number]


def read_file(data: bytes) -> File:
    """Reads a file of the form of clause 2; the first thing that has another form ends it."""
    file = File(data)
    match = HEADER.match(data)
    if match is None:
        raise Broken("2.1", "The header has another form.", 0)
    file.version, place = match[1], match.end()
    hint_offset, ended = -1, 0
    while True:
        match = OBJECT.match(data, place)
        if match:
            number, start = int(match[1]), place
            value, place = read_object(file, number, place, match.end())
            if isinstance(value, dict) and b"Linearized" in value:
                file.linearized, hint_offset = True, (value.get(b"H") or [-1])[0]
            kind = value.entries.get(b"Type") if isinstance(value, Stream) else None
            if kind == b"XRef":
                file.trailer = {**value.entries, **file.trailer}
            elif kind == b"ObjStm":
                read_object_stream(file, number, value)
            elif not (isinstance(value, dict) and b"Linearized" in value) and start != hint_offset:
                if number in file.objects:
                    raise Broken("2.2", "An object number stands twice.", start, number)
                file.objects[number] = value
                file.offsets[number] = start
                check_spelling(file, number, value, data[match.end() : place])
            continue
        match = TABLE.match(data, place)
        if match:
            trailer, place = read_value(data, match.end())
            file.tables, file.trailer = True, {**trailer, **file.trailer}
            space = re.compile(rb" *\n").match(data, place)
            place = space.end() if space else place
        match = SECTION_END.match(data, place)
        if match is None:
            if ended > file.linearized:
                raise Broken("2.9", "Bytes follow the end of the file.", place)
            raise Broken("2.2", "Neither an object nor the end of a section stands here.", place)
        place = match.end()
        if place == len(data):
            return finish(file)
        ended += 1


def read_object(file: File, number: int, start: int, place: int) -> Tuple[Any, int]:
    data = file.data
    value, place = read_value(data, place)
    if isinstance(value, dict) and data.startswith(b"\nstream\n", place):
        length = value.get(b"Length")
        if not isinstance(length, int) or isinstance(length, Ref):
            raise Broken("2.3", "Length is no integer.", start, number)
        begin = place + 8
        value, place = Stream(value, data[begin : begin + length]), begin + length
        ending = re.compile(rb"\nendstream *\nendobj\n").match(data, place)
    else:
        ending = re.compile(rb" *\nendobj\n").match(data, place)
    if ending is None:
        raise Broken("2.3" if isinstance(value, Stream) else "2.2", "The object does not end as it must.", place, number)
    return value, ending.end()


def check_spelling(file: File, number: int, value: Any, found: bytes) -> None:
    """The value is spelled as clauses 3.8 and 4 say; `found` is what stands in its place."""
    wanted = write_entries(value) if isinstance(value, Stream) else write_value(value)
    if found.startswith(wanted) and (isinstance(value, Stream) or found[len(wanted) :].strip() in (b"", b"endobj")):
        return
    place = next((at for at, (one, other) in enumerate(zip(found, wanted)) if one != other), len(wanted))
    token = found[max(found.rfind(mark, 0, place + 1) for mark in (b"/", b"(", b"<", b"[", b">", b"]", b")", b" ")) :][:1]
    if sorted(found[: len(wanted)]) == sorted(wanted):
        clause = "3.8"
    elif found[place] in b" \t\r\n\f%":
        clause = "4.1"
    elif token in (b"/", b"(", b"<"):
        clause = "4.5" if token == b"/" and found[place] in b"#/" else "4.6" if token != b"/" else "4.2"
    else:
        clause = "4.3" if b"." in wanted[place : place + 12] else "4.2"
    file.findings.append(Broken(clause, "The object has another spelling.", file.offsets.get(number, -1), number))


def read_object_stream(file: File, number: int, stream: Stream) -> None:
    plain = decompress(stream.data, number, -1)
    if compress(plain) != stream.data:
        file.findings.append(Broken("9.2", "The data are compressed in another way.", -1, number))
    first = stream.entries.get(b"First", 0)
    try:
        head = [int(word) for word in plain[:first].split()]
    except ValueError as error:
        raise Broken("2.5", "The head of an object stream has another form.", -1, number) from error
    if len(head) % 2 or not head:
        raise Broken("2.5", "The head of an object stream has another form.", -1, number)
    starts = head[1::2] + [len(plain) - first + 1]
    for own, start, end in zip(head[::2], starts, starts[1:]):
        if own in file.objects:
            raise Broken("2.2", "An object number stands twice.", -1, own)
        file.objects[own], _ = read_value(plain, first + start)
        check_spelling(file, own, file.objects[own], plain[first + start : first + end - 1])


def finish(file: File) -> File:
    if not isinstance(file.trailer.get(b"Root"), Ref) or not isinstance(file.root, dict):
        raise Broken("2.8", "The trailer has no catalog.")
    for number, value in file.objects.items():
        if isinstance(value, Stream):
            file.offsets.setdefault(number, -1)
    seen: Set[int] = set()
    stack = [file.root.get(b"Pages")]
    while stack:
        reference = stack.pop()
        if not isinstance(reference, Ref) or reference in seen:
            continue
        seen.add(reference)
        if file.entry(reference, b"Type") == b"Page":
            file.pages.append(int(reference))
        stack.extend(reversed(file.array(file.entries(reference).get(b"Kids"))))
    if not file.pages:
        raise Broken("7", "The document has no page.")
    return file


def is_name(value: Any, *names: bytes) -> bool:
    return isinstance(value, Name) and value in names
