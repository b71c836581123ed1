"""Clauses 10 and 4.7: metadata and text strings."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from .file import File
from .rules import TABLES
from .syntax import Stream

PRODUCER, DATE = "Fixpoint norm-3", "1970-01-01T00:00:00Z"
FIXED = {"pdf:Producer": PRODUCER, "xmp:CreateDate": DATE, "xmp:ModifyDate": DATE}
INFO = {
    b"CreationDate": "D:19700101000000Z",
    b"ModDate": "D:19700101000000Z",
    b"Producer": PRODUCER,
}
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XML = "{http://www.w3.org/XML/1998/namespace}"
HEAD = '''<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""'''
TAIL = """\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>\n"""
MARKS = (b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")
ENCODING: dict[int, str] = {}
for place, letters in TABLES["PDFDocEncoding"].items():
    ENCODING.update(enumerate(letters, int(place)))
CODES = {letter: byte for byte, letter in ENCODING.items()}


def decoded(text: bytes) -> str:
    """A text string in PDFDocEncoding or UTF-16BE."""
    if text.startswith(b"\xfe\xff"):
        return text[2:].decode("utf-16-be", "replace")
    return "".join(ENCODING.get(byte, chr(byte)) for byte in text)


def check_text(file: File, text: bytes, number: int) -> None:
    """A text string is PDFDocEncoding where that loses nothing (4.7)."""
    if b"\x1b" in text or not text.startswith(MARKS):
        return
    letters = text[2:].decode("utf-16-be", "replace")
    codes = bytes(CODES.get(letter, 0) for letter in letters)
    if text.startswith(MARKS[1:]) or 0 not in codes and not codes.startswith(MARKS):
        file.report("4.7", "A text string has another encoding.", number)


def utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def check_metadata(file: File) -> None:
    reference = file.root.get(b"Metadata")
    stream = file.get(reference)
    for number, value in file.containers():
        if value is not file.root and file.entries(value, b"Metadata").get(b"Type") == b"Metadata":
            file.report("10.1", "Another object has metadata.", number)
    if not isinstance(stream, Stream) or stream != {b"Subtype": b"XML", b"Type": b"Metadata"}:
        file.report("10.1", "The catalog has no metadata stream of this form.", reference or 0)
        return
    try:
        packet = stream.data.decode("utf-8")
        whole = ElementTree.fromstring(packet)
    except (UnicodeDecodeError, ElementTree.ParseError):
        file.report("10.2", "The packet is no XML.", reference)
        return
    declared = re.findall(r'xmlns:([\w-]+)="([^"]*)"', packet)
    prefixes = {space: prefix for prefix, space in declared}
    elements = whole.iterfind(f"{RDF}RDF/{RDF}Description/*")
    found = {spell_name(one, prefixes): one for one in elements}
    lines = sorted((spell(one, prefixes) for one in found.values()), key=utf16)
    used = set(re.findall(r"</?([\w-]+):", "".join(lines))) - {"rdf"}
    spaces = sorted(f'\n xmlns:{prefix}="{space}"' for prefix, space in declared if prefix in used)
    if packet != "".join([HEAD, *spaces, ">\n", "\n".join(lines), TAIL]):
        file.report("10.2", "The packet has another form.", reference)
    for name, text in FIXED.items():
        if name not in found or found[name].text != text:
            file.report("10.3", f"{name} is not {text}.", reference)
    check_information(file, {name: texts(one) for name, one in found.items()})


def spell_name(element: Element, prefixes: dict[str, str]) -> str:
    space, _, name = element.tag[1:].partition("}")
    return f"{prefixes[space]}:{name}"


def spell(element: Element, prefixes: dict[str, str]) -> str:
    """A property or an item as clause 10.2 spells it."""
    name, parts = spell_name(element, prefixes), [spell(one, prefixes) for one in element]
    language, attributes = element.get(XML + "lang"), ""
    if language is not None:
        attributes = f' xml:lang="{language}"'
    if RDF + "parseType" in element.attrib:
        attributes, parts = ' rdf:parseType="Resource"', sorted(parts, key=utf16)
    inner = "".join(parts) or escape(element.text or "")
    return f"<{name}{attributes}>{inner}</{name}>"


def texts(element: Element) -> list[str]:
    """The items of an array, or the one text."""
    return [item.text or "" for item in element.iter(RDF + "li")] or [element.text or ""]


def check_information(file: File, found: dict[str, list[str]]) -> None:
    """The information dictionary says what the packet says (10.4)."""
    reference = file.trailer.get(b"Info")
    part, creators = found.get("pdfaid:part", [""])[0], found.get("dc:creator", [])
    first = {name: values[0] for name, values in found.items()}
    wanted = INFO | {
        b"Author": "" if part == "1" and len(creators) > 1 else "; ".join(creators),
        b"Keywords": first.get("pdf:Keywords", ""),
        b"Subject": first.get("dc:description", ""),
        b"Title": first.get("dc:title", ""),
    }
    wanted = {key: text for key, text in wanted.items() if text and part != "4"}
    said = {key: decoded(text) for key, text in file.entries(reference).items()}
    if said != wanted or part == "4" and reference:
        file.report("10.4", "The dictionary does not say what the packet says.", reference or 0)
