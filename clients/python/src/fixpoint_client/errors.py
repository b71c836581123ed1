"""A refusal of the service, and an answer that did not come, as exceptions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that may succeed later, for answers without a problem document, such as those of a proxy."""


class FixpointError(Exception):
    """The service refused, or did not answer. Branch on `code`, or catch one of the classes below."""

    def __init__(
        self,
        status: int,
        problem: Mapping[str, Any],
        *,
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        detail = problem.get("detail")
        super().__init__(detail if isinstance(detail, str) else f"The service answered {status}.")
        code, retryable = problem.get("code"), problem.get("retryable")
        docs, named, errors = problem.get("type"), problem.get("requestId"), problem.get("errors")
        self.code: str = code if isinstance(code, str) else "unknown"
        """Stable. There may be new ones at any time."""
        self.status = status
        """The status of the answer, or 0 without an answer."""
        self.request_id: str | None = named if isinstance(named, str) else request_id
        """The id of the request for support."""
        self.retryable: bool = retryable if isinstance(retryable, bool) else status in _PASSING
        """True if the same request may succeed later."""
        self.docs_url: str | None = docs if isinstance(docs, str) and docs.startswith("http") else None
        """The page that explains the code."""
        self.errors: list[dict[str, Any]] = errors if isinstance(errors, list) else []
        """The faulty parts of the request, where the service names some."""
        self.retry_after = retry_after
        """Seconds until the service wants to be asked again; None where it does not say."""
        self.problem: dict[str, Any] = dict(problem)
        """The whole problem document. Some codes have members of their own, such as `resetsAt`."""


class InvalidRequestError(FixpointError):
    """400, 413, 415, 422 and the like: the request has to be changed."""


class AuthenticationError(FixpointError):
    """401."""


class QuotaError(FixpointError):
    """402: the quota is used up or reserved, or a payment is due."""


class PermissionDeniedError(FixpointError):
    """403."""


class NotFoundError(FixpointError):
    """404."""


class ConflictError(FixpointError):
    """409."""


class RateLimitError(FixpointError):
    """429."""


class ServerError(FixpointError):
    """500 and above."""


class FixpointConnectionError(FixpointError):
    """No answer came, or half of one: whether the request had an effect is not known."""


_BY_STATUS: dict[int, type[FixpointError]] = {
    401: AuthenticationError,
    402: QuotaError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> FixpointError:
    """An answer that is no problem document comes from a server between client and service."""
    problem: Any = {}
    if headers.get("content-type", "").startswith("application/problem+json"):
        try:
            problem = json.loads(body)
        except ValueError:
            problem = {}
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else InvalidRequestError)
    return kind(
        status,
        problem if isinstance(problem, dict) else {},
        retry_after=retry_after_of(headers),
        request_id=headers.get("x-request-id"),
    )


def unexpected_answer(status: int) -> FixpointError:
    """What another server than Fixpoint answers: to ask again does not help."""
    detail = "The answer is not that of a Fixpoint service: is this its address?"
    return FixpointError(status, {"code": "unexpected_answer", "detail": detail, "retryable": False})


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds, or a date of HTTP; None for what is neither."""
    asked = headers.get("retry-after", "").strip()
    if asked.isascii() and asked.isdigit() and len(asked) < 10:
        return float(asked)
    try:
        date = parsedate_to_datetime(asked)
        return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError, IndexError):
        return None
