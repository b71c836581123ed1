"""Writes objects as a file (clause 2), to compare it with the one that is checked."""

from collections import defaultdict
from hashlib import sha256
from itertools import accumulate
from typing import Any

from .file import File, compress
from .syntax import Stream, references, write_value

LIMIT = 100
IDS = b" [<" + b"0" * 32 + b"><" + b"0" * 32 + b">]"
PLAIN_KEYS = (b"Filter", b"ID", b"Info", b"Root", b"Length", b"Size", b"Type", b"W")
OPEN_KEYS = (b"AcroForm", b"OpenAction", b"PageMode", b"Threads", b"ViewerPreferences")
Uses = set[Any]  # Names of uses, and indexes of pages.


def canonical_order(file: File) -> list[int]:
    """All objects that the catalog and the information dictionary reach, level by level (3.9)."""
    order = [file.trailer[key] for key in (b"Root", b"Info") if file.trailer.get(key)]
    seen = set(order)
    for number in order:
        for found in references(file.objects.get(number)):
            if found not in seen and found in file.objects:
                seen.add(found)
                order.append(found)
    return order


def find_uses(file: File, order: list[int]) -> dict[int, Uses]:
    """What each object is needed for (2.11)."""
    uses: dict[int, Uses] = {own: set() for own in order}
    pages = set(file.pages)

    def walk(use: Any, value: Any) -> None:
        stack = references(value)
        while stack:
            own = stack.pop()
            if own in uses and own not in pages and use not in uses[own]:
                uses[own].add(use)
                stack += references(file.objects[own])

    uses[order[0]].add("root")
    for key, value in file.root.items():
        walk("outlines" if key == b"Outlines" else "open" if key in OPEN_KEYS else "others", value)
    walk("others", file.trailer.get(b"Info"))
    for index, own in enumerate(file.pages):
        uses[own].add(index)
        walk(index, {key: value for key, value in file.objects[own].items() if key != b"Parent"})
    return uses


def later_pages(uses: Uses) -> list[int]:
    return [use for use in uses if isinstance(use, int) and use]


def part_of(uses: Uses) -> Any:
    """The part of a linearized file: its name, or the index of a page (2.11)."""
    later = later_pages(uses)
    for use, part in (("root", "open"), ("outlines", "outlines"), ("open", "open"), (0, 0)):
        if use in uses:
            return part
    if len(later) == 1 and "others" not in uses:
        return later[0]
    return "shared" if len(later) > 1 else "rest"


def make_groups(rest: list[int], uses: dict[int, Uses]) -> list[list[int]]:
    """The objects that share object streams, group by group (2.11)."""
    if not uses or len(rest) <= LIMIT and not any("outlines" in uses[own] for own in rest):
        return [rest]
    groups: dict[str, list[int]] = defaultdict(list)
    for own in rest:
        part = part_of(uses[own])
        name = {"open": "first", 0: "first", "outlines": "outlines"}.get(part, "one")
        if part in ("shared", "rest"):
            name = "pages" if later_pages(uses[own]) else "rest"
        groups[name].append(own)
    groups["one"].sort(key=lambda own: later_pages(uses[own]))
    return [groups["first"], groups["one"], groups["pages"], groups["outlines"] + groups["rest"]]


class Item:
    """An object that stands alone, or an object stream with what is in it (2.11)."""

    def __init__(self, members: list[int], alone: bool, uses: dict[int, Uses]):
        self.members, self.alone = members, alone
        self.uses: Uses = set().union(*(uses.get(own, ()) for own in members))
        self.number, self.offset, self.body = 0, 0, b""


class Layout:
    """The bytes of a document as a plain or a linearized file."""

    def __init__(self, file: File):
        self.file, self.order, self.streams = file, canonical_order(file), not file.tables
        self.numbers, self.regions = {}, []
        self.header = b"%PDF-" + file.version + b"\n%\xe2\xe3\xcf\xd3\n"

    def items(self, uses: dict[int, Uses], singles: list[int]) -> list[Item]:
        """The objects that stand alone, and behind them the object streams (2.4, 2.11)."""
        alone = set(singles if self.streams else self.order)
        alone |= {own for own in self.order if isinstance(self.file.objects[own], Stream)}
        groups = make_groups([own for own in self.order if own not in alone], uses)
        chunks = [group[at : at + LIMIT] for group in groups for at in range(0, len(group), LIMIT)]
        items = [Item([own], True, uses) for own in self.order if own in alone]
        return items + [Item(chunk, False, uses) for chunk in chunks]

    def spell(self, item: Item) -> None:
        spelled = []
        for own in item.members:
            value = self.file.objects[own]
            data = b"\nstream\n%b\nendstream" % value.data if isinstance(value, Stream) else b""
            spelled.append(write_value(value, self.numbers) + data)
        item.body = b"%d 0 obj\n%b\nendobj\n" % (item.number, spelled[0])
        if not item.alone:
            places = accumulate((len(one) + 1 for one in spelled), initial=0)
            pairs = zip((self.numbers[own] for own in item.members), places)
            head = b" ".join(b"%d %d" % pair for pair in pairs) + b"\n"
            data = compress(head + b"\n".join(spelled))
            sizes = len(head), len(data), len(spelled)
            keys = b"<</Filter/FlateDecode/First %d/Length %d/N %d/Type/ObjStm>>" % sizes
            item.body = stream_object(item.number, keys, data)

    def place(self, items: list[Item], start: int) -> int:
        """Gives items their offsets, and returns the place behind them."""
        for item in items:
            item.offset, start = start, start + len(item.body)
        return start

    def trailer(self) -> dict[bytes, bytes]:
        keys = {key: self.numbers.get(self.file.trailer.get(key)) for key in (b"Info", b"Root")}
        return {b"ID": IDS} | {key: b" %d 0 R" % value for key, value in keys.items() if value}

    def section(self, number: int, numbers: range, rows: dict, width: int, trailer: dict) -> list:
        """A cross-reference section (2.6, 2.7, 2.13), and what stands behind its padding."""
        first, count = numbers.start, len(numbers)
        if not self.streams:
            lines = [b"%010d 00000 n \n" % rows[one][1] for one in numbers if one]
            lines[:0] = [b"0000000000 65535 f \n"] if not first else []
            keys = b"".join(b"/" + key + value for key, value in trailer.items())
            table = b"xref\n%d %d\n%b" % (first, count, b"".join(lines))
            return [table + b"trailer\n<<" + keys + b">>", b"\n"]
        fields = (
            (kind, at.to_bytes(width, "big"), third) for kind, at, third in map(rows.get, numbers)
        )
        data = compress(b"".join(b"%c%b%c" % row for row in fields))
        index = {b"Index": b"[%d %d]" % (first, count)} if first else {}
        keys = {b"Length": b" %d" % len(data), b"Type": b"/XRef", b"W": b"[1 %d 1]" % width}
        entries = {b"Filter": b"/FlateDecode"} | index | keys | trailer
        order = entries if self.file.linearized else [key for key in PLAIN_KEYS if key in entries]
        keys = b"".join(b"/" + key + entries[key] for key in order)
        return [stream_object(number, b"<<%b>>" % keys, data)[:-8], b"\nendobj\n"]

    def rows(self, items: list[Item], extra: dict[int, int]) -> dict[int, tuple[int, int, int]]:
        """The type, the second and the third field of each number (2.6)."""
        rows = {0: (0, 0, 0)} | {number: (1, place, 0) for number, place in extra.items()}
        for item in items:
            rows[item.number] = (1, item.offset, 0)
            inner = [] if item.alone else enumerate(item.members)
            rows.update((self.numbers[own], (2, item.number, at)) for at, own in inner)
        return rows

    def plain(self) -> bytes:
        """A plain file (2.4 to 2.9)."""
        items = self.items({}, [])
        self.numbers = {own: place for place, own in enumerate(self.order, 1)}
        alone = [item for item in items if item.alone]
        for item in alone:
            item.number = self.numbers[item.members[0]]
        number = self.give(items[len(alone) :], len(self.order) + 1)
        for item in items:
            self.spell(item)
        start = self.place(items, len(self.header))
        size = number + self.streams
        rows = self.rows(items, {number: start} if self.streams else {})
        trailer = self.trailer() | {b"Size": b" %d" % size}
        section = b"".join(self.section(number, range(size), rows, bytes_of(start), trailer))
        self.regions = [(one.offset, "3.9" if one.alone else "2.5", one.number) for one in items]
        self.regions += [(start, "2.6" if self.streams else "2.7", 0)]
        return self.header + b"".join(item.body for item in items) + section + end_of(start)

    def linearized(self) -> bytes:
        """A linearized file (2.11 to 2.15)."""
        file, count = self.file, len(self.file.pages)
        uses = find_uses(file, self.order)
        names = ("open", *range(count), "shared", "outlines", "rest")
        parts: dict[Any, list[Item]] = {part: [] for part in names}
        for item in self.items(uses, [self.order[0], *file.pages]):
            parts[part_of(item.uses)].append(item)
        outline = file.root.get(b"Outlines")
        parts["open"].sort(key=lambda item: "root" not in item.uses)
        parts["outlines"].sort(key=lambda item: outline not in item.members)
        for index, own in enumerate(file.pages):
            parts[index].sort(
                key=lambda one: (one.members != [own], not index and len(one.uses) > 1)
            )
        parts["first"] = parts[0] + []
        if file.root.get(b"PageMode") == b"UseOutlines":
            parts["first"] += parts["outlines"]
            names = names[:-2] + names[-1:]
        opened, first = parts["open"], parts["first"]
        second = [item for name in names[2:] for item in parts[name]]
        items = opened + first + second

        main = self.give(second, 1)
        params = self.give_members(second, main + self.streams)
        section = params + self.streams
        hint = self.give(opened, section + 1)
        size = self.give_members(opened + first, self.give(first, hint + 1))
        for item in items:
            self.spell(item)
        page = self.numbers[file.pages[0]]
        digits = sum(len(str(number)) for number in (params, page, count))
        start = len(self.header) + 94 + digits + len(b"\nendobj\n")
        length, head, end = 0, b"", b" "
        while len(head + end) > length:
            # The section as long as the last one, so that its offsets are right (2.13).
            length = len(head + end) + 8 if head else 0
            self.place(first + second, self.place(opened, start + length))
            hints = hint_stream(file, hint, parts)
            hint_at = self.place(opened, start + length)
            page_end = self.place(first, hint_at + len(hints))
            main_at = self.place(second, page_end)
            extra = {params: len(self.header), hint: hint_at}
            extra |= {section: start, main: main_at} if self.streams else {}
            rows, width = self.rows(items, extra), bytes_of(main_at)
            keys = self.trailer() | {b"Prev": b" %d" % main_at, b"Size": b" %d" % size}
            head, end = self.section(section, range(params, size), rows, width, keys)
            end += end_of(0)
        keys = {b"ID": IDS, b"Size": b" %d" % params}
        last = b"".join(self.section(main, range(params), rows, width, keys))
        table = 0 if self.streams else last.index(b"\n", last.index(b"\n") + 1)
        last += end_of(start)
        sizes = (main_at + len(last), hint_at, len(hints), page, page_end, count, main_at + table)
        parameters = b"<</Linearized 1/L %d/H[%d %d]/O %d/E %d/N %d/T %d>>" % sizes
        front = (self.header + b"%d 0 obj\n" % params + parameters).ljust(start - 8) + b"\nendobj\n"
        self.regions = [(len(self.header), "2.14", params), (start, "2.13", section)]
        self.regions += [(hint_at, "2.15", hint), (main_at, "2.13", main)]
        self.regions += [(one.offset, "2.12" if one.alone else "2.11", one.number) for one in items]
        bodies = [item.body for item in items]
        bodies.insert(len(opened), hints)
        return front + head.ljust(length - len(end)) + end + b"".join(bodies) + last

    def give(self, items: list[Item], number: int) -> int:
        """Gives numbers to items and to the objects that stand alone (2.12)."""
        for item in items:
            item.number, number = number, number + 1
            if item.alone:
                self.numbers[item.members[0]] = item.number
        return number

    def give_members(self, items: list[Item], number: int) -> int:
        members = [own for item in items if not item.alone for own in item.members]
        self.numbers.update((own, at) for at, own in enumerate(members, number))
        return number + len(members)


def bytes_of(number: int) -> int:
    return max(1, (number.bit_length() + 7) // 8)


def end_of(place: int) -> bytes:
    return b"startxref\n%d\n%%%%EOF\n" % place


def stream_object(number: int, entries: bytes, data: bytes) -> bytes:
    return b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (number, entries, data)


class Column:
    """A column of a hint table: differences to the least value, from a whole byte on."""

    def __init__(self, values: list[int], least: int | None = None):
        self.least = min(values, default=0) if least is None else least
        self.bits = (max(values, default=0) - self.least).bit_length()
        text = "".join(format(one - self.least, f"0{self.bits}b") for one in values if self.bits)
        text += "0" * (-len(text) % 8)
        self.data = int(text or "0", 2).to_bytes(len(text) // 8, "big")


def pack(widths: str, *values: int) -> bytes:
    """Numbers of as many bytes as the digits say."""
    return b"".join(one.to_bytes(int(width), "big") for width, one in zip(widths, values))


def hint_stream(file: File, number: int, parts: dict[Any, list[Item]]) -> bytes:
    """The hint stream as an object (2.15, F.4)."""
    first, later, outlines = parts["first"], parts["shared"], parts["outlines"]
    shared, pages = first + later, [first, *(parts[index] for index in range(1, len(file.pages)))]
    named: list[list[int]] = [[] for _ in pages]
    for at, page in ((at, page) for at, one in enumerate(shared) for page in later_pages(one.uses)):
        named[page].append(at)
    counts = Column([len(items) for items in pages])
    lengths = Column([sum(len(item.body) for item in items) for items in pages])
    names, ids = (
        Column([len(one) for one in named], 0),
        Column([at for one in named for at in one], 0),
    )
    start = next(item.offset for item in first if item.members == [file.pages[0]])
    data = pack("4424", counts.least, start, counts.bits, lengths.least)
    data += pack("24242", lengths.bits, 0, 0, lengths.least, lengths.bits)
    data += pack("2222", names.bits, ids.bits, 0, 4)
    data += counts.data + lengths.data + names.data + ids.data + lengths.data
    keys, sizes = b"/S %d" % len(data), Column([len(item.body) for item in shared])
    data += pack("44", *((later[0].number, later[0].offset) if later else (0, 0)))
    data += pack("44242", len(first), len(shared), 0, sizes.least, sizes.bits)
    data += sizes.data + bytes((len(shared) + 7) // 8)
    if outlines:
        keys = b"/O %d" % len(data) + keys
        total = sum(len(item.body) for item in outlines)
        data += pack("4444", outlines[0].number, outlines[0].offset, len(outlines), total)
    filtered = b"/Filter/FlateDecode" * (len(data) >= 128)
    data = compress(data) if filtered else data
    return stream_object(number, b"<<%b/Length %d%b>>" % (filtered, len(data), keys), data)


def write_file(file: File) -> tuple[bytes, list[tuple[int, str, int]]]:
    """The whole file with its ID, and which clause says what stands from an offset on."""
    layout = Layout(file)
    data = layout.linearized() if file.linearized else layout.plain()
    digest = sha256(data).hexdigest()[:32].encode()
    return data.replace(IDS, IDS.replace(b"0" * 32, digest)), sorted(layout.regions)
