"""Writes objects as a file (clause 2), to compare it with the one that is checked."""

from __future__ import annotations

import hashlib
from collections import deque
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .file import NO_ID, File, compress
from .syntax import Ref, Stream, write_entries, write_value

LIMIT = 100
Use = Any  # the name of a use, or the index of a page
Part = List["Item"]


def references(value: Any) -> Iterator[int]:
    """The references in a value, in the order in which the canonical file spells them."""
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, Ref):
            yield int(value)
        elif isinstance(value, Stream):
            stack.append(value.entries)
        elif isinstance(value, dict):
            stack.extend(value[key] for key in sorted(value, reverse=True))
        elif isinstance(value, list):
            stack.extend(reversed(value))


def canonical_order(file: File) -> List[int]:
    """All objects that the catalog and the information dictionary reach, level by level (3.9)."""
    starts = [int(file.trailer[key]) for key in (b"Root", b"Info") if isinstance(file.trailer.get(key), Ref)]
    order, seen, queue = [], set(starts), deque(starts)
    while queue:
        number = queue.popleft()
        order.append(number)
        for found in references(file.objects.get(number)):
            if found not in seen and found in file.objects:
                seen.add(found)
                queue.append(found)
    return order


def renumber(value: Any, numbers: Dict[int, int]) -> Any:
    if isinstance(value, Ref):
        return Ref(numbers[value]) if value in numbers else None
    if isinstance(value, list):
        return [renumber(item, numbers) for item in value]
    if isinstance(value, dict):
        return {key: renumber(item, numbers) for key, item in value.items()}
    return value


class Item:
    """An object that stands alone, or an object stream with what is in it (2.11)."""

    def __init__(self, members: List[int], uses: Set[Use], number: Optional[int] = None) -> None:
        self.members, self.uses, self.alone = members, uses, number
        self.number = self.length = self.offset = 0


class Writer:
    """Lays the objects of a document out as a plain or a linearized file."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.order = canonical_order(file)
        self.numbers: Dict[int, int] = {}
        self.regions: List[Tuple[int, str, int]] = []

    # -- bytes of single things

    def object(self, number: int, body: bytes) -> bytes:
        return b"%d 0 obj\n" % number + body + b"\nendobj\n"

    def stream(self, number: int, entries: bytes, data: bytes, ending: bytes = b"") -> bytes:
        return self.object(number, entries + b"\nstream\n" + data + b"\nendstream" + ending)

    def spell(self, own: int) -> bytes:
        value = self.file.objects[own]
        if isinstance(value, Stream):
            moved = Stream(renumber(value.entries, self.numbers), value.data)
            return write_entries(moved) + b"\nstream\n" + value.data + b"\nendstream"
        return write_value(renumber(value, self.numbers))

    def item(self, item: Item) -> bytes:
        if item.alone is not None:
            return self.object(item.number, self.spell(item.alone))
        heads, bodies, offset = [], [], 0
        for member in item.members:
            body = self.spell(member)
            heads.append(b"%d %d" % (self.numbers[member], offset))
            bodies.append(body)
            offset += len(body) + 1
        head = b" ".join(heads) + b"\n"
        data = compress(head + b"\n".join(bodies))
        entries = b"<</Filter/FlateDecode/First %d/Length %d/N %d/Type/ObjStm>>" % (len(head), len(data), len(bodies))
        return self.stream(item.number, entries, data)

    def trailer(self, keys: bytes = b"") -> bytes:
        ids = b"/ID [<" + NO_ID + b"><" + NO_ID + b">]"
        info = self.numbers.get(int(self.file.trailer.get(b"Info") or 0))
        root = self.numbers[int(self.file.trailer[b"Root"])]
        return ids + (b"/Info %d 0 R" % info if info else b"") + b"/Root %d 0 R" % root + keys

    # -- the plain file (2.4 to 2.7)

    def plain(self) -> bytes:
        objects, tables = self.file.objects, self.file.tables
        self.numbers = {own: place for place, own in enumerate(self.order, 1)}
        alone = [own for own in self.order if tables or isinstance(objects[own], Stream)]
        rest = [own for own in self.order if not tables and not isinstance(objects[own], Stream)]
        items = [Item([], set(), own) for own in alone]
        items += [Item(rest[at : at + LIMIT], set()) for at in range(0, len(rest), LIMIT)]
        count = len(self.order)
        for item in items:
            if item.alone is None:
                count += 1
                item.number = count
            else:
                item.number = self.numbers[item.alone]
        out = bytearray(self.header())
        rows: Dict[int, Tuple[int, int, int]] = {0: (0, 0, 0)}
        for item in items:
            self.place(out, item, rows)
        start = len(out)
        self.regions.append((start, "2.7" if tables else "2.6", 0))
        if tables:
            out += b"xref\n0 %d\n0000000000 65535 f \n" % (count + 1)
            out += b"".join(b"%010d 00000 n \n" % rows[number][1] for number in range(1, count + 1))
            out += b"trailer\n<<" + self.trailer(b"/Size %d>>\n" % (count + 1))
        else:
            number, width = count + 1, size_of(start)
            rows[number] = (1, start, 0)
            data = self.rows(rows, range(number + 1), width)
            tail = b"/Length %d/Size %d/Type/XRef/W[1 %d 1]>>" % (len(data), number + 1, width)
            out += self.stream(number, b"<</Filter/FlateDecode" + self.trailer(tail), data)
        self.regions.append((len(out), "2.9", 0))
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)

    def header(self) -> bytes:
        return b"%PDF-" + self.file.version + b"\n%\xe2\xe3\xcf\xd3\n"

    def place(self, out: bytearray, item: Item, rows: Dict[int, Tuple[int, int, int]]) -> None:
        """Writes an item and notes its rows of the cross-reference section."""
        self.regions.append((len(out), "3.9" if item.alone is not None else "2.5", item.number))
        item.offset = len(out)
        rows[item.number] = (1, item.offset, 0)
        for index, member in enumerate(item.members):
            rows[self.numbers[member]] = (2, item.number, index)
        out += self.item(item)
        item.length = len(out) - item.offset

    def rows(self, rows: Dict[int, Tuple[int, int, int]], numbers: Any, width: int) -> bytes:
        data = b"".join(bytes([kind]) + at.to_bytes(width, "big") + bytes([index]) for kind, at, index in map(rows.__getitem__, numbers))
        return compress(data)

    # -- the linearized file (2.11 to 2.15)

    def uses(self) -> Dict[int, Set[Use]]:
        file, uses = self.file, {own: set() for own in self.order}  # type: Tuple[File, Dict[int, Set[Use]]]
        pages = set(file.pages)

        def walk(use: Use, value: Any) -> None:
            stack, seen = list(references(value)), set()  # type: Tuple[List[int], Set[int]]
            while stack:
                own = stack.pop()
                if own in seen or own in pages or own not in uses:
                    continue
                seen.add(own)
                uses[own].add(use)
                stack.extend(references(file.objects[own]))

        opened = (b"AcroForm", b"OpenAction", b"PageMode", b"Threads", b"ViewerPreferences")
        uses[int(file.trailer[b"Root"])].add("root")
        for key, value in file.root.items():
            walk("open" if key in opened else "outlines" if key == b"Outlines" else "others", value)
        walk("others", file.trailer.get(b"Info"))
        for index, own in enumerate(file.pages):
            if own in uses:
                uses[own].add(index)
                walk(index, {key: value for key, value in file.objects[own].items() if key != b"Parent"})
        return uses

    def items(self, uses: Dict[int, Set[Use]]) -> List[Item]:
        file, pages = self.file, set(self.file.pages)
        root = int(file.trailer[b"Root"])
        stands = [own for own in self.order if file.tables or own in pages or own == root or isinstance(file.objects[own], Stream)]
        alone = set(stands)
        rest = [own for own in self.order if own not in alone]
        if len(rest) <= LIMIT and not any("outlines" in uses[own] for own in rest):
            groups = [rest]
        else:
            first: List[int] = []
            of_one: List[Tuple[int, int]] = []
            of_pages: List[int] = []
            outlines: List[int] = []
            others: List[int] = []
            for own in rest:
                use, later = uses[own], later_pages(uses[own])
                if "outlines" in use:
                    outlines.append(own)
                elif "open" in use or 0 in use:
                    first.append(own)
                elif not later:
                    others.append(own)
                elif len(later) == 1 and "others" not in use:
                    of_one.append((later[0], own))
                else:
                    of_pages.append(own)
            of_one.sort(key=lambda pair: pair[0])
            groups = [first, [own for _, own in of_one], of_pages, outlines + others]
        items = [Item([], uses[own], own) for own in stands]
        for group in groups:
            for at in range(0, len(group), LIMIT):
                members = group[at : at + LIMIT]
                items.append(Item(members, set().union(*(uses[own] for own in members))))
        return items

    def linearized(self) -> bytes:
        file = self.file
        items = self.items(self.uses())
        count = len(file.pages)
        outline = int(file.root[b"Outlines"]) if isinstance(file.root.get(b"Outlines"), Ref) else -1
        parts: Dict[Any, Part] = {key: [] for key in ("open", "outlines", "first", "shared", "rest")}
        parts.update({index: [] for index in range(1, count)})
        for item in items:
            use, later = item.uses, later_pages(item.uses)
            key: Any = "rest"
            if "root" in use:
                key = "open"
            elif "outlines" in use:
                key = "outlines"
            elif "open" in use:
                key = "open"
            elif 0 in use:
                key = "first"
            elif len(later) == 1 and "others" not in use:
                key = later[0]
            elif len(later) > 1:
                key = "shared"
            parts[key].append(item)
        parts["open"].sort(key=lambda item: "root" not in item.uses)
        for index in range(count):
            key = index or "first"
            own = file.pages[index]
            parts[key].sort(key=lambda item: (item.alone != own, len(item.uses) > 1 if index == 0 else False))
        parts["outlines"].sort(key=lambda item: item.alone != outline and outline not in item.members)
        early = parts["outlines"] if file.root.get(b"PageMode") == b"UseOutlines" else []
        first = parts["first"] + early
        second = [item for index in range(1, count) for item in parts[index]] + parts["shared"]
        second += ([] if early else parts["outlines"]) + parts["rest"]

        number = 0
        for item in second:
            number = self.give(item, number + 1)
        main = number = number + (0 if file.tables else 1)
        number = self.give_members(second, number)
        params = number = number + 1
        section = number = number + (0 if file.tables else 1)
        for item in parts["open"]:
            number = self.give(item, number + 1)
        hint = number = number + 1
        for item in first:
            number = self.give(item, number + 1)
        size = self.give_members(parts["open"] + first, number) + 1

        layout = Layout(self, parts["open"], first, second, main, params, section, hint, size)
        return layout.write(lambda: hint_tables(self, layout, parts, first))

    def give(self, item: Item, number: int) -> int:
        item.number = number
        if item.alone is not None:
            self.numbers[item.alone] = number
        return number

    def give_members(self, items: List[Item], number: int) -> int:
        for item in items:
            for member in item.members:
                number += 1
                self.numbers[member] = number
        return number


def later_pages(uses: Set[Use]) -> List[int]:
    return sorted(use for use in uses if isinstance(use, int) and use > 0)


def size_of(number: int) -> int:
    return max(1, (number.bit_length() + 7) // 8)


class Layout:
    """The bytes of a linearized file, once its numbers are given."""

    def __init__(self, writer: Writer, opened: Part, first: Part, second: Part, main: int, params: int, section: int, hint: int, size: int) -> None:
        self.writer, self.opened, self.first, self.second = writer, opened, first, second
        self.main, self.params, self.section, self.hint, self.size = main, params, section, hint, size
        self.bodies = {id(item): writer.item(item) for item in opened + first + second}
        for item in opened + first + second:
            item.length = len(self.bodies[id(item)])

    def arrange(self, section_length: int, hint_length: int) -> None:
        """Gives everything its offset, with a first section and a hint stream of these lengths."""
        page = self.writer.file.pages[0]
        digits = sum(len(str(value)) for value in (self.params, self.writer.numbers[page], len(self.writer.file.pages)))
        self.params_length = 94 + digits + len(b"\nendobj\n")
        self.params_offset = len(self.writer.header())
        self.section_offset = self.params_offset + self.params_length
        place = self.section_offset + section_length
        for item in self.opened:
            item.offset, place = place, place + item.length
        self.hint_offset, place = place, place + hint_length
        for item in self.first:
            item.offset, place = place, place + item.length
        self.first_end = place
        for item in self.second:
            item.offset, place = place, place + item.length
        self.main_offset = place

    def rows(self) -> Dict[int, Tuple[int, int, int]]:
        rows: Dict[int, Tuple[int, int, int]] = {0: (0, 0, 0)}
        for item in self.opened + self.first + self.second:
            rows[item.number] = (1, item.offset, 0)
            for index, member in enumerate(item.members):
                rows[self.writer.numbers[member]] = (2, item.number, index)
        rows[self.params] = (1, self.params_offset, 0)
        rows[self.hint] = (1, self.hint_offset, 0)
        if not self.writer.file.tables:
            rows[self.section] = (1, self.section_offset, 0)
            rows[self.main] = (1, self.main_offset, 0)
        return rows

    def first_section(self, pad: Optional[int]) -> bytes:
        writer, rows, width = self.writer, self.rows(), size_of(self.main_offset)
        count = self.size - self.params
        keys = b"/Prev %d/Size %d>>" % (self.main_offset, self.size)
        if writer.file.tables:
            body = b"xref\n%d %d\n" % (self.params, count)
            body += b"".join(b"%010d 00000 n \n" % rows[number][1] for number in range(self.params, self.size))
            body += b"trailer\n<<" + writer.trailer(keys)
            ending = b"\n"
        else:
            data = writer.rows(rows, range(self.params, self.size), width)
            head = b"<</Filter/FlateDecode/Index[%d %d]/Length %d/Type/XRef/W[1 %d 1]" % (self.params, count, len(data), width)
            body = b"%d 0 obj\n" % self.section + head + writer.trailer(keys) + b"\nstream\n" + data + b"\nendstream"
            ending = b"\nendobj\n"
        ending += b"startxref\n0\n%%EOF\n"
        return body + b" " * max(0, (pad or 0) - len(body) - len(ending)) + ending

    def main_section(self) -> bytes:
        writer, rows = self.writer, self.rows()
        ids = b"/ID [<" + NO_ID + b"><" + NO_ID + b">]/Size %d>>" % self.params
        if writer.file.tables:
            body = b"xref\n0 %d\n0000000000 65535 f \n" % self.params
            body += b"".join(b"%010d 00000 n \n" % rows[number][1] for number in range(1, self.params))
            body += b"trailer\n<<" + ids + b"\n"
        else:
            width = size_of(self.main_offset)
            data = writer.rows(rows, range(self.params), width)
            head = b"<</Filter/FlateDecode/Length %d/Type/XRef/W[1 %d 1]" % (len(data), width)
            body = writer.stream(self.main, head + ids, data)
        return body + b"startxref\n%d\n%%%%EOF\n" % self.section_offset

    def write(self, hints: Callable[[], bytes]) -> bytes:
        writer, file = self.writer, self.writer.file
        length, needed, tables = 0, 1, b""
        while needed > length:
            length = needed + 8 if tables else 0
            self.arrange(length, 0)
            tables = hints()
            self.arrange(length, len(tables))
            needed = len(self.first_section(None))
        out = bytearray(writer.header())
        main = self.main_section()
        total = self.main_offset + len(main)
        at = self.main_offset
        if file.tables:
            at += main.index(b"\n", main.index(b"\n") + 1)
        page = writer.numbers[file.pages[0]]
        params = b"%d 0 obj\n<</Linearized 1/L %d/H[%d %d]/O %d/E %d/N %d/T %d>>" % (
            self.params, total, self.hint_offset, len(tables), page, self.first_end, len(file.pages), at
        )  # fmt: skip
        out += params.ljust(self.params_length - 8) + b"\nendobj\n" + self.first_section(length)
        for item in self.opened:
            out += self.bodies[id(item)]
        out += tables
        for item in self.first + self.second:
            out += self.bodies[id(item)]
        out += main
        writer.regions = [(self.params_offset, "2.14", self.params), (self.section_offset, "2.13", self.section)]
        writer.regions += [(self.hint_offset, "2.15", self.hint), (self.main_offset, "2.13", self.main)]
        for item in self.opened + self.first + self.second:
            writer.regions.append((item.offset, "2.12" if item.alone is not None else "2.11", item.number))
        writer.regions.sort()
        return bytes(out)


def columns(rows: Sequence[Tuple[int, ...]], widths: List[int]) -> bytes:
    """The columns of a hint table, each from a whole byte on."""
    out = b""
    for index, width in enumerate(widths):
        bits = "".join(format(row[index], f"0{width}b") for row in rows) if width else ""
        out += int(bits.ljust(-(-len(bits) // 8) * 8, "0") or "0", 2).to_bytes(-(-len(bits) // 8), "big")
    return out


def hint_tables(writer: Writer, layout: Layout, parts: Dict[Any, Part], first: Part) -> bytes:
    """The hint stream as an object (2.15, F.4)."""
    file = writer.file
    shared = first + parts["shared"]
    rows = []
    lists = []
    for index in range(len(file.pages)):
        items = first if index == 0 else parts[index]
        names = [] if index == 0 else [at for at, item in enumerate(shared) if index in item.uses]
        lists.append(names)
        rows.append((len(items), sum(item.length for item in items), len(names)))
    least_count, least_length = min(row[0] for row in rows), min(row[1] for row in rows)
    count_bits = (max(row[0] for row in rows) - least_count).bit_length()
    length_bits = (max(row[1] for row in rows) - least_length).bit_length()
    names_bits = max(row[2] for row in rows).bit_length()
    id_bits = max([0] + [name for names in lists for name in names]).bit_length()
    page_offset = next(item for item in first if item.alone == file.pages[0]).offset
    head = least_count.to_bytes(4, "big") + page_offset.to_bytes(4, "big") + count_bits.to_bytes(2, "big")
    head += least_length.to_bytes(4, "big") + length_bits.to_bytes(2, "big")
    head += bytes(4) + bytes(2) + least_length.to_bytes(4, "big") + length_bits.to_bytes(2, "big")
    head += names_bits.to_bytes(2, "big") + id_bits.to_bytes(2, "big") + bytes(2) + (4).to_bytes(2, "big")
    differences = [(count - least_count, size - least_length, names) for count, size, names in rows]
    body = columns(differences, [count_bits, length_bits, names_bits])
    body += columns([(name,) for names in lists for name in names], [id_bits])
    body += columns([(row[1],) for row in differences], [length_bits])
    page_table = head + body

    least = min(item.length for item in shared)
    bits = (max(item.length for item in shared) - least).bit_length()
    later = parts["shared"]
    table = (later[0].number if later else 0).to_bytes(4, "big") + (later[0].offset if later else 0).to_bytes(4, "big")
    table += len(first).to_bytes(4, "big") + len(shared).to_bytes(4, "big") + bytes(2)
    table += least.to_bytes(4, "big") + bits.to_bytes(2, "big")
    table += columns([(item.length - least, 0) for item in shared], [bits, 1])
    data, keys = page_table + table, b"/S %d" % len(page_table)
    outlines = parts["outlines"]
    if outlines:
        keys = b"/O %d" % len(data) + keys
        data += outlines[0].number.to_bytes(4, "big") + outlines[0].offset.to_bytes(4, "big")
        data += len(outlines).to_bytes(4, "big") + sum(item.length for item in outlines).to_bytes(4, "big")
    filtered = b"/Filter/FlateDecode" if len(data) >= 128 else b""
    data = compress(data) if filtered else data
    return writer.stream(layout.hint, b"<<" + filtered + b"/Length %d" % len(data) + keys + b">>", data)


def write_file(file: File) -> Tuple[bytes, List[Tuple[int, str, int]]]:
    """The whole file with its ID, and which clause says what stands from an offset on."""
    writer = Writer(file)
    data = writer.linearized() if file.linearized else writer.plain()
    digest = hashlib.sha256(data).hexdigest()[:32].encode()
    return data.replace(b"/ID [<" + NO_ID + b"><" + NO_ID + b">]", b"/ID [<" + digest + b"><" + digest + b">]"), writer.regions
