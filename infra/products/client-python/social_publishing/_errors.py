"""Error answers as exceptions. Branch on the class or on `code`, never on the message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

if TYPE_CHECKING:
    from .models import Media, Post


class ApiError(Exception):
    """An error answer of the service."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str], url: str) -> None:
        error = body.get("error") if isinstance(body, dict) else None
        error = error if isinstance(error, dict) else {}
        super().__init__(error.get("message") or f"The service answered {status}")
        self.status = status
        #: UNKNOWN where the answer was not the service's own, a proxy's error page for example.
        self.code: str = error.get("code") or "UNKNOWN"
        self.details: dict[str, Any] = error.get("details") or {}
        #: The id for a report to the operator of the service.
        self.request_id: str | None = error.get("requestId") or headers.get("x-request-id")
        page = error.get("documentationUrl")
        #: The page that describes the code. The service names its own pages by their path.
        self.documentation_url: str | None = None if page is None else urljoin(url, page)


class BadRequestError(ApiError):
    """400, and what cannot be read at all (413, 415): the request has to be corrected."""


class ValidationError(BadRequestError):
    """400 VALIDATION_ERROR: `field` has to be corrected."""

    @property
    def field(self) -> str | None:
        return self.details.get("field")


class AuthenticationError(ApiError):
    """401: the key or session is missing, malformed, unknown, revoked or expired."""


class PlanLimitError(ApiError):
    """402: a limit of the plan is reached."""


class PermissionError(ApiError):  # noqa: A001 The name that every client of the service has.
    """403: scope, role, plan or platform do not allow this."""


class NotFoundError(ApiError):
    """404."""


class ConflictError(ApiError):
    """409: the state of the resource does not allow this, or it has changed."""


class UnprocessableError(ApiError):
    """422: a rule does not allow this for the resource as it is."""


class RateLimitError(ApiError):
    """429: too many requests."""


class ServiceError(ApiError):
    """5xx: the service, or the way to it, is at fault."""


_by_status: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PlanLimitError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: BadRequestError,
    415: BadRequestError,
    422: UnprocessableError,
    429: RateLimitError,
}


def api_error(status: int, body: Any, headers: Mapping[str, str], url: str) -> ApiError:
    """The exception of an error answer, of the class of its code's family."""
    shape = ServiceError if status >= 500 else _by_status.get(status, ApiError)
    error = shape(status, body, headers, url)
    return ValidationError(status, body, headers, url) if error.code == "VALIDATION_ERROR" else error


class NotPublished(Exception):
    """The post ended without being published everywhere; `post` says where and why."""

    def __init__(self, post: Post) -> None:
        reasons = [f"{each.platform}: {each.error.message}" for each in post.platforms if each.error]
        super().__init__("; ".join([f"The post is {post.status}", *reasons]))
        self.post = post


class MediaFailed(Exception):
    """The file cannot be posted; `media` says why."""

    def __init__(self, media: Media) -> None:
        super().__init__(f"{media.filename} cannot be used: {media.error or 'it is FAILED'}")
        self.media = media
