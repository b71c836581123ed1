"""What the synchronous and the asynchronous client have in common: one request, as often as it takes.

What failed in passing is sent again with the same idempotency key, so that the document is charged once. The steps are a
generator, which yields what is to be done and is told what came of it; each client does it in its way.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx

from .errors import FixpointConnectionError, FixpointError, error_of, unexpected_answer
from .generated.operations import API_VERSION
from .operation import CallOptions, Operation, address_of, body_of
from .uploads import Form, OnProgress, PdfSource

VERSION = "0.2.0"
_LONGEST_DELAY = 8.0
_LONGEST_RETRY_AFTER = 60.0
"""What is asked to come back later than this is for the caller to decide."""
_REPEATED = frozenset({0, 402, 408, 409, 425, 429, 500, 502, 503, 504})
"""These are repeated by themselves; other refusals say of themselves whether they may be."""

Result = TypeVar("Result")


@dataclass(frozen=True)
class Send:
    request: httpx.Request


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Answer:
    """One that has been read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Failure:
    """No answer, or half of one."""

    error: FixpointConnectionError


Steps: TypeAlias = Generator[Send | Sleep, Answer | Failure | None, Result]


@dataclass(frozen=True)
class Retry:
    attempt: int
    """Counted from 1."""
    delay: float
    """In seconds."""
    error: FixpointError


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | None = None
    access_token: str | Callable[[], str] | None = None
    timeout: float = 150.0
    max_retries: int = 2
    retry_delay: float = 0.5
    on_retry: Callable[[Retry], None] | None = None


@dataclass(frozen=True)
class Outgoing:
    method: str
    path: str
    """With its query."""
    credentials: str = "any"
    takes_key: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    form: Form | None = None


def failure_of(error: httpx.HTTPError) -> Failure:
    if isinstance(error, httpx.TimeoutException):
        return Failure(_no_answer("timed_out", "Nothing was heard in time."))
    return Failure(_no_answer("connection_failed", f"No answer: {error}"))


def _no_answer(code: str, detail: str) -> FixpointConnectionError:
    return FixpointConnectionError(0, {"code": code, "detail": detail, "retryable": True})


def exchange(settings: Settings, outgoing: Outgoing, options: CallOptions | None = None) -> Steps[Answer]:
    """Raises FixpointError."""
    options = options or CallOptions()
    headers = headers_of(settings, outgoing, options)
    most = settings.max_retries if options.max_retries is None else options.max_retries
    attempt = 0
    while True:
        attempt += 1
        outcome = yield Send(request_of(settings, outgoing, headers, options))
        if isinstance(outcome, Answer) and outcome.status < 400:
            return outcome
        if isinstance(outcome, Answer):
            error: FixpointError = error_of(outcome.status, outcome.headers, outcome.body)
        else:
            assert isinstance(outcome, Failure)
            error = outcome.error
        delay = _delay_before(attempt, error, settings.retry_delay)
        if attempt > most or delay is None or not _may_repeat(outgoing, headers, error):
            raise error
        if settings.on_retry is not None:
            settings.on_retry(Retry(attempt, delay, error))
        yield Sleep(delay)


def request_of(
    settings: Settings, outgoing: Outgoing, headers: Mapping[str, str], options: CallOptions
) -> httpx.Request:
    url = httpx.URL(settings.base_url.rstrip("/") + outgoing.path)
    all_headers = dict(headers)
    content = None
    if outgoing.form is not None:
        # httpx adds no header to a request whose body is a stream of ours.
        all_headers.update({"Host": url.netloc.decode(), **outgoing.form.headers})
    elif outgoing.json is not None:
        content = json.dumps(outgoing.json).encode()
        all_headers["Content-Type"] = "application/json"
    timeout = settings.timeout if options.timeout is None else options.timeout
    return httpx.Request(
        outgoing.method,
        url,
        headers=all_headers,
        content=content,
        stream=outgoing.form,
        extensions={"timeout": httpx.Timeout(timeout).as_dict()},
    )


def headers_of(settings: Settings, outgoing: Outgoing, options: CallOptions) -> dict[str, str]:
    headers = {
        "Api-Version": API_VERSION,
        "User-Agent": f"fixpoint-client-python/{VERSION}",
        "Accept-Encoding": "gzip, deflate",
        "Accept": "*/*",
        **outgoing.headers,
        **options.headers,
    }
    if outgoing.takes_key:
        headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
    headers.update(credentials_of(settings, outgoing.credentials))
    return headers


def credentials_of(settings: Settings, credentials: str) -> dict[str, str]:
    if credentials == "none":
        return {}
    token = settings.access_token
    if token is not None and (credentials == "accessToken" or settings.api_key is None):
        return {"Authorization": f"Bearer {token if isinstance(token, str) else token()}"}
    return {} if settings.api_key is None else {"X-Api-Key": settings.api_key}


def _may_repeat(outgoing: Outgoing, headers: Mapping[str, str], error: FixpointError) -> bool:
    """Whether a repetition can have no second effect. A refusal for the number of requests or documents had none."""
    if not error.retryable or error.status not in _REPEATED:
        return False
    if outgoing.form is not None and not outgoing.form.is_repeatable:
        return False
    return outgoing.method != "POST" or "Idempotency-Key" in headers or error.status in (402, 429)


def _delay_before(attempt: int, error: FixpointError, first: float) -> float | None:
    delay = min(first * 2.0 ** (attempt - 1), _LONGEST_DELAY) * random.uniform(0.5, 1.0)
    if error.retry_after is None:
        return delay
    return None if error.retry_after > _LONGEST_RETRY_AFTER else max(delay, error.retry_after)


def read_json(answer: Answer) -> Any:
    """An object or a list. What else comes is of another server, or of something between: FixpointError."""
    try:
        value = json.loads(answer.body)
    except ValueError:
        value = None
    if isinstance(value, (dict, list)):
        return value
    raise unexpected_answer(answer.status)


def call_operation(
    settings: Settings, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
) -> Steps[Any]:
    answer = yield from exchange(
        settings, _outgoing_of(operation, address_of(operation, arguments), arguments), options
    )
    if answer.status in (301, 302, 303, 307, 308):
        answer = yield from _followed(settings, answer, options)
    if operation.answer == "json":
        return read_json(answer)
    if operation.answer == "text":
        return answer.body.decode()
    return answer.body if operation.answer == "bytes" else None


def _followed(settings: Settings, answer: Answer, options: CallOptions | None) -> Steps[Answer]:
    """What a redirect leads to is asked for without credentials: it may be at another host."""
    target = urljoin(settings.base_url, answer.headers["location"])
    parts = urlsplit(target)
    elsewhere = Settings(
        base_url=f"{parts.scheme}://{parts.netloc}",
        timeout=settings.timeout,
        max_retries=settings.max_retries,
        retry_delay=settings.retry_delay,
        on_retry=settings.on_retry,
    )
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return exchange(elsewhere, Outgoing("GET", path, credentials="none"), options)


def _outgoing_of(operation: Operation, path: str, arguments: Mapping[str, Any]) -> Outgoing:
    body = body_of(operation, arguments)
    return Outgoing(operation.method, path, operation.credentials, operation.takes_key, json=body)


@dataclass(frozen=True)
class Page:
    items: list[Any]
    next_cursor: str | None


def read_page(
    settings: Settings,
    operation: Operation,
    arguments: Mapping[str, Any],
    cursor: str,
    options: CallOptions | None,
) -> Steps[Page]:
    path = address_of(operation, {**arguments, "cursor": cursor})
    answer = yield from exchange(settings, _outgoing_of(operation, path, arguments), options)
    page = read_json(answer)
    return Page(
        page if isinstance(page, list) else page["items"], _next_cursor(answer.headers.get("link", ""))
    )


def _next_cursor(link: str) -> str | None:
    """Every list has it in its `Link`, also the one that is a plain array."""
    for part in link.split(","):
        target, _, rest = part.strip().partition(">")
        if 'rel="next"' in rest or "rel=next" in rest:
            return parse_qs(urlsplit(target.lstrip("<")).query).get("cursor", [None])[0]
    return None


def send_form(
    settings: Settings,
    path: str,
    fields: Mapping[str, Any],
    documents: list[tuple[str, PdfSource]],
    on_progress: OnProgress | None,
    headers: Mapping[str, str],
    options: CallOptions | None,
) -> Steps[Any]:
    given = {name: _spelled(value) for name, value in fields.items() if value is not None}
    form = Form(given, documents, on_progress)
    outgoing = Outgoing("POST", path, takes_key=True, headers=headers, form=form)
    answer = yield from exchange(settings, outgoing, options)
    return read_json(answer)


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
