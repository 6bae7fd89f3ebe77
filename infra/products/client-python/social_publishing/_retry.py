"""When a request is sent again. Pure: it sends nothing and waits for nothing."""

from __future__ import annotations

import email.utils
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass

#: Too many requests; or a part of the service, or the way to it, is temporarily unavailable.
PASSING = {429, 502, 503, 504}
#: With these statuses the request was certainly not executed.
_UNTOUCHED = {429}
_IN_PROGRESS_SECONDS = 2.0
#: The POST that takes no Idempotency-Key: its answer contains a secret, which is not stored for a repeated answer.
_UNKEYED = re.compile(r"/v1/workspaces/[^/]+/api-keys$")


def is_repeatable(method: str, path: str) -> bool:
    """Whether a request can be sent again without knowing its outcome."""
    return method != "POST" or not _UNKEYED.search(path)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of a Retry-After in seconds or as a date; None without the header."""
    said = headers.get("retry-after", "").strip()
    if said.isdigit():
        return float(said)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


@dataclass(frozen=True)
class Retries:
    """How often, and how long to wait in seconds."""

    retries: int = 4
    max_wait: float = 60.0

    def back_off(self, attempt: int) -> float:
        """Doubles with each attempt; the jitter spreads the retries of many clients."""
        return min(0.5 * 2**attempt, 8.0) * (0.5 + random.random() / 2)

    def after_fault(self, attempt: int, repeatable: bool) -> float | None:
        """Seconds until a request without an answer is repeated; None where it is not."""
        return self.back_off(attempt) if repeatable and attempt < self.retries else None

    def after_answer(
        self, status: int, headers: Mapping[str, str], body: object, attempt: int, repeatable: bool
    ) -> float | None:
        """Seconds until the request is worth repeating; None where the response is the answer."""
        if attempt >= self.retries:
            return None
        if status in (PASSING if repeatable else _UNTOUCHED):
            wait = retry_after(headers)
            wait = self.back_off(attempt) if wait is None else wait
        elif _is_behind(status, headers):
            wait = self.back_off(attempt)
        elif _is_under_way(status, body):
            wait = retry_after(headers)
            wait = _IN_PROGRESS_SECONDS if wait is None else wait
        else:
            return None
        return wait if wait <= self.max_wait else None


def _is_behind(status: int, headers: Mapping[str, str]) -> bool:
    """A read model that is behind may not have what was just written."""
    return status == 404 and headers.get("x-stale") == "true"


def _is_under_way(status: int, body: object) -> bool:
    """A resend may find its own first attempt still in progress: this is the same request, not a conflict."""
    if status != 409 or not isinstance(body, dict):
        return False
    error = body.get("error")
    details = error.get("details") if isinstance(error, dict) else None
    return isinstance(details, dict) and details.get("idempotencyCode") == "IN_PROGRESS"
