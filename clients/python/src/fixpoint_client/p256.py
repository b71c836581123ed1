"""ECDSA over P-256 with SHA-256 (FIPS 186-5), verification alone: it handles nothing secret, so it may take what time it takes."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

Point: TypeAlias = tuple[int, int]
_Jacobian: TypeAlias = tuple[int, int, int]
"""(x, y, z) stands for x/z², y/z³; z is 0 at infinity."""


def is_on_curve(point: Point) -> bool:
    x, y = point
    return 0 <= x < _P and 0 <= y < _P and (y * y - (x * x * x - 3 * x + _B)) % _P == 0


def verifies(key: Point, message: bytes, r: int, s: int) -> bool:
    """Whether (r, s) is a signature of the message; the key has to be on the curve."""
    if not (0 < r < _N and 0 < s < _N):
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, _N)
    x, _, z = _sum_of_products(digest * inverse % _N, (*_G, 1), r * inverse % _N, (*key, 1))
    if z == 0:
        return False
    return x * pow(z * z, -1, _P) % _P % _N == r


def _sum_of_products(a: int, one: _Jacobian, b: int, other: _Jacobian) -> _Jacobian:
    both = _add(one, other)
    total = (0, 1, 0)
    for bit in range(255, -1, -1):
        total = _double(total)
        chosen = (a >> bit & 1, b >> bit & 1)
        if chosen == (1, 1):
            total = _add(total, both)
        elif chosen == (1, 0):
            total = _add(total, one)
        elif chosen == (0, 1):
            total = _add(total, other)
    return total


def _double(point: _Jacobian) -> _Jacobian:
    x, y, z = point
    if z == 0 or y == 0:
        return (0, 1, 0)
    square = y * y % _P
    middle = 4 * x * square % _P
    slope = 3 * (x - z * z) * (x + z * z) % _P
    new_x = (slope * slope - 2 * middle) % _P
    return new_x, (slope * (middle - new_x) - 8 * square * square) % _P, 2 * y * z % _P


def _add(one: _Jacobian, other: _Jacobian) -> _Jacobian:
    if one[2] == 0:
        return other
    if other[2] == 0:
        return one
    (x1, y1, z1), (x2, y2, z2) = one, other
    z1z1, z2z2 = z1 * z1 % _P, z2 * z2 % _P
    u1, u2 = x1 * z2z2 % _P, x2 * z1z1 % _P
    s1, s2 = y1 * z2 * z2z2 % _P, y2 * z1 * z1z1 % _P
    if u1 == u2:
        return _double(one) if s1 == s2 else (0, 1, 0)
    h, slope = (u2 - u1) % _P, (s2 - s1) % _P
    hh = h * h % _P
    hhh, v = h * hh % _P, u1 * hh % _P
    x = (slope * slope - hhh - 2 * v) % _P
    return x, (slope * (v - x) - s1 * hhh) % _P, h * z1 * z2 % _P
