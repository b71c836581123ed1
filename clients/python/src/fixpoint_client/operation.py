"""Any operation of the API out of its row: arguments go where the row says, and the answer is read as it says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar
from urllib.parse import quote, urlencode

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Unset(Enum):
    """What an argument is that was not given, where None says something."""

    UNSET = "unset"


UNSET = Unset.UNSET


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    answer: Literal["json", "text", "bytes", "nothing"]
    credentials: Literal["any", "accessToken", "none"]
    takes_key: bool
    path_names: Mapping[str, str]
    """The names of arguments, and how the request spells them."""
    query: Mapping[str, str]
    body: Mapping[str, str] | None
    nullable: tuple[str, ...] = ()
    """The arguments of the body for which None says something; for the others it is how to give nothing."""


@dataclass(frozen=True)
class CallOptions:
    """What one call may have otherwise than the client."""

    idempotency_key: str | None = None
    """Makes a POST one and the same over all attempts, for 24 hours; made by the client without it."""
    timeout: float | None = None
    """Seconds in which nothing may be heard of a request."""
    max_retries: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class Caller(Protocol):
    def call(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> Any: ...

    def items(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> Iterator[Any]: ...


class AsyncCaller(Protocol):
    async def call(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> Any: ...

    def items(
        self, operation: Operation, arguments: Mapping[str, Any], options: CallOptions | None
    ) -> AsyncIterator[Any]: ...


def awaited(
    method: Callable[Concatenate[Any, Arguments], Result],
) -> Callable[Concatenate[Any, Arguments], Coroutine[Any, Any, Result]]:
    """The method for asyncio. It returns what its caller returns, which is a coroutine there."""
    return method  # type: ignore[return-value]


def iterated(
    method: Callable[Concatenate[Any, Arguments], Iterator[Result]],
) -> Callable[Concatenate[Any, Arguments], AsyncIterator[Result]]:
    """The method for asyncio. It returns the iterator of its caller, which is an asynchronous one there."""
    return method  # type: ignore[return-value]


def address_of(operation: Operation, arguments: Mapping[str, Any]) -> str:
    """The path with its query. Raises ValueError where a part of it is missing: the request would be another one."""
    path = operation.path
    for name, wire in operation.path_names.items():
        value = arguments[name]
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{name} is a part of the address, and must be given.")
        path = path.replace("{" + wire + "}", quote(value, safe=""))
    given = {wire: arguments.get(name) for name, wire in operation.query.items()}
    query = {
        wire: _spelled(value) for wire, value in given.items() if value is not None and value is not UNSET
    }
    return f"{path}?{urlencode(query)}" if query else path


def body_of(operation: Operation, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The body that is sent as JSON; None where there is none."""
    if operation.body is None:
        return None
    members: dict[str, Any] = {}
    for name, wire in operation.body.items():
        value = arguments.get(name, UNSET)
        if value is not UNSET and (value is not None or name in operation.nullable):
            members[wire] = value
    return members


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
