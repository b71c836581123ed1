"""The JSON Canonicalization Scheme of RFC 8785: one text for one JSON value, so that a signature has fixed bytes."""

from __future__ import annotations

import json
import math
from typing import Any

_MAX_DEPTH = 64


def canonical_json(value: Any, depth: int = 0) -> str:
    """Raises TypeError for what is no JSON value."""
    if depth > _MAX_DEPTH:
        raise TypeError("The value is nested too deeply.")
    if isinstance(value, list):
        return f"[{','.join(canonical_json(item, depth + 1) for item in value)}]"
    if isinstance(value, dict):
        # In the order of their UTF-16 code units (section 3.2.3).
        names = sorted(value, key=lambda name: _text(name)[1])
        members = (f"{_text(name)[0]}:{canonical_json(value[name], depth + 1)}" for name in names)
        return "{" + ",".join(members) + "}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        return _text(value)[0]
    if isinstance(value, (int, float)):
        return _number(value)
    raise TypeError(f"A {type(value).__name__} is not a JSON value.")


def _text(value: Any) -> tuple[str, bytes]:
    """As it is written, and its UTF-16 code units."""
    if not isinstance(value, str):
        raise TypeError("Names of members are strings.")
    try:
        units = value.encode("utf-16-be")
    except UnicodeEncodeError as error:
        raise TypeError("A string has a lone surrogate.") from error
    return json.dumps(value, ensure_ascii=False), units


def _number(value: int | float) -> str:
    """As ECMAScript writes it (Number::toString), of which JSON's integers are doubles too."""
    try:
        double = float(value)
    except OverflowError as error:
        raise TypeError("The number is no double.") from error
    if not math.isfinite(double):
        raise TypeError(f"{value} is not a JSON number.")
    if double == 0:
        return "0"
    sign, text = ("-", repr(-double)) if double < 0 else ("", repr(double))
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = int(power or 0) + len(whole) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    exponent = f"e{point - 1:+d}"
    return f"{sign}{digits[0]}.{digits[1:]}{exponent}" if count > 1 else f"{sign}{digits}{exponent}"
