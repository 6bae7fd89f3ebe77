"""The clients: what is generated, and what makes it comfortable."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx

from . import models
from ._calls import AsyncCalls, Calls
from ._codec import UNSET, decode, encode
from ._errors import api_error
from ._feed import PAUSE_SECONDS, SILENCE_SECONDS, FeedEvent, FeedReader, pause_after
from ._files import File, OnProgress
from ._flows import (
    Answer,
    Call,
    Flow,
    Lost,
    Pause,
    Put,
    Request,
    Step,
    avatar_flow,
    import_flow,
    items_of,
    media_flow,
    next_page,
    published_flow,
    ready_flow,
    request_flow,
    videos_flow,
)
from ._retry import Retries

_WAIT_SECONDS = 600.0
_UPLOAD_SECONDS = 600.0

FileGiven = File | str | os.PathLike[str]


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _answer(response: httpx.Response) -> Answer:
    return Answer(response.status_code, response.headers, response.content, _json(response))


def _text(value: Any) -> Any:
    """A value of the query: booleans and lists as the service reads them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


class _Settings:
    def __init__(
        self, base_url: str, api_key: str, workspace_id: str | None, retries: int, timeout: float, max_wait: float
    ) -> None:
        self._origin = re.sub(r"/v1$", "", base_url.rstrip("/"))
        self._headers = {"authorization": f"Bearer {api_key}"}
        if workspace_id is not None:
            self._headers["x-workspace-id"] = workspace_id
        self._retries = Retries(retries=retries, max_wait=max_wait)
        self._timeout = timeout

    def _request(
        self,
        method: str,
        path: str,
        values: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any,
        headers: Mapping[str, str] | None,
        idempotency_key: str | None,
    ) -> Request:
        for name, value in values.items():
            path = path.replace("{" + name + "}", quote(value, safe=""))
        sent = {key.lower(): value for key, value in {**self._headers, **(headers or {})}.items()}
        if idempotency_key is not None:
            sent["idempotency-key"] = idempotency_key
        params = {name: _text(value) for name, value in query.items() if value is not UNSET and value is not None}
        return Request(method, self._origin + path, params, sent, None if body is UNSET else encode(body))


def _result(request: Request, answered: Answer, answer: Any) -> Any:
    if answered.status >= 400:
        raise api_error(answered.status, answered.json, answered.headers, request.url)
    if answer is bytes:
        return answered.content
    return decode(answer, answered.json)


def _request_arguments(request: Request) -> dict[str, Any]:
    body = {} if request.json is None else {"json": request.json}
    return {"params": request.params, "headers": request.headers, **body}


class Client(_Settings, Calls):
    """A client whose methods are the calls of the API. Close it, or use it in a `with` block."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        workspace_id: str | None = None,
        retries: int = 4,
        timeout: float = 60.0,
        max_wait: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, api_key, workspace_id, retries, timeout, max_wait)
        self._http = httpx.Client(timeout=timeout, transport=transport)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self,
        method: str,
        path: str,
        values: Mapping[str, str],
        *,
        query: Mapping[str, Any],
        body: Any = UNSET,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        answer: Any,
    ) -> Any:
        request = self._request(method, path, values, query, body, headers, idempotency_key)
        return _result(request, self._play(request_flow(request, self._retries)), answer)

    def _play(self, flow: Flow) -> Any:
        try:
            step = next(flow)
            while True:
                try:
                    result = self._take(step)
                except Exception as fault:
                    step = flow.throw(fault)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return end.value

    def _take(self, step: Step) -> Any:
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        if isinstance(step, Call):
            return getattr(self, step.name)(*step.values, **(step.arguments or {}))
        return self._send(step)

    def _send(self, step: Request | Put) -> Answer | Lost:
        try:
            if isinstance(step, Request):
                return _answer(self._http.request(step.method, step.url, **_request_arguments(step)))
            headers = {**step.headers, "content-length": str(step.file.size)}
            return _answer(
                self._http.put(
                    step.url, headers=headers, content=step.file.chunks(step.on_progress), timeout=_UPLOAD_SECONDS
                )
            )
        except httpx.TransportError as fault:
            return Lost(fault)

    def paginate(self, call: Callable[..., Any], *values: str, **arguments: Any) -> Iterator[Any]:
        """Every item of a list: `client.paginate(client.list_posts, status="failed")`. Pages are asked for as needed."""
        at: dict[str, Any] | None = {}
        number = 1
        while at is not None:
            page = call(*values, **arguments, **at)
            yield from items_of(page)
            at = next_page(page, number)
            number += 1

    def upload_media(
        self, file: FileGiven, *, on_progress: OnProgress | None = None, timeout: float = _WAIT_SECONDS
    ) -> models.Media:
        """Answers the file once it can be posted."""
        return self._play(media_flow(file, on_progress, timeout))

    def upload_videos(
        self,
        files: Sequence[FileGiven],
        *,
        platforms: Sequence[str] | None = None,
        on_progress: OnProgress | None = None,
        timeout: float = _WAIT_SECONDS,
    ) -> list[models.Media]:
        """Up to 20 videos of 500 MB each; of 10 GB each, and validated, where `platforms` are given."""
        return self._play(videos_flow(files, platforms, on_progress, timeout))

    def upload_avatar(self, file: FileGiven, *, on_progress: OnProgress | None = None) -> str:
        """Answers the address of the picture."""
        return self._play(avatar_flow(file, on_progress))

    def import_and_wait(self, url: str, *, alt_text: str | None = None, timeout: float = _WAIT_SECONDS) -> models.Media:
        """The service copies a file from a public address; answers it once it can be posted."""
        return self._play(import_flow(url, alt_text, timeout))

    def wait_until_ready(self, media_id: str, *, timeout: float = _WAIT_SECONDS) -> models.Media:
        return self._play(ready_flow(media_id, timeout))

    def wait_until_published(self, post: models.Post | str, *, timeout: float = _WAIT_SECONDS) -> models.Post:
        """The published post. Raises NotPublished where it ended otherwise, and TimeoutError."""
        return self._play(published_flow(post if isinstance(post, str) else post.id, timeout))

    def live_feed(
        self,
        *,
        types: Sequence[str] | None = None,
        categories: Sequence[str] | None = None,
        ids: Sequence[str] | None = None,
        after: str | None = None,
    ) -> Iterator[FeedEvent]:
        """The events of the workspace as they happen, without an end. None is missed when the connection breaks.

        The feed waits while the service is away, or has no place for it (429, 502, 503, 504); another refusal ends it.
        """
        reader = FeedReader(types, categories, ids, after)
        while True:
            request = self._request("GET", "/v1/events/stream", {}, reader.query, UNSET, None, None)
            reader.begin()
            wait = PAUSE_SECONDS
            try:
                with self._http.stream(
                    "GET", request.url, params=request.params, headers=request.headers, timeout=SILENCE_SECONDS
                ) as response:
                    if response.status_code < 400:
                        for line in response.iter_lines():
                            if event := reader.line(line.rstrip("\n")):
                                yield event
                    elif (asked := pause_after(response.status_code, response.headers)) is not None:
                        wait = asked
                    else:
                        response.read()
                        raise api_error(response.status_code, _json(response), response.headers, request.url)
            except httpx.TransportError:
                pass
            time.sleep(wait)


class AsyncClient(_Settings, AsyncCalls):
    """The client for asyncio. Close it, or use it in an `async with` block."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        workspace_id: str | None = None,
        retries: int = 4,
        timeout: float = 60.0,
        max_wait: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, api_key, workspace_id, retries, timeout, max_wait)
        self._http = httpx.AsyncClient(timeout=timeout, transport=transport)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(
        self,
        method: str,
        path: str,
        values: Mapping[str, str],
        *,
        query: Mapping[str, Any],
        body: Any = UNSET,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        answer: Any,
    ) -> Any:
        request = self._request(method, path, values, query, body, headers, idempotency_key)
        return _result(request, await self._play(request_flow(request, self._retries)), answer)

    async def _play(self, flow: Flow) -> Any:
        try:
            step = next(flow)
            while True:
                try:
                    result = await self._take(step)
                except Exception as fault:
                    step = flow.throw(fault)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return end.value

    async def _take(self, step: Step) -> Any:
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        if isinstance(step, Call):
            return await getattr(self, step.name)(*step.values, **(step.arguments or {}))
        return await self._send(step)

    async def _send(self, step: Request | Put) -> Answer | Lost:
        try:
            if isinstance(step, Request):
                return _answer(await self._http.request(step.method, step.url, **_request_arguments(step)))
            headers = {**step.headers, "content-length": str(step.file.size)}
            content = step.file.async_chunks(step.on_progress)
            return _answer(await self._http.put(step.url, headers=headers, content=content, timeout=_UPLOAD_SECONDS))
        except httpx.TransportError as fault:
            return Lost(fault)

    async def paginate(
        self, call: Callable[..., Awaitable[Any]], *values: str, **arguments: Any
    ) -> AsyncIterator[Any]:
        """Every item of a list: `client.paginate(client.list_posts, status="failed")`. Pages are asked for as needed."""
        at: dict[str, Any] | None = {}
        number = 1
        while at is not None:
            page = await call(*values, **arguments, **at)
            for item in items_of(page):
                yield item
            at = next_page(page, number)
            number += 1

    async def upload_media(
        self, file: FileGiven, *, on_progress: OnProgress | None = None, timeout: float = _WAIT_SECONDS
    ) -> models.Media:
        """Answers the file once it can be posted."""
        return await self._play(media_flow(file, on_progress, timeout))

    async def upload_videos(
        self,
        files: Sequence[FileGiven],
        *,
        platforms: Sequence[str] | None = None,
        on_progress: OnProgress | None = None,
        timeout: float = _WAIT_SECONDS,
    ) -> list[models.Media]:
        """Up to 20 videos of 500 MB each; of 10 GB each, and validated, where `platforms` are given."""
        return await self._play(videos_flow(files, platforms, on_progress, timeout))

    async def upload_avatar(self, file: FileGiven, *, on_progress: OnProgress | None = None) -> str:
        """Answers the address of the picture."""
        return await self._play(avatar_flow(file, on_progress))

    async def import_and_wait(
        self, url: str, *, alt_text: str | None = None, timeout: float = _WAIT_SECONDS
    ) -> models.Media:
        """The service copies a file from a public address; answers it once it can be posted."""
        return await self._play(import_flow(url, alt_text, timeout))

    async def wait_until_ready(self, media_id: str, *, timeout: float = _WAIT_SECONDS) -> models.Media:
        return await self._play(ready_flow(media_id, timeout))

    async def wait_until_published(self, post: models.Post | str, *, timeout: float = _WAIT_SECONDS) -> models.Post:
        """The published post. Raises NotPublished where it ended otherwise, and TimeoutError."""
        return await self._play(published_flow(post if isinstance(post, str) else post.id, timeout))

    async def live_feed(
        self,
        *,
        types: Sequence[str] | None = None,
        categories: Sequence[str] | None = None,
        ids: Sequence[str] | None = None,
        after: str | None = None,
    ) -> AsyncIterator[FeedEvent]:
        """The events of the workspace as they happen, without an end. None is missed when the connection breaks.

        The feed waits while the service is away, or has no place for it (429, 502, 503, 504); another refusal ends it.
        """
        reader = FeedReader(types, categories, ids, after)
        while True:
            request = self._request("GET", "/v1/events/stream", {}, reader.query, UNSET, None, None)
            reader.begin()
            wait = PAUSE_SECONDS
            try:
                async with self._http.stream(
                    "GET", request.url, params=request.params, headers=request.headers, timeout=SILENCE_SECONDS
                ) as response:
                    if response.status_code < 400:
                        async for line in response.aiter_lines():
                            if event := reader.line(line.rstrip("\n")):
                                yield event
                    elif (asked := pause_after(response.status_code, response.headers)) is not None:
                        wait = asked
                    else:
                        await response.aread()
                        raise api_error(response.status_code, _json(response), response.headers, request.url)
            except httpx.TransportError:
                pass
            await asyncio.sleep(wait)
