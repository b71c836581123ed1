"""The tables of the specification (`rules.json`), and the role of each dictionary of a document."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from .file import File
from .syntax import Ref, Stream, read_value, write_value

TABLES: dict[str, Any] = json.loads(files(__package__).joinpath("rules.json").read_text("utf-8"))


def words(text: str) -> set[bytes]:
    return set(text.encode().split())


@dataclass
class Rule:
    """What the clauses 3.3, 4.7 and 5 say of dictionaries in one role."""

    clause: str
    known: set[bytes]
    defaults: dict[bytes, bytes]
    roles: dict[bytes, str]
    texts: set[bytes]
    identity: bool
    filled: bool

    @staticmethod
    def read(row: dict[str, Any]) -> Rule:
        defaults, _ = read_value(b"<<" + row.get("defaults", "").encode() + b">>", 0)
        return Rule(
            clause=row.get("clause", ""),
            known=words(row.get("known", "")),
            defaults={key: write_value(value) for key, value in defaults.items()},
            roles={key.encode(): role for key, role in row.get("entries", {}).items()},
            texts=words(row.get("texts", "")),
            identity=row.get("identity", False),
            filled=row.get("filled", False),
        )

    def says_default(self, key: bytes, value: Any) -> bool:
        return key in self.defaults and write_value(value) == self.defaults[key]


RULES = {role: Rule.read(row) for role, row in TABLES["roles"].items()}


class Roles:
    """The roles of all containers, and which objects have an identity (3.3)."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.of: dict[int, set[str]] = defaultdict(set)  # By the id() of a container.
        self.found: list[tuple[int, dict[bytes, Any], str]] = []
        self.identity: set[int] = set()
        self.assign(file.trailer.get(b"Root"), "catalog", 0)
        self.assign(file.trailer.get(b"Info"), "information", 0)
        for number, value in file.containers():
            for role in self.declared(value, number):
                self.assign(value, role, number)

    def assign(self, value: Any, role: str, number: int) -> None:
        """Gives a role to a value, and to what its entries refer to."""
        stack = [(value, role, number)]
        while stack:
            value, role, number = stack.pop()
            number = int(value) if isinstance(value, Ref) else number
            target = self.file.get(value)
            if not isinstance(target, (list, dict)) or role in self.of[id(target)]:
                continue
            if isinstance(target, dict) and excluded(role, target):
                continue
            self.of[id(target)].add(role)
            if isinstance(target, list):
                stack.extend((item, role, number) for item in target)
                continue
            rule = RULES[role]
            if rule.identity and isinstance(value, Ref):
                self.identity.add(number)
            self.found.append((number, target, role))
            for key in target:
                if inner := rule.roles.get(key) or rule.roles.get(b"*"):
                    stack.append((target[key], inner, number))

    def declared(self, value: Any, number: int) -> list[str]:
        """The roles that a container has by what it says itself."""
        if isinstance(value, list):
            if len(value) > 1 and value[0] == b"ICCBased":
                self.assign(value[1], "profile", number)
            return []
        roles = ["any"]
        for key, role in (
            (b"PatternType", "pattern"),
            (b"ShadingType", "shading"),
            (b"FunctionType", "function"),
        ):
            kind = value.get(key)
            if type(kind) is int and (role != "function" or self.file.array(value.get(b"Domain"))):
                roles += [role] + [role + str(kind)] * (role + str(kind) in RULES)
        if value.get(b"Type") == b"Filespec" or b"EF" in value:
            roles.append("filespec")
        if isinstance(value, Stream) and value.get(b"Subtype") in (b"Form", b"Image"):
            roles.append(value[b"Subtype"].decode().lower())
        return roles


def excluded(role: str, value: dict[bytes, Any]) -> bool:
    """A dictionary that the role leads to, but that another rule is about."""
    if role == "element":
        return value.get(b"Type") in (b"MCR", b"OBJR")
    if role == "properties":
        return bool({b"Type", b"OCGs", b"Name"} & set(value))
    return role == "exact" and value.get(b"Type") == b"Page"
