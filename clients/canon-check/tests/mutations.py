"""`python tests/mutations.py TRUTH FOLDER COUNT`: canonical files with one mutation each, and the clause that it breaks.

A mutated file is laid out anew (clause 2), so that nothing but the mutation makes it differ. The rows on standard
output name path, mutation and clause; the engine says whether such a file is its own canonical form.
"""

from __future__ import annotations

import copy
import json
import random
import re
import sys
import zlib
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
from canon_check import layout  # noqa: E402
from canon_check.file import File, compress, read_file  # noqa: E402
from canon_check.layout import write_file  # noqa: E402
from canon_check.syntax import Name, Ref, Stream, Text, join, references, write_value  # noqa: E402
from canon_check.syntax import Word as Keyword  # noqa: E402

Random = random.Random
Change = Callable[[File, Random], Any]
CHANGES: Dict[str, Tuple[str, Change]] = {}


def mutation(name: str, clause: str) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        CHANGES[name] = (clause, change)
        return change

    return add


def containers(file: File) -> Iterator[Any]:
    """All arrays and dictionaries, but those of helpers and of metadata."""
    for value in list(file.objects.values()):
        stack = [value]
        while stack:
            one = stack.pop()
            if isinstance(one, (dict, list)):
                yield one
                stack.extend(one.values() if isinstance(one, dict) else one)


def slots(file: File, fits: Callable[[Any], bool], skip: Tuple[bytes, ...] = (b"Length",)) -> List[Tuple[Any, Any]]:
    """The containers and keys whose value fits."""
    found = []
    for one in containers(file):
        for key, value in list(one.items() if isinstance(one, dict) else enumerate(one)):
            if key not in skip and fits(value):
                found.append((one, key))
    return found


def respell(file: File, rng: Random, fits: Callable[[Any], Any], spelling: Callable[[Any], bytes]) -> bool:
    """Writes one value that fits in another spelling."""
    found = slots(file, fits)
    if not found:
        return False
    one, key = rng.choice(found)
    one[key] = Keyword(spelling(one[key]))
    return True


def is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, (Ref, bool))


def refers(value: Any) -> bool:
    return bool(references(value))


def dictionaries(file: File, key: bytes, *values: bytes) -> List[Any]:
    return [one for one in containers(file) if isinstance(one, dict) and isinstance(one.get(key), Name) and one[key] in values]


def put(file: File, rng: Random, found: List[Any], key: bytes, value: Any) -> bool:
    found = [one for one in found if key not in one]
    if not found:
        return False
    rng.choice(found)[key] = value
    return True


def streams(file: File, fits: Callable[[Dict[bytes, Any]], bool]) -> List[int]:
    return [number for number, one in file.objects.items() if isinstance(one, Stream) and fits(one)]


def contents(file: File) -> List[int]:
    found = [int(file.entries(Ref(page))[b"Contents"]) for page in file.pages if b"Contents" in file.entries(Ref(page))]
    return found + streams(file, lambda entries: entries.get(b"Subtype") == b"Form")


def rewrite(file: File, number: int, data: bytes) -> bool:
    stream = file.objects[number]
    stream.data = compress(data) if data else data
    return True


def in_content(file: File, rng: Random, pattern: bytes, change: Any) -> bool:
    """Changes one place of one stream of content."""
    numbers = contents(file)
    rng.shuffle(numbers)
    for number in numbers:
        data = file.data_of(number)
        if b"BI" in data or not data:
            continue
        matches = [match for match in re.finditer(pattern, data) if data[: match.start()].count(b"(") == data[: match.start()].count(b")")]
        if matches:
            match = rng.choice(matches[:50])
            new = change(match) if callable(change) else match.expand(change)
            return rewrite(file, number, data[: match.start()] + new + data[match.end() :])
    return False


# -- tokens


def not_negative(value: Any) -> bool:
    return is_integer(value) and value >= 0


def is_real(value: Any) -> bool:
    return type(value).__name__ == "Real"


def unsorted(value: Any) -> List[bytes]:
    return [write_value(one) for pair in sorted(value.items(), reverse=True) for one in pair]


for name, clause, fits, spelling in (
    ("integer with a sign", "4.2", not_negative, lambda value: b"+%d" % value),
    ("integer with a fraction", "4.2", is_integer, lambda value: b"%d.0" % value),
    ("integer with zeros", "4.2", not_negative, lambda value: b"00%d" % value),
    ("real with a zero behind", "4.3", is_real, lambda value: value + b"0"),
    ("real that is not rounded", "4.4", is_real, lambda value: value + b"123456789"),
    ("white space in an array", "4.1", lambda value: isinstance(value, list) and value and not refers(value), lambda value: b"[ " + write_value(value)[1:]),
    ("comment in a dictionary", "4.1", lambda value: isinstance(value, dict) and not refers(value), lambda value: b"<<%c\n" + write_value(value)[2:]),
    ("name with an escape", "4.5", lambda value: isinstance(value, Name) and len(value) > 0, lambda value: b"/#%02x" % value[0] + write_value(Name(value[1:]))[1:]),
    ("hexadecimal string", "4.6", lambda value: isinstance(value, Text) and value and max(value) < 127 and min(value) > 31, lambda value: b"<" + value.hex().encode() + b">"),
    ("unsorted keys", "3.8", lambda value: isinstance(value, dict) and len(value) > 1 and not refers(value), lambda value: b"<<" + join(unsorted(value)) + b">>"),
):
    CHANGES[name] = (clause, partial(respell, fits=fits, spelling=spelling))


@mutation("text in UTF-16", "4.7")
def _(file: File, rng: Random) -> Any:
    entries = file.entries(file.trailer.get(b"Info"))
    keys = [key for key in entries if key in (b"Title", b"Author", b"Subject", b"Keywords") and not entries[key].startswith(b"\xfe\xff")]
    if keys:
        entries[keys[0]] = Text(b"\xfe\xff" + entries[keys[0]].decode("latin-1").encode("utf-16-be"))
    return keys


# -- objects


@mutation("object that nothing reaches", "3.1")
def _(file: File, rng: Random) -> Any:
    number = max(file.objects) + 1
    file.objects[number] = [Name(b"Lost"), rng.randrange(1000)]
    return "unreached"


@mutation("objects in another order", "3.9")
def _(file: File, rng: Random) -> Any:
    return "reordered"


@mutation("equal objects", "3.5")
def _(file: File, rng: Random) -> Any:
    number = max(file.objects) + 1
    found = slots(file, lambda value: isinstance(value, Ref) and isinstance(file.get(value), Stream))
    if not found:
        return False
    one, key = rng.choice(found)
    same = [pair for pair in found if pair[0][pair[1]] == one[key]]
    if len(same) < 2:
        return False
    file.objects[number] = copy.copy(file.get(one[key]))
    one[key] = Ref(number)
    return True


@mutation("short value as an object", "3.6")
def _(file: File, rng: Random) -> Any:
    number = max(file.objects) + 1
    found = slots(file, lambda value: isinstance(value, list) and len(value) < 9 and not refers(value))
    if not found:
        return False
    one, key = rng.choice(found)
    file.objects[number], one[key] = one[key], Ref(number)
    return True


# -- entries


def with_entry(file: File, rng: Random, finder: Tuple[bytes, bytes], key: bytes, value: Any) -> bool:
    return put(file, rng, dictionaries(file, *finder), key, value)


for where, clause, finder, key, value in (
    ("page", "5.6", (b"Type", b"Page"), b"UserUnit", 1),
    ("page", "5.6", (b"Type", b"Page"), b"Annots", []),
    ("page", "5.6", (b"Type", b"Page"), b"Secret", Name(b"X")),
    ("page", "11.6", (b"Type", b"Page"), b"LastModified", Text(b"D:2020")),
    ("page", "5.22", (b"Type", b"Page"), b"StructParents", 0),
    ("catalog", "5.1", (b"Type", b"Catalog"), b"PageMode", Name(b"UseNone")),
    ("catalog", "5.1", (b"Type", b"Catalog"), b"PageLayout", Name(b"SinglePage")),
    ("catalog", "5.1", (b"Type", b"Catalog"), b"Version", Name(b"1.7")),
    ("catalog", "5.3", (b"Type", b"Catalog"), b"MarkInfo", {b"Marked": False}),
    ("catalog", "11.3", (b"Type", b"Catalog"), b"OpenAction", [0, Name(b"Fit")]),
    ("catalog", "11.6", (b"Type", b"Catalog"), b"PieceInfo", {b"A": {}}),
    ("form", "5.15", (b"Subtype", b"Form"), b"FormType", 1),
    ("form", "5.15", (b"Subtype", b"Form"), b"Matrix", [1, 0, 0, 1, 0, 0]),
    ("form", "5.15", (b"Subtype", b"Form"), b"Name", Name(b"Fm0")),
    ("image", "5.17", (b"Subtype", b"Image"), b"Interpolate", False),
    ("image", "5.17", (b"Subtype", b"Image"), b"ImageMask", False),
    ("image", "5.17", (b"Subtype", b"Image"), b"Name", Name(b"Im0")),
    ("annotation", "5.12", (b"Type", b"Annot"), b"F", 0),
    ("annotation", "5.12", (b"Type", b"Annot"), b"CA", 1),
    ("annotation", "11.3", (b"Type", b"Annot"), b"AA", {b"E": {b"S": Name(b"URI"), b"URI": Text(b"http://a.example/")}}),
    ("link", "5.12", (b"Subtype", b"Link"), b"H", Name(b"I")),
    ("group", "5.16", (b"S", b"Transparency"), b"I", False),
    ("group", "5.16", (b"S", b"Transparency"), b"K", False),
    ("font", "5.30", (b"Type", b"Font"), b"Name", Name(b"F1")),
    ("CIDFont", "5.30", (b"Subtype", b"CIDFontType2"), b"DW", 1000),
    ("descriptor", "5.31", (b"Type", b"FontDescriptor"), b"Secret", 1),
    ("page tree", "5.5", (b"Type", b"Pages"), b"Rotate", 0),
):
    CHANGES[f"{where} with {key.decode()} {write_value(value).decode()}"] = (clause, partial(with_entry, finder=finder, key=key, value=value))


@mutation("annotation with P", "5.12")
def _(file: File, rng: Random) -> Any:
    page = rng.choice(file.pages)
    annotations = file.array(file.entries(Ref(page)).get(b"Annots"))
    if annotations:
        file.entries(rng.choice(annotations))[b"P"] = Ref(page)
    return annotations


@mutation("crop box that is the media box", "5.6")
def _(file: File, rng: Random) -> Any:
    page = file.entries(Ref(rng.choice(file.pages)))
    return put(file, rng, [page], b"CropBox", page[b"MediaBox"])


@mutation("inherited media box", "5.5")
def _(file: File, rng: Random) -> Any:
    file.entries(file.root[b"Pages"])[b"MediaBox"] = file.entries(Ref(file.pages[0])).pop(b"MediaBox")
    return True


@mutation("tree that is not sorted", "5.7")
def _(file: File, rng: Random) -> Any:
    found = [one[key] for one in containers(file) if isinstance(one, dict) for key in (b"Names", b"Nums") if isinstance(one.get(key), list)]
    found = [items for items in found if len(items) > 3 and isinstance(items[0], (Text, int))]
    if found:
        items = rng.choice(found)
        items[0:4] = items[2:4] + items[0:2]
    return found


@mutation("device space as an array", "5.27")
def _(file: File, rng: Random) -> Any:
    found = [one for one in containers(file) if isinstance(one, dict) and one.get(b"ColorSpace") in (b"DeviceRGB", b"DeviceGray")]
    if found:
        one = rng.choice(found)
        one[b"ColorSpace"] = [one[b"ColorSpace"]]
    return found


@mutation("decode array that says the default", "5.18")
def _(file: File, rng: Random) -> Any:
    found = [one for one in dictionaries(file, b"Subtype", b"Image") if b"Decode" not in one and one.get(b"ColorSpace") in (b"DeviceRGB", b"DeviceGray")]
    if found:
        one = rng.choice(found)
        one[b"Decode"] = [0, 1] * (3 if one[b"ColorSpace"] == b"DeviceRGB" else 1)
    return found


# -- fonts


@mutation("another subset tag", "6.1")
def _(file: File, rng: Random) -> Any:
    found = [one for one in dictionaries(file, b"Type", b"Font") if isinstance(one.get(b"BaseFont"), Name) and one[b"BaseFont"][6:7] == b"+"]
    if found:
        one = rng.choice(found)
        one[b"BaseFont"] = Name(b"QQQQQQ" + one[b"BaseFont"][6:])
    return found


# -- content


for name, clause, pattern, new in (
    ("space in content", "7.2", rb"(?<=[a-zA-Z])\n", rb" \n"),
    ("space at the end of content", "7.2", rb"\Z", rb"\n"),
    ("comment in content", "7.2", rb"\n(?=[0-9])", rb"\n%x\n"),
    ("number in content with a zero behind", "7.3", rb"(?<=\.\d) (?=[0-9])", rb"0 "),
    ("number in content with a sign", "7.3", rb"\n(?=[0-9])", rb"\n+"),
    ("word that is no operator", "7.4", rb"\n(?=[0-9])", rb"\n1 2 foo\n"),
    ("marked-content point", "7.4", rb"\n(?=[0-9])", rb"\n/A MP\n"),
    ("empty marked content", "7.6", rb"\n(?=BT)", rb"\n/Span BMC\nEMC\n"),
    ("property list with a private entry", "7.5", rb"<</MCID", rb"<</Hidden 1/MCID"),
    ("hexadecimal string in content", "7.3", rb"\((\w+)\)(?=Tj)", lambda match: b"<" + match[1].hex().encode() + b">"),
):
    CHANGES[name] = (clause, partial(in_content, pattern=pattern, change=new))


@mutation("inline image with another order", "7.7")
def _(file: File, rng: Random) -> Any:
    for number, value in file.objects.items():
        if isinstance(value, Stream) and number not in file.pages:
            try:
                data = file.data_of(number)
            except Exception:
                continue
            match = re.search(rb"BI(/[^ /]+ \d+)(/[^ I]*)(?=.{0,60}?ID [0-9a-f]+>\nEI)", data)
            if match and b"/F" in match[2]:
                return rewrite(file, number, data[: match.start()] + b"BI" + match[2] + match[1] + data[match.end() :])
    return False


@mutation("two streams of content", "7.1")
def _(file: File, rng: Random) -> Any:
    page = file.entries(Ref(rng.choice(file.pages)))
    if b"Contents" not in page or b"\n" not in file.data_of(int(page[b"Contents"])):
        return False
    head, _, tail = file.data_of(int(page[b"Contents"])).partition(b"\n")
    number = max(file.objects)
    for at, data in enumerate((head, tail), 1):
        file.objects[number + at] = Stream({b"Filter": Name(b"FlateDecode")})
        rewrite(file, number + at, data)
    page[b"Contents"] = [Ref(number + 1), Ref(number + 2)]
    return True


# -- resources


@mutation("another name of a font", "8.3")
def _(file: File, rng: Random) -> Any:
    page = file.entries(Ref(rng.choice(file.pages)))
    fonts = file.entries(file.entries(page.get(b"Resources")).get(b"Font"))
    if b"Contents" not in page or b"F0" not in fonts:
        return False
    fonts[b"Old"] = fonts.pop(b"F0")
    return rewrite(file, int(page[b"Contents"]), re.sub(rb"/F0(?= )", b"/Old", file.data_of(int(page[b"Contents"]))))


@mutation("a font that nothing uses", "8.1")
def _(file: File, rng: Random) -> Any:
    fonts = file.entries(file.entries(file.entries(Ref(rng.choice(file.pages))).get(b"Resources")).get(b"Font"))
    if not fonts:
        return False
    fonts[b"F77"] = {b"BaseFont": Name(b"Courier"), b"Subtype": Name(b"Type1"), b"Type": Name(b"Font")}
    number = max(file.objects) + 1
    file.objects[number], fonts[b"F77"] = fonts[b"F77"], Ref(number)
    return True


@mutation("procedure sets", "8.1")
def _(file: File, rng: Random) -> Any:
    return put(file, rng, [file.entries(file.entries(Ref(file.pages[0])).get(b"Resources"))], b"ProcSet", [Name(b"PDF")])


# -- streams


def one_with(file: File, rng: Random, filter: bytes) -> int:
    """The number of a stream with that filter, or 0."""
    return rng.choice(streams(file, lambda entries: entries.get(b"Filter") == filter) or [0])


@mutation("another level of Flate", "9.2")
def _(file: File, rng: Random) -> Any:
    number = one_with(file, rng, b"FlateDecode")
    if not number or zlib.compress(file.data_of(number), 9) == file.objects[number].data:
        return False
    stream = file.objects[number]
    stream.data = zlib.compress(file.data_of(number), 9)
    return True


def without_filter(file: File, number: int) -> None:
    stream = file.objects[number]
    stream.data = file.data_of(number)
    del stream[b"Filter"]


def filter_in_array(file: File, number: int) -> None:
    file.objects[number][b"Filter"] = [Name(b"FlateDecode")]


def in_hexadecimal(file: File, number: int) -> None:
    stream = file.objects[number]
    stream.data = file.data_of(number).hex().encode() + b">"
    stream[b"Filter"] = Name(b"ASCIIHexDecode")


def with_comment(file: File, number: int) -> None:
    stream = file.objects[number]
    stream.data = stream.data[:2] + b"\xff\xfe\0\4hi" + stream.data[2:]


def in_stream(file: File, rng: Random, filter: bytes, change: Callable[[File, int], None]) -> int:
    number = one_with(file, rng, filter)
    if number:
        change(file, number)
    return number


for name, clause, filter, in_one in (
    ("stream without its filter", "9.2", b"FlateDecode", without_filter),
    ("filter in an array", "9.4", b"FlateDecode", filter_in_array),
    ("hexadecimal data", "9.1", b"FlateDecode", in_hexadecimal),
    ("comment in a JPEG file", "9.6", b"DCTDecode", with_comment),
):
    CHANGES[name] = (clause, partial(in_stream, filter=filter, change=in_one))


# -- metadata


def in_packet(file: File, _rng: Random, old: bytes, new: bytes) -> Any:
    stream = file.get(file.root[b"Metadata"])
    changed = old in stream.data
    stream.data = stream.data.replace(old, new, 1)
    return changed


for name, clause, old, new in (
    ("another date in the packet", "10.3", b"1970-01-01T00:00:00Z", b"2020-01-01T00:00:00Z"),
    ("another producer in the packet", "10.3", b"Fixpoint norm-3", b"Other 1.0"),
    ("padding in the packet", "10.2", b"</x:xmpmeta>\n", b"</x:xmpmeta>\n     \n"),
):
    CHANGES[name] = (clause, partial(in_packet, old=old, new=new))


def in_information(file: File, _rng: Random, key: bytes, value: bytes) -> Any:
    info = file.entries(file.trailer.get(b"Info"))
    if info:
        info[key] = Text(value)
    return info


for name, key, value in (
    ("another date in the information dictionary", b"ModDate", b"D:20200101000000Z"),
    ("a private entry in the information dictionary", b"Company", b"Example"),
):
    CHANGES[name] = ("10.4", partial(in_information, key=key, value=value))


# -- the file


def saved(data: bytes, **options: Any) -> Any:
    import io

    try:
        import pikepdf
    except ImportError:
        return False
    out = io.BytesIO()
    options["object_stream_mode"] = pikepdf.ObjectStreamMode(options["object_stream_mode"])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(out, **options)
    return out.getvalue()


def another_id(data: bytes) -> bytes:
    old = re.search(rb"/ID \[<([0-9a-f]{32})", data)[1]  # type: ignore[index]
    return data.replace(old, bytes(reversed(old)))


for name, clause, in_bytes in (
    ("another ID", "2.10", another_id),
    ("bytes behind the end", "2.9", lambda data: data + b"\n"),
    ("another version", "2.1", lambda data: data.replace(b"%PDF-1.7", b"%PDF-1.6", 1)),
    ("another comment in the header", "2.1", lambda data: data.replace(b"\xe2\xe3\xcf\xd3", b"\xe2\xe3\xcf\xd4", 1)),
    ("another length in the linearization parameters", "2.14", lambda data: re.sub(rb"/E (\d)", lambda match: b"/E %d" % (int(match[1]) % 9 + 1), data, count=1)),
    ("file with tables, as another program saves it", "2.2", lambda data: saved(data, linearize=False, object_stream_mode=0)),
    ("linearized file, as another program saves it", "2.2", lambda data: saved(data, linearize=True, object_stream_mode=2)),
):
    CHANGES[name] = (clause, lambda file, rng, in_bytes=in_bytes: in_bytes(file.data))


def mutate(data: bytes, change: Change, rng: Random) -> Optional[bytes]:
    """The file with the change, or nothing where the file has no place for it."""
    file = read_file(data)
    result = change(file, rng)
    if not result:
        return None
    if isinstance(result, bytes):
        return result if result != data else None
    original = layout.canonical_order
    if result == "unreached":
        layout.canonical_order = lambda file: original(file) + [max(file.objects)]
    elif result == "reordered":
        layout.canonical_order = lambda file: original(file)[:1] + original(file)[:0:-1]
    try:
        written = write_file(file)[0]
    finally:
        layout.canonical_order = original
    return written if written != data else None


def main() -> None:
    truth, folder, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(5)
    paths = [json.loads(line)["path"] for line in truth.read_text().splitlines()]
    paths = [path for path in paths if Path(path).stat().st_size < 150_000]
    folder.mkdir(parents=True, exist_ok=True)
    names, made, tries = sorted(CHANGES), 0, 0
    while made < count and tries < count * 20:
        name = names[tries % len(names)]
        tries += 1
        data = Path(rng.choice(paths)).read_bytes()
        if not read_file(data).linearized:
            continue
        clause, change = CHANGES[name]
        written = mutate(data, change, rng)
        if written is None:
            continue
        made += 1
        path = folder / f"{made:05}.pdf"
        path.write_bytes(written)
        print(json.dumps({"path": str(path), "mutation": name, "clause": clause}))


if __name__ == "__main__":
    main()
