"""Clauses 9, 10 and 4.7: data of streams, metadata and text strings."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Tuple

from .file import File, compress
from .syntax import Broken, Ref, Stream, Text

SEGMENT = 1 << 20
IMAGE_FILTERS = (b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode")
DATA_FILTERS = (b"ASCIIHexDecode", b"ASCII85Decode", b"LZWDecode", b"RunLengthDecode", b"BrotliDecode")
DATE, PRODUCER = "1970-01-01T00:00:00Z", "Fixpoint norm-3"
TEXT_KEYS = {b"ActualText", b"Alt", b"Lang"}
HIGH = dict(zip(range(0x18, 0x20), "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc"))
HIGH.update(zip(range(0x80, 0x9F), "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"))
HIGH.update({0xA0: "€"})


def decoded(text: bytes) -> str:
    """A text string in PDFDocEncoding or UTF-16BE."""
    if text.startswith(b"\xfe\xff"):
        return text[2:].decode("utf-16-be", "replace")
    return "".join(HIGH.get(byte, chr(byte)) for byte in text)


def check_streams(file: File) -> Iterator[Broken]:
    for number, value in file.objects.items():
        if not isinstance(value, Stream):
            continue
        offset, entries = file.offsets.get(number, -1), value.entries
        mark = file.get(entries.get(b"XXUndecoded"))
        if mark is not None and (not isinstance(mark, Text) or len(mark) != 32):
            yield Broken("9.7", "XXUndecoded is no string of 32 bytes.", offset, number)
        filters = file.get(entries.get(b"Filter"))
        names = [file.get(one) for one in filters] if isinstance(filters, list) else [filters] if filters is not None else []
        xmp = entries.get(b"Type") == b"Metadata" and entries.get(b"Subtype") == b"XML"
        kept = [name for name in names if name in IMAGE_FILTERS]
        if not value.data or xmp:
            if names or not value.data and b"DecodeParms" in entries:
                yield Broken("9.3", "The stream has a filter.", offset, number)
        elif not names:
            yield Broken("9.2", "The stream has no filter.", offset, number)
        elif isinstance(filters, list) and len(names) == 1:
            yield Broken("9.4", "Filter is an array of one name.", offset, number)
        elif any(name in DATA_FILTERS for name in names) or kept and b"FlateDecode" in names:
            yield Broken("9.1", "The data are behind another filter than Flate.", offset, number)
        elif names == [b"FlateDecode"]:
            if b"DecodeParms" in entries:
                yield Broken("9.2", "The filter has parameters.", offset, number)
            plain = file.data_of(number)
            again = compress(plain[:SEGMENT])
            differences = sum(map(int.__ne__, again[:-6], value.data)) if again != value.data else 0
            if differences > 1 or len(plain) <= SEGMENT and again != value.data:
                yield Broken("9.2", "The data are compressed in another way.", offset, number)
            if not plain:
                yield Broken("9.3", "The stream has no data, but a filter.", offset, number)
        if kept == [b"DCTDecode"] and len(names) == 1 and entries.get(b"Subtype") == b"Image" and unused_segments(value.data):
            yield Broken("9.6", "The JPEG file has data that no reader uses.", offset, number)
        if names == [b"FlateDecode"] and isinstance(entries.get(b"N"), int) and b"FunctionType" not in entries:
            plain = file.data_of(number)
            size = int.from_bytes(plain[:4], "big")
            if plain[36:40] == b"acsp" and 128 <= size < len(plain):
                yield Broken("9.6", "Bytes follow the ICC profile.", offset, number)


def unused_segments(data: bytes) -> bool:
    """Comments, private application data, or bytes behind the end of a JPEG file."""
    place = 2
    if not data.startswith(b"\xff\xd8") or not data.rstrip(b"").find(b"\xff\xd9") > 0:
        return False
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker == 0xDA:
            end = data.rfind(b"\xff\xd9")
            return end >= 0 and end + 2 < len(data) and data.count(b"\xff\xd9", place) == 1
        body = data[place + 4 : place + 9]
        if marker == 0xFE or 0xE1 <= marker <= 0xED or marker == 0xEF:
            return True
        if marker == 0xE0 and body != b"JFIF\0" or marker == 0xEE and body != b"Adobe":
            return True
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return False


# -- metadata


def check_metadata(file: File) -> Iterator[Broken]:
    reference = file.root.get(b"Metadata")
    stream = file.get(reference)
    if not isinstance(reference, Ref) or not isinstance(stream, Stream):
        yield Broken("10.1", "The catalog has no metadata stream.", -1, int(file.trailer[b"Root"]))
        return
    number, offset = int(reference), file.offsets.get(int(reference), -1)
    if {key: value for key, value in stream.entries.items() if key != b"Length"} != {b"Subtype": b"XML", b"Type": b"Metadata"}:
        yield Broken("10.1", "The metadata stream has other entries.", offset, number)
    for own, value in file.objects.items():
        if b"Metadata" in file.entries(Ref(own)) and own != file.trailer[b"Root"]:
            yield Broken("10.1", "Another object has metadata.", file.offsets.get(own, -1), own)
    try:
        packet = stream.data.decode("utf-8")
    except UnicodeDecodeError:
        packet = ""
    lines = packet.split("\n")
    start = next((at for at, line in enumerate(lines) if line.endswith(">") and line.startswith(" xmlns:")), -1)
    head = ['<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>', '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', '<rdf:Description rdf:about=""']  # fmt: skip
    tail = ["</rdf:Description>", "</rdf:RDF>", "</x:xmpmeta>", '<?xpacket end="r"?>', ""]
    if lines[:4] != head or lines[-5:] != tail or start < 4:
        yield Broken("10.2", "The packet has another form.", offset, number)
        return
    spaces = [line.rstrip(">") for line in lines[4 : start + 1]]
    properties = "\n".join(lines[start + 1 : -5])
    chunks = re.findall(r"^<([\w-]+:[\w.-]+)((?:\s[^>]*)?>.*?</\1>)$", properties, re.S | re.M)
    texts = [f"<{name}{rest}" for name, rest in chunks]
    if "\n".join(texts) != properties or texts != sorted(texts, key=utf16) or spaces != sorted(spaces):
        yield Broken("10.2", "Namespaces or properties are not sorted, or have another form.", offset, number)
        return
    found = {name: rest for name, rest in chunks}
    for name, wanted in (("pdf:Producer", PRODUCER), ("xmp:CreateDate", DATE), ("xmp:ModifyDate", DATE)):
        if found.get(name) != f">{wanted}</{name}>":
            yield Broken("10.3", f"{name} is not {wanted}.", offset, number)
    yield from check_information(file, found)


def utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def items(element: str) -> List[str]:
    return [unescaped(item) for item in re.findall(r"<rdf:li(?: [^>]*)?>(.*?)</rdf:li>", element, re.S)]


def unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def check_information(file: File, found: Dict[str, str]) -> Iterator[Broken]:
    """The information dictionary says what the packet says (10.4)."""
    reference = file.trailer.get(b"Info")
    if "pdfaid:part" in found and found["pdfaid:part"].startswith(">4"):
        if reference is not None:
            yield Broken("10.4", "PDF/A-4 has an information dictionary.", -1, int(reference))
        return
    info = file.entries(reference)
    creators = items(found.get("dc:creator", ""))
    wanted = {b"CreationDate": "D:19700101000000Z", b"ModDate": "D:19700101000000Z", b"Producer": PRODUCER}
    part_1 = found.get("pdfaid:part", "").startswith(">1")
    for key, text in (
        (b"Author", "" if part_1 and len(creators) > 1 else "; ".join(creators)),
        (b"Title", (items(found.get("dc:title", "")) or [""])[0]),
        (b"Subject", (items(found.get("dc:description", "")) or [""])[0]),
        (b"Keywords", unescaped(found.get("pdf:Keywords", ">")[1:].replace("</pdf:Keywords>", ""))),
    ):
        if text:
            wanted[key] = text
    number = int(reference) if isinstance(reference, Ref) else 0
    if set(info) != set(wanted) or any(not isinstance(info[key], Text) or decoded(info[key]) != text for key, text in wanted.items()):
        yield Broken("10.4", "The information dictionary does not say what the packet says.", file.offsets.get(number, -1), number)


# -- text strings


def text_entries(file: File) -> Iterator[Tuple[int, Text]]:
    """The text strings of clause 4.7."""
    for number, value in file.objects.items():
        stack: List[Any] = [value]
        while stack:
            one = stack.pop()
            if isinstance(one, list):
                stack.extend(one)
                continue
            entries = one.entries if isinstance(one, Stream) else one
            if not isinstance(entries, dict):
                continue
            stack.extend(entries.values())
            keys = set(TEXT_KEYS)
            if entries.get(b"Type") == b"Annot":
                keys |= {b"Contents", b"NM", b"Subj", b"T"}
            if entries.get(b"Type") == b"OCG":
                keys.add(b"Name")
            if entries.get(b"Type") == b"Filespec" or b"EF" in entries:
                keys |= {b"Desc", b"UF"}
            if b"Title" in entries and b"Parent" in entries:
                keys.add(b"Title")
            if entries.get(b"Type") == b"StructElem":
                keys |= {b"E", b"T"}
            if number == file.trailer.get(b"Info"):
                keys |= set(entries)
            for key in keys & set(entries):
                if isinstance(entries[key], Text):
                    yield number, entries[key]


def check_texts(file: File) -> Iterator[Broken]:
    document = {text: byte for byte, text in HIGH.items()}
    for byte in (*range(0x20), *range(0x20, 0x7F), *range(0xA1, 0x100)):
        if byte not in HIGH and byte != 0xAD and (byte >= 0x20 or byte in (9, 10, 13)):
            document[chr(byte)] = byte
    for number, text in text_entries(file):
        if text.count(b"\x1b") or not text or not text.startswith(b"\xfe\xff"):
            if text.startswith((b"\xff\xfe", b"\xef\xbb\xbf")):
                yield Broken("4.7", "A text string has another encoding.", file.offsets.get(number, -1), number)
            continue
        try:
            plain = text[2:].decode("utf-16-be")
        except UnicodeDecodeError:
            continue
        if all(letter in document for letter in plain):
            coded = bytes(document[letter] for letter in plain)
            if not coded.startswith((b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")):
                yield Broken("4.7", "A text string that PDFDocEncoding has is in UTF-16.", file.offsets.get(number, -1), number)
