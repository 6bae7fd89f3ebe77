"""The live feed: server-sent events."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._codec import UNSET
from ._retry import PASSING, retry_after

#: The service writes at least every 15 seconds: after this silence the connection is taken for lost.
SILENCE_SECONDS = 45.0
PAUSE_SECONDS = 1.0
_MAX_PAUSE_SECONDS = 60.0


@dataclass(frozen=True)
class FeedEvent:
    """An event of the log of the workspace. `get_event_catalogue` describes the data of each type."""

    id: str
    type: str
    version: int
    stream: str
    revision: int
    position: str
    occurred_at: str
    correlation_id: str
    actor: dict[str, Any]
    data: dict[str, Any]


def _event(value: dict[str, Any]) -> FeedEvent:
    return FeedEvent(
        id=value["id"],
        type=value["type"],
        version=value["version"],
        stream=value["stream"],
        revision=value["revision"],
        position=value["position"],
        occurred_at=value["occurredAt"],
        correlation_id=value["correlationId"],
        actor=value["actor"],
        data=value["data"],
    )


def pause_after(status: int, headers: Mapping[str, str]) -> float | None:
    """Seconds until a refused feed is asked for again; None where another try would be refused as well.

    As long as the service asks, within bounds: a feed has no last attempt, so an answer of a proxy could make it ask
    without a pause.
    """
    if status not in PASSING:
        return None
    return min(max(retry_after(headers) or PAUSE_SECONDS, PAUSE_SECONDS), _MAX_PAUSE_SECONDS)


class FeedReader:
    """Reads lines of a stream and remembers where it is, so that a broken connection goes on behind the last event."""

    def __init__(
        self,
        types: Sequence[str] | None,
        categories: Sequence[str] | None,
        ids: Sequence[str] | None,
        after: str | None,
    ) -> None:
        self._filter = {"type": types, "category": categories, "aggregateId": ids}
        self._after = after
        self._id: str | None = None
        self._data: str | None = None

    @property
    def query(self) -> dict[str, Any]:
        filters = {name: ",".join(values) for name, values in self._filter.items() if values}
        return {**filters, "after": UNSET if self._after is None else self._after}

    def begin(self) -> None:
        """A connection that broke may have left the beginning of a block."""
        self._id = self._data = None

    def line(self, line: str) -> FeedEvent | None:
        """The event that ends with this line, if one does."""
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "id":
            self._id = value
        elif field == "data":
            self._data = value
        elif line == "":
            self._after = self._id or self._after
            data, self._id, self._data = self._data, None, None
            return None if data is None else _event(json.loads(data))
        return None
