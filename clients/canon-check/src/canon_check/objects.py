"""Clauses 3 and 4.4: which objects there are, which stand alone, and how reals are rounded."""

import struct
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .file import File
from .layout import canonical_order
from .rules import Roles
from .syntax import Name, Real, Ref, Stream, Text, children, references, write_number, write_value

ALONE_TYPES = (b"Filespec", b"Font", b"FontDescriptor", b"OCG")
DEEPEST, LONGEST, DEEP = 32, 128, 16


def check_objects(file: File, roles: Roles) -> None:
    reached = set(canonical_order(file))
    for number in sorted(set(file.objects) - reached):
        file.report("3.1", "Nothing reaches the object.", number)
    for number, kind in ((number, file.entry(Ref(number), b"Type")) for number in sorted(reached)):
        in_tree = number in file.pages or number == file.root.get(b"Pages")
        if kind in (b"Page", b"Pages") and not in_tree:
            file.report("3.2", "The page is not in the page tree.", number)
        for to in set(references(file.objects[number])) - reached:
            file.report("3.1", f"There is no object {to} that the object refers to.", number)
    check_shapes(file, reached, roles.identity & reached)
    for number, value in file.containers():
        bounds = "bounds" in roles.of[id(value)]
        for real in children(value) if "exact" not in roles.of[id(value)] else []:
            if isinstance(real, Real) and write_number(real) != rounded(real, bounds):
                file.report("4.4", f"The number {real.decode()} is not rounded.", number)


def bottom_up(below: dict[int, set[int]]) -> tuple[list[int], set[int]]:
    """Objects behind those that they refer to, and the objects that lie on cycles."""
    cyclic: set[int] = set()
    while True:
        try:
            return list(TopologicalSorter(below).static_order()), cyclic
        except CycleError as error:
            # One object of the cycle stands for all of them, so that cycles that meet are found.
            cycle = set(error.args[1])
            head, cyclic = min(cycle), cyclic | cycle
            whole = set().union(*(below.pop(one) for one in cycle)) - cycle
            for found in below.values():
                found |= {head} if found & cycle else set()
                found -= cycle - {head}
            below[head] = whole


class Node:
    """A container that counts once however often the file says it."""

    def __init__(self, value: Any, number: int, fixed: bool):
        self.value, self.number, self.uses = value, number, 0
        self.children: list[Node] = []
        kind = value.get(b"Type") if isinstance(value, dict) else None
        self.alone = fixed or isinstance(value, Stream) or kind in ALONE_TYPES

    def levels(self) -> int:
        return 1 + max((child.levels() for child in self.children if not child.number), default=0)

    @cached_property
    def measure(self) -> tuple[int, int, bool]:
        """The measure of clause 3.7, the levels, and whether the value is long."""
        keys = self.value if isinstance(self.value, dict) else ()
        total = 2 + sum(len(key) + 1 for key in keys) + sum(map(size_of, children(self.value)))
        inner = [(10, 0, False) if child.alone else child.measure for child in self.children]
        total += sum(size for size, _, _ in inner)
        levels = 1 + max((depth for _, depth, _ in inner), default=0)
        return total, levels, total > LONGEST or levels > DEEP or any(long for _, _, long in inner)


def size_of(value: Any) -> int:
    """The measure of a scalar (3.7)."""
    if isinstance(value, (Name, Text)):
        return len(value) + len(str(len(value))) + 2
    if value is None or isinstance(value, bool):
        return 1
    return 0 if isinstance(value, (list, dict, Ref)) else len(write_value(value)) + 1


def check_shapes(file: File, reached: set[int], identity: set[int]) -> None:
    """Equal values are one (3.5), and what must be indirect is (3.6)."""
    inner = reached - identity
    below = {number: set(references(file.objects[number])) & inner for number in inner}
    order, cyclic = bottom_up(below)
    fixed = identity | cyclic
    nodes: dict[Any, Node] = {}
    of_number = {number: Node(file.objects[number], number, True) for number in fixed}

    def find(value: Any, number: int = 0) -> Any:
        """The node of a container; of a scalar, what tells it from others."""
        if isinstance(value, Ref):
            return of_number.get(value)
        if not isinstance(value, (list, dict)):
            return type(value), value
        node, found = Node(value, number, False), [find(one) for one in children(value)]
        node.children = [child for child in found if isinstance(child, Node)]
        data = value.data if isinstance(value, Stream) else None
        keys = tuple(sorted(value)) if isinstance(value, dict) else None
        known = nodes.setdefault((keys, data, *found), node)
        if known is not node and number and known.number:
            file.report("3.5", f"The object is equal to the object {known.number}.", number)
        elif known is not node and (number or known.number):
            file.report("3.6", "The value stands in place as well.", number or known.number)
        return known

    for number in (one for one in order if one not in fixed):
        of_number[number] = find(file.objects[number], number)
    for node in [of_number[number] for number in sorted(fixed)]:
        found = map(find, children(node.value))
        node.children = [child for child in found if isinstance(child, Node)]
    everything = {one for one in (*of_number.values(), *nodes.values()) if isinstance(one, Node)}
    for child in (child for node in everything for child in node.children):
        child.uses += 1
    for node in everything:
        wanted = node.alone or node.uses > 1 and node.measure[2]
        if wanted and not node.number:
            shown = write_value(node.value)[:60].decode("latin-1")
            file.report(
                "3.6", f"A value that must be an object of its own stands in place: {shown}"
            )
        if node.number and not wanted and node.levels() < DEEPEST:
            file.report("3.6", "The object must stand in place.", node.number)
    for number in (one for one in order if not isinstance(of_number[one], Node)):
        file.report("3.6", "A scalar must stand in place.", number)


def single(number: Decimal) -> Decimal:
    """The number in single precision."""
    return Decimal(struct.unpack("f", struct.pack("f", float(number)))[0])


def rounded(spelled: bytes, bounds: bool) -> bytes:
    """A real as clause 4.4 rounds it."""
    exact = Decimal(spelled.decode())
    if not Decimal("0.000001") <= abs(exact) < 1000000000:
        return write_number(spelled)
    number = single(exact)
    steps = (Decimal(1).scaleb(number.adjusted() - digits) for digits in range(8))
    shorter = (number.quantize(step, ROUND_HALF_UP) for step in steps)
    short = next((one for one in shorter if single(one) == number), number)
    if not bounds:
        short = Decimal(float(short))
        step = Decimal("0.00001") if abs(short) >= 1 else Decimal(1).scaleb(short.adjusted() - 5)
        short = short.quantize(step, ROUND_HALF_UP)
    return write_number(format(short, "f").encode())
