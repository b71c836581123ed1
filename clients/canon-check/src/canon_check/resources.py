"""Clauses 7 and 8 for a document: its content, and the resources that the content names."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .content import CATEGORIES, Content, read_content
from .file import File
from .syntax import Broken, Name, Ref, Stream

LETTERS = {b"Font": b"F", b"XObject": b"X", b"ExtGState": b"G", b"ColorSpace": b"C", b"Pattern": b"P", b"Shading": b"S", b"Properties": b"M"}
OPERANDS = {b"Tf": (2, 0), b"BDC": (2, 1)}
DEFAULT_SPACES = {b"DefaultGray", b"DefaultRGB", b"DefaultCMYK"}
RESERVED = DEFAULT_SPACES | {b"DeviceGray", b"DeviceRGB", b"DeviceCMYK", b"G", b"RGB", b"CMYK", b"I", b"Indexed", b"Pattern"}
Uses = Dict[bytes, List[bytes]]


class Resources:
    def __init__(self, file: File) -> None:
        self.file = file
        self.contents: Dict[int, Content] = {}
        self.staying: Dict[bytes, Set[bytes]] = {category: set() for category in LETTERS}
        self.staying[b"ColorSpace"] |= RESERVED

    def content(self, reference: Any) -> Optional[Content]:
        if not isinstance(reference, Ref) or not isinstance(self.file.get(reference), Stream):
            return None
        if int(reference) not in self.contents:
            self.contents[int(reference)] = read_content(self.file.data_of(int(reference)))
        return self.contents[int(reference)]

    def holders(self) -> Iterator[Tuple[int, Dict[bytes, Any], List[Ref], bool]]:
        """What has resources: its number and entries, its streams of content, and whether it is a page."""
        file = self.file
        for number, value in file.objects.items():
            entries = file.entries(Ref(number))
            if number in file.pages:
                yield number, entries, [entries[b"Contents"]] if isinstance(entries.get(b"Contents"), Ref) else [], True
            elif isinstance(value, Stream) and (entries.get(b"Subtype") == b"Form" or entries.get(b"PatternType") == 1):
                yield number, entries, [Ref(number)], False
            elif entries.get(b"Type") == b"Font" and b"CharProcs" in entries:
                glyphs = file.entries(entries[b"CharProcs"])
                yield number, entries, [glyphs[key] for key in sorted(glyphs) if isinstance(glyphs[key], Ref)], False

    def check(self) -> Iterator[Broken]:
        file = self.file
        holders = list(self.holders())
        checked: List[Tuple[int, Dict[bytes, Any], Uses, bool]] = []
        unclear: List[Tuple[int, Dict[bytes, Any]]] = []
        anywhere: Dict[bytes, Set[bytes]] = {category: set() for category in LETTERS}
        self.colour_names()
        for number, entries, streams, is_page in holders:
            contents = [content for content in map(self.content, streams) if content is not None]
            uses, plain = self.uses(contents)
            resources = file.get(entries.get(b"Resources"))
            if not isinstance(resources, dict):
                plain = False
            for category, names in uses.items():
                own = file.entries(resources).get(category) if isinstance(resources, dict) else None
                missing = [name for name in names if name not in file.entries(own)]
                if not is_page:
                    self.staying[category].update(missing)
            plain = plain and not self.inherits(entries, uses, is_page, streams)
            for category, names in uses.items():
                anywhere[category].update(names)
            if plain:
                checked.append((number, entries, uses, is_page))
            elif isinstance(resources, dict):
                unclear.append((number, resources))
        for number, content in self.contents.items():
            if content.certain:
                for clause, message, place in content.findings[:1]:
                    yield Broken(clause, f"{message} (byte {place} of the content)", file.offsets.get(number, -1), number)
        for number, resources in unclear if all(content.certain for content in self.contents.values()) else []:
            for category in LETTERS:
                extra = set(file.entries(resources.get(category))) - anywhere[category] - self.staying[category]
                if extra:
                    yield Broken("8.1", f"No content of the document uses the resources {sorted(extra)} of {category.decode()}.", -1, number)
        for number, entries, uses, is_page in checked:
            yield from self.names(number, file.entries(entries[b"Resources"]), uses)

    def uses(self, contents: List[Content]) -> Tuple[Uses, bool]:
        """The names by category in the order of their first use, and whether all operators name them plainly."""
        uses: Uses = {category: [] for category in LETTERS}
        plain = True
        for content in contents:
            plain = plain and content.certain
            for operation in content.operations:
                category = CATEGORIES.get(operation.operator)
                if category is None:
                    continue
                count, place = OPERANDS.get(operation.operator, (1, 0))
                operands = operation.operands
                if category == b"Pattern":
                    count, place = len(operands), len(operands) - 1
                    if any(isinstance(one, Name) for one in operands[:-1]):
                        plain = False
                if len(operands) > count or any(isinstance(one, Name) for at, one in enumerate(operands) if at != place and category != b"Properties"):
                    plain = False
                if 0 <= place < len(operands) and isinstance(operands[place], Name):
                    if operands[place] not in uses[category]:
                        uses[category].append(operands[place])
        return uses, plain

    def inherits(self, entries: Dict[bytes, Any], uses: Uses, is_page: bool, streams: List[Ref]) -> bool:
        """Something that it shows, or one of its glyphs, has no resources of its own, or other ones."""
        file = self.file
        shown = [file.entries(file.entries(entries.get(b"Resources")).get(b"XObject")).get(name) for name in uses[b"XObject"]]
        if is_page:
            for annotation in file.array(entries.get(b"Annots")):
                appearance = file.entry(annotation, b"AP")
                shown += [one for one in file.entries(appearance).values() if isinstance(file.get(one), Stream)]
        for category in (b"Pattern",):
            shown += [one for one in file.entries(file.entries(entries.get(b"Resources")).get(category)).values() if file.entry(one, b"PatternType") == 1]
        shown += [one for one in file.entries(file.entries(entries.get(b"Resources")).get(b"Font")).values() if file.entry(one, b"Subtype") == b"Type3"]
        if len(streams) > 1 or b"CharProcs" in entries:
            if any(b"Resources" in file.entries(one) for one in streams):
                return True
        return any(file.entry(one, b"Subtype") != b"Image" and b"Resources" not in file.entries(one) for one in shown if one is not None)

    def colour_names(self) -> None:
        """Names of colour spaces that stay because something outside of content may mean them (8.5)."""
        stack = list(self.file.objects.values())
        names = self.staying[b"ColorSpace"]
        while stack:
            value = stack.pop()
            entries = value.entries if isinstance(value, Stream) else value
            if isinstance(entries, dict):
                if isinstance(self.file.get(entries.get(b"ColorSpace")), Name):
                    names.add(self.file.get(entries[b"ColorSpace"]))
                stack.extend(entries.values())
            elif isinstance(value, list):
                if value and isinstance(value[0], Name):
                    names.update(name for name in value[1:3] if isinstance(name, Name))
                stack.extend(value)

    def names(self, number: int, resources: Dict[bytes, Any], uses: Uses) -> Iterator[Broken]:
        file = self.file
        for category, value in resources.items():
            if category not in LETTERS:
                yield Broken("8.1", f"{category.decode('latin-1')} is no category of resources.", -1, number)
                continue
            known = file.entries(value)
            staying = self.staying[category]
            used = [name for name in uses[category] if name in known]
            extra = set(known) - set(used) - staying
            if extra:
                yield Broken("8.1", f"Nothing uses the resources {sorted(extra)} of {category.decode()}.", -1, number)
                continue
            values: List[Any] = []
            index, taken = 0, staying
            for name in used:
                if name in staying:
                    continue
                if known[name] in values and not isinstance(known[name], (int, bytes)) or isinstance(known[name], Ref) and known[name] in values:
                    yield Broken("8.4", f"A resource of {category.decode()} has two names.", -1, number)
                    break
                values.append(known[name])
                wanted = LETTERS[category] + b"%d" % index
                while wanted in taken:
                    index += 1
                    wanted = LETTERS[category] + b"%d" % index
                index += 1
                if name != wanted:
                    yield Broken("8.3", f"The resource {name.decode('latin-1')} must have the name {wanted.decode()}.", -1, number)
                    break
