"""Clause 9: the data of streams."""

from __future__ import annotations

from .file import File, compress
from .syntax import Stream

SEGMENT = 1 << 20
IMAGE_FILTERS = (b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode")
DATA_FILTERS = (
    b"ASCIIHexDecode",
    b"ASCII85Decode",
    b"LZWDecode",
    b"RunLengthDecode",
    b"BrotliDecode",
)


def check_streams(file: File) -> None:
    for number, value in file.objects.items():
        if isinstance(value, Stream):
            for clause, message in faults(file, number, value):
                file.report(clause, message, number)


def faults(file: File, number: int, stream: Stream):  # type: ignore[no-untyped-def]
    """The clauses that a stream breaks, each with a message."""
    filters = file.get(stream.get(b"Filter"))
    names = filters if isinstance(filters, list) else [] if filters is None else [filters]
    kept = [name for name in names if name in IMAGE_FILTERS]
    if not stream.data or is_xmp(stream):
        if names or b"DecodeParms" in stream:
            yield "9.3", "The stream has a filter."
    elif not names:
        yield "9.2", "The stream has no filter."
    elif isinstance(filters, list) and len(names) == 1:
        yield "9.4", "Filter is an array of one name."
    elif any(name in DATA_FILTERS for name in names) or kept and b"FlateDecode" in names:
        yield "9.1", "The data are behind another filter than Flate."
    elif names == [b"FlateDecode"]:
        yield from flate_faults(file, number, stream)
    if names == [b"DCTDecode"] and stream.get(b"Subtype") == b"Image" and has_unused(stream.data):
        yield "9.6", "The JPEG file has data that no reader uses."


def is_xmp(stream: Stream) -> bool:
    return stream.get(b"Type") == b"Metadata" and stream.get(b"Subtype") == b"XML"


def flate_faults(file: File, number: int, stream: Stream):  # type: ignore[no-untyped-def]
    plain = file.data_of(number)
    if b"DecodeParms" in stream:
        yield "9.2", "The filter has parameters."
    if not plain:
        yield "9.3", "The stream has no data, but a filter."
    again = compress(plain[:SEGMENT])
    different = sum(map(int.__ne__, again[:-6], stream.data)) if again != stream.data else 0
    if different > (len(plain) > SEGMENT) or len(plain) <= SEGMENT and again != stream.data:
        yield "9.2", "The data are compressed in another way."
    size = int.from_bytes(plain[:4], "big")
    if type(stream.get(b"N")) is int and plain[36:40] == b"acsp" and 128 <= size < len(plain):
        yield "9.6", "Bytes follow the ICC profile."


def has_unused(data: bytes) -> bool:
    """Comments, private application data, or bytes behind the end of a JPEG file (9.6)."""
    place = 2 if data.startswith(b"\xff\xd8") and b"\xff\xd9" in data else len(data)
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker, body = data[place + 1], data[place + 4 : place + 9]
        if marker == 0xDA:
            return data.count(b"\xff\xd9", place) == 1 and not data.endswith(b"\xff\xd9")
        if marker == 0xFE or 0xE0 <= marker <= 0xEF:
            if (marker, body) not in ((0xE0, b"JFIF\0"), (0xEE, b"Adobe")):
                return True
        place += 1 if marker == 0xFF else 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return False
