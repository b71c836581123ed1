"""The Python client's runner of the shared list: reads a case as a line of JSON, does its steps, and writes what came of them.

python run.py sync|async
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import AsyncExitStack
from typing import Any, Protocol
from urllib.parse import urlsplit

from fixpoint_client import (
    AsyncFixpoint,
    CallOptions,
    Fixpoint,
    FixpointError,
    WebhookVerificationError,
    verify_attestation,
    verify_webhook,
)
from fixpoint_client.timestamps import verify_timestamp


class Client(Protocol):
    """Either client, for which everything is awaited."""

    async def do(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> Any: ...

    async def items(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> list[Any]: ...


class Synchronous:
    def __init__(self, client: Fixpoint) -> None:
        self._client = client

    async def do(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> Any:
        return getattr(_of(self._client, owner), name)(*arguments, **named)

    async def items(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> list[Any]:
        found: Iterator[Any] = getattr(_of(self._client, owner), name)(*arguments, **named)
        return list(found)


class Asynchronous:
    def __init__(self, client: AsyncFixpoint) -> None:
        self._client = client

    async def do(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> Any:
        answer: Awaitable[Any] = getattr(_of(self._client, owner), name)(*arguments, **named)
        return await answer

    async def items(self, owner: str, name: str, /, *arguments: Any, **named: Any) -> list[Any]:
        found: AsyncIterator[Any] = getattr(_of(self._client, owner), name)(*arguments, **named)
        return [item async for item in found]


def _of(client: Any, owner: str) -> Any:
    return getattr(client, owner) if owner else client


async def run(case: dict[str, Any], kind: str) -> dict[str, Any]:
    requested = case["client"]
    settings: dict[str, Any] = {
        "api_key": case["apiKey"],
        "access_token": case["accessToken"],
        "retry_delay": 0.01,
        **({"timeout": requested["timeoutMs"] / 1000} if "timeoutMs" in requested else {}),
        **({"max_retries": requested["maxRetries"]} if "maxRetries" in requested else {}),
    }
    results: list[Any] = []
    async with AsyncExitStack() as stack:
        client: Client
        if kind == "sync":
            client = Synchronous(stack.enter_context(Fixpoint(case["baseUrl"], **settings)))
        else:
            client = Asynchronous(await stack.enter_async_context(AsyncFixpoint(case["baseUrl"], **settings)))
        try:
            for step in case["steps"]:
                done = await do(client, _resolved(step, results), case["documents"])
                results.append(_told(done) if isinstance(done, bytes) else done)
        except (FixpointError, WebhookVerificationError) as error:
            return {"results": results, "error": _error_of(error)}
        except Exception as error:  # One case must not end the others.
            return {"results": results, "error": {"code": f"unexpected: {error!r}"}}
    return {"results": results, "error": None}


async def do(client: Client, step: dict[str, Any], documents: dict[str, str]) -> Any:
    match step["do"]:
        case "normalize":
            return await normalize(client, step, documents[step["document"]])
        case "compare":
            return await client.do("", "compare", documents[step["before"]], documents[step["after"]])
        case "waitFor":
            return await client.do("", "wait_for", step["id"])
        case "artifact":
            return await client.do("", "artifact", step["hash"])
        case "call":
            return await client.do("api", _snake(step["operation"]), **_snaked(step["input"]))
        case "items":
            items = await client.items("all", _snake(step["operation"]), **_snaked(step["input"]))
            return {"count": len(items), "first": items[0] if items else None}
        case "progress":
            events = await client.items("", "progress", step["id"])
            texts = [json.dumps(event) for event in events]
            last = events[-1]
            once = len(set(texts)) == len(texts)
            return {"last": last["event"], "status": last["data"].get("status"), "once": once}
        case "verifyAttestation":
            changed = copy.deepcopy(step["attestation"])
            if "change" in step:
                part, name, value = step["change"]
                changed[part][name] = value
            return verify_attestation(changed, step["keySet"], pdf=step.get("pdf"), original=step.get("original"))
        case "verifyTimestamp":
            changed = copy.deepcopy(step["attestation"])
            if "change" in step:
                part, name, value = step["change"]
                changed[part][name] = value
            return verify_timestamp(changed, authorities=step["authorities"], key_set=step.get("keySet"))
        case "verifyWebhook":
            return verify_webhook(step["body"], step["headers"], step["secrets"], now=step["now"])
        case other:
            raise ValueError(f"There is no step {other}.")


async def normalize(client: Client, step: dict[str, Any], path: str) -> Any:
    told: list[tuple[int, int | None]] = []
    requested = _snaked(step.get("options", {}))
    key = requested.pop("idempotency_key", None)
    if key is not None:
        requested["options"] = CallOptions(idempotency_key=key)
    if step.get("progress"):
        requested["on_progress"] = lambda sent, total: told.append((sent, total))
    source, opened = _source_of(path, step.get("how", "bytes"))
    try:
        submission = await client.do("", "normalize", source, **requested)
    finally:
        if opened is not None:
            opened.close()
    if not told:
        return submission
    size = submission["original"]["sizeBytes"]
    sent, total = told[-1]
    return {**submission, "progress": {"sentAll": sent == size, "total": "known" if total == size else "unknown"}}


def _source_of(path: str, how: str) -> tuple[Any, Any]:
    if how == "path":
        return path, None
    if how == "file":
        file = open(path, "rb")
        return file, file
    if how == "stream":
        return _chunks_of(path), None
    if how == "opener":
        return lambda: _chunks_of(path), None
    with open(path, "rb") as file:
        return file.read(), None


def _chunks_of(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from iter(lambda: file.read(1000), b"")


def _resolved(value: Any, results: list[Any]) -> Any:
    """What refers to the results of steps before becomes what they were."""
    if isinstance(value, str) and re.match(r"\$\d", value):
        index, *names = value[1:].split(".")
        found = results[int(index)]
        for name in names:
            found = found[name]
        return found
    if isinstance(value, list):
        return [_resolved(item, results) for item in value]
    return {name: _resolved(item, results) for name, item in value.items()} if isinstance(value, dict) else value


def _told(data: bytes) -> dict[str, Any]:
    return {"sha256": hashlib.sha256(data).hexdigest(), "sizeBytes": len(data)}


def _error_of(error: FixpointError | WebhookVerificationError) -> dict[str, Any]:
    if isinstance(error, WebhookVerificationError):
        return {"code": error.reason}
    return {
        "code": error.code,
        "status": error.status,
        "retryable": error.retryable,
        "retryAfterSeconds": error.retry_after,
        "hasRequestId": error.request_id is not None,
        "docsPath": urlsplit(error.docs_url).path if error.docs_url else None,
        "fields": [fault["name"] for fault in error.errors],
    }


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def _snaked(named: dict[str, Any]) -> dict[str, Any]:
    return {_snake(name): value for name, value in named.items()}


async def main(kind: str) -> None:
    for line in sys.stdin:
        print(json.dumps(await run(json.loads(line), kind)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
