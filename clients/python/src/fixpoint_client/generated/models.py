"""What the API takes and answers: dictionaries, as they come over the wire, and their types.

There may be members that are not named here, and words that are not listed. Made of the description of the API by `node tools/clients/write.ts`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

MemberRole: TypeAlias = Literal["owner", "admin", "member"]
"""What somebody may do in the portal."""

PlanTier: TypeAlias = Literal["free", "starter", "growth", "pro"]
"""A plan."""

Region: TypeAlias = Literal["ca-central-1", "us-east-2", "eu-central-1"]
"""Where documents are kept and processed."""

RiskLevel: TypeAlias = Literal["none", "low", "medium", "high", "critical"]
"""How grave the findings of the tamper analysis are."""

Severity: TypeAlias = Literal["low", "medium", "high", "critical"]
"""How grave a finding is."""

StageName: TypeAlias = Literal["PdfaDetection", "TamperDetection", "StructuralRepair", "DigitalSignatureDetection", "ActiveContentRemoval", "AcroFormHandling", "MetadataCanonical", "FontResourceValidation", "FinalRewrite", "ContentHash"]
"""A stage of the pipeline."""

SubmissionStatus: TypeAlias = Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
"""How far a submission is, or how it ended."""

VerdictLevel: TypeAlias = Literal["good", "neutral", "caution", "danger"]
"""How much attention the document needs: `good`, `neutral`, `caution`, `danger`, from the best to the worst."""

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
    """It can still be cancelled."""
    requestedAt: str
    """When it was asked for."""
    cancellableUntil: str
    """When the cooling-off ends."""


class AddedFactor(TypedDict):
    recoveryCodes: list[str] | None
    """With the first second factor; null with a further one."""


class AnomalyFacts(TypedDict, total=False):
    count: int
    """How many objects, pages or other things the finding counts."""
    total: int
    """How many there are in all."""
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
    """What was found, for programs."""
    severity: Severity
    """How grave it is."""
    description: str
    """What was found, for people."""
    location: str | None
    """Where, for people, for example `bytes 18255-18310`; null for the whole document."""


class Anomaly(_AnomalyRequired, total=False):
    finding: str
    """Which of the findings of this type, for programs."""
    facts: AnomalyFacts
    """The data of the finding. Each finding has those members that its sentence needs."""
    place: FindingPlace
    """The part of the document that the finding is about."""


class ApiKey(TypedDict):
    id: str
    """The key: not its secret."""
    name: str
    """What people call it."""
    keyPrefix: str
    """The first ten characters."""
    scopes: list[Literal["normalize", "read"]]
    """What it may do."""
    expiresAt: str | None
    """When it stops to work; null for never."""
    createdAt: str
    """When it was made."""
    isActive: bool
    """Neither revoked nor expired."""
    lastUsedAt: str | None
    """To the minute; null before its first use."""


class AttestationIssuer(TypedDict):
    name: str
    """Its name."""
    url: str
    """Where it publishes its keys."""
    publicKeyId: str
    """RFC 7638 thumbprint: the `kid` in the key set."""


class AttestationSubject(TypedDict):
    originalSha256: str
    """SHA-256 of the document as it came, in hex."""
    originalSizeBytes: int
    """Its size."""
    normalizedSha256: str
    """SHA-256 of the canonical document, in hex."""
    normalizedSizeBytes: int
    """Its size."""
    contentHash: str
    """SHA-256 of the text, whatever its layout; empty for a document without extractable text."""


class _AttestationProcessingRequired(TypedDict):
    toolchainVersion: str
    """What it was made with, and by which versions."""
    engineVersion: str
    """The version of the engine."""
    pipelineSpec: str
    """The specification whose bytes these are."""
    dockerImageDigest: str
    """Of the image that ran; `unpinned` outside of one."""
    processingTimeMs: int
    """Milliseconds of work."""


class AttestationProcessing(_AttestationProcessingRequired, total=False):
    parserIsolation: Literal["full", "no-network", "network-access"]
    """What the process that parsed the document was cut off from, as in `/readyz`. Absent in older attestations."""


class _AttestationFindingsRequired(TypedDict):
    healthScore: int
    """100 for a document that gave no cause for anything."""
    contentRemoved: list[str]
    """Kinds of content that were taken out."""
    structuralRepairs: list[str]
    """Kinds of damage that were repaired."""
    warningCount: int
    """How many warnings the report has."""


class AttestationFindings(_AttestationFindingsRequired, total=False):
    verdict: AttestedVerdict
    """The verdict on the original. Absent in older attestations."""


class _AttestationSignatureRequired(TypedDict):
    algorithm: Literal["ECDSA-P256-SHA256"]
    """How it is signed."""
    value: str
    """DER signature over the RFC 8785 form of everything but this object: of the JSON as it came, since a model that writes times or nulls in another way has other bytes."""
    publicKeyCertificate: str
    """The key set."""


class AttestationSignature(_AttestationSignatureRequired, total=False):
    timestamp: str
    """TimeStampToken of RFC 3161 over the bytes of `value`: a third party says that the signature existed then. Absent where the service has no timestamp authority."""


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
    """The facts document that it belongs to. Absent in older attestations."""


class AttestedVerdict(TypedDict):
    """The verdict on the original, without names and words of the document."""
    kind: str
    """A stable id; `/codes/{kind}` explains it."""
    level: Literal["good", "neutral", "caution", "danger"]
    """From the best to the worst."""


class AuditEntry(TypedDict):
    sequence: int
    """1, 2, 3 …, without a gap."""
    at: str
    """When it was changed."""
    actorId: str | None
    """A member; null is the service itself."""
    action: str
    """What was done, for example `api-key.created`."""
    target: str | None
    """Id of what was changed, where that is not the organization."""
    details: dict[str, Any]
    """What was changed: strings, numbers, truth values and null."""
    hash: str
    """SHA-256 over this entry and the hash of the one before, in hex."""
    previousHash: str
    """Of the entry before; 64 zeros for the first."""


class _AuditEntryPageRequired(TypedDict):
    items: list[AuditEntry]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class AuditEntryPage(_AuditEntryPageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class AuditVerification(TypedDict):
    intact: bool
    """Whether every entry fits the one before it."""
    firstBreak: int | None
    """Sequence of the first entry that does not fit; null without."""


class BatchLinks(TypedDict):
    self: str
    """The batch."""
    submissions: str
    """Its submissions."""


class Batch(TypedDict):
    batchId: str
    """The batch: ask for it by this id."""
    name: str
    """As it was given, or made by the service."""
    status: Literal["open", "in_progress", "complete"]
    """`open` without submissions, `in_progress` while some are pending, then `complete`."""
    clientReference: str | None
    """As it was given with the request; null without."""
    metadata: dict[str, str]
    """As it was given with the request; empty without."""
    total: int
    """Submissions so far."""
    completed: int
    """Ended with SUCCESS."""
    failed: int
    """Ended with FAILED."""
    rejected: int
    """Ended with REJECTED."""
    createdAt: str
    """When it was made."""
    createdBy: CreatedBy | None
    """The API key or the member whose request made it; null where that was not recorded."""
    expectedTotal: int | None
    """How many submissions will come; null where that was not said."""
    closedAt: str | None
    """Since when it takes no more; null while it does."""
    completedAt: str | None
    """When the last submission ended; null unless it is complete."""
    links: BatchLinks
    """Paths of the API."""


class BatchCompletedEvent(TypedDict):
    type: Literal["batch.completed"]
    """The kind of event."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: BatchEventData
    """The facts."""


class BatchEventDataLinks(TypedDict):
    batch: str
    """The batch."""
    submissions: str
    """Its submissions."""


class BatchEventData(TypedDict):
    batchId: str
    """The batch that is complete."""
    name: str
    """Its name."""
    status: Literal["complete"]
    """Nothing of it is pending."""
    total: int
    """Its submissions."""
    completed: int
    """Those that ended with SUCCESS."""
    failed: int
    """Those that ended with FAILED."""
    rejected: int
    """Those that ended with REJECTED."""
    clientReference: str | None
    """As it was given with the request; null without."""
    metadata: dict[str, str]
    """As it was given with the request; empty without."""
    createdAt: str
    """When the batch was made."""
    durationMs: int
    """Milliseconds from there to the end of the last submission."""
    links: BatchEventDataLinks
    """Paths of the API, for calls with your key."""


class _BatchPageRequired(TypedDict):
    items: list[Batch]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class BatchPage(_BatchPageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class BillingInfo(TypedDict):
    planTier: PlanTier
    """The plan."""
    monthlyDocLimit: int
    """Documents of a period."""
    currentMonthUsage: int
    """Units of the period, delivered and under way, comparisons included."""
    remainingQuota: int
    """How many of the documents are left."""
    usagePercent: float
    """Usage of the limit in percent; more than 100 where the plan allows it."""
    paymentCustomerId: str | None
    """Of the payment provider; null before the first payment."""
    paymentSubscriptionId: str | None
    """Of the payment provider; null without a subscription."""
    billingInterval: Literal["month", "year"]
    """How often is paid."""
    subscriptionStatus: str
    """As the payment provider has it."""
    currentPeriodEnd: str | None
    """When the subscription is renewed, or ends."""
    cancelAtPeriodEnd: bool
    """Whether the subscription ends then."""
    overageRatePerDoc: float
    """US dollars for a document beyond the limit."""
    quotaResetsAt: str
    """When documents are counted anew; by the month, also where a year is paid."""


class ByteRange(TypedDict):
    start: int
    """The first byte."""
    end: int
    """The byte after the last one."""


class CancelledDeletion(TypedDict):
    status: Literal["cancelled"]
    """Nothing is deleted."""
    message: str
    """The same for people."""


class CreatedApiKey(TypedDict):
    id: str
    """The key: not its secret."""
    name: str
    """What people call it."""
    keyPrefix: str
    """The first ten characters."""
    scopes: list[Literal["normalize", "read"]]
    """What it may do."""
    expiresAt: str | None
    """When it stops to work; null for never."""
    createdAt: str
    """When it was made."""
    fullKey: str
    """The secret: in this answer and no other."""


class CreatedBy(TypedDict):
    type: Literal["api_key", "member"]
    """Whether a program or a person who was signed in."""
    id: str
    """Of the key or the member, also once they are gone."""


class DailyStatsDays(TypedDict):
    date: str
    """In UTC."""
    total: int
    """That have ended."""
    success: int
    """With SUCCESS."""
    failed: int
    """With FAILED."""
    rejected: int
    """With REJECTED."""
    inputBytes: int
    """Of all documents."""
    outputBytes: int
    """Of the outputs of what succeeded."""
    averageProcessingMs: int | None
    """Of what succeeded; null when there is none."""


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
    """The export."""
    status: Literal["pending", "completed", "failed", "expired"]
    """How far it is."""
    requestedAt: str
    """When it was asked for."""


class DataExport(_DataExportRequired, total=False):
    completedAt: str
    """Once it is completed."""
    expiresAt: str
    """When the archive goes: seven days after its completion."""
    sizeBytes: int
    """Of the archive."""
    sha256: str
    """Of the archive, in hex; once it is completed."""


class _DataExportPageRequired(TypedDict):
    items: list[DataExport]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class DataExportPage(_DataExportPageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class DeliveryAttemptsItems(TypedDict):
    sequence: int
    """1 for the first sequence of attempts, one more for each replay."""
    number: int
    """Within its sequence."""
    startedAt: str
    """When it began."""
    endedAt: str | None
    """When it ended; null while it is under way."""
    statusCode: int | None
    """What the receiver answered; null where there was no answer."""
    error: str | None
    """Why it failed; null where it did not."""
    responseBody: str | None
    """The beginning of the answer; null where there was none."""


class DeliveryAttempts(TypedDict):
    nextAttemptAt: str | None
    """When the next one is due; null where there will be none. A receiver that mostly fails waits longer."""
    items: list[DeliveryAttemptsItems]
    """The oldest first."""


class _DeliveryPageRequired(TypedDict):
    items: list[WebhookDelivery]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class DeliveryPage(_DeliveryPageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class DiffSummary(TypedDict):
    totalChanges: int
    """Entries of all lists. Documents that differ have one more where their object counts differ."""
    severity: Literal["none", "minor", "moderate", "major"]
    """How grave the gravest of them is."""
    identical: bool
    """Whether there is nothing to tell."""


class EmbeddedFile(TypedDict):
    name: str
    """As the document calls it, without folders and control characters; no path to write to."""
    mediaType: str | None
    """As the document says; null where it does not."""
    relationship: str | None
    """What it is to the document, for example `Alternative`; null where that is not said."""
    content: Literal["complete", "damaged", "not_read"]
    """Whether its content could be read."""
    sizeBytes: int | None
    """Of the unpacked content; null unless that is complete."""
    sha256: str | None
    """Of the unpacked content; null unless that is complete."""


class EmbeddedFilesRemoved(TypedDict):
    count: int
    """How many."""
    listed: list[EmbeddedFile]
    """The first of them."""
    notListed: int
    """How many there are beyond those that are listed."""


class EmbeddedFiles(TypedDict):
    kept: EmbeddedFile | None
    """The invoice that `embedded_files_policy` keeps; null where none is kept."""
    removed: EmbeddedFilesRemoved
    """The files that are gone."""


class EndpointSecret(TypedDict):
    id: str
    """The endpoint."""
    signingSecret: str
    """What deliveries are signed with."""


class EnvelopeSignatures(TypedDict):
    keyid: str
    """The `kid` in the key set."""
    sig: str
    """Over type and payload, as DSSE joins them."""


class Envelope(TypedDict):
    payloadType: str
    """`application/vnd.in-toto+json`."""
    payload: str
    """The Statement."""
    signatures: list[EnvelopeSignatures]
    """One of each key."""


class Erasure(TypedDict):
    erasureId: str
    """The erasure."""
    status: Literal["scheduled", "completed"]
    """How far it is."""
    requestedAt: str
    """When it was asked for."""
    completedAt: str | None
    """When it was done; null before."""
    matchedSubmissions: int
    """At the time of the request."""
    submissions: int
    """Erased so far."""
    objectsRemoved: int
    """Originals and outputs that are gone."""
    objectsShared: int
    """Objects of versions before that an organization shares; 0 once they are moved."""
    exportsRemoved: int
    """Archives of exports that are gone."""
    certificate: str | None
    """JWS in compact serialization, once it is completed."""


class _ErasurePageRequired(TypedDict):
    items: list[Erasure]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class ErasurePage(_ErasurePageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class ExportLink(TypedDict):
    url: str
    """Leads to the archive, without credentials: for whoever has it."""
    expiresAt: str
    """Until then."""


class FailureInfoFactsEncryption(TypedDict):
    handler: str
    """The security handler."""
    version: float
    """`V` of the encryption dictionary."""
    revision: float
    """`R` of the encryption dictionary."""


class FailureInfoFactsCryptFilter(TypedDict):
    name: str
    """Its name."""
    method: str | None
    """Its method; null where the document does not define the filter."""


class FailureInfoFactsEncryptionEntry(TypedDict):
    name: str
    """Its name."""
    bytes: int
    """Its length."""


class FailureInfoFactsUnsupported(TypedDict):
    part: str
    """The kind of streams."""
    count: int
    """How many streams."""
    filter: str
    """The filter of the first one."""


class FailureInfoFactsResidue(TypedDict):
    count: int
    """How many traces."""
    first: str | None
    """The first entry; null where only the embedded file that stays is missing."""


class FailureInfoFacts(TypedDict, total=False):
    limit: str
    """The quantity of which the document has more than the limit."""
    encryption: FailureInfoFactsEncryption
    """A security handler, version or revision that is not supported."""
    cryptFilter: FailureInfoFactsCryptFilter
    """A crypt filter that is not supported."""
    encryptionEntry: FailureInfoFactsEncryptionEntry
    """An entry of the encryption dictionary with another length than the standard asks for."""
    unsupported: FailureInfoFactsUnsupported
    """Streams behind a filter that is not supported."""
    residue: FailureInfoFactsResidue
    """Active content that is left in the output."""
    isRefusedAgain: bool
    """The output is refused when it is normalized again, or changes each time."""


class _FailureInfoRequired(TypedDict):
    code: str
    """Why, for programs."""
    message: str
    """Why, for people."""
    stage: StageName | None
    """The stage it ended at; null outside of the stages."""


class FailureInfo(_FailureInfoRequired, total=False):
    reason: str
    """Of `POLICY_REJECTION` alone: which policy rejects the document, and why."""
    facts: FailureInfoFacts
    """The data of the message. A failure has the members that its message needs."""
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
    """The submission."""


class FlaggedEventData(TypedDict):
    submissionId: str
    """The submission."""
    batchId: str | None
    """Its batch; null without."""
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
    """How many pages use it."""


class FontList(TypedDict):
    count: int
    """How many fonts there are in all."""
    listed: list[FontListListed]
    """The first of them by name."""


class FoundPage(TypedDict):
    submissionId: str
    """The submission whose canonical document has the page."""
    page: int
    """The number of the page in the canonical document, from 1."""
    match: str
    """`page`: the page shows the same. `without_margins`: it does between its top and bottom margins."""
    createdAt: str
    """When the submission was accepted."""
    normalizedSha256: str
    """The SHA-256 of the canonical document."""


class _FoundPageListRequired(TypedDict):
    items: list[FoundPage]
    """The pages, in the order of the ids of their submissions."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class FoundPageList(_FoundPageListRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class Invitation(TypedDict):
    invitationId: str
    """The invitation."""
    email: str
    """Who is invited."""
    role: Literal["admin", "member"]
    """What they may do in the portal."""
    status: Literal["pending"]
    """It can still be accepted."""
    expiresAt: str
    """Until then."""


class InvitationPreview(TypedDict):
    organizationName: str
    """The organization that invites."""
    email: str
    """Who is invited."""
    role: MemberRole
    """What they may do in it."""
    expiresAt: str
    """Until then it can be accepted."""


class KeySet(TypedDict):
    keys: list[PublicJwk]
    """The current key first, then those that have retired."""


class LeakVerdict(TypedDict):
    token_hash: str
    """SHA-256 of the token, in hex."""
    token_type: str
    """As it was reported."""
    label: Literal["true_positive", "false_positive"]
    """Whether it was a key of ours."""


class Liveness(TypedDict):
    status: Literal["ok", "stuck"]
    """Whether the process does its work."""


class Message(TypedDict):
    message: str
    """What happened, for people."""


class NameList(TypedDict):
    count: int
    """How many there are in all."""
    listed: list[str]
    """The first of them."""


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
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: SubmissionEventData
    """The facts."""


class NormalizationRejectedEvent(TypedDict):
    type: Literal["normalization.rejected"]
    """The kind of event."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: SubmissionEventData
    """The facts."""


class NormalizationSuccessEvent(TypedDict):
    type: Literal["normalization.success"]
    """The kind of event."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: SubmissionEventData
    """The facts."""


class _NormalizeResponseRequired(TypedDict):
    apiVersion: str
    """The version of the API that the submission was made with."""
    requestId: str
    """Of the request that made the submission."""
    submissionId: str
    """The submission: ask for it by this id."""
    processingTimeMs: int
    """Milliseconds of work; 0 while pending."""
    status: SubmissionStatus
    """How far it is, or how it ended."""
    original: OriginalInfo
    """The document as it came."""
    normalized: NormalizedInfo | None
    """The canonical document; null until there is one."""
    security: SecurityInfo
    """What was found and taken out; an empty object while pending."""
    validation: ValidationInfo
    """What was repaired and checked; an empty object while pending."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    tamperAnalysis: TamperAnalysis | None
    """Signs of tampering; null while pending."""
    warnings: list[WarningInfo]
    """What may matter to readers of the document."""
    failure: FailureInfo | None
    """Why there is no canonical document; null unless it ended without one."""


class NormalizeResponse(_NormalizeResponseRequired, total=False):
    clientReference: str | None
    """As it was given with the request; null without."""
    metadata: dict[str, str]
    """As it was given with the request; empty without."""


class NormalizedInfo(TypedDict):
    sha256: str
    """SHA-256 of the canonical document, in hex."""
    sizeBytes: int
    """Its size."""
    pdfVersion: str
    """The version of PDF in its header, for example `1.7`."""
    linearized: bool
    """Whether it can be shown while it is still loading."""
    contentHash: str | None
    """SHA-256 of the text that the pages show; null where they show none."""
    contentHashAlgorithm: str | None
    """What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other."""
    pipelineSpec: str
    """The specification whose bytes these are."""
    downloadUrl: str | None
    """Presigned for 15 minutes; null where nothing is stored (stateless)."""


class ObjectId(TypedDict):
    number: int
    """The number of the object."""
    generation: int
    """Its generation."""


class Organization(TypedDict):
    id: str
    """The organization."""
    name: str
    """What people call it."""
    slug: str
    """Its name in URLs."""
    schemaName: str
    """A label; organizations have no schema of their own."""
    contactEmail: str | None
    """For bills and other mail; null where none was given."""
    defaultRegion: Region | None
    """Where documents go that name no region; null where the service chooses."""
    allowedRegions: list[Region]
    """Where documents may go."""
    planTier: PlanTier
    """The plan."""
    monthlyDocLimit: int
    """Documents of a billing period."""
    isActive: bool
    """False once it is deactivated, for good."""
    requireSecondFactor: bool
    """Whether members need a second factor."""
    createdAt: str
    """When it was made."""
    deletion: AccountDeletion | None
    """The deletion that is pending; null where none is."""


class OriginalInfo(TypedDict):
    sha256: str
    """SHA-256 of the document as it came, in hex."""
    sizeBytes: int
    """Its size."""


class PageAddress(TypedDict):
    url: str
    """The page to lead the person to."""


class PageInfo(TypedDict):
    pageNumber: int
    """Counted from 1."""
    contentHash: str
    """The first 16 hex digits of a SHA-256 over all that the page shows."""


class PageOfReport(TypedDict):
    page: int
    """The number of the page in the canonical document, from 1."""
    fingerprint: str
    """The SHA-256 of what the page shows."""
    withoutMargins: str | None
    """The same without the margins at the top and at the bottom; null where the rest is blank."""


class PageRange(TypedDict):
    first: int
    """The first page of the range, from 1."""
    last: int
    """The last page of the range."""


class PageReorder(TypedDict):
    oldPosition: int
    """Its page number in the first document, counted from 1."""
    newPosition: int
    """Its page number in the second document, counted from 1."""
    contentHash: str
    """The first 16 hex digits of a SHA-256 over all that the page shows."""


class Passkey(TypedDict):
    id: str
    """The passkey."""
    name: str
    """The name that its owner gave it."""
    createdAt: str
    """When it was registered."""
    lastUsedAt: str | None
    """When it was shown last; null before the first time."""


class PasskeyAssertionResponse(TypedDict):
    clientDataJSON: str
    """In base64url."""
    authenticatorData: str
    """In base64url."""
    signature: str
    """In base64url."""


class _PasskeyAssertionRequired(TypedDict):
    id: str
    """In base64url."""
    rawId: str
    """In base64url."""
    type: Literal["public-key"]
    """The only kind there is."""
    clientExtensionResults: dict[str, Any]
    """Not looked at."""
    response: PasskeyAssertionResponse
    """The answer of the authenticator."""


class PasskeyAssertion(_PasskeyAssertionRequired, total=False):
    authenticatorAttachment: str | None
    """Not looked at."""


class PasskeyCreationOptionsRp(TypedDict):
    id: str
    """A domain."""
    name: str
    """For people."""


class PasskeyCreationOptionsUser(TypedDict):
    id: str
    """The member."""
    name: str
    """Their address."""
    displayName: str
    """For people."""


class PasskeyCreationOptionsPubKeyCredParams(TypedDict):
    type: Literal["public-key"]
    """The only kind there is."""
    alg: int
    """A number of the IANA registry of COSE algorithms."""


class PasskeyCreationOptionsExcludeCredentials(TypedDict):
    id: str
    """The credential."""
    type: Literal["public-key"]
    """The only kind there is."""


class PasskeyCreationOptions(TypedDict):
    """For `PublicKeyCredential.parseCreationOptionsFromJSON`."""
    challenge: str
    """To be signed; good for five minutes, and once."""
    rp: PasskeyCreationOptionsRp
    """The relying party: this service."""
    user: PasskeyCreationOptionsUser
    """Whose passkey it will be."""
    pubKeyCredParams: list[PasskeyCreationOptionsPubKeyCredParams]
    """The algorithms that are taken, the preferred one first."""
    excludeCredentials: list[PasskeyCreationOptionsExcludeCredentials]
    """The credentials that are registered already."""


class _PasskeyRegistrationResponseRequired(TypedDict):
    clientDataJSON: str
    """In base64url."""
    attestationObject: str
    """In base64url."""


class PasskeyRegistrationResponse(_PasskeyRegistrationResponseRequired, total=False):
    transports: list[str]
    """How the authenticator is reached."""


class _PasskeyRegistrationRequired(TypedDict):
    id: str
    """In base64url."""
    rawId: str
    """In base64url."""
    type: Literal["public-key"]
    """The only kind there is."""
    clientExtensionResults: dict[str, Any]
    """Not looked at."""
    response: PasskeyRegistrationResponse
    """The answer of the authenticator."""


class PasskeyRegistration(_PasskeyRegistrationRequired, total=False):
    authenticatorAttachment: str | None
    """Not looked at."""


class PasskeyRequestOptionsAllowCredentials(TypedDict):
    id: str
    """The credential."""
    type: Literal["public-key"]
    """The only kind there is."""


class PasskeyRequestOptions(TypedDict):
    """For `PublicKeyCredential.parseRequestOptionsFromJSON`."""
    challenge: str
    """To be signed; good for five minutes, and once."""
    rpId: str
    """The domain of the relying party."""
    allowCredentials: list[PasskeyRequestOptionsAllowCredentials]
    """The passkeys of the member."""


class _ProblemRequired(TypedDict):
    type: str
    """A page that explains the code."""
    title: str
    """The code in words, the same at every occurrence."""
    status: int
    """The status of the answer."""
    detail: str
    """What happened here, for people."""
    instance: str
    """The path of the request."""
    code: str
    """What happened, for programs. There may be new codes at any time."""
    requestId: str
    """The id of the request, which leads support to it."""
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
    """It signs."""
    alg: Literal["ES256"]
    """The algorithm."""
    kid: str
    """RFC 7638 thumbprint."""
    crv: Literal["P-256"]
    """The curve."""
    x: str
    """Base64url of the coordinate."""
    y: str
    """Base64url of the other coordinate."""


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
    """Delivered and under way, comparisons included."""
    remaining: int
    """How many of them are left."""
    overageAllowed: bool
    """Whether the plan takes more than its documents, at a price."""
    startsAt: str
    """When the period began."""
    resetsAt: str
    """When documents are counted anew."""
    maxFileBytes: int
    """The most bytes a document may have."""
    concurrentJobs: int
    """Documents that are processed at once; what is beyond waits its turn."""


class ReadinessChecks(TypedDict):
    database: Literal["ok", "unavailable"]
    """PostgreSQL."""
    temporal: Literal["ok", "unavailable"]
    """Temporal."""
    storage: Literal["ok", "unavailable"]
    """The store of objects."""


class Readiness(TypedDict):
    status: Literal["ok", "unavailable", "draining"]
    """Whether requests should be sent here."""
    checks: ReadinessChecks
    """The parts that it works with."""
    workers: int | None
    """How many were seen within the last half minute. Null where the database does not say it now."""


class Received(TypedDict):
    received: bool
    """The event was taken."""


class RecoveryCodes(TypedDict):
    recoveryCodes: list[str]
    """Each works once, in place of another second factor. They are in this answer and nowhere else."""


class Registered(TypedDict):
    status: Literal["pending_verification", "active"]
    """`active` where an invitation confirms the address."""
    email: str
    """The address, in lower case."""


class RegisteredPasskey(TypedDict):
    id: str
    """The passkey."""
    name: str
    """The name that its owner gave it."""
    createdAt: str
    """When it was registered."""
    lastUsedAt: str | None
    """When it was shown last; null before the first time."""
    recoveryCodes: list[str] | None
    """With the first second factor; null with a further one."""


class RemovedMember(TypedDict):
    id: str
    """Who was removed."""
    status: Literal["removed"]
    """They no longer belong to the organization."""


class RemovedWebhook(TypedDict):
    id: str
    """The endpoint."""
    status: Literal["deleted"]
    """Nothing is sent to it any more."""


class ReplayedDeliveries(TypedDict):
    status: Literal["queued"]
    """They are sent soon."""
    deliveries: int
    """How many."""


class ReportTamperAnalysis(TypedDict):
    detected: bool
    """Whether anything was found."""
    findings: list[Anomaly]
    """What was found."""


class ReportValidator(TypedDict):
    validated: bool
    """Whether PDF/A validation ran."""
    errors: list[str]
    """Clauses of ISO 19005 that the output breaks."""


class Report(TypedDict):
    apiVersion: str
    """The version of the API that the submission was made with."""
    outputHash: str
    """`sha256:` and the SHA-256 of the canonical document in hex."""
    submissionId: str
    """The submission it is about."""
    createdAt: str
    """When the submission ended."""
    processingTimeMs: int
    """Milliseconds of work."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    stages: list[Stage]
    """All stages in their order."""
    warnings: list[WarningInfo]
    """What may matter to readers of the document."""
    tamperAnalysis: ReportTamperAnalysis
    """Signs of tampering."""
    revisions: Revisions | None
    """Null where they cannot be told apart."""
    embeddedFiles: EmbeddedFiles | None
    """Null where no embedded file was met."""
    contentHashAlgorithm: str | None
    """What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other."""
    pipelineSpec: str | None
    """The specification of the output; null where there is none."""
    pages: list[PageOfReport] | None
    """The fingerprints of the pages of the output; null where none are stored."""
    pageFingerprintAlgorithm: str | None
    """The definition of the fingerprints, for example `page-1`; null without any."""
    validator: ReportValidator
    """PDF/A validation of the output."""


class RequestedDeletion(TypedDict):
    status: Literal["pending"]
    """It can still be cancelled."""
    requestedAt: str
    """When it was asked for."""
    cancellableUntil: str
    """When the cooling-off ends."""
    message: str
    """What happens now, for people."""


class ResetFactors(TypedDict):
    id: str
    """Whose second factors were taken away."""
    status: Literal["reset"]
    """They have none any more."""


class Revision(TypedDict):
    number: int
    """Counted from 1."""
    startByte: int
    """Where it begins in the original."""
    endByte: int
    """Where it ends."""
    objectsAdded: int
    """Objects that were not there before."""
    objectsChanged: int
    """Objects that replace others."""
    objectsFreed: int
    """Objects that are there no more."""
    coveringSignatures: int
    """Signatures that cover it whole."""
    coveredBy: list[str]
    """The fields of those signatures."""


class RevisionObject(TypedDict):
    objectNumber: int
    """Its number in the file."""
    change: Literal["repointed", "replaced", "added", "freed", "rewritten"]
    """What the revision did to it."""
    kind: Literal["page", "content", "field", "annotation", "signature", "action", "catalog", "font", "image", "structure", "metadata", "other", "container"]
    """What it is there for; `container` holds other objects, or is a cross-reference stream."""
    page: int | None
    """The first page it belongs to, from 1; null where it belongs to none."""
    field: str | None
    """The qualified name of the field it is, or belongs to."""
    keys: list[str]
    """Keys whose values differ, of a dictionary that was replaced; `stream` for the data of a stream."""
    words: str
    """For people, for example `page 1: content` or `field Amount: value`. Names come from the file."""


class Revisions(TypedDict):
    count: int
    """How often the document was saved, the first time included."""
    listed: list[Revision]
    """The oldest first."""
    notListed: int
    """How many there are beyond those that are listed."""


class Revoked(TypedDict):
    id: str
    """What was revoked."""
    status: Literal["revoked"]
    """It is worth nothing any more."""


class ScheduledErasureMatchedUnder(TypedDict):
    pipelineSpec: str | None
    """What they were normalized under; null for documents without an output."""
    contentHashAlgorithm: str | None
    """What the text was hashed by; null also where an old report does not tell."""
    submissions: int
    """How many of them."""


class ScheduledErasure(TypedDict):
    status: Literal["scheduled", "dry_run"]
    """Whether it will be done, or was only counted."""
    message: str
    """The same for people."""
    erasureId: str | None
    """Null for a dry run."""
    matchedSubmissions: int
    """How many submissions are meant."""
    matchedUnder: list[ScheduledErasureMatchedUnder]
    """The same by specification and algorithm."""


class SecondFactorsTotp(TypedDict):
    createdAt: str
    """When it was set up."""
    lastUsedAt: str | None
    """When a code was shown last; null before the first time."""


class SecondFactors(TypedDict):
    methods: list[Literal["totp", "passkey", "recovery_code"]]
    """What a sign-in may show; empty where there is no second factor."""
    required: bool
    """Whether the organization asks its members for one."""
    totp: SecondFactorsTotp | None
    """The authenticator app; null without one."""
    passkeys: list[Passkey]
    """In the order in which they were registered."""
    recoveryCodesLeft: int
    """How many recovery codes can still be used."""


class SecurityInfo(TypedDict, total=False):
    javascriptRemoved: bool
    """There was JavaScript, and it is gone."""
    openActionsRemoved: bool
    """Something happened at opening, and does no more."""
    embeddedFilesRemoved: bool
    """There were embedded files, and they are gone."""
    richMediaRemoved: bool
    """There were sounds, films or 3D, and they are gone."""
    launchActionsRemoved: bool
    """Something started programs, and does no more."""
    incrementalUpdatesRemoved: bool
    """There were incremental updates: now there is one revision."""
    acroformFlattened: bool
    """There was a form: its fields are part of the pages now."""
    annotationsRemoved: bool
    """There were annotations, and they are gone, as `remove_annotations` asks."""
    encryptedInput: bool
    """The document came encrypted, and is no more."""
    digitalSignaturesDetected: bool
    """The document came with signatures."""
    digitalSignaturesRemoved: bool
    """They are gone, as `signed_pdf_policy` asks."""
    signatureCount: int
    """How many signatures there were."""
    signatureVerificationResults: list[SignatureVerification]
    """What became of each signature."""
    overallSignatureStatus: Literal["ALL_VALID", "SOME_INVALID", "NONE"]
    """Of all signatures together."""


class Session(TypedDict):
    id: str
    """The sign-in."""
    current: bool
    """Whether this very call was made with it."""
    userAgent: str | None
    """The program that signed in, as it calls itself; null where it did not say."""
    createdAt: str
    """When it began."""
    secondFactorAt: str | None
    """When a second factor was last shown; null without one."""
    lastUsedAt: str
    """When it was renewed last."""
    expiresAt: str
    """When it ends unless it is renewed."""


class SignatureList(TypedDict):
    count: int
    """How many signatures there are."""
    first: str
    """The field of the first one; empty for a signature without a field."""
    reason: str | None
    """The reason of the first one."""
    algorithm: str | None
    """The algorithm that is not supported; null where the reason is another one."""


class SignatureReachFollowedBy(TypedDict):
    bytes: int
    """Behind the last covered one."""
    onlyWhiteSpace: bool
    """They are nothing else."""
    revisions: int
    """That end behind it."""


class SignatureReach(TypedDict):
    fieldName: str
    """Of its field; empty without one."""
    isTimestamp: bool
    """It is a document timestamp."""
    byteRange: list[int] | None
    """As the file has it; null when it is no list of integers."""
    gap: Literal["exact", "digits-only", "padded", "foreign"] | None
    """What the range leaves out: `foreign` is more than its own value. Null when it covers nothing."""
    endByte: int | None
    """The byte after the last one covered; null when it covers nothing."""
    revision: int | None
    """The newest revision whose end it covers; null when it is the end of none."""
    coversWholeFile: bool
    """All but its own value and white space at the end is covered."""
    followedBy: SignatureReachFollowedBy | None
    """What stands behind the covered bytes; null when it covers nothing."""


class _SignatureVerificationRequired(TypedDict):
    fieldName: str
    """The field of the form that holds the signature."""
    signerName: str | None
    """Distinguished name of the certificate; null without a certificate."""
    signedAt: str | None
    """When, as the signature says: ISO 8601 in UTC. Null where it does not say."""
    valid: bool
    """Whether it holds, and covers what is shown."""
    certificateExpired: bool
    """The time that a valid timestamp proves, else the time of processing."""
    certificateChainTrusted: bool | None
    """Null without trust anchors to hold the chain against."""
    timestampPresent: bool
    """Whether somebody else attests the time."""
    timestampValid: bool | None
    """Whether that attestation holds; null without one."""
    reason: str | None
    """Why it is not valid: the first rule that it fails. Null where it is."""


class SignatureVerification(_SignatureVerificationRequired, total=False):
    bestSignatureTime: str | None
    """The earliest time that a valid timestamp proves: ISO 8601 in UTC. The algorithms are checked at this time where its authority is trusted, and else as of now. Null without proof; absent in older reports."""


class SignedInUser(TypedDict):
    id: str
    """The member."""
    email: str
    """Their address."""
    emailVerified: bool
    """Whether the address is confirmed."""


class SignedInOrganization(TypedDict):
    id: str
    """The organization."""
    slug: str
    """Its name in URLs."""
    role: MemberRole
    """What the member may do in it."""


class SignedIn(TypedDict):
    access_token: str
    """For Authorization: Bearer."""
    token_type: Literal["Bearer"]
    """The scheme of the token."""
    expires_in: int
    """Seconds until the access token is worth nothing."""
    refresh_token: str
    """The same as in the cookie, for programs that keep none. Works once."""
    user: SignedInUser
    """Who signed in."""
    organization: SignedInOrganization
    """The organization of the member."""


class SigningSecret(TypedDict):
    signingSecret: str
    """What deliveries are signed with."""


class _StageRequired(TypedDict):
    stage: int
    """Counted from 0."""
    name: StageName
    """Its name."""
    result: str
    """How it ended, in a word."""
    durationMs: int
    """Milliseconds of work."""


class Stage(_StageRequired, total=False):
    findings: list[Anomaly]
    """Of the tamper stage alone: what was found."""


class StatsAllTime(TypedDict):
    total: int
    """That have ended."""
    success: int
    """With SUCCESS."""
    failed: int
    """With FAILED."""
    rejected: int
    """With REJECTED."""


class StatsCurrentMonth(TypedDict):
    total: int
    """That have ended."""
    success: int
    """With SUCCESS."""
    failed: int
    """With FAILED."""
    rejected: int
    """With REJECTED."""


class StatsRecentSubmissions(TypedDict):
    submissionId: str
    """The submission."""
    status: SubmissionStatus
    """How far it is, or how it ended."""
    createdAt: str
    """When it was accepted."""
    completedAt: str | None
    """When it ended; null before."""
    erasedAt: str | None
    """When the document was erased; null unless it was."""


class Stats(TypedDict):
    allTime: StatsAllTime
    """Since the organization began."""
    currentMonth: StatsCurrentMonth
    """Of the billing period."""
    planLimit: int
    """Documents of a billing period."""
    usedThisMonth: int
    """Units delivered and under way, comparisons included."""
    usageLimitPercent: float
    """Usage of the limit in percent; more than 100 where the plan allows it."""
    averageProcessingMs: int | None
    """Milliseconds; of what succeeded in the billing period; null when there is none."""
    recentSubmissions: list[StatsRecentSubmissions]
    """The newest first."""


class StructuralDiffReportMetadata(TypedDict):
    field: str
    """The key."""
    oldValue: str | None
    """In the first document; null where it has none."""
    newValue: str | None
    """In the second document; null where it has none."""


class StructuralDiffReportPagesModifiedTextChanges(TypedDict):
    before: str | None
    """The words in the first document; null where it has none."""
    after: str | None
    """The words in the second document; null where it has none."""


class StructuralDiffReportPagesModified(TypedDict):
    oldPosition: int
    """Its page number in the first document, counted from 1."""
    newPosition: int
    """Its page number in the second document, counted from 1."""
    oldContentHash: str
    """What the page shows in the first document."""
    newContentHash: str
    """What it shows in the second one."""
    textChanges: list[StructuralDiffReportPagesModifiedTextChanges] | None
    """The words that differ, numbers first. Empty where both pages have the same words. Null where the words are unknown."""


class StructuralDiffReportPagesMatches(TypedDict):
    oldPosition: int
    """Its page number in the first document, counted from 1."""
    newPosition: int
    """Its page number in the second document, counted from 1."""
    match: str
    """`page`: the page shows the same. `without_margins`: it does between its top and bottom margins."""


class StructuralDiffReportPages(TypedDict):
    added: list[PageInfo]
    """Pages of the second document alone."""
    removed: list[PageInfo]
    """Pages of the first document alone."""
    reordered: list[PageReorder]
    """Pages that moved against the others."""
    modified: list[StructuralDiffReportPagesModified]
    """The same pages with other content."""
    matches: list[StructuralDiffReportPagesMatches]
    """Pages of the first document that are in the second one at another place, or with other margins. They are no changes besides those of the other lists."""
    totalA: int
    """Pages of the first document. Those that no list names are the same in both."""
    totalB: int
    """Pages of the second document."""


class StructuralDiffReportObjects(TypedDict):
    added: int
    """How many more the second document has."""
    removed: int
    """How many fewer."""
    totalA: int
    """In the first document."""
    totalB: int
    """In the second document."""


class StructuralDiffReportForms(TypedDict):
    fieldName: str
    """Its full name."""
    action: Literal["added", "removed", "modified"]
    """What became of it from the first document to the second."""
    oldValue: str | None
    """In the first document; null where it has none."""
    newValue: str | None
    """In the second document; null where it has none."""


class StructuralDiffReportAnnotations(TypedDict):
    page: int
    """Counted from 1."""
    type: str
    """Its subtype, for example `Link`."""
    action: Literal["added", "removed", "modified"]
    """What became of it from the first document to the second."""


class StructuralDiffReportSecurity(TypedDict):
    field: str
    """The fact."""
    oldValue: str
    """In the first document."""
    newValue: str
    """In the second document."""


class StructuralDiffReportFonts(TypedDict):
    name: str
    """Its base name, without subset tag."""
    action: Literal["added", "removed"]
    """Which document has it."""


class StructuralDiffReportWarningsFacts(TypedDict):
    pipelineSpecA: str
    """The specification under which the first file was normalized."""
    pipelineSpecB: str
    """That of the second file."""
    isNormalized: bool
    """Both were normalized again before the comparison."""


class _StructuralDiffReportWarningsRequired(TypedDict):
    code: str
    """What it warns of, for programs."""
    message: str
    """The same for people."""


class StructuralDiffReportWarnings(_StructuralDiffReportWarningsRequired, total=False):
    facts: StructuralDiffReportWarningsFacts
    """The data of the warning."""


class StructuralDiffReportIgnored(TypedDict):
    code: str
    """In what the files differ, for programs."""
    message: str
    """The same for people, as a part of a sentence."""


class StructuralDiffReport(TypedDict):
    summary: DiffSummary
    """All of it in one look."""
    metadata: list[StructuralDiffReportMetadata]
    """Keys of the document information dictionary."""
    pages: StructuralDiffReportPages
    """What became of the pages."""
    objects: StructuralDiffReportObjects
    """Entries of the cross-reference in use: approximate."""
    forms: list[StructuralDiffReportForms]
    """Fields of forms."""
    annotations: list[StructuralDiffReportAnnotations]
    """Annotations of pages that both documents have."""
    security: list[StructuralDiffReportSecurity]
    """Encryption, signatures and active content."""
    fonts: list[StructuralDiffReportFonts]
    """Fonts that one of the documents has alone."""
    warnings: list[StructuralDiffReportWarnings]
    """What is no difference, and has to be known."""
    ignored: list[StructuralDiffReportIgnored]
    """In what the files differ without a change of the documents."""


class SubmissionOriginal(TypedDict):
    sha256: str | None
    """SHA-256 in hex; null once the document is erased."""
    sizeBytes: int
    """Its size."""


class _SubmissionRequired(TypedDict):
    apiVersion: str
    """The version of the API that the submission was made with."""
    requestId: str
    """Of the request that made the submission."""
    submissionId: str
    """The submission: ask for it by this id."""
    processingTimeMs: int
    """Milliseconds of work; 0 while pending."""
    status: SubmissionStatus
    """How far it is, or how it ended."""
    clientReference: str | None
    """As it was given with the request; null without."""
    metadata: dict[str, str]
    """As it was given with the request; empty without."""
    original: SubmissionOriginal
    """The document as it came."""
    normalized: NormalizedInfo | None
    """The canonical document; null until there is one."""
    security: SecurityInfo
    """What was found and taken out; an empty object while pending."""
    validation: ValidationInfo
    """What was repaired and checked; an empty object while pending."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    tamperAnalysis: TamperAnalysis | None
    """Signs of tampering; null while pending."""
    warnings: list[WarningInfo]
    """What may matter to readers of the document."""
    failure: FailureInfo | None
    """Why there is no canonical document; null unless it ended without one."""
    batchId: str | None
    """Its batch; null without."""
    createdAt: str
    """When it was accepted."""
    createdBy: CreatedBy | None
    """The API key or the member whose request made it; null where that was not recorded."""
    completedAt: str | None
    """When it ended; null before."""
    erasedAt: str | None
    """When the document was erased: only these facts of it are left."""
    links: SubmissionLinks
    """Paths of the API."""


class Submission(_SubmissionRequired, total=False):
    workflowUrl: str
    """Its workflow in Temporal's web interface: told of one submission, where operators have set TEMPORAL_UI_URL."""


class SubmissionEndEvent(TypedDict):
    submissionId: str
    """Whose end it is."""
    status: Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
    """The one it keeps."""
    failureCode: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None
    """Why there is no output; null where there is one."""
    links: SubmissionLinks
    """Where to read on."""


class SubmissionEventDataNormalized(TypedDict):
    sha256: str
    """SHA-256 of the canonical document, in hex."""
    sizeBytes: int
    """Its size."""
    pdfVersion: str
    """The version of PDF in its header, for example `1.7`."""
    linearized: bool
    """Whether it can be shown while it is still loading."""
    contentHash: str | None
    """SHA-256 of the text that the pages show; null where they show none."""
    contentHashAlgorithm: str | None
    """What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other."""
    pipelineSpec: str
    """The specification whose bytes these are."""


class SubmissionEventDataFailure(TypedDict):
    code: str
    """Why, for programs."""
    message: str
    """Why, for people."""
    stage: StageName | None
    """The stage it ended at; null outside of the stages."""


class _SubmissionEventDataLinksRequired(TypedDict):
    submission: str
    """The submission."""


class SubmissionEventDataLinks(_SubmissionEventDataLinksRequired, total=False):
    artifact: str
    """The canonical document, where there is one."""
    report: str
    """Its report."""
    attestation: str
    """The attestation of its original and output."""
    certificate: str
    """The certificate of its original and output."""
    verify: str
    """The result of verifying its attestation and output now."""


class _SubmissionEventDataRequired(TypedDict):
    submissionId: str
    """The submission that ended."""
    batchId: str | None
    """Its batch; null without."""
    clientReference: str | None
    """As it was given with the request; null without."""
    metadata: dict[str, str]
    """As it was given with the request; empty without."""
    status: Literal["SUCCESS", "FAILED", "REJECTED"]
    """How it ended."""
    processingTimeMs: int
    """Milliseconds of work."""
    original: OriginalInfo
    """The document as it came."""
    normalized: SubmissionEventDataNormalized | None
    """The canonical document; null where there is none. Fetch it by its hash."""
    failure: SubmissionEventDataFailure | None
    """Why there is no canonical document; null where there is one."""
    warningCodes: list[str]
    """The codes of the warnings, each once."""
    verdict: VerdictSummary | None
    """The verdict without names and words of the document; null in events of earlier versions."""
    tamperRiskLevel: RiskLevel | None
    """Of the tamper analysis; null where there was none."""
    links: SubmissionEventDataLinks
    """Paths of the API, for calls with your key."""


class SubmissionEventData(_SubmissionEventDataRequired, total=False):
    overallSignatureStatus: Literal["ALL_VALID", "SOME_INVALID", "NONE"] | None
    """Of all signatures together; null where nobody looked."""


class SubmissionFlaggedEvent(TypedDict):
    type: Literal["submission.flagged"]
    """The kind of event."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: FlaggedEventData
    """The facts."""


class SubmissionLinks(TypedDict):
    self: str
    """The submission."""
    report: str | None
    """Its report; null until it has ended, and once it is erased."""
    attestation: str | None
    """The attestation of its original and output; null without."""
    certificate: str | None
    """The certificate of its original and output; null without."""
    verify: str | None
    """The result of verifying its attestation and output now; null without."""
    original: str | None
    """The bytes that came; null where they are not kept."""
    revisions: str | None
    """The revisions of its file; null until it has ended, and where nothing is known of them."""
    evidence: str | None
    """All that proves it as one archive; null until it has ended, and where nothing of it is kept."""
    events: str
    """How far it is, as a stream that ends with it."""


class _SubmissionPageRequired(TypedDict):
    items: list[Submission]
    """The newest first."""
    page_size: int
    """The most that a page has."""
    next_cursor: str | None
    """For the next page, as `cursor`; null on the last one."""


class SubmissionPage(_SubmissionPageRequired, total=False):
    page: int
    """Counted from 1; absent with a cursor."""
    total: int
    """The number of items on all pages; absent with a cursor, with which the service counts nothing."""


class SubmissionReportTamperAnalysis(TypedDict):
    detected: bool
    """Whether anything was found."""
    findings: list[Anomaly]
    """What was found."""


class SubmissionReportValidator(TypedDict):
    validated: bool
    """Whether PDF/A validation ran."""
    errors: list[str]
    """Clauses of ISO 19005 that the output breaks."""


class SubmissionReport(TypedDict):
    apiVersion: str
    """The version of the API that the submission was made with."""
    outputHash: str | None
    """`sha256:` and the SHA-256 of the canonical document in hex."""
    submissionId: str
    """The submission it is about."""
    createdAt: str
    """When the submission ended."""
    processingTimeMs: int
    """Milliseconds of work."""
    verdict: Verdict
    """The conclusion from all facts of the document."""
    stages: list[Stage]
    """All stages in their order."""
    warnings: list[WarningInfo]
    """What may matter to readers of the document."""
    tamperAnalysis: SubmissionReportTamperAnalysis
    """Signs of tampering."""
    revisions: Revisions | None
    """Null where they cannot be told apart."""
    embeddedFiles: EmbeddedFiles | None
    """Null where no embedded file was met."""
    contentHashAlgorithm: str | None
    """What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other."""
    pipelineSpec: str | None
    """The specification of the output; null where there is none."""
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
    """Entries that lead to bytes of before this revision, where they did not lead before."""
    replaced: int
    """Numbers in use that were given other bytes."""
    added: int
    """Numbers that were not in use."""
    freed: int
    """Numbers given up."""
    rewritten: int
    """Objects written once more that say the same. Counted as replaced where isCompared is false."""


class SubmissionRevisionKinds(TypedDict):
    kind: Literal["page", "content", "field", "annotation", "signature", "action", "catalog", "font", "image", "structure", "metadata", "other", "container"]
    """What it is there for; `container` holds other objects, or is a cross-reference stream."""
    repointed: int
    """Entries that lead to bytes of before this revision, where they did not lead before."""
    replaced: int
    """Numbers in use that were given other bytes."""
    added: int
    """Numbers that were not in use."""
    freed: int
    """Numbers given up."""
    rewritten: int
    """Objects written once more that say the same. Counted as replaced where isCompared is false."""


class SubmissionRevision(TypedDict):
    number: int
    """From 1, the original."""
    startByte: int
    """Its first byte in the file."""
    endByte: int
    """The byte after its last one: the file up to here is the document as it was then."""
    crossReference: Literal["table", "stream", "hybrid"]
    """The form of its cross-reference."""
    stated: SubmissionRevisionStated | None
    """What it says of itself, which anybody can write; null where it wrote no information dictionary."""
    objects: SubmissionRevisionObjects
    """How many objects it changed, and how."""
    entriesRepeated: int
    """Entries that say again where an object is."""
    onlyRepoints: bool
    """It brings no bytes of objects, only entries that lead to such as were there."""
    kinds: list[SubmissionRevisionKinds]
    """The same counts by kind; kinds without a change are left out, and all where a revision has too many objects to look at."""
    isCompared: bool
    """False where the document was not read as it was then, for the file has too much: nothing is compared."""
    listed: list[RevisionObject]
    """The weightiest changes first; none of the original, which adds everything."""
    notListed: int
    """How many changes are not listed."""


class SubmissionRevisionsTrailing(TypedDict):
    startByte: int
    """Its first byte."""
    endByte: int
    """The byte after its last."""


class SubmissionRevisions(TypedDict):
    submissionId: str
    """Whose document it is."""
    sizeBytes: int
    """Of the file."""
    crossReference: Literal["followed", "repaired", "unreadable"]
    """`repaired`: some entries led astray. `unreadable`: no revision can be told apart, and none is listed."""
    count: int
    """How many revisions the file has."""
    revisions: list[SubmissionRevision]
    """The newest of them, oldest first."""
    notListed: int
    """How many older revisions are left out."""
    signatureCount: int
    """How many signatures the file has."""
    signatures: list[SignatureReach]
    """Sorted by the end of the covered bytes. Whether they are valid is in the report."""
    trailing: SubmissionRevisionsTrailing | None
    """Data behind the last revision that no cross-reference owns."""


class SubmissionStageEvent(TypedDict):
    stage: int
    """Its place in the pipeline, from 0."""
    name: Literal["PdfaDetection", "TamperDetection", "StructuralRepair", "DigitalSignatureDetection", "ActiveContentRemoval", "AcroFormHandling", "MetadataCanonical", "FontResourceValidation", "FinalRewrite", "ContentHash"]
    """Its name, as in the report."""
    state: Literal["running", "done", "failed", "rejected", "not_reached"]
    """`failed` and `rejected` are of the stage in which the document ended."""


class SubmissionStatusEvent(TypedDict):
    status: Literal["PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "REJECTED"]
    """What the submission has become."""


class TamperAnalysis(TypedDict):
    riskLevel: RiskLevel
    """The gravest of what was found."""
    anomaliesDetected: int
    """How much was found."""
    anomalies: list[Anomaly]
    """The findings."""


class TeamMember(TypedDict):
    id: str
    """The member."""
    email: str
    """Their address."""
    role: MemberRole
    """What they may do in the portal."""
    isActive: bool
    """Whether they can sign in."""
    emailVerified: bool
    """Whether the address is confirmed."""
    hasSecondFactor: bool
    """Whether they have set up an authenticator app or a passkey."""
    createdAt: str
    """When they joined."""
    lastLoginAt: str | None
    """When they signed in last; null before the first time."""


class TestDelivery(TypedDict):
    status: Literal["queued"]
    """It is sent soon."""
    eventId: str
    """The event."""
    deliveryId: str
    """The delivery: the list of deliveries tells what became of it."""


class TestEventData(TypedDict):
    webhookId: str
    """The endpoint that is tested."""


class TextChange(TypedDict):
    page: int
    """The page, from 1."""
    before: str | None
    """The words that were signed; null where words were added."""
    after: str | None
    """The words that are shown now; null where words were removed."""


class TotpSecret(TypedDict):
    secret: str
    """To be typed into an app; base32."""
    otpauthUri: str
    """The same for a QR code or a link."""


class ValidationInfo(TypedDict, total=False):
    xrefRebuilt: bool
    """The cross-reference was damaged, and was rebuilt."""
    objectStreamsRegenerated: bool
    """Object streams were written anew."""
    brokenReferencesDetected: bool
    """Something referred to objects that are not there."""
    nonEmbeddedFontsDetected: bool
    """Fonts were used that the document does not hold."""
    pdfaDeclared: bool
    """The document says that it is PDF/A."""
    pdfaLevel: str | None
    """The level it says, for example `2b`; null where it says none."""
    pdfaPreserved: bool
    """The output declares the same level."""
    pdfaCompliant: bool
    """The output keeps the rules of that level."""
    validatorValidated: bool | None
    """Whether PDF/A validation ran; null when nothing was declared."""
    validatorErrors: list[str]
    """Clauses of ISO 19005 that the output breaks."""


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
    """Whether signature and document hold."""
    attestationId: str
    """This and the next two as the attestation has them."""
    normalizedSha256: str
    """SHA-256 of the canonical document, in hex."""
    issuedAt: str
    """When it was signed."""
    reason: str | None
    """Why it is not valid; null where it is."""
    verdict: AttestedVerdict | None
    """The signed verdict on the original; null where it is not valid, and where the attestation says nothing of it."""
    facts: NamedFacts | None
    """The facts document that the attestation names; null where it is not valid, and where it names none."""


class Version(TypedDict):
    version: str
    """Of the service."""
    apiVersion: str
    """The newest that `Api-Version` can ask for."""
    pipelineSpec: str
    """The specification that documents are normalized under now."""


class WarningInfoFactsKindsListed(TypedDict):
    name: str
    """The kind, for example `JavaScript`."""
    count: int
    """How many things are of this kind."""


class WarningInfoFactsKinds(TypedDict):
    count: int
    """How many kinds there are in all."""
    listed: list[WarningInfoFactsKindsListed]
    """The most frequent kinds, or fonts by name."""


class WarningInfoFactsFiles(TypedDict):
    count: int
    """How many files there are in all."""
    listed: list[EmbeddedFile]
    """The first of them."""


class WarningInfoFactsUnsupported(TypedDict):
    count: int
    """How many streams there are."""
    filter: str
    """The filter of the first one; empty for a filter without a name."""
    areImages: bool
    """All of them are images."""


class WarningInfoFacts(TypedDict, total=False):
    count: int
    """How many things the warning counts."""
    names: NameList
    """Names of fonts, or keys of metadata."""
    kinds: WarningInfoFactsKinds
    """The kinds of what `count` counts."""
    part: Literal["document", "catalog", "outline", "form", "objects"]
    """The part with the first one; absent for a page."""
    entry: str
    """The first of them, for example `OpenAction`."""
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
    """How many characters."""
    imageCount: int
    """How many images."""
    pictureCount: int
    """How many removed media have a picture on the page."""
    files: WarningInfoFactsFiles
    """Embedded files."""
    invoice: str
    """The removed file that is the electronic invoice."""
    invalid: SignatureList
    """Signatures that are not valid."""
    unverifiable: SignatureList
    """Signatures that cannot be verified."""
    cutObjectStreams: int
    """How many object streams have lost their last objects."""
    damagedCount: int
    """How many streams have broken data."""
    unsupported: WarningInfoFactsUnsupported
    """Streams behind a filter that is not supported."""
    replacedCount: int
    """How many annotations became marked content."""
    removedCount: int
    """How many annotations left the structure tree."""
    propertyCount: int
    """How many properties of XMP metadata."""
    level: str
    """A level of PDF/A, for example `2b`."""
    element: str
    """The root element that an invoice must have."""
    reason: str
    """Why the validator did not answer."""


class _WarningInfoRequired(TypedDict):
    code: str
    """What it warns of, for programs."""
    message: str
    """The same for people."""


class WarningInfo(_WarningInfoRequired, total=False):
    finding: str
    """Which of the findings of this code; the code itself where it has one."""
    facts: WarningInfoFacts
    """The data of the warning. Each warning has those members that its sentence needs."""
    place: FindingPlace
    """The part of the document that the finding is about."""


class WebhookConfig(TypedDict):
    id: str
    """The endpoint."""
    url: str
    """Where events are sent."""
    events: list[str]
    """What it is told."""
    active: bool
    """Whether anything is sent."""
    createdAt: str
    """When it was made."""
    lastDeliveryAt: str | None
    """The last success; null before the first."""
    disabledReason: Literal["gone", "failing"] | None
    """Why the service made it inactive: an answer 410, or five days of failures. Null where it did not."""


class WebhookConfigWithSecret(TypedDict):
    id: str
    """The endpoint."""
    url: str
    """Where events are sent."""
    events: list[str]
    """What it is told."""
    active: bool
    """Whether anything is sent."""
    createdAt: str
    """When it was made."""
    lastDeliveryAt: str | None
    """The last success; null before the first."""
    disabledReason: Literal["gone", "failing"] | None
    """Why the service made it inactive: an answer 410, or five days of failures. Null where it did not."""
    signingSecret: str
    """What deliveries are signed with: in this answer and no other."""


class WebhookDelivery(TypedDict):
    id: str
    """The delivery."""
    eventId: str
    """The event."""
    webhookId: str | None
    """Null for an address given with a request or a batch."""
    url: str
    """Where it goes."""
    eventType: str
    """The kind of event."""
    submissionId: str | None
    """The submission it is about; null where it is about none."""
    batchId: str | None
    """The batch it is about; null where it is about none."""
    status: Literal["pending", "delivered", "dead", "cancelled"]
    """`dead` once all attempts have failed."""
    attempts: int
    """Of the current sequence: a replay begins a new one."""
    lastStatusCode: int | None
    """What the receiver answered last; null where there was no answer."""
    lastError: str | None
    """Why the last attempt failed; null where it did not."""
    lastResponseBody: str | None
    """The beginning of that answer; null where there was none."""
    firstAttemptAt: str | None
    """When it was tried first; null before."""
    lastAttemptAt: str | None
    """When it was tried last; null before."""
    payload: NormalizationSuccessEvent | NormalizationFailureEvent | NormalizationRejectedEvent | SubmissionFlaggedEvent | BatchCompletedEvent | WebhookTestEvent | WebhookEvent
    """The body, as it is sent: one of the events, or one of a kind that is still to come."""


class WebhookEvent(TypedDict):
    type: str
    """The kind of event. There may be new ones at any time."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: dict[str, Any]
    """The facts, as the kind of event has them."""


class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    """The kind of event."""
    timestamp: str
    """When it happened."""
    apiVersion: str
    """The version of the API whose shape this is."""
    id: str
    """The same over all attempts and replays: what has been seen with it need not be done again."""
    organizationId: str
    """The organization it is about."""
    data: TestEventData
    """The facts."""
