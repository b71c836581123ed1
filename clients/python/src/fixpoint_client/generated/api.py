"""The operations of the API as methods, named as in its description but for Python's spelling. Made of the description of the API by `node tools/clients/write.ts`; do not edit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal, cast

from ..operation import UNSET, AsyncCaller, CallOptions, Caller, Unset
from . import models
from .operations import OPERATIONS


class Api:
    """Each operation of the API; raises `FixpointError`."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def accept_invite(self, *, token: str, password: str, options: CallOptions | None = None) -> models.SignedIn:
        """Joins the organization of an invitation, and signs in."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["acceptInvite"], {"token": token, "password": password}, options))

    def ask_for_passkey(self, *, options: CallOptions | None = None) -> models.AskForPasskeyAnswer:
        """What an authenticator is asked to make a passkey of."""
        return cast("models.AskForPasskeyAnswer", self._caller.call(OPERATIONS["askForPasskey"], {}, options))

    def ask_passkey_to_reauthenticate(self, *, options: CallOptions | None = None) -> models.AskPasskeyToReauthenticateAnswer:
        """What a passkey is asked to sign for `POST /api/auth/reauthenticate`."""
        return cast("models.AskPasskeyToReauthenticateAnswer", self._caller.call(OPERATIONS["askPasskeyToReauthenticate"], {}, options))

    def begin_totp(self, *, options: CallOptions | None = None) -> models.BeginTotpAnswer:
        """A new secret for an authenticator app."""
        return cast("models.BeginTotpAnswer", self._caller.call(OPERATIONS["beginTotp"], {}, options))

    def cancel_deletion(self, *, options: CallOptions | None = None) -> models.CancelledDeletion:
        """Keeps the organization."""
        return cast("models.CancelledDeletion", self._caller.call(OPERATIONS["cancelDeletion"], {}, options))

    def change_organization_settings(
        self,
        *,
        contact_email: str | None | Unset = UNSET,
        default_region: Literal["ca-central-1", "us-east-2", "eu-central-1"] | None | Unset = UNSET,
        allowed_regions: list[Literal["ca-central-1", "us-east-2", "eu-central-1"]] | None = None,
        require_second_factor: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.Organization:
        """Changes contact address, regions, and whether members need a second factor."""
        return cast("models.Organization", self._caller.call(OPERATIONS["changeOrganizationSettings"], {
            "contact_email": contact_email,
            "default_region": default_region,
            "allowed_regions": allowed_regions,
            "require_second_factor": require_second_factor,
        }, options))

    def change_password(self, *, current_password: str, new_password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password, and ends all other sign-ins."""
        return cast("models.Message", self._caller.call(OPERATIONS["changePassword"], {"current_password": current_password, "new_password": new_password}, options))

    def change_role(
        self,
        *,
        user_id: str,
        role: Literal["owner", "admin", "member"],
        options: CallOptions | None = None,
    ) -> models.TeamMember:
        """Changes somebody else's role; it counts from their next call on."""
        return cast("models.TeamMember", self._caller.call(OPERATIONS["changeRole"], {"user_id": user_id, "role": role}, options))

    def close_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """Takes no more submissions: the batch is complete as soon as the last one has ended."""
        return cast("models.Batch", self._caller.call(OPERATIONS["closeBatch"], {"batch_id": batch_id}, options))

    def confirm_totp(self, *, code: str, options: CallOptions | None = None) -> models.ConfirmTotpAnswer:
        """Sets the authenticator app up, by a code of it."""
        return cast("models.ConfirmTotpAnswer", self._caller.call(OPERATIONS["confirmTotp"], {"code": code}, options))

    def create_api_key(
        self,
        *,
        name: str,
        scopes: list[Literal["normalize", "read"]],
        expires_at: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> models.CreatedApiKey:
        """Creates a key; the full key is in this answer and nowhere else."""
        return cast("models.CreatedApiKey", self._caller.call(OPERATIONS["createApiKey"], {"name": name, "scopes": scopes, "expires_at": expires_at}, options))

    def create_batch(
        self,
        *,
        name: str | None = None,
        webhook_url: str | None = None,
        client_reference: str | None = None,
        metadata: dict[str, str] | None = None,
        expected_total: int | None = None,
        options: CallOptions | None = None,
    ) -> models.Batch:
        """Creates a batch."""
        return cast("models.Batch", self._caller.call(OPERATIONS["createBatch"], {
            "name": name,
            "webhook_url": webhook_url,
            "client_reference": client_reference,
            "metadata": metadata,
            "expected_total": expected_total,
        }, options))

    def create_checkout_session(
        self,
        *,
        tier: Literal["starter", "growth", "pro"],
        interval: Literal["month", "year"],
        success_url: str,
        cancel_url: str,
        options: CallOptions | None = None,
    ) -> models.PageAddress:
        """A page to subscribe to a plan, or to change to another one."""
        return cast("models.PageAddress", self._caller.call(OPERATIONS["createCheckoutSession"], {"tier": tier, "interval": interval, "success_url": success_url, "cancel_url": cancel_url}, options))

    def create_portal_session(self, *, return_url: str, options: CallOptions | None = None) -> models.PageAddress:
        """A page with invoices, means of payment, and the end of the subscription."""
        return cast("models.PageAddress", self._caller.call(OPERATIONS["createPortalSession"], {"return_url": return_url}, options))

    def create_webhook(
        self,
        *,
        url: str,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]],
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfigWithSecret:
        """Adds an endpoint; the answer has its signing secret, once."""
        return cast("models.WebhookConfigWithSecret", self._caller.call(OPERATIONS["createWebhook"], {"url": url, "events": events, "active": active}, options))

    def deactivate_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """Deactivates the organization, for good."""
        return cast("models.Organization", self._caller.call(OPERATIONS["deactivateOrganization"], {}, options))

    def delete_webhook(self, *, id: str, options: CallOptions | None = None) -> models.RemovedWebhook:
        """Deletes an endpoint; what was still to be delivered to it is cancelled."""
        return cast("models.RemovedWebhook", self._caller.call(OPERATIONS["deleteWebhook"], {"id": id}, options))

    def download_data_export(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """Leads to the archive of an export."""
        return cast("bytes", self._caller.call(OPERATIONS["downloadDataExport"], {"id": id}, options))

    def end_session(self, *, id: str, options: CallOptions | None = None) -> None:
        """Ends one of the own sign-ins."""
        self._caller.call(OPERATIONS["endSession"], {"id": id}, options)

    def find_pages(
        self,
        *,
        fingerprint: str,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.FoundPageList:
        """The submissions and pages with a fingerprint."""
        return cast("models.FoundPageList", self._caller.call(OPERATIONS["findPages"], {"fingerprint": fingerprint, "page": page, "page_size": page_size, "cursor": cursor}, options))

    def forgot_password(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends a mail with a link to choose a new password."""
        return cast("models.Message", self._caller.call(OPERATIONS["forgotPassword"], {"email": email}, options))

    def get_api_key(self, *, id: str, options: CallOptions | None = None) -> models.ApiKey:
        """One key, without its secret."""
        return cast("models.ApiKey", self._caller.call(OPERATIONS["getApiKey"], {"id": id}, options))

    def get_artifact(self, *, hash: str, options: CallOptions | None = None) -> bytes:
        """A normalized PDF by the SHA-256 of its content."""
        return cast("bytes", self._caller.call(OPERATIONS["getArtifact"], {"hash": hash}, options))

    def get_attestation(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Attestation:
        """The signed attestation of a normalized document."""
        return cast("models.Attestation", self._caller.call(OPERATIONS["getAttestation"], {"hash": hash, "original": original}, options))

    def get_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """A batch with its counters."""
        return cast("models.Batch", self._caller.call(OPERATIONS["getBatch"], {"batch_id": batch_id}, options))

    def get_billing_info(self, *, options: CallOptions | None = None) -> models.BillingInfo:
        """Plan, usage and subscription."""
        return cast("models.BillingInfo", self._caller.call(OPERATIONS["getBillingInfo"], {}, options))

    def get_certificate(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> str:
        """The certificate of a normalized document."""
        return cast("str", self._caller.call(OPERATIONS["getCertificate"], {"hash": hash, "original": original}, options))

    def get_code(self, *, code: str, options: CallOptions | None = None) -> str:
        """The meaning and the remedy of a code in a result or a report."""
        return cast("str", self._caller.call(OPERATIONS["getCode"], {"code": code}, options))

    def get_context(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """The JSON-LD context of attestations."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getContext"], {}, options))

    def get_daily_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DailyStats:
        """Documents by the day on which they ended, the oldest day first."""
        return cast("models.DailyStats", self._caller.call(OPERATIONS["getDailyStats"], {"from_": from_, "to": to}, options))

    def get_data_export(self, *, id: str, options: CallOptions | None = None) -> models.DataExport:
        """How an export stands."""
        return cast("models.DataExport", self._caller.call(OPERATIONS["getDataExport"], {"id": id}, options))

    def get_data_export_link(self, *, id: str, options: CallOptions | None = None) -> models.ExportLink:
        """Where the archive of an export is, for pages."""
        return cast("models.ExportLink", self._caller.call(OPERATIONS["getDataExportLink"], {"id": id}, options))

    def get_deletion(self, *, options: CallOptions | None = None) -> models.AccountDeletion:
        """The deletion that is pending."""
        return cast("models.AccountDeletion", self._caller.call(OPERATIONS["getDeletion"], {}, options))

    def get_deletion_certificate(self, *, id: str, options: CallOptions | None = None) -> str:
        """The signed certificate of a deleted organization, for 30 days."""
        return cast("str", self._caller.call(OPERATIONS["getDeletionCertificate"], {"id": id}, options))

    def get_erasure(self, *, id: str, options: CallOptions | None = None) -> models.Erasure:
        """How an erasure stands, with its certificate in the end."""
        return cast("models.Erasure", self._caller.call(OPERATIONS["getErasure"], {"id": id}, options))

    def get_evidence_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """All that proves what became of a document, as one archive."""
        return cast("bytes", self._caller.call(OPERATIONS["getEvidenceOfSubmission"], {"id": id}, options))

    def get_facts_type(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """The JSON Schema of the predicate that signs the facts of a submission."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getFactsType"], {}, options))

    def get_key_set(self, *, options: CallOptions | None = None) -> models.KeySet:
        """The public keys, current and retired (JWKS)."""
        return cast("models.KeySet", self._caller.call(OPERATIONS["getKeySet"], {}, options))

    def get_liveness(self, *, options: CallOptions | None = None) -> models.Liveness:
        """Whether the process lives."""
        return cast("models.Liveness", self._caller.call(OPERATIONS["getLiveness"], {}, options))

    def get_open_api(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """This document."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getOpenApi"], {}, options))

    def get_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """The organization of whoever asks."""
        return cast("models.Organization", self._caller.call(OPERATIONS["getOrganization"], {}, options))

    def get_original_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """The bytes that were submitted, while they are kept."""
        return cast("bytes", self._caller.call(OPERATIONS["getOriginalOfSubmission"], {"id": id}, options))

    def get_problem(self, *, code: str, options: CallOptions | None = None) -> str:
        """The cause and the remedy of an error code."""
        return cast("str", self._caller.call(OPERATIONS["getProblem"], {"code": code}, options))

    def get_quota(self, *, options: CallOptions | None = None) -> models.Quota:
        """How many documents are left in this period."""
        return cast("models.Quota", self._caller.call(OPERATIONS["getQuota"], {}, options))

    def get_readiness(self, *, options: CallOptions | None = None) -> models.Readiness:
        """Whether the process can serve."""
        return cast("models.Readiness", self._caller.call(OPERATIONS["getReadiness"], {}, options))

    def get_report(self, *, hash: str, submission_id: str | None = None, options: CallOptions | None = None) -> models.Report:
        """The report of a normalized PDF."""
        return cast("models.Report", self._caller.call(OPERATIONS["getReport"], {"hash": hash, "submission_id": submission_id}, options))

    def get_report_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionReport:
        """The report of a submission that has ended, however it ended."""
        return cast("models.SubmissionReport", self._caller.call(OPERATIONS["getReportOfSubmission"], {"id": id}, options))

    def get_revisions_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionRevisions:
        """The revisions of the submitted file one by one, however the submission ended."""
        return cast("models.SubmissionRevisions", self._caller.call(OPERATIONS["getRevisionsOfSubmission"], {"id": id}, options))

    def get_second_factors(self, *, options: CallOptions | None = None) -> models.GetSecondFactorsAnswer:
        """The second factors of the caller."""
        return cast("models.GetSecondFactorsAnswer", self._caller.call(OPERATIONS["getSecondFactors"], {}, options))

    def get_signing_key(self, *, kid: str | None = None, options: CallOptions | None = None) -> str:
        """One public key in PEM: the current one by default."""
        return cast("str", self._caller.call(OPERATIONS["getSigningKey"], {"kid": kid}, options))

    def get_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """The secret that signs what goes to addresses given with a request or a batch."""
        return cast("models.SigningSecret", self._caller.call(OPERATIONS["getSigningSecret"], {}, options))

    def get_stats(self, *, options: CallOptions | None = None) -> models.Stats:
        """Documents of all time and of the billing period, and how much of the plan is used."""
        return cast("models.Stats", self._caller.call(OPERATIONS["getStats"], {}, options))

    def get_submission(self, *, id: str, wait: int | None = None, options: CallOptions | None = None) -> models.Submission:
        """A submission as it stands, or at its end."""
        return cast("models.Submission", self._caller.call(OPERATIONS["getSubmission"], {"id": id, "wait": wait}, options))

    def get_version(self, *, options: CallOptions | None = None) -> models.Version:
        """Which versions answer."""
        return cast("models.Version", self._caller.call(OPERATIONS["getVersion"], {}, options))

    def get_webhook(self, *, id: str, options: CallOptions | None = None) -> models.WebhookConfig:
        """One endpoint, without its secret."""
        return cast("models.WebhookConfig", self._caller.call(OPERATIONS["getWebhook"], {"id": id}, options))

    def invite_member(self, *, email: str, role: Literal["admin", "member"], options: CallOptions | None = None) -> models.Invitation:
        """Invites somebody by mail; the link in it works once, for 48 hours."""
        return cast("models.Invitation", self._caller.call(OPERATIONS["inviteMember"], {"email": email, "role": role}, options))

    def list_api_keys(self, *, options: CallOptions | None = None) -> list[models.ApiKey]:
        """All keys, newest first, without their secrets."""
        return cast("list[models.ApiKey]", self._caller.call(OPERATIONS["listApiKeys"], {}, options))

    def list_attempts(self, *, id: str, options: CallOptions | None = None) -> models.DeliveryAttempts:
        """Every attempt at a delivery, the oldest first, with what the receiver answered."""
        return cast("models.DeliveryAttempts", self._caller.call(OPERATIONS["listAttempts"], {"id": id}, options))

    def list_audit_log(
        self,
        *,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AuditEntryPage:
        """What was changed in the portal, newest first."""
        return cast("models.AuditEntryPage", self._caller.call(OPERATIONS["listAuditLog"], {
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    def list_batches(
        self,
        *,
        status: Literal["open", "in_progress", "complete"] | None = None,
        client_reference: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BatchPage:
        """The batches, newest first."""
        return cast("models.BatchPage", self._caller.call(OPERATIONS["listBatches"], {
            "status": status,
            "client_reference": client_reference,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    def list_codes(self, *, options: CallOptions | None = None) -> str:
        """Every code a result or a report may carry."""
        return cast("str", self._caller.call(OPERATIONS["listCodes"], {}, options))

    def list_data_exports(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DataExportPage:
        """The exports of the organization, newest first, those that have expired too."""
        return cast("models.DataExportPage", self._caller.call(OPERATIONS["listDataExports"], {"page": page, "page_size": page_size, "cursor": cursor}, options))

    def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> list[models.WebhookDelivery]:
        """Deliveries that failed all their attempts, newest first, for 30 days."""
        return cast("list[models.WebhookDelivery]", self._caller.call(OPERATIONS["listDeadDeliveries"], {"event_type": event_type, "page": page, "page_size": page_size, "cursor": cursor}, options))

    def list_deliveries(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead", "cancelled"] | None = None,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DeliveryPage:
        """What became of the deliveries to an endpoint, newest first, for 30 days."""
        return cast("models.DeliveryPage", self._caller.call(OPERATIONS["listDeliveries"], {
            "id": id,
            "status": status,
            "event_type": event_type,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    def list_erasures(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ErasurePage:
        """The erasures of the organization, newest first."""
        return cast("models.ErasurePage", self._caller.call(OPERATIONS["listErasures"], {"page": page, "page_size": page_size, "cursor": cursor}, options))

    def list_invitations(self, *, options: CallOptions | None = None) -> list[models.Invitation]:
        """Invitations that can still be accepted, newest first."""
        return cast("list[models.Invitation]", self._caller.call(OPERATIONS["listInvitations"], {}, options))

    def list_problems(self, *, options: CallOptions | None = None) -> str:
        """Every code an error may carry."""
        return cast("str", self._caller.call(OPERATIONS["listProblems"], {}, options))

    def list_sessions(self, *, options: CallOptions | None = None) -> list[models.Session]:
        """The caller's sign-ins, the last used first."""
        return cast("list[models.Session]", self._caller.call(OPERATIONS["listSessions"], {}, options))

    def list_submissions(
        self,
        *,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        batch_id: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SubmissionPage:
        """The submissions, newest first."""
        return cast("models.SubmissionPage", self._caller.call(OPERATIONS["listSubmissions"], {
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "batch_id": batch_id,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    def list_submissions_of_batch(
        self,
        *,
        batch_id: str,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SubmissionPage:
        """The submissions of a batch, newest first."""
        return cast("models.SubmissionPage", self._caller.call(OPERATIONS["listSubmissionsOfBatch"], {
            "batch_id": batch_id,
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    def list_team(self, *, options: CallOptions | None = None) -> list[models.TeamMember]:
        """The members, in the order they joined."""
        return cast("list[models.TeamMember]", self._caller.call(OPERATIONS["listTeam"], {}, options))

    def list_webhooks(self, *, options: CallOptions | None = None) -> list[models.WebhookConfig]:
        """The endpoints of the organization, the oldest first."""
        return cast("list[models.WebhookConfig]", self._caller.call(OPERATIONS["listWebhooks"], {}, options))

    def login(
        self,
        *,
        email: str,
        password: str,
        totp: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Signs in."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["login"], {"email": email, "password": password, "totp": totp}, options))

    def login_with_second_factor(
        self,
        *,
        mfa_token: str,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.LoginWithSecondFactorAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Goes on with a sign-in that asked for a second factor."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["loginWithSecondFactor"], {
            "mfa_token": mfa_token,
            "code": code,
            "recovery_code": recovery_code,
            "assertion": assertion,
        }, options))

    def logout(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> None:
        """Ends the sign-ins of the refresh token and of the access token."""
        self._caller.call(OPERATIONS["logout"], {"refresh_token": refresh_token}, options)

    def logout_all(self, *, options: CallOptions | None = None) -> None:
        """Ends all sign-ins of the caller."""
        self._caller.call(OPERATIONS["logoutAll"], {}, options)

    def preview_invitation(self, *, token: str, options: CallOptions | None = None) -> models.InvitationPreview:
        """What an invitation is to."""
        return cast("models.InvitationPreview", self._caller.call(OPERATIONS["previewInvitation"], {"token": token}, options))

    def reauthenticate(
        self,
        *,
        password: str | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.ReauthenticateAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.Message:
        """Makes the sign-in a recent one, for an hour."""
        return cast("models.Message", self._caller.call(OPERATIONS["reauthenticate"], {
            "password": password,
            "code": code,
            "recovery_code": recovery_code,
            "assertion": assertion,
        }, options))

    def refresh(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> models.SignedIn:
        """Takes a refresh token for new tokens."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["refresh"], {"refresh_token": refresh_token}, options))

    def register(
        self,
        *,
        email: str,
        password: str,
        organization_name: str | None = None,
        invite_token: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Registered:
        """Makes an organization with its owner, or joins one by invitation."""
        return cast("models.Registered", self._caller.call(OPERATIONS["register"], {
            "email": email,
            "password": password,
            "organization_name": organization_name,
            "invite_token": invite_token,
        }, options))

    def register_passkey(
        self,
        *,
        name: str,
        credential: models.RegisterPasskeyCredential,
        options: CallOptions | None = None,
    ) -> models.RegisterPasskeyAnswer:
        """Registers the passkey that was made."""
        return cast("models.RegisterPasskeyAnswer", self._caller.call(OPERATIONS["registerPasskey"], {"name": name, "credential": credential}, options))

    def remove_member(self, *, user_id: str, options: CallOptions | None = None) -> models.RemovedMember:
        """Removes a member, or leaves the organization."""
        return cast("models.RemovedMember", self._caller.call(OPERATIONS["removeMember"], {"user_id": user_id}, options))

    def remove_passkey(self, *, id: str, options: CallOptions | None = None) -> None:
        """Takes a passkey away."""
        self._caller.call(OPERATIONS["removePasskey"], {"id": id}, options)

    def remove_totp(self, *, options: CallOptions | None = None) -> None:
        """Takes the authenticator app away."""
        self._caller.call(OPERATIONS["removeTotp"], {}, options)

    def rename_organization(self, *, name: str, slug: str, options: CallOptions | None = None) -> models.Organization:
        """Changes name and slug."""
        return cast("models.Organization", self._caller.call(OPERATIONS["renameOrganization"], {"name": name, "slug": slug}, options))

    def rename_passkey(self, *, id: str, name: str, options: CallOptions | None = None) -> models.RenamePasskeyAnswer:
        """Gives a passkey another name."""
        return cast("models.RenamePasskeyAnswer", self._caller.call(OPERATIONS["renamePasskey"], {"id": id, "name": name}, options))

    def renew_recovery_codes(self, *, options: CallOptions | None = None) -> models.RenewRecoveryCodesAnswer:
        """New recovery codes, in the place of those there were."""
        return cast("models.RenewRecoveryCodesAnswer", self._caller.call(OPERATIONS["renewRecoveryCodes"], {}, options))

    def replay_delivery(self, *, event_id: str, options: CallOptions | None = None) -> models.ReplayedDeliveries:
        """Queues failed deliveries again, with ten attempts before each."""
        return cast("models.ReplayedDeliveries", self._caller.call(OPERATIONS["replayDelivery"], {"event_id": event_id}, options))

    def request_data_export(self, *, options: CallOptions | None = None) -> models.DataExport:
        """Has all data of the organization written into an archive."""
        return cast("models.DataExport", self._caller.call(OPERATIONS["requestDataExport"], {}, options))

    def request_deletion(self, *, options: CallOptions | None = None) -> models.RequestedDeletion:
        """Has the organization deleted, with everything that is kept of it."""
        return cast("models.RequestedDeletion", self._caller.call(OPERATIONS["requestDeletion"], {}, options))

    def request_erasure(
        self,
        *,
        content_hash: str | None = None,
        scope: Literal["all"] | None = None,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.ScheduledErasure:
        """Has one document erased, or all of them."""
        return cast("models.ScheduledErasure", self._caller.call(OPERATIONS["requestErasure"], {"content_hash": content_hash, "scope": scope, "dry_run": dry_run}, options))

    def reroll_api_key(self, *, id: str, overlap_seconds: int | None = None, options: CallOptions | None = None) -> models.CreatedApiKey:
        """Replaces a key by a new one; the old one works for a while still."""
        return cast("models.CreatedApiKey", self._caller.call(OPERATIONS["rerollApiKey"], {"id": id, "overlap_seconds": overlap_seconds}, options))

    def resend_verification(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends the mail again by which an address is confirmed."""
        return cast("models.Message", self._caller.call(OPERATIONS["resendVerification"], {"email": email}, options))

    def reset_password(self, *, token: str, password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password by the token of a mail, and ends all sign-ins."""
        return cast("models.Message", self._caller.call(OPERATIONS["resetPassword"], {"token": token, "password": password}, options))

    def reset_second_factors(self, *, user_id: str, options: CallOptions | None = None) -> models.ResetFactors:
        """Takes the second factors of somebody away who has lost them."""
        return cast("models.ResetFactors", self._caller.call(OPERATIONS["resetSecondFactors"], {"user_id": user_id}, options))

    def revoke_api_key(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes a key, at once and for good."""
        return cast("models.Revoked", self._caller.call(OPERATIONS["revokeApiKey"], {"id": id}, options))

    def revoke_invitation(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes an invitation: its link is worth nothing from then on."""
        return cast("models.Revoked", self._caller.call(OPERATIONS["revokeInvitation"], {"id": id}, options))

    def rotate_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """Makes a new one; the old one signs too for a day."""
        return cast("models.SigningSecret", self._caller.call(OPERATIONS["rotateSigningSecret"], {}, options))

    def rotate_webhook_secret(self, *, id: str, options: CallOptions | None = None) -> models.EndpointSecret:
        """Makes a new signing secret; the old one signs too for a day."""
        return cast("models.EndpointSecret", self._caller.call(OPERATIONS["rotateWebhookSecret"], {"id": id}, options))

    def test_webhook(self, *, id: str, options: CallOptions | None = None) -> models.TestDelivery:
        """Sends the endpoint an event of the type `webhook.test`."""
        return cast("models.TestDelivery", self._caller.call(OPERATIONS["testWebhook"], {"id": id}, options))

    def update_webhook(
        self,
        *,
        id: str,
        url: str | None = None,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]] | None = None,
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfig:
        """Changes an endpoint; what is not named stays."""
        return cast("models.WebhookConfig", self._caller.call(OPERATIONS["updateWebhook"], {"id": id, "url": url, "events": events, "active": active}, options))

    def verify(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Verification:
        """Checks the stored attestation and the stored artifact again."""
        return cast("models.Verification", self._caller.call(OPERATIONS["verify"], {"hash": hash, "original": original}, options))

    def verify_audit_log(self, *, options: CallOptions | None = None) -> models.AuditVerification:
        """Reads the whole log and says whether an entry was altered or taken out."""
        return cast("models.AuditVerification", self._caller.call(OPERATIONS["verifyAuditLog"], {}, options))

    def verify_email(self, *, token: str, password: str | None = None, options: CallOptions | None = None) -> models.Message:
        """Confirms an e-mail address by the token of a mail, and by the password of the account where it is given."""
        return cast("models.Message", self._caller.call(OPERATIONS["verifyEmail"], {"token": token, "password": password}, options))


class AsyncApi:
    """Each operation of the API; raises `FixpointError`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def accept_invite(self, *, token: str, password: str, options: CallOptions | None = None) -> models.SignedIn:
        """Joins the organization of an invitation, and signs in."""
        return cast("models.SignedIn", await self._caller.call(OPERATIONS["acceptInvite"], {"token": token, "password": password}, options))

    async def ask_for_passkey(self, *, options: CallOptions | None = None) -> models.AskForPasskeyAnswer:
        """What an authenticator is asked to make a passkey of."""
        return cast("models.AskForPasskeyAnswer", await self._caller.call(OPERATIONS["askForPasskey"], {}, options))

    async def ask_passkey_to_reauthenticate(self, *, options: CallOptions | None = None) -> models.AskPasskeyToReauthenticateAnswer:
        """What a passkey is asked to sign for `POST /api/auth/reauthenticate`."""
        return cast("models.AskPasskeyToReauthenticateAnswer", await self._caller.call(OPERATIONS["askPasskeyToReauthenticate"], {}, options))

    async def begin_totp(self, *, options: CallOptions | None = None) -> models.BeginTotpAnswer:
        """A new secret for an authenticator app."""
        return cast("models.BeginTotpAnswer", await self._caller.call(OPERATIONS["beginTotp"], {}, options))

    async def cancel_deletion(self, *, options: CallOptions | None = None) -> models.CancelledDeletion:
        """Keeps the organization."""
        return cast("models.CancelledDeletion", await self._caller.call(OPERATIONS["cancelDeletion"], {}, options))

    async def change_organization_settings(
        self,
        *,
        contact_email: str | None | Unset = UNSET,
        default_region: Literal["ca-central-1", "us-east-2", "eu-central-1"] | None | Unset = UNSET,
        allowed_regions: list[Literal["ca-central-1", "us-east-2", "eu-central-1"]] | None = None,
        require_second_factor: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.Organization:
        """Changes contact address, regions, and whether members need a second factor."""
        return cast("models.Organization", await self._caller.call(OPERATIONS["changeOrganizationSettings"], {
            "contact_email": contact_email,
            "default_region": default_region,
            "allowed_regions": allowed_regions,
            "require_second_factor": require_second_factor,
        }, options))

    async def change_password(self, *, current_password: str, new_password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password, and ends all other sign-ins."""
        return cast("models.Message", await self._caller.call(OPERATIONS["changePassword"], {"current_password": current_password, "new_password": new_password}, options))

    async def change_role(
        self,
        *,
        user_id: str,
        role: Literal["owner", "admin", "member"],
        options: CallOptions | None = None,
    ) -> models.TeamMember:
        """Changes somebody else's role; it counts from their next call on."""
        return cast("models.TeamMember", await self._caller.call(OPERATIONS["changeRole"], {"user_id": user_id, "role": role}, options))

    async def close_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """Takes no more submissions: the batch is complete as soon as the last one has ended."""
        return cast("models.Batch", await self._caller.call(OPERATIONS["closeBatch"], {"batch_id": batch_id}, options))

    async def confirm_totp(self, *, code: str, options: CallOptions | None = None) -> models.ConfirmTotpAnswer:
        """Sets the authenticator app up, by a code of it."""
        return cast("models.ConfirmTotpAnswer", await self._caller.call(OPERATIONS["confirmTotp"], {"code": code}, options))

    async def create_api_key(
        self,
        *,
        name: str,
        scopes: list[Literal["normalize", "read"]],
        expires_at: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> models.CreatedApiKey:
        """Creates a key; the full key is in this answer and nowhere else."""
        return cast("models.CreatedApiKey", await self._caller.call(OPERATIONS["createApiKey"], {"name": name, "scopes": scopes, "expires_at": expires_at}, options))

    async def create_batch(
        self,
        *,
        name: str | None = None,
        webhook_url: str | None = None,
        client_reference: str | None = None,
        metadata: dict[str, str] | None = None,
        expected_total: int | None = None,
        options: CallOptions | None = None,
    ) -> models.Batch:
        """Creates a batch."""
        return cast("models.Batch", await self._caller.call(OPERATIONS["createBatch"], {
            "name": name,
            "webhook_url": webhook_url,
            "client_reference": client_reference,
            "metadata": metadata,
            "expected_total": expected_total,
        }, options))

    async def create_checkout_session(
        self,
        *,
        tier: Literal["starter", "growth", "pro"],
        interval: Literal["month", "year"],
        success_url: str,
        cancel_url: str,
        options: CallOptions | None = None,
    ) -> models.PageAddress:
        """A page to subscribe to a plan, or to change to another one."""
        return cast("models.PageAddress", await self._caller.call(OPERATIONS["createCheckoutSession"], {"tier": tier, "interval": interval, "success_url": success_url, "cancel_url": cancel_url}, options))

    async def create_portal_session(self, *, return_url: str, options: CallOptions | None = None) -> models.PageAddress:
        """A page with invoices, means of payment, and the end of the subscription."""
        return cast("models.PageAddress", await self._caller.call(OPERATIONS["createPortalSession"], {"return_url": return_url}, options))

    async def create_webhook(
        self,
        *,
        url: str,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]],
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfigWithSecret:
        """Adds an endpoint; the answer has its signing secret, once."""
        return cast("models.WebhookConfigWithSecret", await self._caller.call(OPERATIONS["createWebhook"], {"url": url, "events": events, "active": active}, options))

    async def deactivate_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """Deactivates the organization, for good."""
        return cast("models.Organization", await self._caller.call(OPERATIONS["deactivateOrganization"], {}, options))

    async def delete_webhook(self, *, id: str, options: CallOptions | None = None) -> models.RemovedWebhook:
        """Deletes an endpoint; what was still to be delivered to it is cancelled."""
        return cast("models.RemovedWebhook", await self._caller.call(OPERATIONS["deleteWebhook"], {"id": id}, options))

    async def download_data_export(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """Leads to the archive of an export."""
        return cast("bytes", await self._caller.call(OPERATIONS["downloadDataExport"], {"id": id}, options))

    async def end_session(self, *, id: str, options: CallOptions | None = None) -> None:
        """Ends one of the own sign-ins."""
        await self._caller.call(OPERATIONS["endSession"], {"id": id}, options)

    async def find_pages(
        self,
        *,
        fingerprint: str,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.FoundPageList:
        """The submissions and pages with a fingerprint."""
        return cast("models.FoundPageList", await self._caller.call(OPERATIONS["findPages"], {"fingerprint": fingerprint, "page": page, "page_size": page_size, "cursor": cursor}, options))

    async def forgot_password(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends a mail with a link to choose a new password."""
        return cast("models.Message", await self._caller.call(OPERATIONS["forgotPassword"], {"email": email}, options))

    async def get_api_key(self, *, id: str, options: CallOptions | None = None) -> models.ApiKey:
        """One key, without its secret."""
        return cast("models.ApiKey", await self._caller.call(OPERATIONS["getApiKey"], {"id": id}, options))

    async def get_artifact(self, *, hash: str, options: CallOptions | None = None) -> bytes:
        """A normalized PDF by the SHA-256 of its content."""
        return cast("bytes", await self._caller.call(OPERATIONS["getArtifact"], {"hash": hash}, options))

    async def get_attestation(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Attestation:
        """The signed attestation of a normalized document."""
        return cast("models.Attestation", await self._caller.call(OPERATIONS["getAttestation"], {"hash": hash, "original": original}, options))

    async def get_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """A batch with its counters."""
        return cast("models.Batch", await self._caller.call(OPERATIONS["getBatch"], {"batch_id": batch_id}, options))

    async def get_billing_info(self, *, options: CallOptions | None = None) -> models.BillingInfo:
        """Plan, usage and subscription."""
        return cast("models.BillingInfo", await self._caller.call(OPERATIONS["getBillingInfo"], {}, options))

    async def get_certificate(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> str:
        """The certificate of a normalized document."""
        return cast("str", await self._caller.call(OPERATIONS["getCertificate"], {"hash": hash, "original": original}, options))

    async def get_code(self, *, code: str, options: CallOptions | None = None) -> str:
        """The meaning and the remedy of a code in a result or a report."""
        return cast("str", await self._caller.call(OPERATIONS["getCode"], {"code": code}, options))

    async def get_context(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """The JSON-LD context of attestations."""
        return cast("dict[str, Any]", await self._caller.call(OPERATIONS["getContext"], {}, options))

    async def get_daily_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DailyStats:
        """Documents by the day on which they ended, the oldest day first."""
        return cast("models.DailyStats", await self._caller.call(OPERATIONS["getDailyStats"], {"from_": from_, "to": to}, options))

    async def get_data_export(self, *, id: str, options: CallOptions | None = None) -> models.DataExport:
        """How an export stands."""
        return cast("models.DataExport", await self._caller.call(OPERATIONS["getDataExport"], {"id": id}, options))

    async def get_data_export_link(self, *, id: str, options: CallOptions | None = None) -> models.ExportLink:
        """Where the archive of an export is, for pages."""
        return cast("models.ExportLink", await self._caller.call(OPERATIONS["getDataExportLink"], {"id": id}, options))

    async def get_deletion(self, *, options: CallOptions | None = None) -> models.AccountDeletion:
        """The deletion that is pending."""
        return cast("models.AccountDeletion", await self._caller.call(OPERATIONS["getDeletion"], {}, options))

    async def get_deletion_certificate(self, *, id: str, options: CallOptions | None = None) -> str:
        """The signed certificate of a deleted organization, for 30 days."""
        return cast("str", await self._caller.call(OPERATIONS["getDeletionCertificate"], {"id": id}, options))

    async def get_erasure(self, *, id: str, options: CallOptions | None = None) -> models.Erasure:
        """How an erasure stands, with its certificate in the end."""
        return cast("models.Erasure", await self._caller.call(OPERATIONS["getErasure"], {"id": id}, options))

    async def get_evidence_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """All that proves what became of a document, as one archive."""
        return cast("bytes", await self._caller.call(OPERATIONS["getEvidenceOfSubmission"], {"id": id}, options))

    async def get_facts_type(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """The JSON Schema of the predicate that signs the facts of a submission."""
        return cast("dict[str, Any]", await self._caller.call(OPERATIONS["getFactsType"], {}, options))

    async def get_key_set(self, *, options: CallOptions | None = None) -> models.KeySet:
        """The public keys, current and retired (JWKS)."""
        return cast("models.KeySet", await self._caller.call(OPERATIONS["getKeySet"], {}, options))

    async def get_liveness(self, *, options: CallOptions | None = None) -> models.Liveness:
        """Whether the process lives."""
        return cast("models.Liveness", await self._caller.call(OPERATIONS["getLiveness"], {}, options))

    async def get_open_api(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """This document."""
        return cast("dict[str, Any]", await self._caller.call(OPERATIONS["getOpenApi"], {}, options))

    async def get_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """The organization of whoever asks."""
        return cast("models.Organization", await self._caller.call(OPERATIONS["getOrganization"], {}, options))

    async def get_original_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """The bytes that were submitted, while they are kept."""
        return cast("bytes", await self._caller.call(OPERATIONS["getOriginalOfSubmission"], {"id": id}, options))

    async def get_problem(self, *, code: str, options: CallOptions | None = None) -> str:
        """The cause and the remedy of an error code."""
        return cast("str", await self._caller.call(OPERATIONS["getProblem"], {"code": code}, options))

    async def get_quota(self, *, options: CallOptions | None = None) -> models.Quota:
        """How many documents are left in this period."""
        return cast("models.Quota", await self._caller.call(OPERATIONS["getQuota"], {}, options))

    async def get_readiness(self, *, options: CallOptions | None = None) -> models.Readiness:
        """Whether the process can serve."""
        return cast("models.Readiness", await self._caller.call(OPERATIONS["getReadiness"], {}, options))

    async def get_report(self, *, hash: str, submission_id: str | None = None, options: CallOptions | None = None) -> models.Report:
        """The report of a normalized PDF."""
        return cast("models.Report", await self._caller.call(OPERATIONS["getReport"], {"hash": hash, "submission_id": submission_id}, options))

    async def get_report_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionReport:
        """The report of a submission that has ended, however it ended."""
        return cast("models.SubmissionReport", await self._caller.call(OPERATIONS["getReportOfSubmission"], {"id": id}, options))

    async def get_revisions_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionRevisions:
        """The revisions of the submitted file one by one, however the submission ended."""
        return cast("models.SubmissionRevisions", await self._caller.call(OPERATIONS["getRevisionsOfSubmission"], {"id": id}, options))

    async def get_second_factors(self, *, options: CallOptions | None = None) -> models.GetSecondFactorsAnswer:
        """The second factors of the caller."""
        return cast("models.GetSecondFactorsAnswer", await self._caller.call(OPERATIONS["getSecondFactors"], {}, options))

    async def get_signing_key(self, *, kid: str | None = None, options: CallOptions | None = None) -> str:
        """One public key in PEM: the current one by default."""
        return cast("str", await self._caller.call(OPERATIONS["getSigningKey"], {"kid": kid}, options))

    async def get_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """The secret that signs what goes to addresses given with a request or a batch."""
        return cast("models.SigningSecret", await self._caller.call(OPERATIONS["getSigningSecret"], {}, options))

    async def get_stats(self, *, options: CallOptions | None = None) -> models.Stats:
        """Documents of all time and of the billing period, and how much of the plan is used."""
        return cast("models.Stats", await self._caller.call(OPERATIONS["getStats"], {}, options))

    async def get_submission(self, *, id: str, wait: int | None = None, options: CallOptions | None = None) -> models.Submission:
        """A submission as it stands, or at its end."""
        return cast("models.Submission", await self._caller.call(OPERATIONS["getSubmission"], {"id": id, "wait": wait}, options))

    async def get_version(self, *, options: CallOptions | None = None) -> models.Version:
        """Which versions answer."""
        return cast("models.Version", await self._caller.call(OPERATIONS["getVersion"], {}, options))

    async def get_webhook(self, *, id: str, options: CallOptions | None = None) -> models.WebhookConfig:
        """One endpoint, without its secret."""
        return cast("models.WebhookConfig", await self._caller.call(OPERATIONS["getWebhook"], {"id": id}, options))

    async def invite_member(self, *, email: str, role: Literal["admin", "member"], options: CallOptions | None = None) -> models.Invitation:
        """Invites somebody by mail; the link in it works once, for 48 hours."""
        return cast("models.Invitation", await self._caller.call(OPERATIONS["inviteMember"], {"email": email, "role": role}, options))

    async def list_api_keys(self, *, options: CallOptions | None = None) -> list[models.ApiKey]:
        """All keys, newest first, without their secrets."""
        return cast("list[models.ApiKey]", await self._caller.call(OPERATIONS["listApiKeys"], {}, options))

    async def list_attempts(self, *, id: str, options: CallOptions | None = None) -> models.DeliveryAttempts:
        """Every attempt at a delivery, the oldest first, with what the receiver answered."""
        return cast("models.DeliveryAttempts", await self._caller.call(OPERATIONS["listAttempts"], {"id": id}, options))

    async def list_audit_log(
        self,
        *,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AuditEntryPage:
        """What was changed in the portal, newest first."""
        return cast("models.AuditEntryPage", await self._caller.call(OPERATIONS["listAuditLog"], {
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    async def list_batches(
        self,
        *,
        status: Literal["open", "in_progress", "complete"] | None = None,
        client_reference: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BatchPage:
        """The batches, newest first."""
        return cast("models.BatchPage", await self._caller.call(OPERATIONS["listBatches"], {
            "status": status,
            "client_reference": client_reference,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    async def list_codes(self, *, options: CallOptions | None = None) -> str:
        """Every code a result or a report may carry."""
        return cast("str", await self._caller.call(OPERATIONS["listCodes"], {}, options))

    async def list_data_exports(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DataExportPage:
        """The exports of the organization, newest first, those that have expired too."""
        return cast("models.DataExportPage", await self._caller.call(OPERATIONS["listDataExports"], {"page": page, "page_size": page_size, "cursor": cursor}, options))

    async def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> list[models.WebhookDelivery]:
        """Deliveries that failed all their attempts, newest first, for 30 days."""
        return cast("list[models.WebhookDelivery]", await self._caller.call(OPERATIONS["listDeadDeliveries"], {"event_type": event_type, "page": page, "page_size": page_size, "cursor": cursor}, options))

    async def list_deliveries(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead", "cancelled"] | None = None,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DeliveryPage:
        """What became of the deliveries to an endpoint, newest first, for 30 days."""
        return cast("models.DeliveryPage", await self._caller.call(OPERATIONS["listDeliveries"], {
            "id": id,
            "status": status,
            "event_type": event_type,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    async def list_erasures(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ErasurePage:
        """The erasures of the organization, newest first."""
        return cast("models.ErasurePage", await self._caller.call(OPERATIONS["listErasures"], {"page": page, "page_size": page_size, "cursor": cursor}, options))

    async def list_invitations(self, *, options: CallOptions | None = None) -> list[models.Invitation]:
        """Invitations that can still be accepted, newest first."""
        return cast("list[models.Invitation]", await self._caller.call(OPERATIONS["listInvitations"], {}, options))

    async def list_problems(self, *, options: CallOptions | None = None) -> str:
        """Every code an error may carry."""
        return cast("str", await self._caller.call(OPERATIONS["listProblems"], {}, options))

    async def list_sessions(self, *, options: CallOptions | None = None) -> list[models.Session]:
        """The caller's sign-ins, the last used first."""
        return cast("list[models.Session]", await self._caller.call(OPERATIONS["listSessions"], {}, options))

    async def list_submissions(
        self,
        *,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        batch_id: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SubmissionPage:
        """The submissions, newest first."""
        return cast("models.SubmissionPage", await self._caller.call(OPERATIONS["listSubmissions"], {
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "batch_id": batch_id,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    async def list_submissions_of_batch(
        self,
        *,
        batch_id: str,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SubmissionPage:
        """The submissions of a batch, newest first."""
        return cast("models.SubmissionPage", await self._caller.call(OPERATIONS["listSubmissionsOfBatch"], {
            "batch_id": batch_id,
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page": page,
            "page_size": page_size,
            "cursor": cursor,
        }, options))

    async def list_team(self, *, options: CallOptions | None = None) -> list[models.TeamMember]:
        """The members, in the order they joined."""
        return cast("list[models.TeamMember]", await self._caller.call(OPERATIONS["listTeam"], {}, options))

    async def list_webhooks(self, *, options: CallOptions | None = None) -> list[models.WebhookConfig]:
        """The endpoints of the organization, the oldest first."""
        return cast("list[models.WebhookConfig]", await self._caller.call(OPERATIONS["listWebhooks"], {}, options))

    async def login(
        self,
        *,
        email: str,
        password: str,
        totp: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Signs in."""
        return cast("models.SignedIn", await self._caller.call(OPERATIONS["login"], {"email": email, "password": password, "totp": totp}, options))

    async def login_with_second_factor(
        self,
        *,
        mfa_token: str,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.LoginWithSecondFactorAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Goes on with a sign-in that asked for a second factor."""
        return cast("models.SignedIn", await self._caller.call(OPERATIONS["loginWithSecondFactor"], {
            "mfa_token": mfa_token,
            "code": code,
            "recovery_code": recovery_code,
            "assertion": assertion,
        }, options))

    async def logout(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> None:
        """Ends the sign-ins of the refresh token and of the access token."""
        await self._caller.call(OPERATIONS["logout"], {"refresh_token": refresh_token}, options)

    async def logout_all(self, *, options: CallOptions | None = None) -> None:
        """Ends all sign-ins of the caller."""
        await self._caller.call(OPERATIONS["logoutAll"], {}, options)

    async def preview_invitation(self, *, token: str, options: CallOptions | None = None) -> models.InvitationPreview:
        """What an invitation is to."""
        return cast("models.InvitationPreview", await self._caller.call(OPERATIONS["previewInvitation"], {"token": token}, options))

    async def reauthenticate(
        self,
        *,
        password: str | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.ReauthenticateAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.Message:
        """Makes the sign-in a recent one, for an hour."""
        return cast("models.Message", await self._caller.call(OPERATIONS["reauthenticate"], {
            "password": password,
            "code": code,
            "recovery_code": recovery_code,
            "assertion": assertion,
        }, options))

    async def refresh(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> models.SignedIn:
        """Takes a refresh token for new tokens."""
        return cast("models.SignedIn", await self._caller.call(OPERATIONS["refresh"], {"refresh_token": refresh_token}, options))

    async def register(
        self,
        *,
        email: str,
        password: str,
        organization_name: str | None = None,
        invite_token: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Registered:
        """Makes an organization with its owner, or joins one by invitation."""
        return cast("models.Registered", await self._caller.call(OPERATIONS["register"], {
            "email": email,
            "password": password,
            "organization_name": organization_name,
            "invite_token": invite_token,
        }, options))

    async def register_passkey(
        self,
        *,
        name: str,
        credential: models.RegisterPasskeyCredential,
        options: CallOptions | None = None,
    ) -> models.RegisterPasskeyAnswer:
        """Registers the passkey that was made."""
        return cast("models.RegisterPasskeyAnswer", await self._caller.call(OPERATIONS["registerPasskey"], {"name": name, "credential": credential}, options))

    async def remove_member(self, *, user_id: str, options: CallOptions | None = None) -> models.RemovedMember:
        """Removes a member, or leaves the organization."""
        return cast("models.RemovedMember", await self._caller.call(OPERATIONS["removeMember"], {"user_id": user_id}, options))

    async def remove_passkey(self, *, id: str, options: CallOptions | None = None) -> None:
        """Takes a passkey away."""
        await self._caller.call(OPERATIONS["removePasskey"], {"id": id}, options)

    async def remove_totp(self, *, options: CallOptions | None = None) -> None:
        """Takes the authenticator app away."""
        await self._caller.call(OPERATIONS["removeTotp"], {}, options)

    async def rename_organization(self, *, name: str, slug: str, options: CallOptions | None = None) -> models.Organization:
        """Changes name and slug."""
        return cast("models.Organization", await self._caller.call(OPERATIONS["renameOrganization"], {"name": name, "slug": slug}, options))

    async def rename_passkey(self, *, id: str, name: str, options: CallOptions | None = None) -> models.RenamePasskeyAnswer:
        """Gives a passkey another name."""
        return cast("models.RenamePasskeyAnswer", await self._caller.call(OPERATIONS["renamePasskey"], {"id": id, "name": name}, options))

    async def renew_recovery_codes(self, *, options: CallOptions | None = None) -> models.RenewRecoveryCodesAnswer:
        """New recovery codes, in the place of those there were."""
        return cast("models.RenewRecoveryCodesAnswer", await self._caller.call(OPERATIONS["renewRecoveryCodes"], {}, options))

    async def replay_delivery(self, *, event_id: str, options: CallOptions | None = None) -> models.ReplayedDeliveries:
        """Queues failed deliveries again, with ten attempts before each."""
        return cast("models.ReplayedDeliveries", await self._caller.call(OPERATIONS["replayDelivery"], {"event_id": event_id}, options))

    async def request_data_export(self, *, options: CallOptions | None = None) -> models.DataExport:
        """Has all data of the organization written into an archive."""
        return cast("models.DataExport", await self._caller.call(OPERATIONS["requestDataExport"], {}, options))

    async def request_deletion(self, *, options: CallOptions | None = None) -> models.RequestedDeletion:
        """Has the organization deleted, with everything that is kept of it."""
        return cast("models.RequestedDeletion", await self._caller.call(OPERATIONS["requestDeletion"], {}, options))

    async def request_erasure(
        self,
        *,
        content_hash: str | None = None,
        scope: Literal["all"] | None = None,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.ScheduledErasure:
        """Has one document erased, or all of them."""
        return cast("models.ScheduledErasure", await self._caller.call(OPERATIONS["requestErasure"], {"content_hash": content_hash, "scope": scope, "dry_run": dry_run}, options))

    async def reroll_api_key(self, *, id: str, overlap_seconds: int | None = None, options: CallOptions | None = None) -> models.CreatedApiKey:
        """Replaces a key by a new one; the old one works for a while still."""
        return cast("models.CreatedApiKey", await self._caller.call(OPERATIONS["rerollApiKey"], {"id": id, "overlap_seconds": overlap_seconds}, options))

    async def resend_verification(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends the mail again by which an address is confirmed."""
        return cast("models.Message", await self._caller.call(OPERATIONS["resendVerification"], {"email": email}, options))

    async def reset_password(self, *, token: str, password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password by the token of a mail, and ends all sign-ins."""
        return cast("models.Message", await self._caller.call(OPERATIONS["resetPassword"], {"token": token, "password": password}, options))

    async def reset_second_factors(self, *, user_id: str, options: CallOptions | None = None) -> models.ResetFactors:
        """Takes the second factors of somebody away who has lost them."""
        return cast("models.ResetFactors", await self._caller.call(OPERATIONS["resetSecondFactors"], {"user_id": user_id}, options))

    async def revoke_api_key(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes a key, at once and for good."""
        return cast("models.Revoked", await self._caller.call(OPERATIONS["revokeApiKey"], {"id": id}, options))

    async def revoke_invitation(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes an invitation: its link is worth nothing from then on."""
        return cast("models.Revoked", await self._caller.call(OPERATIONS["revokeInvitation"], {"id": id}, options))

    async def rotate_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """Makes a new one; the old one signs too for a day."""
        return cast("models.SigningSecret", await self._caller.call(OPERATIONS["rotateSigningSecret"], {}, options))

    async def rotate_webhook_secret(self, *, id: str, options: CallOptions | None = None) -> models.EndpointSecret:
        """Makes a new signing secret; the old one signs too for a day."""
        return cast("models.EndpointSecret", await self._caller.call(OPERATIONS["rotateWebhookSecret"], {"id": id}, options))

    async def test_webhook(self, *, id: str, options: CallOptions | None = None) -> models.TestDelivery:
        """Sends the endpoint an event of the type `webhook.test`."""
        return cast("models.TestDelivery", await self._caller.call(OPERATIONS["testWebhook"], {"id": id}, options))

    async def update_webhook(
        self,
        *,
        id: str,
        url: str | None = None,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]] | None = None,
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfig:
        """Changes an endpoint; what is not named stays."""
        return cast("models.WebhookConfig", await self._caller.call(OPERATIONS["updateWebhook"], {"id": id, "url": url, "events": events, "active": active}, options))

    async def verify(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Verification:
        """Checks the stored attestation and the stored artifact again."""
        return cast("models.Verification", await self._caller.call(OPERATIONS["verify"], {"hash": hash, "original": original}, options))

    async def verify_audit_log(self, *, options: CallOptions | None = None) -> models.AuditVerification:
        """Reads the whole log and says whether an entry was altered or taken out."""
        return cast("models.AuditVerification", await self._caller.call(OPERATIONS["verifyAuditLog"], {}, options))

    async def verify_email(self, *, token: str, password: str | None = None, options: CallOptions | None = None) -> models.Message:
        """Confirms an e-mail address by the token of a mail, and by the password of the account where it is given."""
        return cast("models.Message", await self._caller.call(OPERATIONS["verifyEmail"], {"token": token, "password": password}, options))


class Lists:
    """The lists of the API, item by item over all pages: nothing comes twice, whatever is added meanwhile."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def find_pages(
        self,
        *,
        fingerprint: str,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.FoundPage]:
        """The submissions and pages with a fingerprint: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["findPages"], {"fingerprint": fingerprint, "page_size": page_size}, options)

    def list_audit_log(
        self,
        *,
        action: str | None = None,
        actor_id: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.AuditEntry]:
        """What was changed in the portal, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listAuditLog"], {"action": action, "actor_id": actor_id, "page_size": page_size}, options)

    def list_batches(
        self,
        *,
        status: Literal["open", "in_progress", "complete"] | None = None,
        client_reference: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Batch]:
        """The batches, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listBatches"], {"status": status, "client_reference": client_reference, "page_size": page_size}, options)

    def list_data_exports(self, *, page_size: int | None = None, options: CallOptions | None = None) -> Iterator[models.DataExport]:
        """The exports of the organization, newest first, those that have expired too: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDataExports"], {"page_size": page_size}, options)

    def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Deliveries that failed all their attempts, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeadDeliveries"], {"event_type": event_type, "page_size": page_size}, options)

    def list_deliveries(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead", "cancelled"] | None = None,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """What became of the deliveries to an endpoint, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeliveries"], {"id": id, "status": status, "event_type": event_type, "page_size": page_size}, options)

    def list_erasures(self, *, page_size: int | None = None, options: CallOptions | None = None) -> Iterator[models.Erasure]:
        """The erasures of the organization, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listErasures"], {"page_size": page_size}, options)

    def list_submissions(
        self,
        *,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        batch_id: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Submission]:
        """The submissions, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissions"], {
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "batch_id": batch_id,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page_size": page_size,
        }, options)

    def list_submissions_of_batch(
        self,
        *,
        batch_id: str,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Submission]:
        """The submissions of a batch, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissionsOfBatch"], {
            "batch_id": batch_id,
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page_size": page_size,
        }, options)


class AsyncLists:
    """The lists of the API, item by item over all pages: nothing comes twice, whatever is added meanwhile."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def find_pages(
        self,
        *,
        fingerprint: str,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.FoundPage]:
        """The submissions and pages with a fingerprint: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["findPages"], {"fingerprint": fingerprint, "page_size": page_size}, options)

    def list_audit_log(
        self,
        *,
        action: str | None = None,
        actor_id: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.AuditEntry]:
        """What was changed in the portal, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listAuditLog"], {"action": action, "actor_id": actor_id, "page_size": page_size}, options)

    def list_batches(
        self,
        *,
        status: Literal["open", "in_progress", "complete"] | None = None,
        client_reference: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Batch]:
        """The batches, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listBatches"], {"status": status, "client_reference": client_reference, "page_size": page_size}, options)

    def list_data_exports(self, *, page_size: int | None = None, options: CallOptions | None = None) -> AsyncIterator[models.DataExport]:
        """The exports of the organization, newest first, those that have expired too: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDataExports"], {"page_size": page_size}, options)

    def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """Deliveries that failed all their attempts, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeadDeliveries"], {"event_type": event_type, "page_size": page_size}, options)

    def list_deliveries(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead", "cancelled"] | None = None,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """What became of the deliveries to an endpoint, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeliveries"], {"id": id, "status": status, "event_type": event_type, "page_size": page_size}, options)

    def list_erasures(self, *, page_size: int | None = None, options: CallOptions | None = None) -> AsyncIterator[models.Erasure]:
        """The erasures of the organization, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listErasures"], {"page_size": page_size}, options)

    def list_submissions(
        self,
        *,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        batch_id: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Submission]:
        """The submissions, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissions"], {
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "batch_id": batch_id,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page_size": page_size,
        }, options)

    def list_submissions_of_batch(
        self,
        *,
        batch_id: str,
        status: models.SubmissionStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        original_sha256: str | None = None,
        normalized_sha256: str | None = None,
        client_reference: str | None = None,
        risk_level: models.RiskLevel | None = None,
        verdict_level: models.VerdictLevel | None = None,
        failure_code: Literal["POLICY_REJECTION", "FILE_TOO_LARGE", "EMPTY_FILE", "NOT_A_PDF", "PASSWORD_REQUIRED", "UNSUPPORTED_ENCRYPTION", "UNSUPPORTED_FILTER", "CORRUPT_UNRECOVERABLE", "NO_PAGES", "RESOURCE_LIMIT_EXCEEDED", "XFA_DYNAMIC_UNSUPPORTED", "FLATTEN_FAILED", "ACTIVE_CONTENT_RESIDUE", "NOT_IDEMPOTENT", "OUTPUT_INVALID", "CONTENT_CHANGED", "PROCESSING_TIMEOUT", "PARSER_KILLED", "REPEATED_FAILURE", "WORKER_UNAVAILABLE", "STORAGE_ERROR", "CANCELLED", "ORGANIZATION_INACTIVE", "INTERNAL_ERROR"] | None = None,
        region: models.Region | None = None,
        pipeline_spec: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Submission]:
        """The submissions of a batch, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissionsOfBatch"], {
            "batch_id": batch_id,
            "status": status,
            "from_": from_,
            "to": to,
            "original_sha256": original_sha256,
            "normalized_sha256": normalized_sha256,
            "client_reference": client_reference,
            "risk_level": risk_level,
            "verdict_level": verdict_level,
            "failure_code": failure_code,
            "region": region,
            "pipeline_spec": pipeline_spec,
            "page_size": page_size,
        }, options)
