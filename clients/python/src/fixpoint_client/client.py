"""The clients: `Fixpoint`, and `AsyncFixpoint` for asyncio, which do the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Literal, TypedDict, TypeVar, cast

import httpx

from .errors import FixpointError, error_of
from .exchange import (
    Answer,
    Failure,
    Outgoing,
    Page,
    Retry,
    Send,
    Settings,
    Sleep,
    Steps,
    call_operation,
    failure_of,
    headers_of,
    read_page,
    request_of,
    send_form,
)
from .generated import models
from .generated.api import Api, AsyncApi, AsyncLists, Lists
from .operation import CallOptions, Operation, awaited
from .uploads import OnProgress, PdfSource
from .waiting import PAUSE, Follower, wait_for

Result = TypeVar("Result")


class SubmissionEvent(TypedDict):
    event: Literal["status", "stage", "end"]
    data: models.SubmissionStatusEvent | models.SubmissionStageEvent | models.SubmissionEndEvent


class Fixpoint:
    """The service, for programs that wait for its answers. Use it as a context manager, or `close()` it.

    `api_key` is for programs; `access_token` that of somebody who is signed in, for what a key may not do, and a function is
    asked before each request. `timeout` is how many seconds nothing may be heard of a request, `max_retries` how often it is
    sent again, after `retry_delay` seconds, doubled each time and half of it by chance; `on_retry` is told before.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | Callable[[], str] | None = None,
        timeout: float = 150.0,
        max_retries: int = 2,
        retry_delay: float = 0.5,
        on_retry: Callable[[Retry], None] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._settings = Settings(
            base_url, api_key, access_token, timeout, max_retries, retry_delay, on_retry
        )
        self._http = http or httpx.Client()
        self._is_own = http is None
        caller = _Caller(self)
        self.api = Api(caller)
        """Every other operation of the API."""
        self.all = Lists(caller)
        """Its lists, item by item over all pages."""

    def __enter__(self) -> Fixpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def normalize(
        self,
        pdf: PdfSource,
        *,
        respond_async: bool = False,
        stateless: bool = False,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
        linearize: bool | None = None,
        remove_annotations: bool | None = None,
        signed_pdf_policy: Literal["reject", "strip", "preserve"] | None = None,
        pdfa_policy: Literal["preserve", "normalize_anyway"] | None = None,
        missing_glyph_policy: Literal["warn", "reject"] | None = None,
        embedded_files_policy: Literal["remove", "keep_invoice"] | None = None,
        region: models.Region | None = None,
        client_reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
        batch_id: str | None = None,
        webhook_url: str | None = None,
    ) -> models.NormalizeResponse:
        """Sends a document. What is not said, the service decides; `client_reference` is the id of your own record.

        The answer may be pending, for a large document or with `respond_async`; then `wait_for` it. With `stateless` nothing but
        metadata is kept, and the output is the `data:` link in `normalized["downloadUrl"]`.
        """
        requested = {
            "linearize": linearize,
            "remove_annotations": remove_annotations,
            "signed_pdf_policy": signed_pdf_policy,
            "pdfa_policy": pdfa_policy,
            "missing_glyph_policy": missing_glyph_policy,
            "embedded_files_policy": embedded_files_policy,
            "region": region,
            "client_reference": client_reference,
            "metadata": None if metadata is None else dict(metadata),
            "batch_id": batch_id,
            "webhook_url": webhook_url,
        }
        headers = {
            **({"Prefer": "respond-async"} if respond_async else {}),
            **({"X-Stateless": "true"} if stateless else {}),
        }
        form = [("file", pdf)]
        steps = send_form(self._settings, "/api/normalize", requested, form, on_progress, headers, options)
        return cast("models.NormalizeResponse", self._run(steps))

    def compare(
        self,
        before: PdfSource,
        after: PdfSource,
        *,
        normalize_first: bool | None = None,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> models.StructuralDiffReport:
        """What is different between two documents."""
        form = [("file_a", before), ("file_b", after)]
        fields = {"normalize_first": normalize_first}
        steps = send_form(self._settings, "/api/compare", fields, form, on_progress, {}, options)
        return cast("models.StructuralDiffReport", self._run(steps))

    def submission(self, submission_id: str) -> models.Submission:
        return self.api.get_submission(id=submission_id)

    def wait_for(self, submission_id: str, *, timeout: float | None = None) -> models.Submission:
        """The ended submission, whether SUCCESS, FAILED or REJECTED. Outages on the way are waited out; raises TimeoutError."""
        return self._run(wait_for(self._settings, submission_id, timeout))

    def progress(self, submission_id: str) -> Iterator[SubmissionEvent]:
        """Tells of each stage as it begins and ends, and then of the end."""
        follower = Follower(submission_id)
        while not follower.is_over:
            try:
                with self._stream(follower.outgoing) as response:
                    if response.status_code == 204:
                        return
                    if response.status_code >= 400:
                        raise error_of(response.status_code, response.headers, response.read())
                    for line in response.iter_lines():
                        yield from cast("Iterator[SubmissionEvent]", follower.read(line))
                pause = PAUSE
            except httpx.HTTPError as error:
                pause = follower.after(failure_of(error).error)
            except FixpointError as error:
                pause = follower.after(error)
            if not follower.is_over:
                time.sleep(pause)

    def artifact(self, sha256: str) -> bytes:
        return self.api.get_artifact(hash=sha256)

    def attestation(self, normalized_sha256: str, *, original: str | None = None) -> models.Attestation:
        return self.api.get_attestation(hash=normalized_sha256, original=original)

    def certificate(self, normalized_sha256: str, *, original: str | None = None) -> str:
        """JWS in compact serialization."""
        return self.api.get_certificate(hash=normalized_sha256, original=original)

    def verify(self, normalized_sha256: str, *, original: str | None = None) -> models.Verification:
        """The service's own verdict; `verify_attestation` gives one without the service."""
        return self.api.verify(hash=normalized_sha256, original=original)

    def key_set(self) -> models.KeySet:
        return self.api.get_key_set()

    def _stream(self, outgoing: Outgoing) -> _Streamed:
        return _Streamed(self._http, _request(self._settings, outgoing))

    def _run(self, steps: Steps[Result]) -> Result:
        outcome: Answer | Failure | None = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Sleep):
                    time.sleep(step.seconds)
                else:
                    outcome = self._send(step)
        except StopIteration as end:
            return cast("Result", end.value)

    def _send(self, step: Send) -> Answer | Failure:
        try:
            response = self._http.send(step.request)
            return Answer(response.status_code, response.headers, response.content)
        except httpx.HTTPError as error:
            return failure_of(error)


class _Streamed:
    """A response that is read as it comes."""

    def __init__(self, http: httpx.Client, request: httpx.Request) -> None:
        self._http = http
        self._request = request

    def __enter__(self) -> httpx.Response:
        self._response = self._http.send(self._request, stream=True)
        return self._response

    def __exit__(self, *_: object) -> None:
        self._response.close()


class _Caller:
    def __init__(self, client: Fixpoint) -> None:
        self._client = client

    def call(self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None) -> Any:
        client = self._client
        return client._run(call_operation(client._settings, operation, arguments, options))

    def items(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> Iterator[Any]:
        client = self._client
        cursor: str | None = ""
        while cursor is not None:
            page: Page = client._run(read_page(client._settings, operation, arguments, cursor, options))
            yield from page.items
            cursor = page.next_cursor


class AsyncFixpoint:
    """The service, for asyncio; see `Fixpoint`. Use it with `async with`, or `await close()`."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | Callable[[], str] | None = None,
        timeout: float = 150.0,
        max_retries: int = 2,
        retry_delay: float = 0.5,
        on_retry: Callable[[Retry], None] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(
            base_url, api_key, access_token, timeout, max_retries, retry_delay, on_retry
        )
        self._http = http or httpx.AsyncClient()
        self._is_own = http is None
        caller = _AsyncCaller(self)
        self.api = AsyncApi(caller)
        """Every other operation of the API."""
        self.all = AsyncLists(caller)
        """Its lists, item by item over all pages."""

    async def __aenter__(self) -> AsyncFixpoint:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    normalize = awaited(Fixpoint.normalize)
    compare = awaited(Fixpoint.compare)
    submission = awaited(Fixpoint.submission)
    wait_for = awaited(Fixpoint.wait_for)
    artifact = awaited(Fixpoint.artifact)
    attestation = awaited(Fixpoint.attestation)
    certificate = awaited(Fixpoint.certificate)
    verify = awaited(Fixpoint.verify)
    key_set = awaited(Fixpoint.key_set)

    async def progress(self, submission_id: str) -> AsyncIterator[SubmissionEvent]:
        """Tells of each stage as it begins and ends, and then of the end."""
        follower = Follower(submission_id)
        while not follower.is_over:
            try:
                response = await self._http.send(_request(self._settings, follower.outgoing), stream=True)
                try:
                    if response.status_code == 204:
                        return
                    if response.status_code >= 400:
                        raise error_of(response.status_code, response.headers, await response.aread())
                    async for line in response.aiter_lines():
                        for event in follower.read(line):
                            yield cast("SubmissionEvent", event)
                finally:
                    await response.aclose()
                pause = PAUSE
            except httpx.HTTPError as error:
                pause = follower.after(failure_of(error).error)
            except FixpointError as error:
                pause = follower.after(error)
            if not follower.is_over:
                await asyncio.sleep(pause)

    async def _run(self, steps: Steps[Result]) -> Result:
        outcome: Answer | Failure | None = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Sleep):
                    await asyncio.sleep(step.seconds)
                else:
                    outcome = await self._send(step)
        except StopIteration as end:
            return cast("Result", end.value)

    async def _send(self, step: Send) -> Answer | Failure:
        try:
            response = await self._http.send(step.request)
            return Answer(response.status_code, response.headers, response.content)
        except httpx.HTTPError as error:
            return failure_of(error)


class _AsyncCaller:
    def __init__(self, client: AsyncFixpoint) -> None:
        self._client = client

    async def call(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> Any:
        client = self._client
        return await client._run(call_operation(client._settings, operation, arguments, options))

    async def items(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> AsyncIterator[Any]:
        client = self._client
        cursor: str | None = ""
        while cursor is not None:
            page: Page = await client._run(read_page(client._settings, operation, arguments, cursor, options))
            for item in page.items:
                yield item
            cursor = page.next_cursor


def _request(settings: Settings, outgoing: Outgoing) -> httpx.Request:
    options = CallOptions()
    return request_of(settings, outgoing, headers_of(settings, outgoing, options), options)
