"""Verifies an attestation with nothing but a key set and, when it is at hand, the PDF: offline, and without the service."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any, cast

from .canonical_json import canonical_json
from .generated.models import Verification
from .p256 import Point, is_on_curve, verifies

_ALGORITHM = "ECDSA-P256-SHA256"
_LEVELS = ("good", "neutral", "caution", "danger")
_KEY_SET_PATH = "/.well-known/attestation-keys.json"

_SHAPE: dict[str, Any] = {
    "@context": str,
    "@type": str,
    "version": str,
    "attestationId": str,
    "issuedAt": str,
    "issuer": {"name": str, "url": str, "publicKeyId": str},
    "subject": {
        "originalSha256": str,
        "originalSizeBytes": float,
        "normalizedSha256": str,
        "normalizedSizeBytes": float,
        "contentHash": str,
    },
    "processing": {
        "toolchainVersion": str,
        "engineVersion": str,
        "pipelineSpec": str,
        "dockerImageDigest": str,
        "processingTimeMs": float,
    },
    "findings": {
        "healthScore": float,
        "contentRemoved": list,
        "structuralRepairs": list,
        "warningCount": float,
    },
    "signature": {"algorithm": str, "value": str, "publicKeyCertificate": str},
}
"""The least an attestation has; more members in the signed parts are for the signature to judge."""


def verify_attestation(
    attestation: Any, key_set: Any, *, pdf: bytes | str | None = None, original: bytes | str | None = None
) -> Verification:
    """Whether an attestation holds, and if not, why.

    The reason is `malformed`, `unknown_key`, `signature_invalid`, `artifact_mismatch` or `original_mismatch`.

    `attestation` and `key_set` are the parsed JSON documents; anything at all may be given, and is never trusted. `pdf` is the
    normalized PDF, and `original` the file as it was sent, or their SHA-256 in hex; without them only the attestation itself is
    verified. Several originals may have the same normalized PDF. `verdict` is the signed verdict on the original, and `facts` the
    facts document that the attestation names. Both are None where the attestation is not valid or says nothing of them.
    """
    reason = _reason_against(attestation, key_set, pdf, original) if _has_shape(attestation, _SHAPE) else "malformed"
    verdict = {
        "valid": reason is None,
        "attestationId": _text(_member(attestation, "attestationId")),
        "normalizedSha256": _text(_member(_member(attestation, "subject"), "normalizedSha256")),
        "issuedAt": _text(_member(attestation, "issuedAt")),
        "reason": reason,
        "verdict": _verdict_in(attestation) if reason is None else None,
        "facts": _facts_named_in(attestation) if reason is None else None,
    }
    return cast("Verification", verdict)


def _verdict_in(attestation: Any) -> dict[str, str] | None:
    """The signed verdict on the original. A level that this version does not know is a reason to read the verdict."""
    findings = attestation["findings"]
    if "verdict" not in findings:
        return None
    verdict = findings["verdict"]
    level = _text(_member(verdict, "level"))
    return {"kind": _text(_member(verdict, "kind")), "level": level if level in _LEVELS else "caution"}


def _facts_named_in(attestation: Any) -> dict[str, str] | None:
    if "facts" not in attestation:
        return None
    return {name: _text(_member(attestation["facts"], name)) for name in ("submissionId", "sha256")}


def _reason_against(
    attestation: dict[str, Any], key_set: Any, pdf: bytes | str | None, original: bytes | str | None
) -> str | None:
    if not _names_own_signature(attestation):
        return "signature_invalid"
    key = _key_named(key_set, attestation["issuer"]["publicKeyId"])
    if key is None:
        return "unknown_key"
    try:
        unsigned = {name: value for name, value in attestation.items() if name != "signature"}
        payload = canonical_json(unsigned).encode()
    except TypeError:
        return "malformed"
    if not _verifies(key, attestation["signature"]["value"], payload):
        return "signature_invalid"
    if pdf is not None and _sha256_of(pdf) != attestation["subject"]["normalizedSha256"]:
        return "artifact_mismatch"
    if original is not None and _sha256_of(original) != attestation["subject"]["originalSha256"]:
        return "original_mismatch"
    return None


def _names_own_signature(attestation: dict[str, Any]) -> bool:
    """The signature object is not under the signature: what else is in it must follow from what is.

    A timestamp is signed by its own authority, and judged by `verify_timestamp`.
    """
    signature = attestation["signature"]
    return (
        all(name in _SHAPE["signature"] or name == "timestamp" for name in signature)
        and isinstance(signature.get("timestamp", ""), str)
        and signature["algorithm"] == _ALGORITHM
        and signature["publicKeyCertificate"] == attestation["issuer"]["url"] + _KEY_SET_PATH
    )


def _sha256_of(file: bytes | str) -> str:
    return file.lower() if isinstance(file, str) else hashlib.sha256(file).hexdigest()


def _has_shape(value: Any, shape: dict[str, Any]) -> bool:
    return all(_is_of(kind, _member(value, name)) for name, kind in shape.items())


def _is_of(kind: Any, found: Any) -> bool:
    if isinstance(kind, dict):
        return _has_shape(found, kind)
    if kind is list:
        return isinstance(found, list) and all(isinstance(item, str) for item in found)
    if kind is float:
        return isinstance(found, (int, float)) and not isinstance(found, bool)
    return isinstance(found, str)


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _key_named(key_set: Any, kid: str) -> Point | None:
    keys = _member(key_set, "keys")
    found = (
        next((key for key in keys if _member(key, "kid") == kid), None) if isinstance(keys, list) else None
    )
    if _member(found, "kty") != "EC" or _member(found, "crv") != "P-256":
        return None
    x, y = (_coordinate(_member(found, name)) for name in ("x", "y"))
    return (x, y) if x is not None and y is not None and is_on_curve((x, y)) else None


def _coordinate(value: Any) -> int | None:
    if not isinstance(value, str):
        return None
    data = _base64(value.replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4))
    return int.from_bytes(data, "big") if data is not None and len(data) == 32 else None


def _verifies(key: Point, signature: str, payload: bytes) -> bool:
    """In r and s one after the other (JOSE), or in DER (openssl, most libraries)."""
    data = _base64(signature)
    if data is None:
        return False
    forms = [(data[:32], data[32:])] if len(data) == 64 else []
    scalars = _der_scalars(data)
    if scalars is not None:
        forms.append(scalars)
    return any(verifies(key, payload, int.from_bytes(r, "big"), int.from_bytes(s, "big")) for r, s in forms)


def _der_scalars(data: bytes) -> tuple[bytes, bytes] | None:
    """Ecdsa-Sig-Value of RFC 3279, section 2.2.3: SEQUENCE { r INTEGER, s INTEGER }. Shortest form only."""
    if len(data) < 2 or data[0] != 0x30 or data[1] != len(data) - 2:
        return None
    scalars = []
    at = 2
    for _ in range(2):
        length = data[at + 1] if at + 1 < len(data) else 0
        content = data[at + 2 : at + 2 + length]
        if length == 0 or len(content) < length or data[at] != 0x02 or content[0] >= 0x80:
            return None
        if content[0] == 0 and (length == 1 or content[1] < 0x80):
            return None
        scalars.append(content)
        at += 2 + length
    if at != len(data) or any(len(one.lstrip(b"\0")) > 32 for one in scalars):
        return None
    return scalars[0], scalars[1]


def _base64(text: str) -> bytes | None:
    """Text that is not exactly what encoding gives is refused."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None
