"""Clause 9: the data of streams."""

from .file import File, compress
from .syntax import Stream, Text

SEGMENT = 1 << 20
IMAGE_FILTERS = {b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode"}
DATA_FILTERS = {
    b"ASCIIHexDecode",
    b"ASCII85Decode",
    b"LZWDecode",
    b"RunLengthDecode",
    b"BrotliDecode",
}
APPLICATION_DATA = ((0xE0, b"JFIF\0"), (0xEE, b"Adobe"))


def check_streams(file: File) -> None:
    for number, stream in file.objects.items():
        if not isinstance(stream, Stream):
            continue
        mark = stream.get(b"XXUndecoded", Text(bytes(32)))
        if not isinstance(mark, Text) or len(mark) != 32:
            file.report("9.7", "XXUndecoded is no string of 32 bytes.", number)
        filters, clause, message = file.get(stream.get(b"Filter")), "", ""
        names = filters if isinstance(filters, list) else [filters] if filters else []
        is_xmp = stream.get(b"Type") == b"Metadata" and stream.get(b"Subtype") == b"XML"
        if is_xmp or not stream.data and not IMAGE_FILTERS & set(names):
            if names or b"DecodeParms" in stream:
                clause, message = "9.3", "The stream has a filter."
        elif not names:
            clause, message = "9.2", "The stream has no filter."
        elif isinstance(filters, list) and len(names) == 1:
            clause, message = "9.4", "Filter is an array of one name."
        elif DATA_FILTERS & set(names) or b"FlateDecode" in names and IMAGE_FILTERS & set(names):
            clause, message = "9.1", "The data are behind another filter than Flate."
        elif names == [b"FlateDecode"]:
            check_flate(file, number, stream)
        elif (
            names == [b"DCTDecode"]
            and stream.get(b"Subtype") == b"Image"
            and has_unused(stream.data)
        ):
            clause, message = "9.6", "The JPEG file has data that no reader uses."
        if clause:
            file.report(clause, message, number)


def check_flate(file: File, number: int, stream: Stream) -> None:
    plain = file.data_of(number)
    again, size = compress(plain[:SEGMENT]), int.from_bytes(plain[:4], "big")
    if b"DecodeParms" in stream:
        file.report("9.2", "The filter has parameters.", number)
    if not plain:
        file.report("9.3", "The stream has no data, but a filter.", number)
    if len(plain) <= SEGMENT:
        same = again == stream.data
    else:  # The last block of a segment is marked as the last one in the last segment alone.
        same = sum(left != right for left, right in zip(again[:-6], stream.data)) <= 1
    if not same:
        file.report("9.2", "The data are compressed in another way.", number)
    if type(stream.get(b"N")) is int and plain[36:40] == b"acsp" and 128 <= size < len(plain):
        file.report("9.6", "Bytes follow the ICC profile.", number)


def has_unused(data: bytes) -> bool:
    """Comments, private application data, or bytes behind the end of a JPEG file (9.6)."""
    place = 2 if data.startswith(b"\xff\xd8") and b"\xff\xd9" in data else len(data)
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker, body = data[place + 1], data[place + 4 : place + 9]
        if marker == 0xDA:
            return data.count(b"\xff\xd9", place) == 1 and not data.endswith(b"\xff\xd9")
        if marker == 0xFE or 0xE0 <= marker <= 0xEF and (marker, body) not in APPLICATION_DATA:
            return True
        place += 1 if marker == 0xFF else 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return False
