"""Clauses 5 and 11: which entries the dictionaries of a document have."""

from typing import Any

from .file import File
from .metadata import check_text
from .rules import RULES, TABLES, Roles, words
from .syntax import Name, Stream, Text, write_value

REMOVED = TABLES["removed"]
EVERYWHERE = words(TABLES["removed everywhere"])
BASES = {b"Indexed": 1, b"Pattern": 1, b"Separation": 2, b"DeviceN": 2}
LEAF, FANOUT = 64, 64


def check_entries(file: File, roles: Roles) -> None:
    for number, entries, role in roles.found:
        check_rule(file, number, entries, role)
        if role in CHECKS:
            CHECKS[role](file, number, entries)
    for number, value in file.containers():
        check_anywhere(file, number, value)


def check_rule(file: File, number: int, entries: dict[bytes, Any], role: str) -> None:
    """Known entries only, none that says the default, and text strings in one encoding."""
    rule = RULES[role]
    for key, value in entries.items():
        name = key.decode("latin-1")
        damaged = key == b"XXUndecoded" and (isinstance(entries, Stream) or role == "catalog")
        if rule.known and key not in rule.known and not damaged or key in rule.forbidden:
            clause = REMOVED.get(name, rule.clause)
            file.report(clause, f"The entry {name} is not known there.", number)
        elif key in rule.defaults and write_value(file.get(value)) == rule.defaults[key]:
            file.report(rule.clause, f"The entry {name} says the default.", number)
        if key in rule.texts and isinstance(value, Text):
            check_text(file, value, number)
    required = {
        key for key, value in rule.required.items() if write_value(entries.get(key)) != value
    }
    for key in required | rule.needed - set(entries):
        file.report(
            rule.clause, f"The entry {key.decode()} is missing, or has another value.", number
        )
    if rule.filled and not entries:
        file.report(rule.clause, "The dictionary is empty.", number)
    kind = file.get(entries.get(rule.by))
    kind = f"{role}/{kind.decode('latin-1') if isinstance(kind, Name) else kind}"
    if kind in RULES:
        check_rule(file, number, entries, kind)


def check_pages(file: File, number: int, tree: dict[bytes, Any]) -> None:
    kids = file.array(tree.get(b"Kids"))
    if kids != file.pages or tree.get(b"Count") != len(kids):
        file.report("5.5", "The page tree has another shape.", number)


def check_page(file: File, number: int, page: dict[bytes, Any]) -> None:
    boxes = {key: file.get(page[key]) for key in page if key.endswith(b"Box")}
    media = boxes.get(b"MediaBox")
    for key, box in boxes.items():
        default = media if key == b"CropBox" else boxes.get(b"CropBox", media)
        if key != b"MediaBox" and box == default:
            file.report("5.6", f"{key.decode()} says the default.", number)
        left, bottom, right, top = (float(file.get(side)) for side in box)
        if left >= right or bottom >= top:
            file.report("5.6", f"{key.decode()} has no area.", number)
    if page.get(b"Rotate", 90) not in (90, 180, 270):
        file.report("5.6", "Rotate is no quarter.", number)
    if not isinstance(file.get(page.get(b"Contents")), Stream | None):
        file.report("7.1", "Contents is no stream.", number)


def check_annotation(file: File, number: int, annotation: dict[bytes, Any]) -> None:
    appearance, style = file.entries(annotation, b"AP"), file.entries(annotation, b"BS")
    selected = isinstance(file.get(appearance.get(b"N")), Stream) and b"AS" in annotation
    if set(appearance) - {b"N"} or selected:
        file.report("5.13", "AP or AS has more than the normal appearance.", number)
    width = b"Border" not in annotation and file.get(style.get(b"W")) == 1
    if width or b"D" in style and b"S" not in style:
        file.report("5.14", "The border style says a default.", number)


def check_element(file: File, number: int, element: dict[bytes, Any]) -> None:
    """Structure attributes (5.21)."""
    value = file.get(element.get(b"A"))
    if isinstance(value, list) and (
        len(value) < 2 or any(type(one) is int and not one for one in value)
    ):
        file.report("5.21", "A has a revision of 0, or is an array of one object.", number)
    if isinstance(value, dict) and b"C" not in element:
        check_rule(file, number, value, "attributes")
        if not set(value) - {b"O", b"Type"}:
            file.report("5.21", "An attribute object says nothing.", number)


def check_tree(file: File, number: int, root: dict[bytes, Any]) -> None:
    """A name tree or a number tree has the one shape (5.7)."""
    leaves = []

    def expand(node: Any) -> dict[bytes, Any]:
        entries = {key: file.get(value) for key, value in file.entries(node).items()}
        if b"Kids" in entries:
            return entries | {b"Kids": [expand(kid) for kid in entries[b"Kids"]]}
        leaves.append(entries)
        return entries

    found = expand(root)
    kind = b"Nums" if any(b"Nums" in leaf for leaf in leaves) else b"Names"
    pairs = [item for leaf in leaves for item in leaf.get(kind, [])]
    keys, fits = pairs[::2], int if kind == b"Nums" else Text
    if any(type(key) is not fits for key in keys) or None in pairs[1::2]:
        file.report("5.7", "A tree has a key of another kind, or null.", number)
    elif sorted(set(keys)) != keys:
        file.report("5.7", "The keys of a tree are not sorted.", number)
    parts = [pairs[at : at + 2 * LEAF] for at in range(0, len(pairs), 2 * LEAF)] or [[None, None]]
    level = [{kind: part, b"Limits": [part[0], part[-2]]} for part in parts]
    while len(level) > 1:
        groups = [level[at : at + FANOUT] for at in range(0, len(level), FANOUT)]
        limits = [[group[0][b"Limits"][0], group[-1][b"Limits"][1]] for group in groups]
        level = [{b"Kids": group, b"Limits": ends} for group, ends in zip(groups, limits)]
    if found | {b"Limits": level[0][b"Limits"]} != level[0] and pairs or b"Limits" in found:
        file.report("5.7", "A tree has another shape.", number)


def check_image(file: File, number: int, image: dict[bytes, Any]) -> None:
    masked, decode = file.get(image.get(b"ImageMask")) is True, file.get(image.get(b"Decode"))
    if masked and file.get(image.get(b"BitsPerComponent")) == 1:
        file.report("5.17", "BitsPerComponent of a mask says the default.", number)
    if decode and decode == ([0, 1] if masked else default_decode(file, image)):
        file.report("5.18", "Decode says the default.", number)
    filters, parameters = (file.get(image.get(key)) for key in (b"Filter", b"DecodeParms"))
    for name, one in zip(
        *(one if isinstance(one, list) else [one] for one in (filters, parameters))
    ):
        role = f"parameters/{name.decode()}" if isinstance(name, Name) else ""
        if role in RULES and one is not None:
            check_rule(file, number, file.entries(one), role)


def default_decode(file: File, image: dict[bytes, Any]) -> list[int]:
    space = file.get(image.get(b"ColorSpace"))
    family = file.get(space[0]) if isinstance(space, list) else space
    if family == b"Indexed":
        return [0, 2 ** file.get(image[b"BitsPerComponent"]) - 1]
    if family == b"ICCBased":
        profile = file.entries(space[1])
        return [0, 1] * (profile[b"N"] if b"Range" not in profile else 0)
    if family == b"DeviceN":
        return [0, 1] * len(file.array(space[1]))
    return [0, 1] * TABLES["components"].get(family.decode() if family else "", 0)


def check_descriptor(file: File, number: int, descriptor: dict[bytes, Any]) -> None:
    program = descriptor.get(b"FontFile2")
    if file.entries(program) and file.entry(program, b"Length1") != len(file.data_of(program)):
        file.report("5.32", "Length1 is not the length of the data.", number)


def check_anywhere(file: File, number: int, value: Any) -> None:
    """What holds for each dictionary, and for each array that is a colour space."""
    if isinstance(value, list):
        place = BASES.get(value[0], 0) if value and isinstance(value[0], Name) else 0
        check_spaces(file, number, value[place : place + 1] if place else [])
        return
    for key, item in value.items():
        name = key.decode("latin-1")
        if item is None:
            file.report("3.8", f"The entry {name} is null.", number)
        if key in EVERYWHERE and isinstance(file.get(item), dict):
            file.report(REMOVED[name], f"There is an entry {name}.", number)
        if key in (b"ColorSpace", b"CS", b"Alternate"):
            check_spaces(file, number, [item, *file.entries(item).values()])
        if key in (b"StructParent", b"StructParents") and b"StructTreeRoot" not in file.root:
            if type(item) is int:
                file.report("5.22", f"{name} refers to nothing.", number)


def check_spaces(file: File, number: int, spaces: list[Any]) -> None:
    for space in map(file.array, spaces):
        if len(space) == 1 and space[0] in (b"DeviceGray", b"DeviceRGB", b"DeviceCMYK", b"Pattern"):
            file.report("5.27", "A colour space is an array of a name alone.", number)


CHECKS = {"pages": check_pages, "page": check_page, "annotation": check_annotation}
CHECKS |= {"element": check_element, "tree": check_tree, "labels": check_tree}
CHECKS |= {"image": check_image, "descriptor": check_descriptor}
