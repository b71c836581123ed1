"""Waiting for the end of a submission, and reading the events that tell of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import quote

from .errors import FixpointError, retry_after_of, unexpected_answer
from .exchange import Outgoing, Settings, Sleep, Steps, exchange, read_json
from .generated import models
from .operation import CallOptions

LONG_POLL = 20
"""Seconds for which the service holds its answer, or until the end."""
PAUSE = 1.0
_LONGEST_OUTAGE = 300.0
"""Seconds after which an outage ends the wait."""


def wait_for(settings: Settings, submission_id: str, timeout: float | None) -> Steps[models.Submission]:
    """Raises TimeoutError, and FixpointError for what is no passing outage."""
    ends_at = None if timeout is None else time.monotonic() + timeout
    heard_at = time.monotonic()
    while True:
        asked_at = time.monotonic()
        left = None if ends_at is None else ends_at - asked_at
        if left is not None and left <= 0:
            raise TimeoutError(f"The submission has not ended within {timeout} seconds.")
        hold = LONG_POLL if left is None else min(LONG_POLL, int(left))
        path = f"{path_of(submission_id)}?wait={hold}"
        pause: float | None
        try:
            answer = yield from exchange(settings, Outgoing("GET", path), _within(settings, left))
            found = read_json(answer)
            if not isinstance(found, dict) or "status" not in found:
                raise unexpected_answer(answer.status)
            submission = cast("models.Submission", found)
            if submission["status"] not in ("PENDING", "IN_PROGRESS"):
                return submission
            heard_at = time.monotonic()
            pause = retry_after_of(answer.headers)
        except FixpointError as error:
            pause = after_outage(error, heard_at)
        # What was waited for on the other side need not be waited for once more.
        seconds = 0.0 if time.monotonic() - asked_at > PAUSE else (PAUSE if pause is None else pause)
        if ends_at is not None:
            seconds = min(seconds, max(0.0, ends_at - time.monotonic()))
        yield Sleep(seconds)


def _within(settings: Settings, left: float | None) -> CallOptions:
    return CallOptions() if left is None else CallOptions(timeout=min(settings.timeout, left + PAUSE))


def path_of(submission_id: str) -> str:
    if submission_id in ("", ".", ".."):
        raise ValueError("submission_id is a part of the address, and must be given.")
    return f"/api/submissions/{quote(submission_id, safe='')}"


def after_outage(error: FixpointError, heard_at: float) -> float | None:
    """How long to wait, if the service says; raises what is no outage, or lasts too long."""
    if not error.retryable or time.monotonic() - heard_at > _LONGEST_OUTAGE:
        raise error
    return error.retry_after


class Follower:
    """The events of a submission over as many connections as it takes: each comes once."""

    def __init__(self, submission_id: str) -> None:
        self.path = f"{path_of(submission_id)}/events"
        self.is_over = False
        self._last_id = ""
        self._heard_at = time.monotonic()
        self._fields: dict[str, str] = {}

    @property
    def outgoing(self) -> Outgoing:
        headers = {"Last-Event-ID": self._last_id} if self._last_id else {}
        self._fields = {}
        return Outgoing("GET", self.path, headers=headers)

    def read(self, line: str) -> Iterator[dict[str, Any]]:
        """The event that the line ends, if it ends one (WHATWG HTML, 9.2)."""
        if line != "":
            name, _, value = line.partition(":")
            self._fields[name] = value.lstrip()
            return
        fields, self._fields = self._fields, {}
        if "data" not in fields or fields.get("event") not in ("status", "stage", "end"):
            return
        self._last_id = fields.get("id", "")
        self._heard_at = time.monotonic()
        self.is_over = fields["event"] == "end"
        yield {"event": fields["event"], "data": json.loads(fields["data"])}

    def after(self, error: FixpointError) -> float:
        pause = after_outage(error, self._heard_at)
        return PAUSE if pause is None else pause
