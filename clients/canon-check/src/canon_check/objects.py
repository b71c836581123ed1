"""Clauses 3 and 4.4: which objects there are, which stand alone, and how reals are rounded."""

from __future__ import annotations

import struct
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
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
    for number in sorted(reached):
        kind, in_tree = file.entry(Ref(number), b"Type"), number in file.pages
        if (
            kind == b"Page"
            and not in_tree
            or kind == b"Pages"
            and number != file.root.get(b"Pages")
        ):
            file.report("3.2", "The page is not in the page tree.", number)
    check_shapes(file, reached, roles.identity & reached)
    for number, value in file.containers():
        if "exact" not in roles.of[id(value)]:
            bounds = "bounds" in roles.of[id(value)]
            for real in (one for one in children(value) if isinstance(one, Real)):
                if write_number(real) != rounded(write_number(real), bounds):
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
            below = {
                one: {head if to in cycle else to for to in found} for one, found in below.items()
            }
            below[head] = whole


class Node:
    """A container that counts once however often the file says it."""

    def __init__(self, value: Any, number: int, fixed: bool) -> None:
        self.value, self.number, self.fixed = value, number, fixed
        self.children: list[Node] = []
        self.uses = 0
        kind = value.get(b"Type") if isinstance(value, dict) else None
        self.alone = fixed or isinstance(value, Stream) or kind in ALONE_TYPES

    def levels(self) -> int:
        return 1 + max((child.levels() for child in self.children if not child.number), default=0)

    @cache  # noqa: B019
    def measure(self) -> tuple[int, int, bool]:
        """The measure of clause 3.7, the levels, and whether the value is long."""
        keys = self.value if isinstance(self.value, dict) else ()
        total = 2 + sum(len(key) + 1 for key in keys) + sum(map(size_of, children(self.value)))
        total += sum(10 for child in self.children if child.alone)
        inner = [child.measure() for child in self.children if not child.alone]
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
    below = {one: {to for to in references(file.objects[one]) if to in inner} for one in inner}
    order, cyclic = bottom_up(below)
    fixed, nodes, of_number = identity | cyclic, {}, {}  # type: ignore[var-annotated]

    def find(value: Any, number: int) -> tuple[Any, Node | None]:
        """What tells a value from others, and its node where it is a container."""
        if isinstance(value, Ref):
            node = of_number.get(int(value))
            return id(node), node
        if not isinstance(value, (list, dict)):
            return (type(value), value), None
        node = Node(value, number, False)
        found = [find(one, 0) for one in children(value)]
        node.children = [child for _, child in found if child]
        keys = tuple(sorted(value)) if isinstance(value, dict) else None
        data = value.data if isinstance(value, Stream) else None
        known = nodes.setdefault((keys, data, tuple(key for key, _ in found)), node)
        if known is not node and number and known.number:
            file.report("3.5", f"The object is equal to the object {known.number}.", number)
        elif known is not node and (number or known.number):
            file.report("3.6", "The value stands in place as well.", number or known.number)
        return id(known), known

    of_number.update((number, Node(file.objects[number], number, True)) for number in fixed)
    for number in order:
        if number not in fixed:
            of_number[number] = find(file.objects[number], number)[1] or Node(None, number, False)
    for number in sorted(fixed):
        found = [find(one, 0)[1] for one in children(file.objects[number])]
        of_number[number].children = [child for child in found if child]
    everything = set(of_number.values()) | set(nodes.values())
    for child in (child for node in everything for child in node.children):
        child.uses += 1
    for node in everything:
        wanted = node.alone or node.uses > 1 and node.measure()[2]
        if wanted and not node.number:
            shown = write_value(node.value)[:60].decode("latin-1")
            file.report(
                "3.6", f"A value that must be an object of its own stands in place: {shown}"
            )
        if node.number and not wanted and node.levels() < DEEPEST:
            file.report("3.6", "The object must stand in place.", node.number)


def single(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0])


def shortest(number: float) -> Decimal:
    """The shortest decimal that gives the same number in single precision (4.4)."""
    exact = Decimal(single(number))
    for digits in range(1, 9):
        short = exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), ROUND_HALF_UP)
        if single(float(short)) == exact:
            return short
    return Decimal(repr(float(exact)))


def rounded(spelled: bytes, bounds: bool) -> bytes:
    """A real as clause 4.4 rounds it."""
    exact = abs(Decimal(spelled.decode()))
    if exact < Decimal("0.000001") or exact >= 1000000000:
        return spelled
    short = shortest(float(spelled))
    if not bounds:
        short = Decimal(float(short))
        step = Decimal("0.00001") if abs(short) >= 1 else Decimal(1).scaleb(short.adjusted() - 5)
        short = short.quantize(step, ROUND_HALF_UP)
    return write_number(format(short, "f").encode())
