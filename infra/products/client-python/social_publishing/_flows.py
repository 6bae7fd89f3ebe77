"""What the clients do in several steps, without doing it: a flow yields the next step and is sent its result.

The sync and the async client play the same flows, so that both have the same behaviour.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import httpx

from ._errors import ApiError, MediaFailed, NotPublished, api_error
from ._files import File, OnProgress
from ._retry import PASSING, Retries, is_repeatable

if TYPE_CHECKING:
    from .models import Media, Post


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    params: Mapping[str, Any]
    headers: Mapping[str, str]
    json: Any = None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes
    json: Any


@dataclass(frozen=True)
class Lost:
    """The request got no answer."""

    fault: Exception


@dataclass(frozen=True)
class Call:
    """A call of the client, by its name."""

    name: str
    values: tuple[str, ...] = ()
    arguments: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Put:
    """A transfer of a file."""

    file: File
    url: str
    headers: Mapping[str, str]
    on_progress: OnProgress | None


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Request | Call | Put | Pause
Flow = Generator[Step, Any, Any]


def request_flow(request: Request, retries: Retries) -> Flow:
    """Sends until there is an answer. Every POST carries one Idempotency-Key for all its attempts."""
    path = request.url
    if request.method == "POST" and "idempotency-key" not in request.headers:
        headers = {**request.headers, "idempotency-key": str(uuid.uuid4())}
        request = Request(request.method, request.url, request.params, headers, request.json)
    repeatable = is_repeatable(request.method, path)
    attempt = 0
    while True:
        result: Answer | Lost = yield request
        if isinstance(result, Lost):
            wait = retries.after_fault(attempt, repeatable)
            if wait is None:
                raise result.fault
        else:
            wait = retries.after_answer(result.status, result.headers, result.json, attempt, repeatable)
            if wait is None:
                return result
        yield Pause(wait)
        attempt += 1


_ENDED = {"published", "partial", "failed", "cancelled", "unpublished", "archived"}


def _poll(call: Call, is_end: Callable[[Any], bool], timeout: float) -> Flow:
    """Asks until the answer is the last one: often at first, then every five seconds.

    A service that is away for a while is asked again: its fault says nothing of what is waited for.
    """
    end, pause = time.monotonic() + timeout, 0.5
    while True:
        try:
            state = yield call
            if is_end(state):
                return state
        except httpx.TransportError:
            pass
        except ApiError as fault:
            if fault.status not in PASSING:
                raise
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{call.name} {' '.join(call.values)} did not end within {timeout} seconds")
        yield Pause(min(pause, left))
        pause = min(pause * 1.5, 5.0)


def published_flow(post_id: str, timeout: float) -> Flow:
    post: Post = yield from _poll(Call("get_post", (post_id,)), lambda it: it.status in _ENDED, timeout)
    if post.status != "published":
        raise NotPublished(post)
    return post


def ready_flow(media_id: str, timeout: float) -> Flow:
    media: Media = yield from _poll(
        Call("get_media", (media_id,)), lambda it: it.status in ("READY", "FAILED"), timeout
    )
    if media.status == "FAILED":
        raise MediaFailed(media)
    return media


def _put(step: Put, retries: int = 2) -> Flow:
    """A transfer that broke, or met a fault of the storage, begins again."""
    for left in range(retries, -1, -1):
        result: Answer | Lost = yield step
        if isinstance(result, Lost):
            if left == 0:
                raise result.fault
        elif result.status < 300:
            return
        elif result.status < 500 or left == 0:
            raise api_error(result.status, result.json, result.headers, step.url)


def media_flow(given: Any, on_progress: OnProgress | None, timeout: float) -> Flow:
    file = File.of(given)
    body = {"filename": file.name, "content_type": file.type, "size_bytes": file.size}
    if file.alt_text is not None:
        body["alt_text"] = file.alt_text
    place = yield Call("request_media_upload", (), body)
    yield from _put(Put(file, place.upload_url, place.upload_headers, on_progress))
    return (yield from ready_flow(place.media_id, timeout))


def avatar_flow(given: Any, on_progress: OnProgress | None) -> Flow:
    file = File.of(given)
    body = {"filename": file.name, "content_type": file.type, "size_bytes": file.size}
    place = yield Call("request_avatar_upload", (), body)
    yield from _put(Put(file, place.upload_url, place.upload_headers, on_progress))
    return place.public_url


def videos_flow(
    given: Sequence[Any], platforms: Sequence[str] | None, on_progress: OnProgress | None, timeout: float
) -> Flow:
    files = [File.of(each) for each in given]
    if platforms is None:
        asked = [{"filename": each.name, "contentType": each.type, "size": each.size} for each in files]
        answer = yield Call("presign_media_in_bulk", (), {"files": asked})
        places = [(each.media_id, each.presigned_url, each.upload_headers) for each in answer.uploads]
    else:
        asked = [
            {"filename": each.name, "contentType": each.type, "fileSizeMb": each.size / 1024**2} for each in files
        ]
        body = {"videos": asked, "target_platforms": list(platforms)}
        answer = yield Call("request_video_uploads_in_bulk", (), body)
        places = [(each.media_id, each.upload_url, each.upload_headers) for each in answer.videos]
    for file, (_, url, headers) in zip(files, places, strict=True):
        yield from _put(Put(file, url, headers, on_progress))
    ready = []
    for media_id, _, _ in places:
        ready.append((yield from ready_flow(media_id, timeout)))
    return ready


def import_flow(url: str, alt_text: str | None, timeout: float) -> Flow:
    arguments = {"url": url} if alt_text is None else {"url": url, "alt_text": alt_text}
    media = yield Call("import_media", (), arguments)
    return (yield from ready_flow(media.id, timeout))


PageForm = Literal["cursor", "numbered"]


def items_of(page: Any) -> list[Any]:
    """The items of a page: `data`, or the one list of an answer that names it after its resource."""
    data = getattr(page, "data", None)
    if isinstance(data, list):
        return data
    lists = [value for value in vars(page).values() if isinstance(value, list)]
    if len(lists) != 1:
        raise TypeError("the answer is no page of a list")
    return lists[0]


def next_page(page: Any, number: int) -> dict[str, Any] | None:
    """The arguments of the call for the page after this one; None where it is the last."""
    pagination, meta = getattr(page, "pagination", None), getattr(page, "meta", None)
    total = getattr(pagination, "total_pages", None) or getattr(page, "pages", None)
    if total is not None:
        return {"page": number + 1} if number < total else None
    if meta is not None and hasattr(meta, "has_more"):
        return {"page": number + 1} if meta.has_more else None
    cursors = (getattr(place, name, None) for place in (page, pagination) for name in ("next_cursor", "cursor"))
    cursor = next((each for each in cursors if each), None)
    return None if cursor is None else {"cursor": cursor}


