"""The tables of the specification (`rules.json`), and the role of each dictionary of a document."""

import json
from collections import defaultdict
from importlib.resources import files
from typing import Any

from .file import File
from .syntax import Ref, Stream, read_value, write_value

TABLES = json.loads(files(__package__).joinpath("rules.json").read_text("utf-8"))
DECLARING = {b"PatternType": "pattern", b"ShadingType": "shading", b"FunctionType": "function"}


def words(text: str) -> set[bytes]:
    return set(text.encode().split())


class Rule:
    """What the clauses 3.3, 4.7 and 5 say of dictionaries in one role."""

    def __init__(self, row: dict[str, Any]):
        self.clause, self.by = row.get("clause", ""), row.get("by", "").encode()
        self.identity, self.filled = row.get("identity", False), row.get("filled", False)
        self.roles = {key.encode(): role for key, role in row.get("entries", {}).items()}
        lists = (words(row.get(key, "")) for key in ("known", "needed", "forbidden", "texts"))
        self.known, self.needed, self.forbidden, self.texts = lists
        values = (b"<<%b>>" % row.get(key, "").encode() for key in ("defaults", "required"))
        self.defaults, self.required = (spelled(read_value(value, 0)[0]) for value in values)


def spelled(entries: dict[bytes, Any]) -> dict[bytes, bytes]:
    return {key: write_value(value) for key, value in entries.items()}


RULES = {role: Rule(row) for role, row in TABLES["roles"].items()}


class Roles:
    """The roles of all containers, and which objects have an identity (3.3)."""

    def __init__(self, file: File):
        self.file, self.found, self.identity = file, [], set()
        self.of = defaultdict(set)  # By the id() of a container.
        self.assign(file.trailer[b"Root"], "catalog", 0)
        self.assign(file.trailer.get(b"Info"), "information", 0)
        for number, value in file.containers():
            for role, one in self.declared(value):
                self.assign(one, role, number)

    def assign(self, value: Any, role: str, number: int) -> None:
        """Gives a role to a value, and roles to what its entries refer to."""
        stack = [(value, role, number)]
        while stack:
            value, role, number = stack.pop()
            number = value if isinstance(value, Ref) else number
            target, rule = self.file.get(value), RULES[role]
            if role in self.of[id(target)] or excluded(role, target):
                continue
            self.of[id(target)].add(role)
            if isinstance(target, list):
                stack.extend((item, role, number) for item in target)
                continue
            if rule.identity and isinstance(value, Ref):
                self.identity.add(number)
            self.found.append((number, target, role))
            pairs = ((key, rule.roles.get(key) or rule.roles.get(b"*")) for key in target)
            stack.extend((target[key], inner, number) for key, inner in pairs if inner)

    def declared(self, value: Any) -> list[tuple[str, Any]]:
        """The roles that a container gives itself, or its profile."""
        if isinstance(value, list):
            return [("profile", value[1])] if len(value) > 1 and value[0] == b"ICCBased" else []
        roles = ["any"]
        roles += [role for key, role in DECLARING.items() if type(value.get(key)) is int]
        if value.get(b"Type") == b"Filespec" or b"EF" in value:
            roles.append("filespec")
        if isinstance(value, Stream) and value.get(b"Subtype") in (b"Form", b"Image"):
            roles.append(value[b"Subtype"].decode().lower())
        if "function" in roles and not self.file.array(value.get(b"Domain")):
            roles.remove("function")
        return [(role, value) for role in roles]


def excluded(role: str, value: Any) -> bool:
    """No container, or a dictionary that another rule is about."""
    if not isinstance(value, dict):
        return not isinstance(value, list)
    kind = value.get(b"Type")
    if role == "outline":
        return kind == b"Annot"
    if role == "properties":
        return bool({b"Type", b"OCGs", b"Name"} & set(value))
    return role == "element" and kind in (b"MCR", b"OBJR") or role == "exact" and kind == b"Page"
