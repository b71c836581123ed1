"""Clauses 7 and 8 for a document: its content, and the resources that the content names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .content import Content
from .file import File
from .rules import TABLES, words
from .syntax import Name, Ref, Stream

LETTERS = {key.encode(): letter.encode() for key, letter in TABLES["letters"].items()}
CATEGORIES = {key.encode(): category.encode() for key, category in TABLES["categories"].items()}
OPERANDS = {b"Tf": (2, 0), b"BDC": (2, 1)}
Names = dict[bytes, list[bytes]]


class Holder(NamedTuple):
    """What has resources, and its streams of content."""

    number: int
    entries: dict[bytes, Any]
    streams: list[Any]
    is_page: bool


def holders(file: File) -> Iterator[Holder]:
    for number, value in file.objects.items():
        entries = file.entries(value)
        if number in file.pages:
            yield Holder(number, entries, [entries.get(b"Contents")], True)
        elif isinstance(value, Stream) and is_content(value):
            yield Holder(number, entries, [Ref(number)], False)
        elif entries.get(b"Type") == b"Font" and b"CharProcs" in entries:
            glyphs = file.entries(entries[b"CharProcs"])
            yield Holder(number, entries, [glyphs[key] for key in sorted(glyphs)], False)


def is_content(entries: dict[bytes, Any]) -> bool:
    return entries.get(b"Subtype") == b"Form" or entries.get(b"PatternType") == 1


class Resources:
    def __init__(self, file: File) -> None:
        self.file = file
        self.contents: dict[int, Content] = {}
        self.staying: dict[bytes, set[bytes]] = {category: set() for category in LETTERS}
        self.staying[b"ColorSpace"] = self.colour_names() | words(TABLES["reserved spaces"])

    def colour_names(self) -> set[bytes]:
        """Names of colour spaces that something outside of content may mean (8.5)."""
        found: set[Any] = set()
        for _, value in self.file.containers():
            if isinstance(value, dict):
                space = self.file.get(value.get(b"ColorSpace"))
                found |= {space} if isinstance(space, Name) else set()
            elif value and isinstance(value[0], Name):
                found |= {name for name in value[1:3] if isinstance(name, Name)}
        return found

    def check(self) -> None:
        file, plain, unclear = self.file, [], []  # type: ignore[var-annotated]
        anywhere: dict[bytes, set[bytes]] = {category: set() for category in LETTERS}
        for holder in holders(file):
            for category in set(file.entries(holder.entries, b"Resources")) - set(LETTERS):
                name = category.decode("latin-1")
                file.report("8.1", f"{name} is no category of resources.", holder.number)
            contents = [
                self.content(one) for one in holder.streams if isinstance(file.get(one), Stream)
            ]
            names, clear = names_in(contents)
            resources = file.entries(holder.entries, b"Resources")
            for category, found in names.items():
                anywhere[category].update(found)
                if not holder.is_page:
                    self.staying[category] |= set(found) - set(file.entries(resources, category))
            clear = clear and b"Resources" in holder.entries and not self.lends(holder, names)
            (plain if clear else unclear).append((holder.number, resources, names))
        for number, content in self.contents.items():
            for clause, message, place in content.findings[:1] if content.certain else []:
                file.report(clause, f"{message} (byte {place} of the content)", number)
        certain = all(content.certain for content in self.contents.values())
        for number, resources, _ in unclear if certain else []:
            for category in LETTERS:
                known = set(file.entries(resources, category))
                if extra := known - anywhere[category] - self.staying[category]:
                    file.report("8.1", f"No content uses the resources {sorted(extra)}.", number)
        for number, resources, names in plain:
            for category in resources:
                if category in LETTERS:
                    self.check_names(number, category, resources, names[category])

    def content(self, reference: Ref) -> Content:
        if reference not in self.contents:
            self.contents[reference] = Content(self.file.data_of(reference))
        return self.contents[reference]

    def lends(self, holder: Holder, names: Names) -> bool:
        """It shows something that takes names from it, or its glyphs have resources (8.2, 8.5)."""
        file, resources = self.file, self.file.entries(holder.entries, b"Resources")
        objects = file.entries(resources, b"XObject")
        shown = [objects.get(name) for name in names[b"XObject"]]
        shown += [
            one
            for one in file.entries(resources, b"Pattern").values()
            if is_content(file.entries(one))
        ]
        fonts = file.entries(resources, b"Font").values()
        shown += [font for font in fonts if file.entry(font, b"Subtype") == b"Type3"]
        for annotation in file.array(holder.entries.get(b"Annots")) if holder.is_page else []:
            appearances = file.entries(annotation, b"AP").values()
            shown += [one for one in appearances if isinstance(file.get(one), Stream)]
        if b"CharProcs" in holder.entries:
            if any(b"Resources" in file.entries(one) for one in holder.streams):
                return True
        known = [file.entries(one) for one in shown if one is not None]
        return any(one.get(b"Subtype") != b"Image" and b"Resources" not in one for one in known)

    def check_names(self, number: int, category: bytes, resources: Any, names: list[bytes]) -> None:
        """The resources of a category are used, differ, and are numbered by their first use."""
        known, staying = self.file.entries(resources, category), self.staying[category]
        used = [name for name in names if name in known]
        if extra := set(known) - set(used) - staying:
            self.file.report("8.1", f"Nothing uses the resources {sorted(extra)}.", number)
            return
        index, values = 0, []  # type: ignore[var-annotated]
        for name in (name for name in used if name not in staying):
            if isinstance(known[name], (Ref, list, dict)) and known[name] in values:
                self.file.report("8.4", f"A resource of {category.decode()} has two names.", number)
                return
            values.append(known[name])
            while (wanted := LETTERS[category] + b"%d" % index) in staying:
                index += 1
            index += 1
            if name != wanted:
                names_of = f"{name.decode('latin-1')} must have the name {wanted.decode()}"
                self.file.report("8.3", f"The resource {names_of}.", number)
                return


def names_in(contents: list[Content]) -> tuple[Names, bool]:
    """Names by category in the order of their first use, and whether all are named plainly."""
    names: Names = {category: [] for category in LETTERS}
    clear = all(content.certain for content in contents)
    for operator, operands in (one for content in contents for one in content.operations):
        category = CATEGORIES.get(operator)
        if category is None:
            continue
        count, place = OPERANDS.get(operator, (1, 0))
        if category == b"Pattern":
            count, place = len(operands), len(operands) - 1
        others = operands[:place] + operands[place + 1 :] if category != b"Properties" else []
        if len(operands) > count or any(isinstance(one, Name) for one in others):
            clear = False
        name = operands[place] if len(operands) > place >= 0 else None
        if isinstance(name, Name) and name not in names[category]:
            names[category].append(name)
    return names, clear
