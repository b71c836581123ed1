"""Clauses 10 and 4.7: metadata and text strings."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .file import File
from .rules import TABLES
from .syntax import Ref, Stream, Text

DATE, PRODUCER = "1970-01-01T00:00:00Z", "Fixpoint norm-3"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XML = "{http://www.w3.org/XML/1998/namespace}"
HEAD = '''<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""'''
TAIL = """\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>\n"""
MARKS = (b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")
ENCODING = {
    byte: chr(byte) for byte in (9, 10, 13, *range(0x20, 0x7F), *range(0xA1, 0x100)) if byte != 0xAD
}
for first, letters in TABLES["PDFDocEncoding"].items():
    ENCODING.update(enumerate(letters, int(first)))
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
        other = file.entry(value, b"Metadata") if value is not file.root else None
        if isinstance(other, Stream):
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
    prefixes = {space: prefix for prefix, space in re.findall(r'xmlns:([\w-]+)="([^"]*)"', packet)}
    found = {
        spell_name(one, prefixes): one for one in whole.iterfind(f"{RDF}RDF/{RDF}Description/*")
    }
    lines = sorted((spell(one, prefixes) for one in found.values()), key=utf16)
    used = set(re.findall(r"</?([\w-]+):", "".join(lines))) - {"rdf"}
    spaces = sorted(
        f'\n xmlns:{prefix}="{space}"' for space, prefix in prefixes.items() if prefix in used
    )
    if packet != HEAD + "".join(spaces) + ">\n" + "\n".join(lines) + TAIL:
        file.report("10.2", "The packet has another form.", reference)
    for name, text in (
        ("pdf:Producer", PRODUCER),
        ("xmp:CreateDate", DATE),
        ("xmp:ModifyDate", DATE),
    ):
        if name not in found or found[name].text != text:
            file.report("10.3", f"{name} is not {text}.", reference)
    check_information(file, {name: texts(one) for name, one in found.items()})


def spell_name(element: Element, prefixes: dict[str, str]) -> str:
    space, _, name = element.tag[1:].partition("}")
    return f"{prefixes[space]}:{name}"


def spell(element: Element, prefixes: dict[str, str]) -> str:
    """A property or an item as clause 10.2 spells it."""
    name, parts = spell_name(element, prefixes), [spell(one, prefixes) for one in element]
    language = element.get(XML + "lang")
    attributes = "" if language is None else f' xml:lang="{language}"'
    if RDF + "parseType" in element.attrib:
        attributes, parts = ' rdf:parseType="Resource"', sorted(parts, key=utf16)
    text = "" if parts else element.text or ""
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(letter, entity)
    return f"<{name}{attributes}>{text}{''.join(parts)}</{name}>"


def texts(element: Element) -> list[str]:
    """The items of an array, or the one text."""
    items = [item.text or "" for item in element.iter(RDF + "li")]
    return items or [element.text or ""]


def check_information(file: File, found: dict[str, list[str]]) -> None:
    """The information dictionary says what the packet says (10.4)."""
    reference: Any = file.trailer.get(b"Info")
    part = found.get("pdfaid:part", [""])[0]
    creators = found.get("dc:creator", [])
    wanted = {
        b"CreationDate": "D:19700101000000Z",
        b"ModDate": "D:19700101000000Z",
        b"Producer": PRODUCER,
    }
    wanted[b"Author"] = "" if part == "1" and len(creators) > 1 else "; ".join(creators)
    for key, name in (
        (b"Title", "dc:title"),
        (b"Subject", "dc:description"),
        (b"Keywords", "pdf:Keywords"),
    ):
        wanted[key] = found.get(name, [""])[0]
    wanted = {} if part == "4" else {key: text for key, text in wanted.items() if text}
    info = file.entries(reference)
    said = {key: decoded(text) for key, text in info.items() if isinstance(text, Text)}
    if said != wanted or len(said) != len(info) or part == "4" and isinstance(reference, Ref):
        file.report(
            "10.4", "The information dictionary does not say what the packet says.", reference or 0
        )
