"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Sequence


def verify_webhook(
    *,
    body: bytes | str,
    signature: str | None,
    secret: str | Sequence[str],
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> bool:
    """Whether a delivery is genuine and recent.

    `body` is the request body exactly as received, `signature` the value of `X-Service-Signature`. Give several secrets
    while one is being replaced. Deduplicate on `eventId` of the body.
    """
    pairs = [part.strip().partition("=") for part in (signature or "").split(",")]
    timestamp = next((value for scheme, _, value in pairs if scheme == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if (time.time() if now is None else now) - int(timestamp) > tolerance_seconds:
        return False
    candidates = [value for scheme, _, value in pairs if scheme == "v2" and re.fullmatch(r"[0-9a-f]{64}", value)]
    content = body.encode() if isinstance(body, str) else body
    genuine = False
    for each in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(each.encode(), f"{timestamp}.".encode() + content, hashlib.sha256).hexdigest()
        for candidate in candidates:
            genuine = hmac.compare_digest(candidate, expected) or genuine
    return genuine
