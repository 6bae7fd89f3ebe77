"""Files to upload."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_CHUNK_BYTES = 256 * 1024
_TYPES = {".webp": "image/webp", ".srt": "application/x-subrip", ".vtt": "text/vtt", ".avi": "video/x-msvideo"}


@dataclass(frozen=True)
class Progress:
    filename: str
    sent_bytes: int
    total_bytes: int


OnProgress = Callable[[Progress], object]


@dataclass(frozen=True)
class File:
    """A file: its path, or its content with a name."""

    path: str | os.PathLike[str] | None = None
    content: bytes | None = None
    filename: str | None = None
    content_type: str | None = None
    alt_text: str | None = None

    @staticmethod
    def of(given: File | str | os.PathLike[str]) -> File:
        return given if isinstance(given, File) else File(path=given)

    @property
    def name(self) -> str:
        if self.filename is None and self.path is None:
            raise TypeError("a file that is given by its content needs a filename")
        return self.filename or Path(self.path or "").name

    @property
    def type(self) -> str:
        known = self.content_type or _TYPES.get(Path(self.name).suffix.lower()) or mimetypes.guess_type(self.name)[0]
        if known is None:
            raise TypeError(f"the type of {self.name} is not known: give a content_type")
        return known

    @property
    def size(self) -> int:
        return len(self.content) if self.content is not None else os.stat(self.path or "").st_size

    def chunks(self, on_progress: OnProgress | None) -> Iterator[bytes]:
        """The content from its beginning, as often as a transfer breaks."""
        sent, total = 0, self.size
        for chunk in self._pieces():
            yield chunk
            sent += len(chunk)
            if on_progress:
                on_progress(Progress(self.name, sent, total))

    async def async_chunks(self, on_progress: OnProgress | None) -> AsyncIterator[bytes]:
        for chunk in self.chunks(on_progress):
            yield chunk

    def _pieces(self) -> Iterator[bytes]:
        if self.content is not None:
            for at in range(0, len(self.content), _CHUNK_BYTES):
                yield self.content[at : at + _CHUNK_BYTES]
            return
        with open(self.path or "", "rb") as opened:
            while chunk := opened.read(_CHUNK_BYTES):
                yield chunk
