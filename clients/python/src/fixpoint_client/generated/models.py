"""What the API takes and answers: dictionaries, as they come over the wire, and their types.

There may be members that are not named here, and words that are not listed. Made of the description of the API by `node tools/clients/write.ts`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

MemberRole: TypeAlias = Literal["owner", "admin", "member"]
"""The role of a member in the portal."""

PlanTier: TypeAlias = Literal["free", "starter", "growth", "pro"]
"""A plan."""

Region: TypeAlias = Literal["ca-central-1", "us-east-2", "eu-central-1"]
"""The region that stores and processes documents."""

RiskLevel: TypeAlias = Literal["none", "low", "medium", "high", "critical"]
"""The most serious level of the findings of the tamper analysis."""

Severity: TypeAlias = Literal["low", "medium", "high", "critical"]
"""The severity of a finding."""

StageName: TypeAlias = Literal["PdfaDetection", "TamperDetection", "StructuralRepair", "DigitalSignatureDetection", "ActiveContentRemoval", "AcroFormHandling", "MetadataCanonical", "FontResourceValidation", "FinalRewrite", "ContentHash"]
"""A stage of the pipeline."""

SubmissionStatus: TypeAlias = Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
"""The current or the final status of a submission."""

VerdictLevel: TypeAlias = Literal["good", "neutral", "caution", "danger"]
"""The attention that the document needs: `good`, `neutral`, `caution`, `danger`, from the best to the worst."""

PROBLEM_CODES = (
    "validation_failed",
    "unknown_parameter",
    "malformed_request",
    "malformed_upload",
    "body_incomplete",
    "digest_mismatch",
    "document_encrypted",
    "not_a_pdf",
    "invalid_hash",
    "invalid_region",
    "region_not_allowed",
    "invalid_webhook_url",
    "batch_not_found",
    "weak_password",
    "invalid_or_expired_token",
    "ambiguous_credentials",
    "unsupported_api_version",
    "pipeline_spec_unavailable",
    "idempotency_key_conflict",
    "stateless_conflict",
    "invalid_signature",
    "owner_cannot_be_removed",
    "own_role_change",
    "export_not_ready",
    "cooling_off_expired",
    "missing_credentials",
    "invalid_api_key",
    "api_key_expired",
    "api_key_revoked",
    "api_key_required",
    "access_token_required",
    "invalid_token",
    "token_expired",
    "invalid_credentials",
    "mfa_required",
    "invalid_second_factor",
    "invalid_refresh_token",
    "quota_exceeded",
    "quota_reserved",
    "payment_past_due",
    "insufficient_scope",
    "insufficient_role",
    "email_not_verified",
    "reauthentication_required",
    "second_factor_required",
    "artifact_forbidden",
    "report_forbidden",
    "not_found",
    "method_not_allowed",
    "upload_stalled",
    "idempotency_key_in_use",
    "idempotency_outcome_unknown",
    "batch_closed",
    "organization_inactive",
    "slug_taken",
    "api_key_limit_reached",
    "api_key_inactive",
    "already_registered",
    "already_member",
    "webhook_limit_reached",
    "webhook_inactive",
    "file_too_large",
    "body_too_large",
    "unsupported_media_type",
    "precondition_failed",
    "range_not_satisfiable",
    "document_rejected",
    "document_failed",
    "idempotency_key_reused",
    "abnormal_usage",
    "rate_limited",
    "too_many_at_once",
    "too_many_streams",
    "headers_too_large",
    "internal_error",
    "payment_provider_error",
    "not_implemented",
    "service_unavailable",
    "processing_timeout",
)
"""The codes of refusals. There may be new ones at any time."""

class AccountDeletion(TypedDict):
    status: Literal["pending"]
    """The deletion can still be cancelled."""
    requestedAt: str
    """The time of the request."""
    cancellableUntil: str
    """The end of the time for cancelling."""


class AddedFactor(TypedDict):
    recoveryCodes: list[str] | None
    """Recovery codes with the first second factor; null with a further one."""


class AnomalyFacts(TypedDict, total=False):
    count: int
    """The number of objects, pages or other things that the finding counts."""
    total: int
    """The total number."""
    bytes: int
    """A number of bytes."""
    position: int
    """The position of a byte in the original."""
    revision: int
    """A revision of the original, from 1."""
    pageCount: int
    """The number of pages in this reading."""
    otherPageCount: int
    """The number of pages in another reading."""
    otherObject: ObjectId
    """A second object."""
    version: str
    """A version of PDF."""
    otherVersion: str
    """Another version of PDF."""
    entry: str
    """The entry that was changed, for example `page /Contents`."""
    isAfterSigning: bool
    """A signature covers the state before the change."""
    hides: bool
    """The change replaced or hid something that was shown."""


class _AnomalyRequired(TypedDict):
    type: str
    """The type of the finding, for programs."""
    severity: Severity
    """The severity of the finding."""
    description: str
    """The finding for people."""
    location: str | None
    """The place for people, for example `bytes 18255-18310`; null for the whole document."""


class Anomaly(_AnomalyRequired, total=False):
    finding: str
    """The finding within its type, for programs."""
    facts: AnomalyFacts
    """The data of the finding. A finding has only the members that its sentence needs."""
    place: FindingPlace
    """The part of the document that the finding is about."""


class ApiKey(TypedDict):
    id: str
    """The id of the key, which is not its secret."""
    name: str
    """The name for people."""
    keyPrefix: str
    """The first ten characters of the key."""
    scopes: list[Literal["normalize", "read"]]
    """The scopes of the key."""
    expiresAt: str | None
    """The end of the key; null if it has none."""
    createdAt: str
    """The time of creation."""
    isActive: bool
    """An active key is neither revoked nor expired."""
    lastUsedAt: str | None
    """The last use to the minute; null before the first use."""


class AttestationIssuer(TypedDict):
    name: str
    """The name of the service."""
    url: str
    """The address of its keys."""
    publicKeyId: str
    """RFC 7638 thumbprint: the `kid` in the key set."""


class AttestationSubject(TypedDict):
    originalSha256: str
    """SHA-256 of the original, in hex."""
    originalSizeBytes: int
    """The size in bytes."""
    normalizedSha256: str
    """SHA-256 of the canonical document, in hex."""
    normalizedSizeBytes: int
    """The size in bytes."""
    contentHash: str
    """SHA-256 of the text, independent of its layout; empty for a document without extractable text."""


class _AttestationProcessingRequired(TypedDict):
    toolchainVersion: str
    """The tools of the service with their versions."""
    engineVersion: str
    """The version of the engine."""
    pipelineSpec: str
    """The pipeline specification of the output."""
    dockerImageDigest: str
    """The digest of the image that ran; `unpinned` outside of an image."""
    processingTimeMs: int
    """The processing time in milliseconds."""


class AttestationProcessing(_AttestationProcessingRequired, total=False):
    parserIsolation: Literal["full", "no-network", "network-access"]
    """The isolation of the parser process, as in `/readyz`. Absent in older attestations."""


class _AttestationFindingsRequired(TypedDict):
    healthScore: int
    """100 for a document without any problem."""
    contentRemoved: list[str]
    """Kinds of removed content."""
    structuralRepairs: list[str]
    """Kinds of repaired damage."""
    warningCount: int
    """The number of warnings in the report."""


class AttestationFindings(_AttestationFindingsRequired, total=False):
    verdict: AttestedVerdict
    """The verdict on the original. Absent in older attestations."""


class _AttestationSignatureRequired(TypedDict):
    algorithm: Literal["ECDSA-P256-SHA256"]
    """The algorithm of the signature."""
    value: str
    """The DER signature over the RFC 8785 form of everything but this object. Use the JSON as it came, because a model that writes times or nulls in another way changes the bytes."""
    publicKeyCertificate: str
    """The address of the key set."""


class AttestationSignature(_AttestationSignatureRequired, total=False):
    timestamp: str
    """The TimeStampToken of RFC 3161 over the bytes of `value`, by which a third party proves the time of the signature. Absent where the service has no timestamp authority."""


__AttestationRequiredMembers = TypedDict(
    "__AttestationRequiredMembers",
    {
        "@context": "str",
        "@type": "Literal['NormalizationAttestation']",
        "version": "Literal['1.0']",
        "attestationId": "str",
        "issuedAt": "str",
        "issuer": "AttestationIssuer",
        "subject": "AttestationSubject",
        "processing": "AttestationProcessing",
        "findings": "AttestationFindings",
        "signature": "AttestationSignature",
    },
)


class _AttestationRequired(__AttestationRequiredMembers):
    pass


class Attestation(_AttestationRequired, total=False):
    facts: NamedFacts
    """The facts document of the attestation. Absent in older attestations."""


class AttestedVerdict(TypedDict):
    """The verdict on the original, without names and words of the document."""
    kind: str
    """A stable id; `/codes/{kind}` explains it."""
    level: Literal["good", "neutral", "caution", "danger"]
    """The level of the verdict, from the best to the worst."""


class AuditEntry(TypedDict):
    sequence: int
    """The sequence number from 1, without a gap."""
    at: str
    """The time of the change."""
    actorId: str | None
    """The member who acted; null for the service itself."""
    action: str
    """The action, for example `api-key.created`."""
    target: str | None
    """The id of the changed object; null for the organization."""
    details: dict[str, Any]
    """The change: strings, numbers, truth values and null."""
    hash: str
    """SHA-256 of this entry and the hash of the previous one, in hex."""
    previousHash: str
    """The hash of the previous entry. The first entry has 64 zeros."""


class _AuditEntryPageRequired(TypedDict):
    items: list[AuditEntry]
    """Entries, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class AuditEntryPage(_AuditEntryPageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class AuditVerification(TypedDict):
    intact: bool
    """Whether every entry fits the previous one."""
    firstBreak: int | None
    """The sequence number of the first entry that does not fit; null without one."""


class BatchLinks(TypedDict):
    self: str
    """The path of the batch."""
    submissions: str
    """The path of its submissions."""


class Batch(TypedDict):
    batchId: str
    """The id of the batch."""
    name: str
    """The name from the request, or one that the service made."""
    status: Literal["open", "in_progress", "complete"]
    """`open` without submissions, `in_progress` while some are pending, then `complete`."""
    clientReference: str | None
    """The value from the request; null without one."""
    metadata: dict[str, str]
    """The value from the request; empty without one."""
    total: int
    """The number of submissions so far."""
    completed: int
    """Submissions that ended with SUCCESS."""
    failed: int
    """Submissions that ended with FAILED."""
    rejected: int
    """Submissions that ended with REJECTED."""
    createdAt: str
    """The time of creation."""
    createdBy: CreatedBy | None
    """The API key or the member of the request; null in older records."""
    expectedTotal: int | None
    """The number of submissions that will come; null if the request did not contain it."""
    closedAt: str | None
    """The time of the closing; null while the batch takes submissions."""
    completedAt: str | None
    """The end of the last submission; null unless the batch is complete."""
    links: BatchLinks
    """Paths of the API."""


class BatchCompletedEvent(TypedDict):
    type: Literal["batch.completed"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: BatchEventData
    """The facts."""


class BatchEventDataLinks(TypedDict):
    batch: str
    """The path of the batch."""
    submissions: str
    """The path of its submissions."""


class BatchEventData(TypedDict):
    batchId: str
    """The batch that is complete."""
    name: str
    """The name of the batch."""
    status: Literal["complete"]
    """A complete batch has no pending submission."""
    total: int
    """The number of submissions."""
    completed: int
    """Submissions that ended with SUCCESS."""
    failed: int
    """Submissions that ended with FAILED."""
    rejected: int
    """Submissions that ended with REJECTED."""
    clientReference: str | None
    """The value from the request; null without one."""
    metadata: dict[str, str]
    """The value from the request; empty without one."""
    createdAt: str
    """The time of the creation of the batch."""
    durationMs: int
    """Milliseconds from the creation to the end of the last submission."""
    links: BatchEventDataLinks
    """Paths of the API, for calls with your key."""


class _BatchPageRequired(TypedDict):
    items: list[Batch]
    """Batches, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class BatchPage(_BatchPageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class BillingInfo(TypedDict):
    planTier: PlanTier
    """The plan."""
    monthlyDocLimit: int
    """Documents of a period."""
    currentMonthUsage: int
    """Units of the period, delivered and in progress, with comparisons."""
    remainingQuota: int
    """The number of documents left."""
    usagePercent: float
    """Usage of the limit in percent. A plan that allows it can exceed 100."""
    paymentCustomerId: str | None
    """The id of the customer at the payment provider; null before the first payment."""
    paymentSubscriptionId: str | None
    """The id of the subscription at the payment provider; null without one."""
    billingInterval: Literal["month", "year"]
    """The interval of the payments."""
    subscriptionStatus: str
    """The status at the payment provider."""
    currentPeriodEnd: str | None
    """The time of renewal, or the end of the subscription."""
    cancelAtPeriodEnd: bool
    """Whether the subscription ends at that time."""
    overageRatePerDoc: float
    """The price in US dollars of a document beyond the limit."""
    quotaResetsAt: str
    """The start of the next monthly period, also for plans that are paid by the year."""


class ByteRange(TypedDict):
    start: int
    """The first byte."""
    end: int
    """The byte after the last one."""


class CancelledDeletion(TypedDict):
    status: Literal["cancelled"]
    """The service deletes nothing."""
    message: str
    """The outcome for people."""


class CreatedApiKey(TypedDict):
    id: str
    """The id of the key, which is not its secret."""
    name: str
    """The name for people."""
    keyPrefix: str
    """The first ten characters of the key."""
    scopes: list[Literal["normalize", "read"]]
    """The scopes of the key."""
    expiresAt: str | None
    """The end of the key; null if it has none."""
    createdAt: str
    """The time of creation."""
    fullKey: str
    """The secret. No other answer contains it."""


class CreatedBy(TypedDict):
    type: Literal["api_key", "member"]
    """Whether a program acted or a member who was signed in."""
    id: str
    """The id of the key or the member, also after their removal."""


class DailyStatsDays(TypedDict):
    date: str
    """The day, in UTC."""
    total: int
    """Submissions that have ended."""
    success: int
    """Submissions that ended with SUCCESS."""
    failed: int
    """Submissions that ended with FAILED."""
    rejected: int
    """Submissions that ended with REJECTED."""
    inputBytes: int
    """The size of all documents."""
    outputBytes: int
    """The size of the outputs of successful submissions."""
    averageProcessingMs: int | None
    """The average for successful submissions; null without any."""


_DailyStatsMembers = TypedDict(
    "_DailyStatsMembers",
    {
        "from": "str",
        "to": "str",
        "days": "list[DailyStatsDays]",
    },
)


class DailyStats(_DailyStatsMembers):
    pass


class _DataExportRequired(TypedDict):
    exportId: str
    """The id of the export."""
    status: Literal["pending", "completed", "failed", "expired"]
    """The state of the export."""
    requestedAt: str
    """The time of the request."""


class DataExport(_DataExportRequired, total=False):
    completedAt: str
    """The time of completion; absent before."""
    expiresAt: str
    """The time at which the service deletes the archive: seven days after its completion."""
    sizeBytes: int
    """The size of the archive in bytes."""
    sha256: str
    """SHA-256 of the archive, in hex; absent before its completion."""


class _DataExportPageRequired(TypedDict):
    items: list[DataExport]
    """Exports, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class DataExportPage(_DataExportPageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class DeliveryAttemptsItems(TypedDict):
    sequence: int
    """1 for the first sequence of attempts, and one more for each replay."""
    number: int
    """The number of the attempt in its sequence."""
    startedAt: str
    """The start of the attempt."""
    endedAt: str | None
    """The end of the attempt; null before."""
    statusCode: int | None
    """The status of the answer; null without an answer."""
    error: str | None
    """The reason for the failure; null without a failure."""
    responseBody: str | None
    """The beginning of the answer; null without one."""


class DeliveryAttempts(TypedDict):
    nextAttemptAt: str | None
    """The time of the next attempt; null without one. A receiver that mostly fails waits longer."""
    items: list[DeliveryAttemptsItems]
    """Attempts, the oldest first."""


class _DeliveryPageRequired(TypedDict):
    items: list[WebhookDelivery]
    """Deliveries, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class DeliveryPage(_DeliveryPageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class DiffSummary(TypedDict):
    totalChanges: int
    """The number of entries in all lists. A difference between the object counts of different documents counts as one entry."""
    severity: Literal["none", "minor", "moderate", "major"]
    """The most serious level of these differences."""
    identical: bool
    """Whether the documents have no difference."""


class EmbeddedFile(TypedDict):
    name: str
    """The name in the document, without folders and control characters. It is no path to write to."""
    mediaType: str | None
    """The media type that the document states; null without one."""
    relationship: str | None
    """The relation to the document, for example `Alternative`; null if the document states none."""
    content: Literal["complete", "damaged", "not_read"]
    """Whether the service could read the content."""
    sizeBytes: int | None
    """The size of the unpacked content; null unless the content is complete."""
    sha256: str | None
    """The SHA-256 of the unpacked content; null unless the content is complete."""


class EmbeddedFilesRemoved(TypedDict):
    count: int
    """The number of files."""
    listed: list[EmbeddedFile]
    """The first files."""
    notListed: int
    """The number of files beyond the listed ones."""


class EmbeddedFiles(TypedDict):
    kept: EmbeddedFile | None
    """The invoice that `embedded_files_policy` preserves; null without one."""
    removed: EmbeddedFilesRemoved
    """The removed files."""


class EndpointSecret(TypedDict):
    id: str
    """The id of the endpoint."""
    signingSecret: str
    """The secret that signs deliveries."""


class EnvelopeSignatures(TypedDict):
    keyid: str
    """The `kid` in the key set."""
    sig: str
    """The signature over type and payload, as DSSE joins them."""


class Envelope(TypedDict):
    payloadType: str
    """The media type `application/vnd.in-toto+json`."""
    payload: str
    """The Statement in Base64."""
    signatures: list[EnvelopeSignatures]
    """Signatures, one of each key."""


class Erasure(TypedDict):
    erasureId: str
    """The id of the erasure."""
    status: Literal["scheduled", "completed"]
    """The state of the erasure."""
    requestedAt: str
    """The time of the request."""
    completedAt: str | None
    """The time of completion; null before."""
    matchedSubmissions: int
    """The number of submissions at the time of the request."""
    submissions: int
    """The number of erased submissions so far."""
    objectsRemoved: int
    """Deleted originals and outputs."""
    objectsShared: int
    """Objects from earlier versions that an organization shares; 0 after their move."""
    exportsRemoved: int
    """Deleted archives of exports."""
    certificate: str | None
    """The certificate as a JWS in compact serialization; absent before completion."""


class _ErasurePageRequired(TypedDict):
    items: list[Erasure]
    """Erasures, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class ErasurePage(_ErasurePageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class ExportLink(TypedDict):
    url: str
    """An address of the archive that needs no credentials. Everybody with the address can read the archive."""
    expiresAt: str
    """The end of the address."""


class FailureInfoFactsEncryption(TypedDict):
    handler: str
    """The security handler."""
    version: float
    """`V` of the encryption dictionary."""
    revision: float
    """`R` of the encryption dictionary."""


class FailureInfoFactsCryptFilter(TypedDict):
    name: str
    """The name of the crypt filter."""
    method: str | None
    """The method of the filter; null if the document does not define the filter."""


class FailureInfoFactsEncryptionEntry(TypedDict):
    name: str
    """The name of the entry."""
    bytes: int
    """The length of the entry."""


class FailureInfoFactsUnsupported(TypedDict):
    part: str
    """The kind of streams."""
    count: int
    """The number of streams."""
    filter: str
    """The filter of the first one."""


class FailureInfoFactsResidue(TypedDict):
    count: int
    """The number of traces."""
    first: str | None
    """The first entry; null if only the embedded file that stays is missing."""


class FailureInfoFacts(TypedDict, total=False):
    limit: str
    """The quantity that exceeds its limit."""
    encryption: FailureInfoFactsEncryption
    """A security handler, version or revision that is not supported."""
    cryptFilter: FailureInfoFactsCryptFilter
    """A crypt filter that is not supported."""
    encryptionEntry: FailureInfoFactsEncryptionEntry
    """An entry of the encryption dictionary whose length differs from the standard."""
    unsupported: FailureInfoFactsUnsupported
    """Streams behind a filter that is not supported."""
    residue: FailureInfoFactsResidue
    """Active content that is left in the output."""
    isRefusedAgain: bool
    """The service refused or changed the output when it normalized the output again."""


class _FailureInfoRequired(TypedDict):
    code: str
    """The code of the failure, for programs."""
    message: str
    """The reason for people."""
    stage: StageName | None
    """The stage at which the submission ended; null outside of the stages."""


class FailureInfo(_FailureInfoRequired, total=False):
    reason: str
    """The policy that rejects the document, and the reason. Only `POLICY_REJECTION` has it."""
    facts: FailureInfoFacts
    """The data of the message. A failure has only the members that its message needs."""
    place: FindingPlace
    """The part of the document that the finding is about."""


_FieldFaultMembers = TypedDict(
    "_FieldFaultMembers",
    {
        "in": "Literal['form', 'query', 'path', 'header', 'body']",
        "name": "str",
        "code": "str",
        "detail": "str",
    },
)


class FieldFault(_FieldFaultMembers):
    pass


class FindingPlace(TypedDict):
    pages: list[PageRange]
    """The pages, as ranges; the first 20 of them."""
    pageCount: int
    """The number of these pages."""
    object: ObjectId | None
    """The first object; null where the finding names none."""
    byteRange: ByteRange | None
    """The bytes of the original; null where the finding names none."""
    fields: list[str]
    """The form fields, by their qualified names; the first 20 of them."""
    fieldCount: int
    """The number of these fields."""
    signatures: list[str]
    """The fields of the signatures; empty for a signature without a field."""
    signatureCount: int
    """The number of these signatures."""


class FlaggedEventDataLinks(TypedDict):
    submission: str
    """The path of the submission."""


class FlaggedEventData(TypedDict):
    submissionId: str
    """The submission."""
    batchId: str | None
    """The batch of the submission; null without one."""
    verdict: VerdictSummary
    """The verdict without names and words of the document."""
    links: FlaggedEventDataLinks
    """Paths of the API, for calls with your key."""


class FontListListed(TypedDict):
    name: str
    """The name of the font."""
    pages: list[PageRange]
    """The pages that use it; the first 20 ranges."""
    pageCount: int
    """The number of pages that use the font."""


class FontList(TypedDict):
    count: int
    """The number of fonts."""
    listed: list[FontListListed]
    """The first fonts by name."""


class FoundPage(TypedDict):
    submissionId: str
    """The submission whose canonical document has the page."""
    page: int
    """The number of the page in the canonical document, from 1."""
    match: str
    """`page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins."""
    createdAt: str
    """The time of the acceptance of the submission."""
    normalizedSha256: str
    """The SHA-256 of the canonical document."""


class _FoundPageListRequired(TypedDict):
    items: list[FoundPage]
    """The pages, in the order of the ids of their submissions."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class FoundPageList(_FoundPageListRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class Invitation(TypedDict):
    invitationId: str
    """The id of the invitation."""
    email: str
    """The address of the invited person."""
    role: Literal["admin", "member"]
    """The role of the new member in the portal."""
    status: Literal["pending"]
    """The person can still accept the invitation."""
    expiresAt: str
    """The end of the invitation."""


class InvitationPreview(TypedDict):
    organizationName: str
    """The organization that invites."""
    email: str
    """The address of the invited person."""
    role: MemberRole
    """The role of the new member in the organization."""
    expiresAt: str
    """The end of the invitation."""


class KeySet(TypedDict):
    keys: list[PublicJwk]
    """Keys, the current key first, then the retired ones."""


class LeakVerdict(TypedDict):
    token_hash: str
    """SHA-256 of the token, in hex."""
    token_type: str
    """The type from the report."""
    label: Literal["true_positive", "false_positive"]
    """Whether the service made the key."""


class Liveness(TypedDict):
    status: Literal["ok", "stuck"]
    """Whether the process does its work."""


class Message(TypedDict):
    message: str
    """The outcome, for people."""


class NameList(TypedDict):
    count: int
    """The total number."""
    listed: list[str]
    """The first entries."""


class NamedFacts(TypedDict):
    """The facts document of the submission for which the attestation was made."""
    submissionId: str
    """The submission for which the attestation was made."""
    sha256: str
    """SHA-256 of its facts document, in hex."""


class NormalizationFailureEvent(TypedDict):
    type: Literal["normalization.failure"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: SubmissionEventData
    """The facts."""


class NormalizationRejectedEvent(TypedDict):
    type: Literal["normalization.rejected"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: SubmissionEventData
    """The facts."""


class NormalizationSuccessEvent(TypedDict):
    type: Literal["normalization.success"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: SubmissionEventData
    """The facts."""


class _NormalizeResponseRequired(TypedDict):
    apiVersion: str
    """The version of the API in the request."""
    requestId: str
    """The id of the request that made the submission."""
    submissionId: str
    """The id of the submission."""
    processingTimeMs: int
    """The processing time in milliseconds; 0 while pending."""
    status: SubmissionStatus
    """The current or the final status."""
    original: OriginalInfo
    """The document as it came."""
    normalized: NormalizedInfo | None
    """The canonical document; null without one."""
    security: SecurityInfo
    """What was found and taken out; an empty object while pending."""
    validation: ValidationInfo
    """What was repaired and checked; an empty object while pending."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    tamperAnalysis: TamperAnalysis | None
    """Signs of tampering; null while pending."""
    warnings: list[WarningInfo]
    """Facts that matter to readers of the document."""
    failure: FailureInfo | None
    """The reason for the missing canonical document; null unless the submission ended without one."""


class NormalizeResponse(_NormalizeResponseRequired, total=False):
    clientReference: str | None
    """The value from the request; null without one."""
    metadata: dict[str, str]
    """The value from the request; empty without one."""


class NormalizedInfo(TypedDict):
    sha256: str
    """SHA-256 of the canonical document, in hex."""
    sizeBytes: int
    """The size in bytes."""
    pdfVersion: str
    """The version of PDF in its header, for example `1.7`."""
    linearized: bool
    """Whether a reader can show the document while it loads."""
    contentHash: str | None
    """SHA-256 of the text that the pages show; null without text."""
    contentHashAlgorithm: str | None
    """The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared."""
    pipelineSpec: str
    """The pipeline specification of the output."""
    downloadUrl: str | None
    """An address that is valid for 15 minutes; null for stateless submissions, which have no stored output."""


class ObjectId(TypedDict):
    number: int
    """The number of the object."""
    generation: int
    """The generation of the object."""


class Organization(TypedDict):
    id: str
    """The id of the organization."""
    name: str
    """The name for people."""
    slug: str
    """The name in URLs."""
    schemaName: str
    """A label. Organizations have no schema of their own."""
    contactEmail: str | None
    """The address for bills and other mail; null without one."""
    defaultRegion: Region | None
    """The region of documents that name none; null if the service chooses."""
    allowedRegions: list[Region]
    """The regions that documents may use."""
    planTier: PlanTier
    """The plan."""
    monthlyDocLimit: int
    """Documents of a billing period."""
    isActive: bool
    """False after the deactivation, which is final."""
    requireSecondFactor: bool
    """Whether members need a second factor."""
    createdAt: str
    """The time of creation."""
    deletion: AccountDeletion | None
    """The pending deletion; null without one."""


class OriginalInfo(TypedDict):
    sha256: str
    """SHA-256 of the original, in hex."""
    sizeBytes: int
    """The size in bytes."""


class PageAddress(TypedDict):
    url: str
    """The address of the page for the person."""


class PageInfo(TypedDict):
    pageNumber: int
    """The number of the page, from 1."""
    contentHash: str
    """The first 16 hex digits of a SHA-256 of all visible content of the page."""


class PageOfReport(TypedDict):
    page: int
    """The number of the page in the canonical document, from 1."""
    fingerprint: str
    """The SHA-256 of all visible content of the page."""
    withoutMargins: str | None
    """The fingerprint without the margins at the top and at the bottom; null if the rest is blank."""


class PageRange(TypedDict):
    first: int
    """The first page of the range, from 1."""
    last: int
    """The last page of the range."""


class PageReorder(TypedDict):
    oldPosition: int
    """The page number in the first document, from 1."""
    newPosition: int
    """The page number in the second document, from 1."""
    contentHash: str
    """The first 16 hex digits of a SHA-256 of all visible content of the page."""


class Passkey(TypedDict):
    id: str
    """The id of the passkey."""
    name: str
    """The name that the owner gave to the passkey."""
    createdAt: str
    """The time of registration."""
    lastUsedAt: str | None
    """The time of its last use; null before the first one."""


class PasskeyAssertionResponse(TypedDict):
    clientDataJSON: str
    """Bytes in base64url."""
    authenticatorData: str
    """Bytes in base64url."""
    signature: str
    """Bytes in base64url."""


class _PasskeyAssertionRequired(TypedDict):
    id: str
    """Bytes in base64url."""
    rawId: str
    """Bytes in base64url."""
    type: Literal["public-key"]
    """The type, which is always the same."""
    clientExtensionResults: dict[str, Any]
    """The service ignores this member."""
    response: PasskeyAssertionResponse
    """The answer of the authenticator."""


class PasskeyAssertion(_PasskeyAssertionRequired, total=False):
    authenticatorAttachment: str | None
    """The service ignores this member."""


class PasskeyCreationOptionsRp(TypedDict):
    id: str
    """The domain of the service."""
    name: str
    """The name for people."""


class PasskeyCreationOptionsUser(TypedDict):
    id: str
    """The id of the member."""
    name: str
    """The address of the member."""
    displayName: str
    """The name for people."""


class PasskeyCreationOptionsPubKeyCredParams(TypedDict):
    type: Literal["public-key"]
    """The type, which is always the same."""
    alg: int
    """A number of the IANA registry of COSE algorithms."""


class PasskeyCreationOptionsExcludeCredentials(TypedDict):
    id: str
    """The id of the credential."""
    type: Literal["public-key"]
    """The type, which is always the same."""


class PasskeyCreationOptions(TypedDict):
    """Options for `PublicKeyCredential.parseCreationOptionsFromJSON`."""
    challenge: str
    """The challenge to sign, valid for one use within five minutes."""
    rp: PasskeyCreationOptionsRp
    """The relying party: this service."""
    user: PasskeyCreationOptionsUser
    """The owner of the new passkey."""
    pubKeyCredParams: list[PasskeyCreationOptionsPubKeyCredParams]
    """The accepted algorithms, the preferred one first."""
    excludeCredentials: list[PasskeyCreationOptionsExcludeCredentials]
    """The registered credentials."""


class _PasskeyRegistrationResponseRequired(TypedDict):
    clientDataJSON: str
    """Bytes in base64url."""
    attestationObject: str
    """Bytes in base64url."""


class PasskeyRegistrationResponse(_PasskeyRegistrationResponseRequired, total=False):
    transports: list[str]
    """The connections to the authenticator."""


class _PasskeyRegistrationRequired(TypedDict):
    id: str
    """Bytes in base64url."""
    rawId: str
    """Bytes in base64url."""
    type: Literal["public-key"]
    """The type, which is always the same."""
    clientExtensionResults: dict[str, Any]
    """The service ignores this member."""
    response: PasskeyRegistrationResponse
    """The answer of the authenticator."""


class PasskeyRegistration(_PasskeyRegistrationRequired, total=False):
    authenticatorAttachment: str | None
    """The service ignores this member."""


class PasskeyRequestOptionsAllowCredentials(TypedDict):
    id: str
    """The id of the credential."""
    type: Literal["public-key"]
    """The type, which is always the same."""


class PasskeyRequestOptions(TypedDict):
    """Options for `PublicKeyCredential.parseRequestOptionsFromJSON`."""
    challenge: str
    """The challenge to sign, valid for one use within five minutes."""
    rpId: str
    """The domain of the relying party."""
    allowCredentials: list[PasskeyRequestOptionsAllowCredentials]
    """The passkeys of the member."""


class _ProblemRequired(TypedDict):
    type: str
    """A page that explains the code."""
    title: str
    """The name of the code, the same at every occurrence."""
    status: int
    """The status of the answer."""
    detail: str
    """The error for people."""
    instance: str
    """The path of the request."""
    code: str
    """The code of the error, for programs. Later versions of the service may add codes."""
    requestId: str
    """The id of the request. Support finds the request by it."""
    retryable: bool
    """Whether the same request may succeed later."""


_ProblemMembers = TypedDict(
    "_ProblemMembers",
    {
        "errors": "list[FieldFault]",
        "allowedRegions": "list[Region]",
        "batchId": "str",
        "cancellableUntil": "str",
        "exportStatus": "Literal['pending', 'completed', 'failed', 'expired']",
        "expires_in": "int",
        "failureCode": "str",
        "limit": "int",
        "limitBytes": "int",
        "methods": "list[str]",
        "mfa_token": "str",
        "planTier": "PlanTier",
        "publicKey": "PasskeyRequestOptions",
        "resetsAt": "str",
        "resource": "str",
        "roles": "list[MemberRole]",
        "scope": "str",
        "setUp": "list[str]",
        "startsAt": "str",
        "submission": "NormalizeResponse",
        "supported": "list[str]",
        "upgradeUrl": "str",
        "used": "int",
        "violated-policies": "list[str]",
    },
    total=False,
)


class Problem(_ProblemRequired, _ProblemMembers):
    pass


class _PublicJwkRequired(TypedDict):
    kty: Literal["EC"]
    """The kind of key."""
    use: Literal["sig"]
    """The use of the key: it signs."""
    alg: Literal["ES256"]
    """The algorithm."""
    kid: str
    """The RFC 7638 thumbprint of the key."""
    crv: Literal["P-256"]
    """The curve of the key."""
    x: str
    """The coordinate in Base64url."""
    y: str
    """The other coordinate in Base64url."""


_PublicJwkMembers = TypedDict(
    "_PublicJwkMembers",
    {
        "x-created-at": "str",
        "x-retired-at": "str",
    },
    total=False,
)


class PublicJwk(_PublicJwkRequired, _PublicJwkMembers):
    pass


class Quota(TypedDict):
    planTier: PlanTier
    """The plan."""
    limit: int
    """Documents of a period."""
    used: int
    """Units of the period, delivered and in progress, with comparisons."""
    remaining: int
    """The number of documents left."""
    overageAllowed: bool
    """Whether the plan takes documents beyond its limit, at a price."""
    startsAt: str
    """The start of the period."""
    resetsAt: str
    """The start of the next period."""
    maxFileBytes: int
    """The limit of the size of a document in bytes."""
    concurrentJobs: int
    """The number of documents that the service processes at once. More documents wait."""


class ReadinessChecks(TypedDict):
    database: Literal["ok", "unavailable"]
    """The state of PostgreSQL."""
    temporal: Literal["ok", "unavailable"]
    """The state of Temporal."""
    storage: Literal["ok", "unavailable"]
    """The state of the object store."""


class Readiness(TypedDict):
    status: Literal["ok", "unavailable", "draining"]
    """Whether this process can take requests."""
    checks: ReadinessChecks
    """The parts that the process needs."""
    workers: int | None
    """The number of workers that the database saw within the last half minute; null if the database does not answer."""


class Received(TypedDict):
    received: bool
    """The service accepted the event."""


class RecoveryCodes(TypedDict):
    recoveryCodes: list[str]
    """Recovery codes. Each works once, in place of another second factor. No other answer contains them."""


class Registered(TypedDict):
    status: Literal["pending_verification", "active"]
    """`active` if an invitation confirms the address."""
    email: str
    """The address, in lower case."""


class RegisteredPasskey(TypedDict):
    id: str
    """The id of the passkey."""
    name: str
    """The name that the owner gave to the passkey."""
    createdAt: str
    """The time of registration."""
    lastUsedAt: str | None
    """The time of its last use; null before the first one."""
    recoveryCodes: list[str] | None
    """Recovery codes with the first second factor; null with a further one."""


class RemovedMember(TypedDict):
    id: str
    """The id of the removed member."""
    status: Literal["removed"]
    """The member no longer belongs to the organization."""


class RemovedWebhook(TypedDict):
    id: str
    """The id of the endpoint."""
    status: Literal["deleted"]
    """The service sends nothing to the endpoint any more."""


class ReplayedDeliveries(TypedDict):
    status: Literal["queued"]
    """The service sends the deliveries soon."""
    deliveries: int
    """The number of deliveries."""


class ReportTamperAnalysis(TypedDict):
    detected: bool
    """Whether the analysis has findings."""
    findings: list[Anomaly]
    """The findings."""


class ReportValidator(TypedDict):
    validated: bool
    """Whether PDF/A validation ran."""
    errors: list[str]
    """Clauses of ISO 19005 that the output violates."""


class Report(TypedDict):
    apiVersion: str
    """The version of the API in the request."""
    outputHash: str
    """`sha256:` and the SHA-256 of the canonical document in hex."""
    submissionId: str
    """The submission of the report."""
    createdAt: str
    """The end of the submission."""
    processingTimeMs: int
    """The processing time in milliseconds."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    stages: list[Stage]
    """All stages in their order."""
    warnings: list[WarningInfo]
    """Facts that matter to readers of the document."""
    tamperAnalysis: ReportTamperAnalysis
    """Signs of tampering."""
    revisions: Revisions | None
    """The revisions; null if the service could not separate them."""
    embeddedFiles: EmbeddedFiles | None
    """The embedded files; null without any."""
    contentHashAlgorithm: str | None
    """The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared."""
    pipelineSpec: str | None
    """The specification of the output; null without one."""
    pages: list[PageOfReport] | None
    """The fingerprints of the pages of the output; null where none are stored."""
    pageFingerprintAlgorithm: str | None
    """The definition of the fingerprints, for example `page-1`; null without any."""
    validator: ReportValidator
    """PDF/A validation of the output."""


class RequestedDeletion(TypedDict):
    status: Literal["pending"]
    """The deletion can still be cancelled."""
    requestedAt: str
    """The time of the request."""
    cancellableUntil: str
    """The end of the time for cancelling."""
    message: str
    """The next step, for people."""


class ResetFactors(TypedDict):
    id: str
    """The member without the second factors."""
    status: Literal["reset"]
    """The member has no second factor any more."""


class Revision(TypedDict):
    number: int
    """The number of the revision, from 1."""
    startByte: int
    """The first byte in the original."""
    endByte: int
    """The byte after the last one."""
    objectsAdded: int
    """New objects."""
    objectsChanged: int
    """Objects that replace earlier ones."""
    objectsFreed: int
    """Deleted objects."""
    coveringSignatures: int
    """The number of signatures that cover the whole revision."""
    coveredBy: list[str]
    """The fields of those signatures."""


class RevisionObject(TypedDict):
    objectNumber: int
    """The number of the object in the file."""
    change: Literal["repointed", "replaced", "added", "freed", "rewritten"]
    """The change of the object in the revision."""
    kind: Literal["page", "content", "field", "annotation", "signature", "action", "catalog", "font", "image", "structure", "metadata", "other", "container"]
    """The purpose of the object. `container` holds other objects, or is a cross-reference stream."""
    page: int | None
    """The first page of the object, from 1; null without one."""
    field: str | None
    """The qualified name of the field; null without one."""
    keys: list[str]
    """The keys with different values in a replaced dictionary. `stream` stands for the data of a stream."""
    words: str
    """The change for people, for example `page 1: content` or `field Amount: value`. Names come from the file."""


class Revisions(TypedDict):
    count: int
    """The number of saves, with the first one."""
    listed: list[Revision]
    """Revisions, the oldest first."""
    notListed: int
    """The number of entries beyond the listed ones."""


class Revoked(TypedDict):
    id: str
    """The id of the revoked key or invitation."""
    status: Literal["revoked"]
    """The key or invitation is no longer valid."""


class ScheduledErasureMatchedUnder(TypedDict):
    pipelineSpec: str | None
    """The specification of the output; null for documents without an output."""
    contentHashAlgorithm: str | None
    """The algorithm of the text hash; null also if an old report does not contain it."""
    submissions: int
    """The number of submissions with this specification and algorithm."""


class ScheduledErasure(TypedDict):
    status: Literal["scheduled", "dry_run"]
    """Whether the service will erase documents, or only counted them."""
    message: str
    """The outcome for people."""
    erasureId: str | None
    """The id of the erasure; null for a dry run."""
    matchedSubmissions: int
    """The number of submissions."""
    matchedUnder: list[ScheduledErasureMatchedUnder]
    """The number of submissions by specification and algorithm."""


class SecondFactorsTotp(TypedDict):
    createdAt: str
    """The time of the setup."""
    lastUsedAt: str | None
    """The time of the last code; null before the first one."""


class SecondFactors(TypedDict):
    methods: list[Literal["totp", "passkey", "recovery_code"]]
    """The methods for a sign-in; empty without a second factor."""
    required: bool
    """Whether the organization requires a second factor of its members."""
    totp: SecondFactorsTotp | None
    """The authenticator app; null without one."""
    passkeys: list[Passkey]
    """Passkeys in the order of their registration."""
    recoveryCodesLeft: int
    """The number of unused recovery codes."""


class SecurityInfo(TypedDict, total=False):
    javascriptRemoved: bool
    """The service removed JavaScript."""
    openActionsRemoved: bool
    """The service removed an action at opening."""
    embeddedFilesRemoved: bool
    """The service removed embedded files."""
    richMediaRemoved: bool
    """The service removed sounds, films or 3D content."""
    launchActionsRemoved: bool
    """The service removed an action that starts programs."""
    incrementalUpdatesRemoved: bool
    """The service made one revision of several."""
    acroformFlattened: bool
    """The service made the fields of a form part of the pages."""
    annotationsRemoved: bool
    """The service removed annotations, as `remove_annotations` asks."""
    encryptedInput: bool
    """The service removed the encryption."""
    digitalSignaturesDetected: bool
    """The original has signatures."""
    digitalSignaturesRemoved: bool
    """The service removed the signatures, as `signed_pdf_policy` asks."""
    signatureCount: int
    """The number of signatures."""
    signatureVerificationResults: list[SignatureVerification]
    """The result of each signature."""
    overallSignatureStatus: Literal["ALL_VALID", "SOME_INVALID", "NONE"]
    """The status of all signatures together."""


class Session(TypedDict):
    id: str
    """The id of the sign-in."""
    current: bool
    """Whether this call used the sign-in."""
    userAgent: str | None
    """The `User-Agent` of the program that signed in; null if it sent none."""
    createdAt: str
    """The time of the sign-in."""
    secondFactorAt: str | None
    """The time of the last proof by a second factor; null without one."""
    lastUsedAt: str
    """The time of the last renewal."""
    expiresAt: str
    """The end of the sign-in unless a renewal extends it."""


class SignatureList(TypedDict):
    count: int
    """The number of signatures."""
    first: str
    """The field of the first one; empty for a signature without a field."""
    reason: str | None
    """The reason of the first one."""
    algorithm: str | None
    """The algorithm that is not supported; null where the reason is another one."""


class SignatureReachFollowedBy(TypedDict):
    bytes: int
    """The number of bytes after the last covered one."""
    onlyWhiteSpace: bool
    """The rest is white space."""
    revisions: int
    """The number of revisions that end after the covered bytes."""


class SignatureReach(TypedDict):
    fieldName: str
    """The name of the field; empty without one."""
    isTimestamp: bool
    """The signature is a timestamp of the document."""
    byteRange: list[int] | None
    """The byte range in the file; null if it is no list of integers."""
    gap: Literal["exact", "digits-only", "padded", "foreign"] | None
    """The bytes that the range leaves out. `foreign` is more than the value of the signature. Null if the range covers nothing."""
    endByte: int | None
    """The byte after the last covered one; null if the range covers nothing."""
    revision: int | None
    """The newest revision with a covered end; null if the coverage ends inside of a revision."""
    coversWholeFile: bool
    """The range covers all but the value of the signature and white space at the end."""
    followedBy: SignatureReachFollowedBy | None
    """The bytes after the covered ones; null if the range covers nothing."""


class _SignatureVerificationRequired(TypedDict):
    fieldName: str
    """The field of the form that holds the signature."""
    signerName: str | None
    """Distinguished name of the certificate; null without a certificate."""
    signedAt: str | None
    """The time that the signature states, in ISO 8601 and UTC; null without one."""
    valid: bool
    """Whether the signature is valid and covers the visible content."""
    certificateExpired: bool
    """The time that a valid timestamp proves, else the time of processing."""
    certificateChainTrusted: bool | None
    """Whether the certificate leads to a trust anchor; null where the service has no trust anchors."""
    timestampPresent: bool
    """Whether a third party attests the time."""
    timestampValid: bool | None
    """Whether the timestamp is valid; null without one."""
    reason: str | None
    """The first rule that the signature fails; null for a valid signature."""


class SignatureVerification(_SignatureVerificationRequired, total=False):
    bestSignatureTime: str | None
    """The earliest time that a valid timestamp proves, in ISO 8601 and UTC. A trusted timestamp authority makes it the time at which the algorithms are checked. Otherwise they are checked as of now. Null without proof. Absent in older reports."""


class SignedInUser(TypedDict):
    id: str
    """The id of the member."""
    email: str
    """The address of the member."""
    emailVerified: bool
    """Whether the address is confirmed."""


class SignedInOrganization(TypedDict):
    id: str
    """The id of the organization."""
    slug: str
    """The name of the organization in URLs."""
    role: MemberRole
    """The role of the member in the organization."""


class SignedIn(TypedDict):
    access_token: str
    """The token for the header `Authorization: Bearer`."""
    token_type: Literal["Bearer"]
    """The scheme of the token."""
    expires_in: int
    """The number of seconds in which the access token is valid."""
    refresh_token: str
    """The value of the cookie, for programs without cookies. It works once."""
    user: SignedInUser
    """The member who signed in."""
    organization: SignedInOrganization
    """The organization of the member."""


class SigningSecret(TypedDict):
    signingSecret: str
    """The secret that signs deliveries."""


class _StageRequired(TypedDict):
    stage: int
    """The number of the stage, from 0."""
    name: StageName
    """The name of the stage."""
    result: str
    """The result in a word."""
    durationMs: int
    """The processing time in milliseconds."""


class Stage(_StageRequired, total=False):
    findings: list[Anomaly]
    """The findings of the tamper stage; absent in other stages."""


class StatsAllTime(TypedDict):
    total: int
    """Submissions that have ended."""
    success: int
    """Submissions that ended with SUCCESS."""
    failed: int
    """Submissions that ended with FAILED."""
    rejected: int
    """Submissions that ended with REJECTED."""


class StatsCurrentMonth(TypedDict):
    total: int
    """Submissions that have ended."""
    success: int
    """Submissions that ended with SUCCESS."""
    failed: int
    """Submissions that ended with FAILED."""
    rejected: int
    """Submissions that ended with REJECTED."""


class StatsRecentSubmissions(TypedDict):
    submissionId: str
    """The id of the submission."""
    status: SubmissionStatus
    """The current or the final status."""
    createdAt: str
    """The time of acceptance."""
    completedAt: str | None
    """The time of its end; null before."""
    erasedAt: str | None
    """The time of the erasure; null unless the document is erased."""


class Stats(TypedDict):
    allTime: StatsAllTime
    """Documents since the creation of the organization."""
    currentMonth: StatsCurrentMonth
    """Documents of the billing period."""
    planLimit: int
    """Documents of a billing period."""
    usedThisMonth: int
    """Units delivered and in progress, with comparisons."""
    usageLimitPercent: float
    """Usage of the limit in percent. A plan that allows it can exceed 100."""
    averageProcessingMs: int | None
    """The average processing time in milliseconds of successful submissions in the billing period; null without any."""
    recentSubmissions: list[StatsRecentSubmissions]
    """Submissions, the newest first."""


class StructuralDiffReportMetadata(TypedDict):
    field: str
    """The key of the entry."""
    oldValue: str | None
    """The value in the first document; null without one."""
    newValue: str | None
    """The value in the second document; null without one."""


class StructuralDiffReportPagesModifiedTextChanges(TypedDict):
    before: str | None
    """The words in the first document; null without any."""
    after: str | None
    """The words in the second document; null without any."""


class StructuralDiffReportPagesModified(TypedDict):
    oldPosition: int
    """The page number in the first document, from 1."""
    newPosition: int
    """The page number in the second document, from 1."""
    oldContentHash: str
    """The content of the page in the first document."""
    newContentHash: str
    """The content of the page in the second document."""
    textChanges: list[StructuralDiffReportPagesModifiedTextChanges] | None
    """The words that differ, numbers first. Empty if both pages have the same words. Null if the words are unknown."""


class StructuralDiffReportPagesMatches(TypedDict):
    oldPosition: int
    """The page number in the first document, from 1."""
    newPosition: int
    """The page number in the second document, from 1."""
    match: str
    """`page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins."""


class StructuralDiffReportPages(TypedDict):
    added: list[PageInfo]
    """Pages that only the second document has."""
    removed: list[PageInfo]
    """Pages that only the first document has."""
    reordered: list[PageReorder]
    """Pages at another place among the other pages."""
    modified: list[StructuralDiffReportPagesModified]
    """Pages of both documents with different content."""
    matches: list[StructuralDiffReportPagesMatches]
    """Pages of the first document that the second one has at another place, or with other margins. The other lists cover their changes."""
    totalA: int
    """Pages of the first document. A page that no list names is the same in both documents."""
    totalB: int
    """Pages of the second document."""


class StructuralDiffReportObjects(TypedDict):
    added: int
    """The number of objects that only the second document has."""
    removed: int
    """The number of objects that only the first document has."""
    totalA: int
    """The number in the first document."""
    totalB: int
    """The number in the second document."""


class StructuralDiffReportForms(TypedDict):
    fieldName: str
    """The full name of the field."""
    action: Literal["added", "removed", "modified"]
    """The difference between the first and the second document."""
    oldValue: str | None
    """The value in the first document; null without one."""
    newValue: str | None
    """The value in the second document; null without one."""


class StructuralDiffReportAnnotations(TypedDict):
    page: int
    """The number of the page, from 1."""
    type: str
    """The subtype of the annotation, for example `Link`."""
    action: Literal["added", "removed", "modified"]
    """The difference between the first and the second document."""


class StructuralDiffReportSecurity(TypedDict):
    field: str
    """The name of the fact."""
    oldValue: str
    """The value in the first document."""
    newValue: str
    """The value in the second document."""


class StructuralDiffReportFonts(TypedDict):
    name: str
    """The base name of the font without the subset tag."""
    action: Literal["added", "removed"]
    """The change of the font from the first to the second document."""


class StructuralDiffReportWarningsFacts(TypedDict):
    pipelineSpecA: str
    """The specification under which the first file was normalized."""
    pipelineSpecB: str
    """The specification under which the second file was normalized."""
    isNormalized: bool
    """The service normalized both files again before the comparison."""


class _StructuralDiffReportWarningsRequired(TypedDict):
    code: str
    """The code of the warning, for programs."""
    message: str
    """The warning for people."""


class StructuralDiffReportWarnings(_StructuralDiffReportWarningsRequired, total=False):
    facts: StructuralDiffReportWarningsFacts
    """The data of the warning."""


class StructuralDiffReportIgnored(TypedDict):
    code: str
    """The code of the property, for programs."""
    message: str
    """The property for people, as a part of a sentence."""


class StructuralDiffReport(TypedDict):
    summary: DiffSummary
    """All of it in one look."""
    metadata: list[StructuralDiffReportMetadata]
    """Differences between the document information dictionaries."""
    pages: StructuralDiffReportPages
    """The differences between the pages."""
    objects: StructuralDiffReportObjects
    """Approximate numbers of objects: entries of the cross-reference in use."""
    forms: list[StructuralDiffReportForms]
    """Form fields."""
    annotations: list[StructuralDiffReportAnnotations]
    """Annotations on pages that both documents have."""
    security: list[StructuralDiffReportSecurity]
    """Facts about encryption, signatures and active content."""
    fonts: list[StructuralDiffReportFonts]
    """Fonts that only one of the documents has."""
    warnings: list[StructuralDiffReportWarnings]
    """Facts that are no differences, but matter to readers."""
    ignored: list[StructuralDiffReportIgnored]
    """Properties in which the files differ although the documents are the same."""


class SubmissionOriginal(TypedDict):
    sha256: str | None
    """SHA-256 in hex; null once the document is erased."""
    sizeBytes: int
    """The size in bytes."""


class _SubmissionRequired(TypedDict):
    apiVersion: str
    """The version of the API in the request."""
    requestId: str
    """The id of the request that made the submission."""
    submissionId: str
    """The id of the submission."""
    processingTimeMs: int
    """The processing time in milliseconds; 0 while pending."""
    status: SubmissionStatus
    """The current or the final status."""
    clientReference: str | None
    """The value from the request; null without one."""
    metadata: dict[str, str]
    """The value from the request; empty without one."""
    original: SubmissionOriginal
    """The submitted document."""
    normalized: NormalizedInfo | None
    """The canonical document; null without one."""
    security: SecurityInfo
    """What was found and taken out; an empty object while pending."""
    validation: ValidationInfo
    """What was repaired and checked; an empty object while pending."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    tamperAnalysis: TamperAnalysis | None
    """Signs of tampering; null while pending."""
    warnings: list[WarningInfo]
    """Facts that matter to readers of the document."""
    failure: FailureInfo | None
    """The reason for the missing canonical document; null unless the submission ended without one."""
    batchId: str | None
    """The batch of the submission; null without one."""
    createdAt: str
    """The time of acceptance."""
    createdBy: CreatedBy | None
    """The API key or the member of the request; null in older records."""
    completedAt: str | None
    """The time of its end; null before."""
    erasedAt: str | None
    """The time of the erasure. An erased submission has only these members."""
    links: SubmissionLinks
    """Paths of the API."""


class Submission(_SubmissionRequired, total=False):
    workflowUrl: str
    """The address of the workflow in the web interface of Temporal; absent in lists, and without the setting `TEMPORAL_UI_URL`."""


class SubmissionEndEvent(TypedDict):
    submissionId: str
    """The id of the submission that ended."""
    status: Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
    """The final status."""
    failureCode: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None
    """The reason for the missing output; null with an output."""
    links: SubmissionLinks
    """Paths to read on."""


class SubmissionEventDataNormalized(TypedDict):
    sha256: str
    """SHA-256 of the canonical document, in hex."""
    sizeBytes: int
    """The size in bytes."""
    pdfVersion: str
    """The version of PDF in its header, for example `1.7`."""
    linearized: bool
    """Whether a reader can show the document while it loads."""
    contentHash: str | None
    """SHA-256 of the text that the pages show; null without text."""
    contentHashAlgorithm: str | None
    """The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared."""
    pipelineSpec: str
    """The pipeline specification of the output."""


class SubmissionEventDataFailure(TypedDict):
    code: str
    """The code of the failure, for programs."""
    message: str
    """The reason for people."""
    stage: StageName | None
    """The stage at which the submission ended; null outside of the stages."""


class _SubmissionEventDataLinksRequired(TypedDict):
    submission: str
    """The path of the submission."""


class SubmissionEventDataLinks(_SubmissionEventDataLinksRequired, total=False):
    artifact: str
    """The path of the canonical document; absent without one."""
    report: str
    """The path of the report."""
    attestation: str
    """The attestation of its original and output."""
    certificate: str
    """The certificate of its original and output."""
    verify: str
    """The path that verifies the attestation and the output again."""


class _SubmissionEventDataRequired(TypedDict):
    submissionId: str
    """The submission that ended."""
    batchId: str | None
    """The batch of the submission; null without one."""
    clientReference: str | None
    """The value from the request; null without one."""
    metadata: dict[str, str]
    """The value from the request; empty without one."""
    status: Literal["SUCCESS", "FAILED", "REJECTED"]
    """The final status."""
    processingTimeMs: int
    """The processing time in milliseconds."""
    original: OriginalInfo
    """The document as it came."""
    normalized: SubmissionEventDataNormalized | None
    """The hash of the canonical document, by which you can fetch it; null without one."""
    failure: SubmissionEventDataFailure | None
    """The reason for the missing canonical document; null if there is one."""
    warningCodes: list[str]
    """The codes of the warnings, each once."""
    verdict: VerdictSummary | None
    """The verdict without names and words of the document; null in events of earlier versions of the service."""
    tamperRiskLevel: RiskLevel | None
    """The risk from the tamper analysis; null without an analysis."""
    links: SubmissionEventDataLinks
    """Paths of the API, for calls with your key."""


class SubmissionEventData(_SubmissionEventDataRequired, total=False):
    overallSignatureStatus: Literal["ALL_VALID", "SOME_INVALID", "NONE"] | None
    """The status of all signatures together; null if the service did not check them."""


class SubmissionFlaggedEvent(TypedDict):
    type: Literal["submission.flagged"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: FlaggedEventData
    """The facts."""


class SubmissionLinks(TypedDict):
    self: str
    """The path of the submission."""
    report: str | None
    """The path of the report; null before the end and after an erasure."""
    attestation: str | None
    """The path of the attestation of its original and output; null without one."""
    certificate: str | None
    """The path of the certificate of its original and output; null without one."""
    verify: str | None
    """The path that verifies the attestation and the output again; null without them."""
    original: str | None
    """The path of the submitted bytes; null if the service does not store them."""
    revisions: str | None
    """The path of the revisions of the file; null before the end, and without revisions."""
    evidence: str | None
    """The path of the evidence archive; null before the end, and without stored evidence."""
    events: str
    """The path of a stream of progress that ends with the submission."""


class _SubmissionPageRequired(TypedDict):
    items: list[Submission]
    """Submissions, the newest first."""
    page_size: int
    """The limit of items on a page."""
    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class SubmissionPage(_SubmissionPageRequired, total=False):
    page: int
    """The number of the page, from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, because the service then counts nothing."""


class SubmissionReportTamperAnalysis(TypedDict):
    detected: bool
    """Whether the analysis has findings."""
    findings: list[Anomaly]
    """The findings."""


class SubmissionReportValidator(TypedDict):
    validated: bool
    """Whether PDF/A validation ran."""
    errors: list[str]
    """Clauses of ISO 19005 that the output violates."""


class SubmissionReport(TypedDict):
    apiVersion: str
    """The version of the API in the request."""
    outputHash: str | None
    """`sha256:` and the SHA-256 of the canonical document in hex."""
    submissionId: str
    """The submission of the report."""
    createdAt: str
    """The end of the submission."""
    processingTimeMs: int
    """The processing time in milliseconds."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    stages: list[Stage]
    """All stages in their order."""
    warnings: list[WarningInfo]
    """Facts that matter to readers of the document."""
    tamperAnalysis: SubmissionReportTamperAnalysis
    """Signs of tampering."""
    revisions: Revisions | None
    """The revisions; null if the service could not separate them."""
    embeddedFiles: EmbeddedFiles | None
    """The embedded files; null without any."""
    contentHashAlgorithm: str | None
    """The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared."""
    pipelineSpec: str | None
    """The specification of the output; null without one."""
    pages: list[PageOfReport] | None
    """The fingerprints of the pages of the output; null where none are stored."""
    pageFingerprintAlgorithm: str | None
    """The definition of the fingerprints, for example `page-1`; null without any."""
    validator: SubmissionReportValidator
    """PDF/A validation of the output."""


class SubmissionRevisionStated(TypedDict):
    modifiedAt: str | None
    """ModDate of the information dictionary."""
    producer: str | None
    """Producer of the information dictionary."""


class SubmissionRevisionObjects(TypedDict):
    repointed: int
    """New references to bytes before this revision."""
    replaced: int
    """Object numbers in use with new bytes."""
    added: int
    """Object numbers that were free before."""
    freed: int
    """Object numbers that became free."""
    rewritten: int
    """Objects with the same value as before. They count as replaced if `isCompared` is false."""


class SubmissionRevisionKinds(TypedDict):
    kind: Literal["page", "content", "field", "annotation", "signature", "action", "catalog", "font", "image", "structure", "metadata", "other", "container"]
    """The purpose of the object. `container` holds other objects, or is a cross-reference stream."""
    repointed: int
    """New references to bytes before this revision."""
    replaced: int
    """Object numbers in use with new bytes."""
    added: int
    """Object numbers that were free before."""
    freed: int
    """Object numbers that became free."""
    rewritten: int
    """Objects with the same value as before. They count as replaced if `isCompared` is false."""


class SubmissionRevision(TypedDict):
    number: int
    """The number of the revision. The original is 1."""
    startByte: int
    """The first byte in the file."""
    endByte: int
    """The byte after the last one. The file up to this byte is this state of the document."""
    crossReference: Literal["table", "stream", "hybrid"]
    """The form of its cross-reference."""
    stated: SubmissionRevisionStated | None
    """The statement of the revision about itself, which anybody can write; null without an information dictionary."""
    objects: SubmissionRevisionObjects
    """The numbers of changed objects, by the kind of change."""
    entriesRepeated: int
    """References that repeat the position of an object."""
    onlyRepoints: bool
    """The revision adds no bytes of objects, only references to earlier bytes."""
    kinds: list[SubmissionRevisionKinds]
    """The same counts by the kind of object. Kinds without a change are absent. All are absent if the revision has too many objects."""
    isCompared: bool
    """False if the file has too much to read this state of the document. The service then compares nothing."""
    listed: list[RevisionObject]
    """The most important changes first. The original has none, because it adds everything."""
    notListed: int
    """The number of changes that the list leaves out."""


class SubmissionRevisionsTrailing(TypedDict):
    startByte: int
    """The first byte."""
    endByte: int
    """The byte after the last one."""


class SubmissionRevisions(TypedDict):
    submissionId: str
    """The submission of the document."""
    sizeBytes: int
    """The size of the file."""
    crossReference: Literal["followed", "repaired", "unreadable"]
    """`repaired`: the service corrected some references. `unreadable`: the service could not separate the revisions, and lists none."""
    count: int
    """The number of revisions of the file."""
    revisions: list[SubmissionRevision]
    """The newest revisions, oldest first."""
    notListed: int
    """The number of older revisions that the list leaves out."""
    signatureCount: int
    """The number of signatures of the file."""
    signatures: list[SignatureReach]
    """Signatures by the end of the covered bytes. The report says whether they are valid."""
    trailing: SubmissionRevisionsTrailing | None
    """Data after the last revision that no cross-reference owns."""


class SubmissionStageEvent(TypedDict):
    stage: int
    """The place of the stage in the pipeline, from 0."""
    name: Literal["PdfaDetection", "TamperDetection", "StructuralRepair", "DigitalSignatureDetection", "ActiveContentRemoval", "AcroFormHandling", "MetadataCanonical", "FontResourceValidation", "FinalRewrite", "ContentHash"]
    """The name of the stage in the report."""
    state: Literal["running", "done", "failed", "rejected", "not_reached"]
    """`failed` and `rejected` are for the stage at which the document ended."""


class SubmissionStatusEvent(TypedDict):
    status: Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
    """The new status of the submission."""


class TamperAnalysis(TypedDict):
    riskLevel: RiskLevel
    """The most serious level of the findings."""
    anomaliesDetected: int
    """The number of findings."""
    anomalies: list[Anomaly]
    """The findings."""


class TeamMember(TypedDict):
    id: str
    """The id of the member."""
    email: str
    """The address of the member."""
    role: MemberRole
    """The role of the member in the portal."""
    isActive: bool
    """Whether the member can sign in."""
    emailVerified: bool
    """Whether the address is confirmed."""
    hasSecondFactor: bool
    """Whether the member has set up an authenticator app or a passkey."""
    createdAt: str
    """The time at which the member joined."""
    lastLoginAt: str | None
    """The last sign-in; null before the first one."""


class TestDelivery(TypedDict):
    status: Literal["queued"]
    """The service sends the event soon."""
    eventId: str
    """The id of the event."""
    deliveryId: str
    """The id of the delivery, whose outcome is in the list of deliveries."""


class TestEventData(TypedDict):
    webhookId: str
    """The endpoint of the test."""


class TextChange(TypedDict):
    page: int
    """The number of the page, from 1."""
    before: str | None
    """The signed words; null for added words."""
    after: str | None
    """The words now on the page; null for removed words."""


class TotpSecret(TypedDict):
    secret: str
    """The secret in base32, to type into an app."""
    otpauthUri: str
    """The secret as an address for a QR code or a link."""


class ValidationInfo(TypedDict, total=False):
    xrefRebuilt: bool
    """The service rebuilt a damaged cross-reference."""
    objectStreamsRegenerated: bool
    """The service wrote object streams again."""
    brokenReferencesDetected: bool
    """The service repaired references to missing objects."""
    nonEmbeddedFontsDetected: bool
    """The document uses fonts that it does not contain."""
    pdfaDeclared: bool
    """The document declares PDF/A."""
    pdfaLevel: str | None
    """The declared level, for example `2b`; null without one."""
    pdfaPreserved: bool
    """The output declares the same level."""
    pdfaCompliant: bool
    """The output follows the rules of that level."""
    validatorValidated: bool | None
    """Whether PDF/A validation ran; null without a declaration."""
    validatorErrors: list[str]
    """Clauses of ISO 19005 that the output violates."""


class Verdict(TypedDict):
    kind: str
    """The verdict, for programs."""
    level: VerdictLevel
    """The level of this kind."""
    label: str
    """A word or two for people."""
    sentence: str
    """The verdict for people. Names and words of the document in it come from the file."""
    notes: list[str]
    """Further sentences for people."""
    signers: list[VerdictSigner]
    """Each signature once, in the order of signing."""
    changes: list[TextChange] | None
    """The words that changed after the document was signed, numbers first. Null where no change followed a signature, or the words are unknown."""
    pages: list[PageRange]
    """The pages that the verdict is about."""


class VerdictSigner(TypedDict):
    name: str | None
    """The name that the certificate states; null where it states none."""
    fieldName: str
    """The form field that holds the signature; empty for a signature without a field."""
    signedAt: str | None
    """The time that the signature states: ISO 8601 in UTC. Null without one."""
    valid: bool
    """Whether the signature is valid."""
    reason: str | None
    """The reason of `signatureVerificationResults`; null without one."""
    certificateTrusted: bool | None
    """Whether the certificate leads to a trust anchor and has not expired; null where the service has no trust anchors."""
    isTimestamp: bool
    """Whether this is a timestamp of the document, and no signature of a person."""
    revision: int | None
    """The last revision that the signature covers, from 1; null where that is unknown."""


class VerdictSummary(TypedDict):
    kind: str
    """The verdict, for programs."""
    level: VerdictLevel
    """The level of this kind."""


class Verification(TypedDict):
    valid: bool
    """Whether the signature and the document are valid."""
    attestationId: str
    """The hash in the attestation, like the next two members."""
    normalizedSha256: str
    """SHA-256 of the canonical document, in hex."""
    issuedAt: str
    """The time of signing."""
    reason: str | None
    """The reason why the attestation is not valid; null for a valid one."""
    verdict: AttestedVerdict | None
    """The signed verdict on the original; null if the attestation is not valid or contains no verdict."""
    facts: NamedFacts | None
    """The facts document of the attestation; null if the attestation is not valid or names none."""


class Version(TypedDict):
    version: str
    """The version of the service."""
    apiVersion: str
    """The newest version that `Api-Version` can name."""
    pipelineSpec: str
    """The current pipeline specification for new documents."""


class WarningInfoFactsKindsListed(TypedDict):
    name: str
    """The kind, for example `JavaScript`."""
    count: int
    """The number of things of this kind."""


class WarningInfoFactsKinds(TypedDict):
    count: int
    """The number of kinds."""
    listed: list[WarningInfoFactsKindsListed]
    """The most frequent kinds, or fonts by name."""


class WarningInfoFactsFiles(TypedDict):
    count: int
    """The number of files."""
    listed: list[EmbeddedFile]
    """The first files."""


class WarningInfoFactsUnsupported(TypedDict):
    count: int
    """The number of streams."""
    filter: str
    """The filter of the first one; empty for a filter without a name."""
    areImages: bool
    """All streams are images."""


class WarningInfoFacts(TypedDict, total=False):
    count: int
    """The number of things that the warning counts."""
    names: NameList
    """Names of fonts, or keys of metadata."""
    kinds: WarningInfoFactsKinds
    """The kinds of the counted things."""
    part: Literal["document", "catalog", "outline", "form", "objects"]
    """The part with the first entry; absent for a page."""
    entry: str
    """The first entry, for example `OpenAction`."""
    remainingFonts: FontList
    """Fonts without a program in the output."""
    substitutedFonts: FontList
    """Fonts that have a substitute in the output."""
    fonts: NameList
    """Fonts for which no substitute has all glyphs."""
    glyphs: NameList
    """Glyphs that no substitute has."""
    characters: NameList
    """Characters of field values without a font, such as `U+0041`."""
    characterCount: int
    """The number of characters."""
    imageCount: int
    """The number of images."""
    pictureCount: int
    """The number of removed media with a picture on the page."""
    files: WarningInfoFactsFiles
    """Embedded files."""
    invoice: str
    """The removed file that is the electronic invoice."""
    invalid: SignatureList
    """Signatures that are not valid."""
    unverifiable: SignatureList
    """Signatures that cannot be verified."""
    cutObjectStreams: int
    """The number of object streams without their last objects."""
    damagedCount: int
    """The number of streams with broken data."""
    unsupported: WarningInfoFactsUnsupported
    """Streams behind a filter that is not supported."""
    replacedCount: int
    """The number of annotations that became marked content."""
    removedCount: int
    """The number of annotations that left the structure tree."""
    propertyCount: int
    """The number of properties of XMP metadata."""
    level: str
    """A PDF/A level, for example `2b`."""
    element: str
    """The root element that an invoice must have."""
    reason: str
    """The reason for the missing answer of the validator."""


class _WarningInfoRequired(TypedDict):
    code: str
    """The code of the warning, for programs."""
    message: str
    """The warning for people."""


class WarningInfo(_WarningInfoRequired, total=False):
    finding: str
    """The finding within its code. A code with one finding repeats the code."""
    facts: WarningInfoFacts
    """The data of the warning. A warning has only the members that its sentence needs."""
    place: FindingPlace
    """The part of the document that the finding is about."""


class WebhookConfig(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """The address of the receiver."""
    events: list[str]
    """The types of events for the endpoint."""
    active: bool
    """Whether the service sends events to the endpoint."""
    createdAt: str
    """The time of creation."""
    lastDeliveryAt: str | None
    """The last success; null before the first."""
    disabledReason: Literal["gone", "failing"] | None
    """The reason why the service made the endpoint inactive: an answer 410, or five days of failures. Null otherwise."""


class WebhookConfigWithSecret(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """The address of the receiver."""
    events: list[str]
    """The types of events for the endpoint."""
    active: bool
    """Whether the service sends events to the endpoint."""
    createdAt: str
    """The time of creation."""
    lastDeliveryAt: str | None
    """The last success; null before the first."""
    disabledReason: Literal["gone", "failing"] | None
    """The reason why the service made the endpoint inactive: an answer 410, or five days of failures. Null otherwise."""
    signingSecret: str
    """The secret that signs deliveries. No other answer contains it."""


class WebhookDelivery(TypedDict):
    id: str
    """The id of the delivery."""
    eventId: str
    """The id of the event."""
    webhookId: str | None
    """The id of the endpoint; null for an address from a request or a batch."""
    url: str
    """The address of the receiver."""
    eventType: str
    """The kind of event."""
    submissionId: str | None
    """The submission of the event; null without one."""
    batchId: str | None
    """The batch of the event; null without one."""
    status: Literal["pending", "delivered", "dead", "cancelled"]
    """The status; `dead` after the failure of all attempts."""
    attempts: int
    """The number of attempts in the current sequence. A replay begins a new sequence."""
    lastStatusCode: int | None
    """The status of the last answer; null without an answer."""
    lastError: str | None
    """The reason for the failure of the last attempt; null without a failure."""
    lastResponseBody: str | None
    """The beginning of that answer; null without one."""
    firstAttemptAt: str | None
    """The time of the first attempt; null before."""
    lastAttemptAt: str | None
    """The time of the last attempt; null before."""
    payload: NormalizationSuccessEvent | NormalizationFailureEvent | NormalizationRejectedEvent | SubmissionFlaggedEvent | BatchCompletedEvent | WebhookTestEvent | WebhookEvent
    """The body of the delivery: one of the events, or an event of a later version."""


class WebhookEvent(TypedDict):
    type: str
    """The kind of event. Later versions of the service may add kinds."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: dict[str, Any]
    """The data of the event. Its members depend on the kind."""


class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    """The kind of event."""
    timestamp: str
    """The time of the event."""
    apiVersion: str
    """The version of the API that defines this event."""
    id: str
    """The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled."""
    organizationId: str
    """The organization of the event."""
    data: TestEventData
    """The facts."""
