"""Clauses 3 and 4.4: which objects the file has, which of them stand alone, and how reals are rounded."""

from __future__ import annotations

import struct
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .file import File
from .layout import canonical_order, references
from .syntax import Broken, Name, Real, Ref, Stream, Text, write_integer, write_real

ALONE_TYPES = (b"Filespec", b"Font", b"FontDescriptor", b"OCG")
FULL_DIGITS = (b"Measure", b"PtData", b"VP")


def check_objects(file: File) -> Iterator[Broken]:
    reached = set(canonical_order(file))
    for number in sorted(set(file.objects) - reached):
        yield Broken("3.1", "Nothing reaches the object.", file.offsets.get(number, -1), number)
    pages = set(file.pages)
    for number in reached:
        kind = file.entries(Ref(number)).get(b"Type")
        if kind == b"Page" and number not in pages or kind == b"Pages" and number != file.root.get(b"Pages"):
            yield Broken("3.2", "The page is not in the page tree.", file.offsets.get(number, -1), number)
    yield from Shapes(file, reached).check()
    for number in reached:
        yield from check_reals(file, number)


# -- identity


def identities(file: File) -> Set[int]:
    """The objects that are never merged (3.3)."""
    found: Set[int] = {int(value) for value in (file.trailer.get(b"Root"), file.trailer.get(b"Info"), file.root.get(b"Pages")) if value}
    found.update(file.pages)

    def follow(starts: List[Any], *keys: bytes, skip: Tuple[bytes, ...] = ()) -> None:
        seen: Set[int] = set()
        stack = list(starts)
        while stack:
            reference = stack.pop()
            if isinstance(reference, Ref):
                if reference in seen or reference not in file.objects:
                    continue
                seen.add(int(reference))
            value = file.get(reference)
            if isinstance(value, list):
                stack.extend(value)
                continue
            if file.entry(reference, b"Type") in skip or not isinstance(value, (dict, Stream)):
                continue
            if isinstance(reference, Ref):
                found.add(int(reference))
            stack.extend(file.entries(value).get(key) for key in keys)

    for page in file.pages:
        follow([file.entries(Ref(page)).get(b"Annots")], b"IRT", b"Popup")
        follow([file.entries(Ref(page)).get(b"B")], b"F", b"N")
    root = file.root
    follow([root.get(b"Threads")], b"F", b"N")
    follow([root.get(b"Outlines")], b"First", b"Next")
    follow([file.entries(root.get(b"OCProperties")).get(b"OCGs")])
    structure = root.get(b"StructTreeRoot")
    follow([structure], b"K", b"NS", b"Namespaces", skip=(b"MCR", b"OBJR"))
    trees = [root.get(b"PageLabels"), *file.entries(root.get(b"Names")).values()]
    trees += [file.entries(structure).get(key) for key in (b"ParentTree", b"IDTree")]
    for tree in trees:
        follow([file.entries(tree).get(b"Kids")], b"Kids")
    return found


# -- equal values, and what is indirect


class Node:
    """A value that counts once however often the file says it."""

    def __init__(self, value: Any, number: Optional[int]) -> None:
        self.value, self.number = value, number
        self.children: List["Node"] = []
        self.uses = 0
        self.fixed = False
        self.measured: Optional[Tuple[int, int, bool]] = None


class Shapes:
    def __init__(self, file: File, reached: Set[int]) -> None:
        self.file, self.reached = file, reached
        self.identity = identities(file) & reached
        self.identity |= self.cycles()
        self.nodes: Dict[Any, Node] = {}
        self.of_number: Dict[int, Node] = {}
        self.findings: List[Broken] = []
        self.all: List[Node] = []

    def cycles(self) -> Set[int]:
        """Objects on a cycle that no object with identity interrupts (3.5), by Tarjan's algorithm."""
        index: Dict[int, int] = {}
        low: Dict[int, int] = {}
        path: List[int] = []
        on_path: Set[int] = set()
        cyclic: Set[int] = set()
        for start in self.reached - self.identity:
            if start in index:
                continue
            work = [(start, self.edges(start))]
            index[start] = low[start] = len(index)
            path.append(start)
            on_path.add(start)
            while work:
                number, edges = work[-1]
                step = next(edges, None)
                if step is None:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[number])
                    if low[number] == index[number]:
                        component: List[int] = []
                        while not component or component[-1] != number:
                            component.append(path.pop())
                            on_path.discard(component[-1])
                        if len(component) > 1 or number in references(self.file.objects[number]):
                            cyclic.update(component)
                elif step not in index:
                    index[step] = low[step] = len(index)
                    path.append(step)
                    on_path.add(step)
                    work.append((step, self.edges(step)))
                elif step in on_path:
                    low[number] = min(low[number], index[step])
        return cyclic

    def edges(self, number: int) -> Iterator[int]:
        return (found for found in references(self.file.objects[number]) if found in self.reached and found not in self.identity)

    def key(self, value: Any, number: Optional[int]) -> Tuple[Any, Optional[Node]]:
        """What tells a value from others, and its node where it is a container."""
        if isinstance(value, Ref):
            if value not in self.reached:
                return None, None
            node = self.node(int(value))
            return id(node), node
        if not isinstance(value, (list, dict, Stream)):
            return (type(value).__name__, value), None
        fixed = number is not None and number in self.identity
        node = Node(value, number)
        parts: List[Any] = []
        entries: Any = value.entries if isinstance(value, Stream) else value
        for key in sorted(entries) if isinstance(entries, dict) else range(len(entries)):
            part, child = self.key(entries[key], None) if not fixed else (None, None)
            parts.append((key if isinstance(entries, dict) else 0, part))
            if child is not None:
                node.children.append(child)
        whole: Any = (type(value).__name__, tuple(parts), value.data if isinstance(value, Stream) else b"")
        if fixed:
            whole = ("identity", number)
        known = self.nodes.get(whole)
        if known is None:
            node.fixed = fixed
            self.nodes[whole] = node
            self.all.append(node)
            return id(node), node
        if number is not None and known.number is not None:
            offset = self.file.offsets.get(number, -1)
            self.findings.append(Broken("3.5", f"The object is equal to the object {known.number}.", offset, number))
        elif number is not None or known.number is not None:
            where = number if number is not None else known.number
            self.findings.append(Broken("3.6", "The value stands in place as well.", -1, where or 0))
        return id(known), known

    def node(self, number: int) -> Node:
        """The node of an object; the objects below it come first, without recursion from object to object."""
        stack = [number]
        while stack:
            top = stack[-1]
            if top in self.of_number:
                stack.pop()
                continue
            value = self.file.objects[top]
            below = [] if top in self.identity else [one for one in references(value) if one in self.reached and one not in self.of_number]
            if below:
                stack.extend(below)
                continue
            stack.pop()
            _, node = self.key(value, top)
            self.of_number[top] = node or Node(value, top)
        return self.of_number[number]

    def check(self) -> Iterator[Broken]:
        for number in sorted(self.reached):
            self.node(number)
        for number in sorted(self.identity):
            node, value = self.of_number[number], self.file.objects[number]
            entries = value.entries if isinstance(value, Stream) else value
            for item in entries.values() if isinstance(entries, dict) else entries:
                child = self.key(item, None)[1]
                if child is not None:
                    node.children.append(child)
        for node in self.all:
            for child in node.children:
                child.uses += 1
        yield from self.findings
        for node in self.all:
            wanted = self.must(node) or (node.uses > 1 and self.measure(node)[2])
            if not wanted and node.number is not None and self.levels(node) >= 32:
                wanted = True
            if wanted and node.number is None:
                yield Broken("3.6", f"A value that must be an object of its own stands in place: {str(node.value)[:60]}.")
            if not wanted and node.number is not None:
                yield Broken("3.6", "The object must stand in place.", self.file.offsets.get(node.number, -1), node.number)

    def must(self, node: Node) -> bool:
        value = node.value
        return node.fixed or isinstance(value, Stream) or (isinstance(value, dict) and value.get(b"Type") in ALONE_TYPES)

    def levels(self, node: Node) -> int:
        return 1 + max((self.levels(child) for child in node.children if child.number is None), default=0)

    def measure(self, node: Node) -> Tuple[int, int, bool]:
        """The measure of clause 3.7, the levels, and whether the value is long."""
        if node.measured is not None:
            return node.measured
        value, total, levels, long = node.value, 2, 1, False
        entries = value.entries if isinstance(value, Stream) else value
        if isinstance(entries, dict):
            total += sum(len(key) + 1 for key in entries)
        for child in node.children:
            if self.must(child):
                total += 10
                continue
            size, depth, child_long = self.measure(child)
            total, levels, long = total + size, max(levels, depth + 1), long or child_long
        for item in entries.values() if isinstance(entries, dict) else entries:
            if isinstance(item, (Name, Text)):
                total += len(item) + len(str(len(item))) + 2
            elif isinstance(item, Real):
                total += len(write_integer(write_real(item))) + 1
            elif item is None or isinstance(item, bool):
                total += 1
            elif isinstance(item, int) and not isinstance(item, Ref):
                total += len(write_integer(b"%d" % item)) + 1
        node.measured = total, levels, long or total > 128 or levels > 16
        return node.measured


# -- reals


def shortest(number: float) -> str:
    """The digits of the first step of clause 4.4."""
    single = struct.unpack("f", struct.pack("f", number))[0]
    exact = Decimal(single)
    for digits in range(1, 9):
        text = str(exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), ROUND_HALF_UP)) if exact else "0"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == single:
            return text
    return repr(single)


def rounded(spelled: bytes, bounds: bool) -> bytes:
    """A real as clause 4.4 rounds it."""
    exact = abs(Decimal(spelled.decode()))
    if exact < Decimal("0.000001") or exact >= 1000000000:
        return spelled
    first = Decimal(float(shortest(float(spelled)))) if not bounds else Decimal(shortest(float(spelled)))
    if bounds:
        return write_real(format(first, "f").encode())
    if abs(first) >= 1:
        step = Decimal("0.00001")
    else:
        step = Decimal(1).scaleb(first.adjusted() - 5) if first else Decimal(1)
    return write_real(format(first.quantize(step, ROUND_HALF_UP), "f").encode())


def check_reals(file: File, number: int) -> Iterator[Broken]:
    stack: List[Tuple[Any, bool]] = [(file.objects[number], False)]
    while stack:
        value, bounds = stack.pop()
        if isinstance(value, Real) and write_real(value) != rounded(write_real(value), bounds):
            if number not in full_digits(file):
                yield Broken("4.4", f"The number {value.decode()} is not rounded.", file.offsets.get(number, -1), number)
        elif isinstance(value, list):
            stack.extend((item, bounds) for item in value)
        elif isinstance(value, (dict, Stream)):
            entries = value if isinstance(value, dict) else value.entries
            stack.extend((item, key == b"Bounds") for key, item in entries.items() if key not in FULL_DIGITS)


def full_digits(file: File) -> Set[int]:
    """The objects below the entries whose numbers keep their digits."""
    found: Set[int] = set()
    stack: List[Any] = []
    for value in file.objects.values():
        inner = [value]
        while inner:
            one = inner.pop()
            entries = one.entries if isinstance(one, Stream) else one
            if isinstance(entries, dict):
                stack.extend(entries[key] for key in FULL_DIGITS if key in entries)
                inner.extend(entries.values())
            elif isinstance(entries, list):
                inner.extend(entries)
    while stack:
        for number in references(stack.pop()):
            if number not in found and number in file.objects and number not in file.pages:
                found.add(number)
                stack.append(file.objects[number])
    return found
