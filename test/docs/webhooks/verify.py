# #region verify
import hashlib
import hmac
import os
import time


def is_genuine(body: bytes, signature: str) -> bool:
    secret = os.environ["WEBHOOK_SECRET"].encode()
    parts = [part.strip().partition("=") for part in signature.split(",")]
    sent_at = next((value for name, _, value in parts if name == "t"), "")
    if not sent_at.isdecimal() or time.time() - int(sent_at) > 300:
        return False
    expected = hmac.new(secret, f"{sent_at}.".encode() + body, hashlib.sha256).hexdigest()
    return any(name == "v2" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts)
# #endregion


if __name__ == "__main__":
    import sys

    print("genuine" if is_genuine(sys.stdin.buffer.read(), os.environ["SIGNATURE"]) else "forged")
