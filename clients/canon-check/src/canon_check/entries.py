"""Clauses 5 and 11: which entries the dictionaries of a document have."""

from __future__ import annotations

from typing import Any

from .file import File
from .metadata import check_text
from .rules import RULES, TABLES, Roles, words
from .syntax import Stream, Text

REMOVED = TABLES["removed"]
EVERYWHERE = words(TABLES["removed everywhere"])
NAMELESS = words(TABLES["nameless annotations"])
DEVICE_SPACES = (b"DeviceGray", b"DeviceRGB", b"DeviceCMYK", b"Pattern")
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
        if rule.known and key not in rule.known:
            clause = REMOVED.get(name, rule.clause)
            file.report(clause, f"The entry {name} is not known there.", number)
        elif rule.says_default(key, file.get(value)):
            file.report(rule.clause, f"The entry {name} says the default.", number)
        if key in rule.texts and isinstance(value, Text):
            check_text(file, value, number)
    if rule.filled and not entries:
        file.report(rule.clause, "The dictionary is empty.", number)


def check_pages(file: File, number: int, tree: dict[bytes, Any]) -> None:
    kids = file.array(tree.get(b"Kids"))
    if kids != file.pages or tree.get(b"Count") != len(kids):
        file.report("5.5", "The page tree has another shape.", number)


def check_page(file: File, number: int, page: dict[bytes, Any]) -> None:
    boxes = {key: file.get(page[key]) for key in page if key.endswith(b"Box")}
    outer = boxes.get(b"CropBox", boxes.get(b"MediaBox"))
    for key in (b"Type", b"Parent", b"MediaBox", b"Resources"):
        if key not in page:
            file.report("5.6", f"The page has no {key.decode()}.", number)
    for key, box in boxes.items():
        default = boxes.get(b"MediaBox") if key == b"CropBox" else outer
        if key != b"MediaBox" and box == default:
            file.report("5.6", f"{key.decode()} says the default.", number)
        left, bottom, right, top = (float(file.get(side)) for side in box)
        if left >= right or bottom >= top:
            file.report("5.6", f"{key.decode()} has no area.", number)
    if page.get(b"Rotate", 90) not in (90, 180, 270):
        file.report("5.6", "Rotate is no quarter.", number)
    if not isinstance(file.get(page.get(b"Contents")), (Stream, type(None))):
        file.report("7.1", "Contents is no stream.", number)


def check_annotation(file: File, number: int, annotation: dict[bytes, Any]) -> None:
    kind, appearance = annotation.get(b"Subtype", b""), file.entries(annotation, b"AP")
    if annotation.get(b"Type") != b"Annot" or b"P" in annotation:
        file.report("5.12", "Type is not Annot, or there is P.", number)
    if kind == b"Link" and annotation.get(b"H") == b"I":
        file.report("5.12", "The entry H says the default.", number)
    if kind in NAMELESS and {b"M", b"NM"} & set(annotation):
        file.report("5.12", "No reader lists the date and the name.", number)
    if clause := TABLES["removed annotations"].get(kind.decode("latin-1")):
        file.report(clause, "The annotation is of a type that is removed.", number)
    alone = isinstance(file.get(appearance.get(b"N")), Stream) and b"AS" in annotation
    if set(appearance) - {b"N"} or alone:
        file.report("5.13", "AP or AS has more than the normal appearance.", number)
    style = file.entries(annotation, b"BS")
    width = b"Border" not in annotation and file.get(style.get(b"W")) == 1
    if width or b"D" in style and b"S" not in style:
        file.report("5.14", "The border style says a default.", number)


def check_action(file: File, number: int, action: dict[bytes, Any]) -> None:
    kind = file.get(action.get(b"S"))
    if kind == b"GoTo" and b"SD" not in action:
        file.report("5.11", "A go-to action is no destination.", number)
    elif kind in (b"GoTo", b"URI"):
        check_rule(file, number, action, kind.decode())


def check_element(file: File, number: int, element: dict[bytes, Any]) -> None:
    """Structure attributes (5.21)."""
    value = file.get(element.get(b"A"))
    if isinstance(value, list) and (
        len(value) < 2 or 0 in [one for one in value if type(one) is int]
    ):
        file.report("5.21", "A has a revision of 0, or is an array of one object.", number)
    if isinstance(value, dict) and b"C" not in element:
        owner = file.get(value.get(b"O"))
        if owner in (b"Layout", b"Table"):
            check_rule(file, number, value, owner.decode())
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
    keys = pairs[::2]
    if (
        any(type(key) is not (int if kind == b"Nums" else Text) for key in keys)
        or None in pairs[1::2]
    ):
        file.report("5.7", "A tree has a key of another kind, or null.", number)
    elif sorted(set(keys)) != keys:
        file.report("5.7", "The keys of a tree are not sorted.", number)
    parts = [pairs[at : at + 2 * LEAF] for at in range(0, len(pairs), 2 * LEAF)]
    level: list[dict[bytes, Any]] = [{kind: part, b"Limits": [part[0], part[-2]]} for part in parts]
    while len(level) > 1:
        groups = [level[at : at + FANOUT] for at in range(0, len(level), FANOUT)]
        limits = [[group[0][b"Limits"][0], group[-1][b"Limits"][1]] for group in groups]
        level = [{b"Kids": group, b"Limits": ends} for group, ends in zip(groups, limits)]
    wanted = level[0] if level else {kind: []}
    wanted.pop(b"Limits", None)
    if found != wanted:
        file.report("5.7", "A tree has another shape.", number)


def check_image(file: File, number: int, image: dict[bytes, Any]) -> None:
    masked, decode = file.get(image.get(b"ImageMask")) is True, file.get(image.get(b"Decode"))
    if masked and file.get(image.get(b"BitsPerComponent")) == 1:
        file.report("5.17", "BitsPerComponent of a mask says the default.", number)
    if decode and decode == ([0, 1] if masked else default_decode(file, image)):
        file.report("5.18", "Decode says the default.", number)
    filters, parameters = (file.get(image.get(key)) for key in (b"Filter", b"DecodeParms"))
    pairs = zip(filters, parameters or []) if isinstance(filters, list) else [(filters, parameters)]
    for name, one in pairs:
        if one is not None and name in (b"CCITTFaxDecode", b"DCTDecode", b"JBIG2Decode"):
            check_rule(file, number, file.entries(one), name.decode())


def default_decode(file: File, image: dict[bytes, Any]) -> list[int] | None:
    space = file.get(image.get(b"ColorSpace"))
    family = file.get(space[0]) if isinstance(space, list) and space else space
    if family == b"Indexed":
        return [0, 2 ** int(file.get(image.get(b"BitsPerComponent"))) - 1]
    count = TABLES["components"].get(family.decode()) if isinstance(family, bytes) else None
    if family == b"ICCBased":
        profile = file.entries(space[1])
        count = profile.get(b"N") if b"Range" not in profile else None
    elif family == b"DeviceN":
        count = len(file.array(space[1]))
    return [0, 1] * count if count else None


def check_font(file: File, number: int, descriptor: dict[bytes, Any]) -> None:
    program = descriptor.get(b"FontFile2")
    length = file.entry(program, b"Length1")
    if file.entries(program) and length != len(file.data_of(program)):
        file.report("5.32", "Length1 is not the length of the data.", number)


def check_anywhere(file: File, number: int, value: Any) -> None:
    if isinstance(value, list):
        base = BASES.get(value[0]) if value and isinstance(value[0], bytes) else None
        check_space(file, number, value[base] if base and base < len(value) else None)
        return
    for key, item in value.items():
        if item is None:
            file.report("3.8", f"The entry {key.decode('latin-1')} is null.", number)
        if key in EVERYWHERE and isinstance(file.get(item), dict):
            file.report(REMOVED[key.decode()], f"There is an entry {key.decode()}.", number)
        if key in (b"ColorSpace", b"CS", b"Alternate"):
            for space in [item, *file.entries(item).values()]:
                check_space(file, number, space)
        if key in (b"StructParent", b"StructParents") and type(item) is int:
            if b"StructTreeRoot" not in file.root:
                file.report("5.22", f"{key.decode()} refers to nothing.", number)


def check_space(file: File, number: int, value: Any) -> None:
    space = file.array(value)
    if len(space) == 1 and space[0] in DEVICE_SPACES:
        file.report("5.27", "A colour space is an array of a name alone.", number)


CHECKS = {
    "pages": check_pages,
    "page": check_page,
    "annotation": check_annotation,
    "action": check_action,
    "element": check_element,
    "tree": check_tree,
    "labels": check_tree,
    "image": check_image,
    "descriptor": check_font,
}
