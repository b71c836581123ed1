"""Verifies the timestamp of an attestation (RFC 3161), which says that its signature existed at a time.

It needs `rfc3161-client`, which comes with `fixpoint-client[timestamps]`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, TypedDict

from cryptography import x509
from cryptography.x509.oid import NameOID
from rfc3161_client import TimeStampResponse, VerificationError, VerifierBuilder, decode_timestamp_response

TimestampReason = Literal[
    "absent", "malformed", "mismatch", "signature_invalid", "time_invalid", "untrusted"
]
TimestampState = Literal["pass", "fail", "not_checked"]
"""`not_checked`: there is no timestamp, or nobody who is trusted made it. Anybody can make one that says anything."""

_CLOCKS = timedelta(minutes=10)
"""The clocks of two computers may differ by this much."""
_AFTER_RETIREMENT = timedelta(hours=24)
"""Workers that are being replaced sign for a while with the key that has just retired."""

_DIGESTS = {
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
}


class TimestampVerification(TypedDict):
    valid: bool
    state: TimestampState
    time: str
    """When the signature existed, as the authority says (ISO 8601); empty where there is no token."""
    authority: str
    """The common name of the authority, as its certificate says; empty where there is none."""
    reason: TimestampReason | None
    """Set when valid is false."""


def verify_timestamp(
    attestation: Any, *, authorities: Sequence[bytes | str], key_set: Any = None, now: datetime | None = None
) -> TimestampVerification:
    """Whether the attestation's signature existed at the time its token says, and if not, why.

    `authorities` are the certificates, in PEM (also several in one) or DER, of those who certify authorities and are believed.
    `key_set` is the parsed key set that has the attestation's key: the time must lie in the life of that key. `now` is the
    current time, by default that of this computer. Nothing is said of the signature itself: `verify_attestation` does that. `attestation` may be anything. Raises ValueError
    where an authority is no certificate.
    """
    roots = [certificate for source in authorities for certificate in _certificates(source)]
    signature = attestation.get("signature") if isinstance(attestation, dict) else None
    if not isinstance(signature, dict) or "timestamp" not in signature:
        return _verdict("absent")
    stamped, token = (_base64(signature.get(name)) for name in ("value", "timestamp"))
    response = None if token is None else _response(token)
    signer = None if response is None else _signer(response)
    if stamped is None or response is None or signer is None:
        return _verdict("malformed")
    names = signer.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    time = response.tst_info.gen_time.astimezone(timezone.utc)
    reason = _reason_against(response, stamped, roots)
    if reason in (None, "untrusted") and not _is_possible(time, attestation, key_set, now):
        reason = "time_invalid"
    verdict = _verdict(reason)
    verdict["time"] = time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"
    verdict["authority"] = str(names[0].value) if names else ""
    return verdict


def _verdict(reason: TimestampReason | None) -> TimestampVerification:
    state: TimestampState = "fail"
    if reason is None:
        state = "pass"
    elif reason in ("absent", "untrusted"):
        state = "not_checked"
    return {"valid": reason is None, "state": state, "time": "", "authority": "", "reason": reason}


def _is_possible(time: datetime, attestation: dict[str, Any], key_set: Any, now: datetime | None) -> bool:
    """A signature exists only after its key and its text, and nobody has stamped it in the future."""
    issuer = attestation.get("issuer")
    kid = issuer.get("publicKeyId") if isinstance(issuer, dict) else None
    keys = key_set.get("keys") if isinstance(key_set, dict) else None
    found = [key for key in keys if isinstance(key, dict) and key.get("kid") == kid] if isinstance(keys, list) else []
    key = found[0] if found else {}
    issued, created = _moment(attestation.get("issuedAt")), _moment(key.get("x-created-at"))
    retired = _moment(key.get("x-retired-at"))
    is_after = all(one is None or time >= one - _CLOCKS for one in (issued, created))
    is_before = retired is None or time <= retired + _AFTER_RETIREMENT
    return is_after and is_before and time <= (now or datetime.now(timezone.utc)) + _CLOCKS


def _moment(value: Any) -> datetime | None:
    """None where it is no time in ISO 8601 with a zone."""
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return None
    return moment if moment.tzinfo is not None else None


def _reason_against(
    response: TimeStampResponse, stamped: bytes, roots: list[x509.Certificate]
) -> TimestampReason | None:
    imprint = response.tst_info.message_imprint
    digest = _DIGESTS.get(imprint.hash_algorithm.dotted_string)
    if digest is None or hashlib.new(digest, stamped).digest() != imprint.message:
        return "mismatch"
    if _holds(response, stamped, roots):
        return None
    # The same with what it brings along itself tells a token that was changed from one of a stranger.
    own = [x509.load_der_x509_certificate(one) for one in response.signed_data.certificates]
    return "untrusted" if _holds(response, stamped, own) else "signature_invalid"


def _holds(response: TimeStampResponse, stamped: bytes, roots: list[x509.Certificate]) -> bool:
    if not roots:
        return False
    try:
        return VerifierBuilder(roots=roots).build().verify_message(response, stamped)
    except (VerificationError, ValueError):
        return False


def _response(token: bytes) -> TimeStampResponse | None:
    """The library reads a TimeStampResp (RFC 3161, 2.4.2): the status `granted` and the token."""
    try:
        return decode_timestamp_response(_element(0x30, b"\x30\x03\x02\x01\x00" + _in_order(token)))
    except ValueError:
        return None


def _in_order(token: bytes) -> bytes:
    """The token with its certificates as DER sorts a set.

    Authorities by OpenSSL put the signer's first, which CMS allows since the set is not signed, and the library refuses.
    """
    content_type, content = _elements(_content(token))
    parts = _elements(_content(_content(content)))
    ordered = [
        _element(0xA0, b"".join(sorted(_elements(_content(part))))) if part[0] == 0xA0 else part
        for part in parts
    ]
    return _element(0x30, content_type + _element(0xA0, _element(0x30, b"".join(ordered))))


def _elements(data: bytes) -> list[bytes]:
    found = []
    while data:
        _start, end = _bounds(data)
        found.append(data[:end])
        data = data[end:]
    return found


def _content(element: bytes) -> bytes:
    start, end = _bounds(element)
    return element[start:end]


def _bounds(data: bytes) -> tuple[int, int]:
    """Where the content of the first element begins and ends; definite lengths alone."""
    first = data[1] if len(data) > 1 else 0
    start = 2 + (first & 0x7F if first > 0x80 else 0)
    size = first if first < 0x80 else int.from_bytes(data[2:start], "big")
    if first == 0x80 or start + size > len(data):
        raise ValueError("This is no DER.")
    return start, start + size


def _element(tag: int, content: bytes) -> bytes:
    size = len(content)
    octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
    length = bytes([size]) if size < 0x80 else bytes([0x80 | len(octets)]) + octets
    return bytes([tag]) + length + content


def _signer(response: TimeStampResponse) -> x509.Certificate | None:
    try:
        serials = {info.serial_number for info in response.signed_data.signer_infos}
        brought = [x509.load_der_x509_certificate(one) for one in response.signed_data.certificates]
    except ValueError:
        return None
    signers = [one for one in brought if one.serial_number in serials]
    return signers[0] if len(serials) == 1 and signers else None


def _certificates(source: bytes | str) -> list[x509.Certificate]:
    data = source.encode() if isinstance(source, str) else source
    if b"-----BEGIN" in data:
        return x509.load_pem_x509_certificates(data)
    return [x509.load_der_x509_certificate(data)]


def _base64(text: Any) -> bytes | None:
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
