"""Client of the Fixpoint service and offline verifier of its attestations."""

from .attestations import verify_attestation
from .canonical_json import canonical_json
from .client import AsyncFixpoint, Fixpoint, SubmissionEvent
from .errors import (
    AuthenticationError,
    ConflictError,
    FixpointConnectionError,
    FixpointError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    QuotaError,
    RateLimitError,
    ServerError,
)
from .evidence import EvidenceVerification, verify_evidence
from .exchange import VERSION as __version__
from .exchange import Retry
from .generated import models
from .operation import UNSET, CallOptions
from .uploads import OnProgress, PdfSource
from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "UNSET",
    "AsyncFixpoint",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "EvidenceVerification",
    "Fixpoint",
    "FixpointConnectionError",
    "FixpointError",
    "InvalidRequestError",
    "NotFoundError",
    "OnProgress",
    "PdfSource",
    "PermissionDeniedError",
    "QuotaError",
    "RateLimitError",
    "Retry",
    "ServerError",
    "SubmissionEvent",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "canonical_json",
    "models",
    "verify_attestation",
    "verify_evidence",
    "verify_webhook",
]
