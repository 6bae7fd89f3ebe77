"""The client of the Social Publishing Service."""

from . import models
from ._client import AsyncClient, Client
from ._codec import UNSET
from ._errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    MediaFailed,
    NotFoundError,
    NotPublished,
    PermissionError,
    PlanLimitError,
    RateLimitError,
    ServiceError,
    UnprocessableError,
    ValidationError,
)
from ._files import File, Progress
from ._webhooks import verify_webhook

__all__ = [
    "UNSET",
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "ConflictError",
    "File",
    "MediaFailed",
    "NotFoundError",
    "NotPublished",
    "PermissionError",
    "PlanLimitError",
    "Progress",
    "RateLimitError",
    "ServiceError",
    "UnprocessableError",
    "ValidationError",
    "models",
    "verify_webhook",
]
