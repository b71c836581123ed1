"""Webhooks as receivers verify them: Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast

from .generated.models import (
    BatchCompletedEvent,
    NormalizationFailureEvent,
    NormalizationRejectedEvent,
    NormalizationSuccessEvent,
    WebhookTestEvent,
)

WebhookEvent: TypeAlias = (
    NormalizationSuccessEvent
    | NormalizationFailureEvent
    | NormalizationRejectedEvent
    | BatchCompletedEvent
    | WebhookTestEvent
)
"""`event["type"]` tells which it is. There may be new ones at any time: leave those alone."""

Reason: TypeAlias = Literal["missing_headers", "timestamp_out_of_range", "signature_invalid", "malformed"]


class WebhookVerificationError(Exception):
    """The delivery is not to be believed; `reason` says why."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a delivery that is genuine; raises WebhookVerificationError.

    `body` as it came, byte for byte. `secrets` are `whsec_…`; two of them while one is replaced by the other. `tolerance` is
    how many seconds its timestamp may be from `now`, which is the clock's without it.
    """
    given = {name.lower(): value for name, value in headers.items()}
    names = [given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")]
    event_id, sent_at, signatures = names
    if not event_id or not sent_at or not signatures:
        raise WebhookVerificationError(
            "missing_headers", "A delivery has webhook-id, -timestamp and -signature."
        )
    data = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{sent_at}.".encode() + data
    expected = [hmac.digest(_key_of(secret), signed, hashlib.sha256) for secret in _list_of(secrets)]
    found = [_base64(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    if not any(one is not None and hmac.compare_digest(one, other) for one in found for other in expected):
        raise WebhookVerificationError(
            "signature_invalid", "No signature of the delivery was made with the secret."
        )
    is_time = sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 12
    if not is_time or abs((time.time() if now is None else now) - int(sent_at)) > tolerance:
        raise WebhookVerificationError("timestamp_out_of_range", "The delivery is too old, or of the future.")
    try:
        return cast("WebhookEvent", json.loads(data))
    except ValueError as error:
        raise WebhookVerificationError("malformed", "The body of the delivery is no JSON.") from error


def _list_of(secrets: str | Sequence[str]) -> Sequence[str]:
    return [secrets] if isinstance(secrets, str) else secrets


def _key_of(secret: str) -> bytes:
    key = _base64(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("A secret is whsec_ and Base64.")
    return key


def _base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
