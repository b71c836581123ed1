"""Clauses 7 and 8 for a document: its content, and the resources that the content names."""

from typing import Any

from .content import Content
from .file import File
from .rules import TABLES, words
from .syntax import Name, Ref, Stream

LETTERS = {key.encode(): letter.encode() for key, letter in TABLES["letters"].items()}
CATEGORIES = {key.encode(): category.encode() for key, category in TABLES["categories"].items()}
OPERANDS = {b"Tf": (2, 0), b"BDC": (2, 1)}


class Holder:
    """What has resources, its streams of content, and the names that these use."""

    def __init__(self, file: File, number: int, entries: dict[bytes, Any], streams: list[Any]):
        self.file, self.number, self.entries = file, number, entries
        self.resources = file.entries(entries, b"Resources")
        self.streams = [one for one in streams if isinstance(file.get(one), Stream)]
        self.names: dict[bytes, list[bytes]] = {category: [] for category in LETTERS}

    def category(self, category: bytes) -> dict[bytes, Any]:
        return self.file.entries(self.resources, category)

    def read_names(self, contents: dict[int, Content]) -> bool:
        """Gathers the names by their first use; false where one is not named plainly (8.5)."""
        for one in self.streams:
            contents[one] = contents.get(one) or Content(self.file.data_of(one))
        clear = all(contents[one].certain for one in self.streams)
        for operator, operands in (
            step for one in self.streams for step in contents[one].operations
        ):
            category = CATEGORIES.get(operator)
            count, place = OPERANDS.get(operator, (1, 0))
            if category == b"Pattern":
                count, place = len(operands), max(len(operands) - 1, 0)
            named = [at for at, one in enumerate(operands) if isinstance(one, Name) and category]
            others = [] if category == b"Properties" else [at for at in named if at != place]
            clear = clear and not others and not (category and len(operands) > count)
            if place in named and operands[place] not in self.names[category]:
                self.names[category].append(operands[place])
        return clear

    def lends(self) -> bool:
        """It shows something that takes names from it, or its glyphs have resources (8.2, 8.5)."""
        file, objects = self.file, self.category(b"XObject")
        shown = [
            file.entries(objects.get(name)) for name in self.names[b"XObject"] if name in objects
        ]
        others = [*self.category(b"Pattern").values(), *self.category(b"Font").values()]
        for annotation in file.array(self.entries.get(b"Annots")):
            others += file.entries(annotation, b"AP").values()
        known = (file.entries(one) for one in others)
        shown += [one for one in known if is_content(one) or one.get(b"Subtype") == b"Type3"]
        if any(one.get(b"Subtype") != b"Image" and b"Resources" not in one for one in shown):
            return True
        glyphs = self.streams if b"CharProcs" in self.entries else []
        return any(b"Resources" in file.entries(one) for one in glyphs)

    def check_names(self, category: bytes, staying: set[bytes]) -> None:
        """The resources of a category are used, differ, and are numbered by their first use."""
        known, index, values = self.category(category), 0, []
        used = [name for name in self.names[category] if name in known]
        if extra := set(known) - set(used) - staying:
            self.file.report("8.1", f"Nothing uses the resources {sorted(extra)}.", self.number)
            return
        for name in (one for one in used if one not in staying):
            if isinstance(known[name], (Ref, list, dict)) and known[name] in values:
                self.file.report("8.4", "A resource has two names.", self.number)
                return
            values.append(known[name])
            while (wanted := LETTERS[category] + b"%d" % index) in staying:
                index += 1
            index += 1
            if name != wanted:
                message = f"The resource {name!r} must have the name {wanted!r}."
                self.file.report("8.3", message, self.number)
                return


def is_content(entries: dict[bytes, Any]) -> bool:
    return entries.get(b"Subtype") == b"Form" or entries.get(b"PatternType") == 1


def find_holders(file: File) -> list[Holder]:
    found = []
    for number, value in file.objects.items():
        entries = file.entries(value)
        if number in file.pages:
            found.append(Holder(file, number, entries, [entries.get(b"Contents")]))
        elif isinstance(value, Stream) and is_content(value):
            found.append(Holder(file, number, entries, [Ref(number)]))
        elif entries.get(b"Type") == b"Font" and b"CharProcs" in entries:
            glyphs = file.entries(entries, b"CharProcs")
            found.append(Holder(file, number, entries, [glyphs[key] for key in sorted(glyphs)]))
    return found


def colour_names(file: File) -> set[bytes]:
    """Names of colour spaces that something outside of content may mean (8.5)."""
    found: list[Any] = []
    for _, value in file.containers():
        if isinstance(value, dict):
            found.append(file.get(value.get(b"ColorSpace")))
        elif value and isinstance(value[0], Name):
            found += value[1:3]
    return {name for name in found if isinstance(name, Name)} | words(TABLES["reserved spaces"])


def check_resources(file: File) -> None:
    contents: dict[int, Content] = {}
    staying, anywhere = ({category: set() for category in LETTERS} for _ in range(2))
    staying[b"ColorSpace"] = colour_names(file)
    holders, plain = find_holders(file), []
    for holder in holders:
        clear = holder.read_names(contents)
        if extra := set(holder.resources) - set(LETTERS):
            file.report("8.1", f"{sorted(extra)} are no categories of resources.", holder.number)
        for category, names in holder.names.items():
            anywhere[category].update(names)
            if holder.number not in file.pages:
                staying[category] |= set(names) - set(holder.category(category))
        if clear and b"Resources" in holder.entries and not holder.lends():
            plain.append(holder)
    for number, content in contents.items():
        for clause, message, place in content.findings[:1] if content.certain else []:
            file.report(clause, f"{message} (byte {place} of the content)", number)
    certain = all(content.certain for content in contents.values())
    for holder in holders:
        for category in LETTERS:
            extra = set(holder.category(category)) - anywhere[category] - staying[category]
            if holder in plain:
                holder.check_names(category, staying[category])
            elif certain and extra:
                file.report("8.1", f"No content uses the resources {sorted(extra)}.", holder.number)
