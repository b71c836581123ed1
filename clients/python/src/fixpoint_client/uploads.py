"""Documents on their way to the service: from bytes, paths, files and streams, and how much of them has been sent."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, TypeAlias, cast

import httpx

Chunks: TypeAlias = IO[bytes] | Iterable[bytes]
PdfSource: TypeAlias = (
    bytes
    | bytearray
    | memoryview
    | str
    | os.PathLike[str]
    | Chunks
    | AsyncIterable[bytes]
    | Callable[[], Chunks]
)
"""A text is the path of a file. What is iterated over can be read once, so it is sent once; a file that can seek is sent
again from where it stood, and a function that opens a stream is called again before each attempt. What is iterated over
asynchronously is for the asynchronous client."""

OnProgress: TypeAlias = Callable[[int, int | None], None]
"""Is told how many bytes of the documents have been sent, and of how many, None for a stream. Begins anew with each attempt."""

_PIECE = 64 * 1024


@dataclass(frozen=True)
class _Source:
    size: int | None
    is_repeatable: bool
    open: Callable[[], Iterable[bytes] | AsyncIterable[bytes]]


class Form(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A form (RFC 7578) as a stream, of which nobody keeps more than a piece. Documents come last, so that the service knows
    its options when it reads them."""

    def __init__(
        self,
        fields: Mapping[str, str],
        documents: Sequence[tuple[str, PdfSource]],
        on_progress: OnProgress | None = None,
    ) -> None:
        self._boundary = f"fixpoint-{secrets.token_hex(16)}"
        self._before = "".join(self._head(name) + f"{value}\r\n" for name, value in fields.items()).encode()
        more = '; filename="document.pdf"\r\nContent-Type: application/pdf'
        self._documents = [(self._head(name, more).encode(), _known(source)) for name, source in documents]
        self._after = f"--{self._boundary}--\r\n".encode()
        self._on_progress = on_progress
        sizes = [source.size for _, source in self._documents]
        known = [size for size in sizes if size is not None]
        self._total = sum(known) if len(known) == len(sizes) else None

    @property
    def is_repeatable(self) -> bool:
        return all(source.is_repeatable for _, source in self._documents)

    @property
    def headers(self) -> dict[str, str]:
        form = {"Content-Type": f"multipart/form-data; boundary={self._boundary}"}
        if self._total is None:
            return {**form, "Transfer-Encoding": "chunked"}
        around = len(self._before) + len(self._after) + sum(len(head) + 2 for head, _ in self._documents)
        return {**form, "Content-Length": str(around + self._total)}

    def _head(self, name: str, more: str = "") -> str:
        return f'--{self._boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'

    def __iter__(self) -> Iterator[bytes]:
        sent = 0
        yield self._before
        for head, source in self._documents:
            yield head
            chunks = source.open()
            if not isinstance(chunks, Iterable):
                raise TypeError("What is iterated over asynchronously is for the asynchronous client.")
            for chunk in chunks:
                yield chunk
                sent += len(chunk)
                self._tell(sent)
            yield b"\r\n"
        yield self._after

    async def __aiter__(self) -> AsyncIterator[bytes]:
        sent = 0
        yield self._before
        for head, source in self._documents:
            yield head
            chunks = source.open()
            if isinstance(chunks, AsyncIterable):
                async for chunk in chunks:
                    yield chunk
                    sent += len(chunk)
                    self._tell(sent)
            else:
                for chunk in chunks:
                    yield chunk
                    sent += len(chunk)
                    self._tell(sent)
            yield b"\r\n"
        yield self._after

    def _tell(self, sent: int) -> None:
        if self._on_progress is not None:
            self._on_progress(sent, self._total)


def _known(source: PdfSource) -> _Source:
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return _Source(len(data), True, lambda: _pieces_of(data))
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return _Source(os.stat(path).st_size, True, lambda: _file_at(path))
    if callable(source) and not hasattr(source, "read"):
        opener = source
        return _Source(None, True, lambda: _chunks_of(opener()))
    if hasattr(source, "read"):
        return _open_file(cast("IO[bytes]", source))
    if isinstance(source, (Iterable, AsyncIterable)):
        stream = cast("Iterable[bytes] | AsyncIterable[bytes]", source)
        return _Source(None, False, lambda: stream)
    raise TypeError("A document is bytes, a path, a file, a stream, or a function that opens one.")


def _open_file(file: IO[bytes]) -> _Source:
    if not file.seekable():
        return _Source(None, False, lambda: _chunks_of(file))
    start = file.tell()
    size = file.seek(0, os.SEEK_END) - start
    file.seek(start)

    def again() -> Iterator[bytes]:
        file.seek(start)
        return _chunks_of(file)

    return _Source(size, True, again)


def _pieces_of(data: bytes) -> Iterator[bytes]:
    return (data[at : at + _PIECE] for at in range(0, len(data), _PIECE))


def _file_at(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from _chunks_of(file)


def _chunks_of(source: Any) -> Iterator[bytes]:
    if not hasattr(source, "read"):
        yield from source
        return
    while chunk := source.read(_PIECE):
        if not isinstance(chunk, bytes):
            raise TypeError("A document is read as bytes: open its file with 'rb'.")
        yield chunk
