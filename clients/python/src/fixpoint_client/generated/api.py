"""The operations of the API as methods, named as in its description but for Python's spelling. Made of the description of the API by `node tools/clients/write.ts`; do not edit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

from ..operation import UNSET, AsyncCaller, CallOptions, Caller, Unset, awaited, iterated
from . import models
from .operations import OPERATIONS


class Api:
    """Each operation of the API; raises `FixpointError`."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def accept_invite(self, *, token: str, password: str, options: CallOptions | None = None) -> models.SignedIn:
        """Accepts an invitation, and signs in."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["acceptInvite"], locals(), options))

    def ask_for_passkey(self, *, options: CallOptions | None = None) -> models.PasskeyCreationOptions:
        """Makes the options for the registration of a passkey."""
        return cast("models.PasskeyCreationOptions", self._caller.call(OPERATIONS["askForPasskey"], locals(), options))

    def ask_passkey_to_reauthenticate(self, *, options: CallOptions | None = None) -> models.PasskeyRequestOptions:
        """Makes the options of a passkey for `POST /api/auth/reauthenticate`."""
        return cast("models.PasskeyRequestOptions", self._caller.call(OPERATIONS["askPasskeyToReauthenticate"], locals(), options))

    def begin_totp(self, *, options: CallOptions | None = None) -> models.TotpSecret:
        """Makes a new secret for an authenticator app."""
        return cast("models.TotpSecret", self._caller.call(OPERATIONS["beginTotp"], locals(), options))

    def cancel_deletion(self, *, options: CallOptions | None = None) -> models.CancelledDeletion:
        """Cancels the pending deletion."""
        return cast("models.CancelledDeletion", self._caller.call(OPERATIONS["cancelDeletion"], locals(), options))

    def change_organization_settings(
        self,
        *,
        contact_email: str | None | Unset = UNSET,
        default_region: Literal["ca-central-1", "us-east-2", "eu-central-1"] | None | Unset = UNSET,
        allowed_regions: list[Literal["ca-central-1", "us-east-2", "eu-central-1"]] | None = None,
        require_second_factor: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.Organization:
        """Changes the contact address, the regions, and whether members need a second factor."""
        return cast("models.Organization", self._caller.call(OPERATIONS["changeOrganizationSettings"], locals(), options))

    def change_password(self, *, current_password: str, new_password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password, and ends all other sign-ins."""
        return cast("models.Message", self._caller.call(OPERATIONS["changePassword"], locals(), options))

    def change_role(
        self,
        *,
        user_id: str,
        role: Literal["owner", "admin", "member"],
        options: CallOptions | None = None,
    ) -> models.TeamMember:
        """Changes the role of another member from the next call of that member on."""
        return cast("models.TeamMember", self._caller.call(OPERATIONS["changeRole"], locals(), options))

    def close_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """Closes a batch: it is complete when its last submission has ended."""
        return cast("models.Batch", self._caller.call(OPERATIONS["closeBatch"], locals(), options))

    def confirm_totp(self, *, code: str, options: CallOptions | None = None) -> models.AddedFactor:
        """Sets up the authenticator app by one of its codes."""
        return cast("models.AddedFactor", self._caller.call(OPERATIONS["confirmTotp"], locals(), options))

    def create_api_key(
        self,
        *,
        name: str,
        scopes: list[Literal["normalize", "read"]],
        expires_at: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> models.CreatedApiKey:
        """Creates a key: only this answer has the full key."""
        return cast("models.CreatedApiKey", self._caller.call(OPERATIONS["createApiKey"], locals(), options))

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
        return cast("models.Batch", self._caller.call(OPERATIONS["createBatch"], locals(), options))

    def create_checkout_session(
        self,
        *,
        tier: Literal["starter", "growth", "pro"],
        interval: Literal["month", "year"],
        success_url: str,
        cancel_url: str,
        options: CallOptions | None = None,
    ) -> models.PageAddress:
        """Opens a page to subscribe to a plan or to change the plan."""
        return cast("models.PageAddress", self._caller.call(OPERATIONS["createCheckoutSession"], locals(), options))

    def create_portal_session(self, *, return_url: str, options: CallOptions | None = None) -> models.PageAddress:
        """Opens a page with invoices, means of payment, and the end of the subscription."""
        return cast("models.PageAddress", self._caller.call(OPERATIONS["createPortalSession"], locals(), options))

    def create_webhook(
        self,
        *,
        url: str,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]],
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfigWithSecret:
        """Adds an endpoint: only this answer has its signing secret."""
        return cast("models.WebhookConfigWithSecret", self._caller.call(OPERATIONS["createWebhook"], locals(), options))

    def deactivate_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """Deactivates the organization for ever."""
        return cast("models.Organization", self._caller.call(OPERATIONS["deactivateOrganization"], locals(), options))

    def delete_webhook(self, *, id: str, options: CallOptions | None = None) -> models.RemovedWebhook:
        """Deletes an endpoint, and cancels its pending deliveries."""
        return cast("models.RemovedWebhook", self._caller.call(OPERATIONS["deleteWebhook"], locals(), options))

    def download_data_export(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """Leads to the archive of an export."""
        return cast("bytes", self._caller.call(OPERATIONS["downloadDataExport"], locals(), options))

    def end_session(self, *, id: str, options: CallOptions | None = None) -> None:
        """Ends one sign-in of the caller."""
        return cast("None", self._caller.call(OPERATIONS["endSession"], locals(), options))

    def find_pages(
        self,
        *,
        fingerprint: str,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.FoundPageList:
        """Finds the submissions and pages with a fingerprint."""
        return cast("models.FoundPageList", self._caller.call(OPERATIONS["findPages"], locals(), options))

    def forgot_password(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends a mail with a link to choose a new password."""
        return cast("models.Message", self._caller.call(OPERATIONS["forgotPassword"], locals(), options))

    def get_api_key(self, *, id: str, options: CallOptions | None = None) -> models.ApiKey:
        """Returns one key, without its secret."""
        return cast("models.ApiKey", self._caller.call(OPERATIONS["getApiKey"], locals(), options))

    def get_artifact(self, *, hash: str, options: CallOptions | None = None) -> bytes:
        """Returns a normalized PDF by the SHA-256 of its content."""
        return cast("bytes", self._caller.call(OPERATIONS["getArtifact"], locals(), options))

    def get_attestation(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Attestation:
        """Returns the signed attestation of a normalized document."""
        return cast("models.Attestation", self._caller.call(OPERATIONS["getAttestation"], locals(), options))

    def get_batch(self, *, batch_id: str, options: CallOptions | None = None) -> models.Batch:
        """Returns a batch with its counters."""
        return cast("models.Batch", self._caller.call(OPERATIONS["getBatch"], locals(), options))

    def get_billing_info(self, *, options: CallOptions | None = None) -> models.BillingInfo:
        """Returns the plan, its usage and the subscription."""
        return cast("models.BillingInfo", self._caller.call(OPERATIONS["getBillingInfo"], locals(), options))

    def get_certificate(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> str:
        """Returns the certificate of a normalized document."""
        return cast("str", self._caller.call(OPERATIONS["getCertificate"], locals(), options))

    def get_code(self, *, code: str, options: CallOptions | None = None) -> str:
        """Explains a code of a result or a report."""
        return cast("str", self._caller.call(OPERATIONS["getCode"], locals(), options))

    def get_context(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """Returns the JSON-LD context of attestations."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getContext"], locals(), options))

    def get_daily_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DailyStats:
        """Counts the documents of each day on which they ended, the oldest day first."""
        return cast("models.DailyStats", self._caller.call(OPERATIONS["getDailyStats"], locals(), options))

    def get_data_export(self, *, id: str, options: CallOptions | None = None) -> models.DataExport:
        """Returns the state of an export."""
        return cast("models.DataExport", self._caller.call(OPERATIONS["getDataExport"], locals(), options))

    def get_data_export_link(self, *, id: str, options: CallOptions | None = None) -> models.ExportLink:
        """Returns the address of the archive of an export."""
        return cast("models.ExportLink", self._caller.call(OPERATIONS["getDataExportLink"], locals(), options))

    def get_deletion(self, *, options: CallOptions | None = None) -> models.AccountDeletion:
        """Returns the pending deletion."""
        return cast("models.AccountDeletion", self._caller.call(OPERATIONS["getDeletion"], locals(), options))

    def get_deletion_certificate(self, *, id: str, options: CallOptions | None = None) -> str:
        """Returns the signed certificate of a deleted organization, for 30 days."""
        return cast("str", self._caller.call(OPERATIONS["getDeletionCertificate"], locals(), options))

    def get_erasure(self, *, id: str, options: CallOptions | None = None) -> models.Erasure:
        """Returns the state of an erasure, and at its end the certificate."""
        return cast("models.Erasure", self._caller.call(OPERATIONS["getErasure"], locals(), options))

    def get_evidence_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """Returns the evidence of a submission as one archive."""
        return cast("bytes", self._caller.call(OPERATIONS["getEvidenceOfSubmission"], locals(), options))

    def get_facts_type(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """Returns the JSON Schema of the predicate that signs the facts of a submission."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getFactsType"], locals(), options))

    def get_key_set(self, *, options: CallOptions | None = None) -> models.KeySet:
        """Returns the public keys, current and retired (JWKS)."""
        return cast("models.KeySet", self._caller.call(OPERATIONS["getKeySet"], locals(), options))

    def get_liveness(self, *, options: CallOptions | None = None) -> models.Liveness:
        """Reports whether the process lives."""
        return cast("models.Liveness", self._caller.call(OPERATIONS["getLiveness"], locals(), options))

    def get_open_api(self, *, options: CallOptions | None = None) -> dict[str, Any]:
        """Returns this document."""
        return cast("dict[str, Any]", self._caller.call(OPERATIONS["getOpenApi"], locals(), options))

    def get_organization(self, *, options: CallOptions | None = None) -> models.Organization:
        """Returns the organization of the caller."""
        return cast("models.Organization", self._caller.call(OPERATIONS["getOrganization"], locals(), options))

    def get_original_of_submission(self, *, id: str, options: CallOptions | None = None) -> bytes:
        """Returns the submitted bytes while the service stores them."""
        return cast("bytes", self._caller.call(OPERATIONS["getOriginalOfSubmission"], locals(), options))

    def get_problem(self, *, code: str, options: CallOptions | None = None) -> str:
        """Explains an error code."""
        return cast("str", self._caller.call(OPERATIONS["getProblem"], locals(), options))

    def get_quota(self, *, options: CallOptions | None = None) -> models.Quota:
        """Returns the number of documents left in this period."""
        return cast("models.Quota", self._caller.call(OPERATIONS["getQuota"], locals(), options))

    def get_readiness(self, *, options: CallOptions | None = None) -> models.Readiness:
        """Reports whether the process can serve."""
        return cast("models.Readiness", self._caller.call(OPERATIONS["getReadiness"], locals(), options))

    def get_report(self, *, hash: str, submission_id: str | None = None, options: CallOptions | None = None) -> models.Report:
        """Returns the report of a normalized PDF."""
        return cast("models.Report", self._caller.call(OPERATIONS["getReport"], locals(), options))

    def get_report_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionReport:
        """Returns the report of a submission that has ended, for each outcome."""
        return cast("models.SubmissionReport", self._caller.call(OPERATIONS["getReportOfSubmission"], locals(), options))

    def get_revisions_of_submission(self, *, id: str, options: CallOptions | None = None) -> models.SubmissionRevisions:
        """Returns the revisions of the submitted file, for each outcome of the submission."""
        return cast("models.SubmissionRevisions", self._caller.call(OPERATIONS["getRevisionsOfSubmission"], locals(), options))

    def get_second_factors(self, *, options: CallOptions | None = None) -> models.SecondFactors:
        """Lists the second factors of the caller."""
        return cast("models.SecondFactors", self._caller.call(OPERATIONS["getSecondFactors"], locals(), options))

    def get_signing_key(self, *, kid: str | None = None, options: CallOptions | None = None) -> str:
        """Returns one public key in PEM, the current one by default."""
        return cast("str", self._caller.call(OPERATIONS["getSigningKey"], locals(), options))

    def get_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """Returns the secret that signs events to addresses of a request or a batch."""
        return cast("models.SigningSecret", self._caller.call(OPERATIONS["getSigningSecret"], locals(), options))

    def get_stats(self, *, options: CallOptions | None = None) -> models.Stats:
        """Counts the documents of all time and of the billing period, with the usage of the plan."""
        return cast("models.Stats", self._caller.call(OPERATIONS["getStats"], locals(), options))

    def get_submission(self, *, id: str, wait: int | None = None, options: CallOptions | None = None) -> models.Submission:
        """Returns a submission, on request after its end."""
        return cast("models.Submission", self._caller.call(OPERATIONS["getSubmission"], locals(), options))

    def get_version(self, *, options: CallOptions | None = None) -> models.Version:
        """Lists the versions of the API."""
        return cast("models.Version", self._caller.call(OPERATIONS["getVersion"], locals(), options))

    def get_webhook(self, *, id: str, options: CallOptions | None = None) -> models.WebhookConfig:
        """Returns one endpoint, without its secret."""
        return cast("models.WebhookConfig", self._caller.call(OPERATIONS["getWebhook"], locals(), options))

    def invite_member(self, *, email: str, role: Literal["admin", "member"], options: CallOptions | None = None) -> models.Invitation:
        """Invites a person by mail: the link works once, for 48 hours."""
        return cast("models.Invitation", self._caller.call(OPERATIONS["inviteMember"], locals(), options))

    def list_api_keys(self, *, options: CallOptions | None = None) -> list[models.ApiKey]:
        """Lists all keys, newest first, without their secrets."""
        return cast("list[models.ApiKey]", self._caller.call(OPERATIONS["listApiKeys"], locals(), options))

    def list_attempts(self, *, id: str, options: CallOptions | None = None) -> models.DeliveryAttempts:
        """Lists the attempts of a delivery with the answers of the receiver, the oldest first."""
        return cast("models.DeliveryAttempts", self._caller.call(OPERATIONS["listAttempts"], locals(), options))

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
        """Lists the changes that people made in the portal, newest first."""
        return cast("models.AuditEntryPage", self._caller.call(OPERATIONS["listAuditLog"], locals(), options))

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
        """Lists the batches, newest first."""
        return cast("models.BatchPage", self._caller.call(OPERATIONS["listBatches"], locals(), options))

    def list_codes(self, *, options: CallOptions | None = None) -> str:
        """Lists every code of a result or a report."""
        return cast("str", self._caller.call(OPERATIONS["listCodes"], locals(), options))

    def list_data_exports(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.DataExportPage:
        """Lists the exports of the organization, newest first, with the expired ones."""
        return cast("models.DataExportPage", self._caller.call(OPERATIONS["listDataExports"], locals(), options))

    def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> list[models.WebhookDelivery]:
        """Lists the deliveries that failed all their attempts, newest first, for 30 days."""
        return cast("list[models.WebhookDelivery]", self._caller.call(OPERATIONS["listDeadDeliveries"], locals(), options))

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
        """Lists the deliveries to an endpoint with their outcomes, newest first, for 30 days."""
        return cast("models.DeliveryPage", self._caller.call(OPERATIONS["listDeliveries"], locals(), options))

    def list_erasures(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ErasurePage:
        """Lists the erasures of the organization, newest first."""
        return cast("models.ErasurePage", self._caller.call(OPERATIONS["listErasures"], locals(), options))

    def list_invitations(self, *, options: CallOptions | None = None) -> list[models.Invitation]:
        """Lists the invitations that people can still accept, newest first."""
        return cast("list[models.Invitation]", self._caller.call(OPERATIONS["listInvitations"], locals(), options))

    def list_problems(self, *, options: CallOptions | None = None) -> str:
        """Lists every code of an error."""
        return cast("str", self._caller.call(OPERATIONS["listProblems"], locals(), options))

    def list_sessions(self, *, options: CallOptions | None = None) -> list[models.Session]:
        """Lists the sign-ins of the caller, the last used first."""
        return cast("list[models.Session]", self._caller.call(OPERATIONS["listSessions"], locals(), options))

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
        """Lists the submissions, newest first."""
        return cast("models.SubmissionPage", self._caller.call(OPERATIONS["listSubmissions"], locals(), options))

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
        """Lists the submissions of a batch, newest first."""
        return cast("models.SubmissionPage", self._caller.call(OPERATIONS["listSubmissionsOfBatch"], locals(), options))

    def list_team(self, *, options: CallOptions | None = None) -> list[models.TeamMember]:
        """Lists the members in the order in which they joined."""
        return cast("list[models.TeamMember]", self._caller.call(OPERATIONS["listTeam"], locals(), options))

    def list_webhooks(self, *, options: CallOptions | None = None) -> list[models.WebhookConfig]:
        """Lists the endpoints of the organization, the oldest first."""
        return cast("list[models.WebhookConfig]", self._caller.call(OPERATIONS["listWebhooks"], locals(), options))

    def login(
        self,
        *,
        email: str,
        password: str,
        totp: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Signs in."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["login"], locals(), options))

    def login_with_second_factor(
        self,
        *,
        mfa_token: str,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.PasskeyAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.SignedIn:
        """Continues a sign-in that asked for a second factor."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["loginWithSecondFactor"], locals(), options))

    def logout(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> None:
        """Ends the sign-ins of the refresh token and of the access token."""
        return cast("None", self._caller.call(OPERATIONS["logout"], locals(), options))

    def logout_all(self, *, options: CallOptions | None = None) -> None:
        """Ends all sign-ins of the caller."""
        return cast("None", self._caller.call(OPERATIONS["logoutAll"], locals(), options))

    def preview_invitation(self, *, token: str, options: CallOptions | None = None) -> models.InvitationPreview:
        """The organization and the role of an invitation."""
        return cast("models.InvitationPreview", self._caller.call(OPERATIONS["previewInvitation"], locals(), options))

    def reauthenticate(
        self,
        *,
        password: str | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        assertion: models.PasskeyAssertion | None = None,
        options: CallOptions | None = None,
    ) -> models.Message:
        """Makes the sign-in recent for an hour."""
        return cast("models.Message", self._caller.call(OPERATIONS["reauthenticate"], locals(), options))

    def refresh(self, *, refresh_token: str | None = None, options: CallOptions | None = None) -> models.SignedIn:
        """Exchanges a refresh token for new tokens."""
        return cast("models.SignedIn", self._caller.call(OPERATIONS["refresh"], locals(), options))

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
        return cast("models.Registered", self._caller.call(OPERATIONS["register"], locals(), options))

    def register_passkey(
        self,
        *,
        name: str,
        credential: models.PasskeyRegistration,
        options: CallOptions | None = None,
    ) -> models.RegisteredPasskey:
        """Registers a passkey."""
        return cast("models.RegisteredPasskey", self._caller.call(OPERATIONS["registerPasskey"], locals(), options))

    def remove_member(self, *, user_id: str, options: CallOptions | None = None) -> models.RemovedMember:
        """Removes a member, or leaves the organization."""
        return cast("models.RemovedMember", self._caller.call(OPERATIONS["removeMember"], locals(), options))

    def remove_passkey(self, *, id: str, options: CallOptions | None = None) -> None:
        """Removes a passkey."""
        return cast("None", self._caller.call(OPERATIONS["removePasskey"], locals(), options))

    def remove_totp(self, *, options: CallOptions | None = None) -> None:
        """Removes the authenticator app."""
        return cast("None", self._caller.call(OPERATIONS["removeTotp"], locals(), options))

    def rename_organization(self, *, name: str, slug: str, options: CallOptions | None = None) -> models.Organization:
        """Changes the name and the slug."""
        return cast("models.Organization", self._caller.call(OPERATIONS["renameOrganization"], locals(), options))

    def rename_passkey(self, *, id: str, name: str, options: CallOptions | None = None) -> models.Passkey:
        """Renames a passkey."""
        return cast("models.Passkey", self._caller.call(OPERATIONS["renamePasskey"], locals(), options))

    def renew_recovery_codes(self, *, options: CallOptions | None = None) -> models.RecoveryCodes:
        """Replaces the recovery codes by new ones."""
        return cast("models.RecoveryCodes", self._caller.call(OPERATIONS["renewRecoveryCodes"], locals(), options))

    def replay_delivery(self, *, event_id: str, options: CallOptions | None = None) -> models.ReplayedDeliveries:
        """Queues failed deliveries again, with ten new attempts each."""
        return cast("models.ReplayedDeliveries", self._caller.call(OPERATIONS["replayDelivery"], locals(), options))

    def request_data_export(self, *, options: CallOptions | None = None) -> models.DataExport:
        """Exports all data of the organization as an archive."""
        return cast("models.DataExport", self._caller.call(OPERATIONS["requestDataExport"], locals(), options))

    def request_deletion(self, *, options: CallOptions | None = None) -> models.RequestedDeletion:
        """Schedules the deletion of the organization with all its data."""
        return cast("models.RequestedDeletion", self._caller.call(OPERATIONS["requestDeletion"], locals(), options))

    def request_erasure(
        self,
        *,
        content_hash: str | None = None,
        scope: Literal["all"] | None = None,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.ScheduledErasure:
        """Erases one document, or all of them."""
        return cast("models.ScheduledErasure", self._caller.call(OPERATIONS["requestErasure"], locals(), options))

    def reroll_api_key(self, *, id: str, overlap_seconds: int | None = None, options: CallOptions | None = None) -> models.CreatedApiKey:
        """Replaces a key by a new one: the old one still works for some time."""
        return cast("models.CreatedApiKey", self._caller.call(OPERATIONS["rerollApiKey"], locals(), options))

    def resend_verification(self, *, email: str, options: CallOptions | None = None) -> models.Message:
        """Sends the mail for the confirmation of an address again."""
        return cast("models.Message", self._caller.call(OPERATIONS["resendVerification"], locals(), options))

    def reset_password(self, *, token: str, password: str, options: CallOptions | None = None) -> models.Message:
        """Sets a new password by the token of a mail, and ends all sign-ins."""
        return cast("models.Message", self._caller.call(OPERATIONS["resetPassword"], locals(), options))

    def reset_second_factors(self, *, user_id: str, options: CallOptions | None = None) -> models.ResetFactors:
        """Removes the second factors of a member who has lost them."""
        return cast("models.ResetFactors", self._caller.call(OPERATIONS["resetSecondFactors"], locals(), options))

    def revoke_api_key(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes a key for ever."""
        return cast("models.Revoked", self._caller.call(OPERATIONS["revokeApiKey"], locals(), options))

    def revoke_invitation(self, *, id: str, options: CallOptions | None = None) -> models.Revoked:
        """Revokes an invitation and its link."""
        return cast("models.Revoked", self._caller.call(OPERATIONS["revokeInvitation"], locals(), options))

    def rotate_signing_secret(self, *, options: CallOptions | None = None) -> models.SigningSecret:
        """Makes a new secret: the old one also signs for a day."""
        return cast("models.SigningSecret", self._caller.call(OPERATIONS["rotateSigningSecret"], locals(), options))

    def rotate_webhook_secret(self, *, id: str, options: CallOptions | None = None) -> models.EndpointSecret:
        """Makes a new signing secret: the old one also signs for a day."""
        return cast("models.EndpointSecret", self._caller.call(OPERATIONS["rotateWebhookSecret"], locals(), options))

    def test_webhook(self, *, id: str, options: CallOptions | None = None) -> models.TestDelivery:
        """Sends the endpoint an event of the type `webhook.test`."""
        return cast("models.TestDelivery", self._caller.call(OPERATIONS["testWebhook"], locals(), options))

    def update_webhook(
        self,
        *,
        id: str,
        url: str | None = None,
        events: list[Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged"]] | None = None,
        active: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookConfig:
        """Changes an endpoint: absent fields stay unchanged."""
        return cast("models.WebhookConfig", self._caller.call(OPERATIONS["updateWebhook"], locals(), options))

    def verify(self, *, hash: str, original: str | None = None, options: CallOptions | None = None) -> models.Verification:
        """Verifies the stored attestation and the stored artifact again."""
        return cast("models.Verification", self._caller.call(OPERATIONS["verify"], locals(), options))

    def verify_audit_log(self, *, options: CallOptions | None = None) -> models.AuditVerification:
        """Checks the whole log for altered or missing entries."""
        return cast("models.AuditVerification", self._caller.call(OPERATIONS["verifyAuditLog"], locals(), options))

    def verify_email(self, *, token: str, password: str | None = None, options: CallOptions | None = None) -> models.Message:
        """Confirms an e-mail address by the token of a mail."""
        return cast("models.Message", self._caller.call(OPERATIONS["verifyEmail"], locals(), options))


class AsyncApi:
    """Each operation of the API; raises `FixpointError`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    accept_invite = awaited(Api.accept_invite)
    ask_for_passkey = awaited(Api.ask_for_passkey)
    ask_passkey_to_reauthenticate = awaited(Api.ask_passkey_to_reauthenticate)
    begin_totp = awaited(Api.begin_totp)
    cancel_deletion = awaited(Api.cancel_deletion)
    change_organization_settings = awaited(Api.change_organization_settings)
    change_password = awaited(Api.change_password)
    change_role = awaited(Api.change_role)
    close_batch = awaited(Api.close_batch)
    confirm_totp = awaited(Api.confirm_totp)
    create_api_key = awaited(Api.create_api_key)
    create_batch = awaited(Api.create_batch)
    create_checkout_session = awaited(Api.create_checkout_session)
    create_portal_session = awaited(Api.create_portal_session)
    create_webhook = awaited(Api.create_webhook)
    deactivate_organization = awaited(Api.deactivate_organization)
    delete_webhook = awaited(Api.delete_webhook)
    download_data_export = awaited(Api.download_data_export)
    end_session = awaited(Api.end_session)
    find_pages = awaited(Api.find_pages)
    forgot_password = awaited(Api.forgot_password)
    get_api_key = awaited(Api.get_api_key)
    get_artifact = awaited(Api.get_artifact)
    get_attestation = awaited(Api.get_attestation)
    get_batch = awaited(Api.get_batch)
    get_billing_info = awaited(Api.get_billing_info)
    get_certificate = awaited(Api.get_certificate)
    get_code = awaited(Api.get_code)
    get_context = awaited(Api.get_context)
    get_daily_stats = awaited(Api.get_daily_stats)
    get_data_export = awaited(Api.get_data_export)
    get_data_export_link = awaited(Api.get_data_export_link)
    get_deletion = awaited(Api.get_deletion)
    get_deletion_certificate = awaited(Api.get_deletion_certificate)
    get_erasure = awaited(Api.get_erasure)
    get_evidence_of_submission = awaited(Api.get_evidence_of_submission)
    get_facts_type = awaited(Api.get_facts_type)
    get_key_set = awaited(Api.get_key_set)
    get_liveness = awaited(Api.get_liveness)
    get_open_api = awaited(Api.get_open_api)
    get_organization = awaited(Api.get_organization)
    get_original_of_submission = awaited(Api.get_original_of_submission)
    get_problem = awaited(Api.get_problem)
    get_quota = awaited(Api.get_quota)
    get_readiness = awaited(Api.get_readiness)
    get_report = awaited(Api.get_report)
    get_report_of_submission = awaited(Api.get_report_of_submission)
    get_revisions_of_submission = awaited(Api.get_revisions_of_submission)
    get_second_factors = awaited(Api.get_second_factors)
    get_signing_key = awaited(Api.get_signing_key)
    get_signing_secret = awaited(Api.get_signing_secret)
    get_stats = awaited(Api.get_stats)
    get_submission = awaited(Api.get_submission)
    get_version = awaited(Api.get_version)
    get_webhook = awaited(Api.get_webhook)
    invite_member = awaited(Api.invite_member)
    list_api_keys = awaited(Api.list_api_keys)
    list_attempts = awaited(Api.list_attempts)
    list_audit_log = awaited(Api.list_audit_log)
    list_batches = awaited(Api.list_batches)
    list_codes = awaited(Api.list_codes)
    list_data_exports = awaited(Api.list_data_exports)
    list_dead_deliveries = awaited(Api.list_dead_deliveries)
    list_deliveries = awaited(Api.list_deliveries)
    list_erasures = awaited(Api.list_erasures)
    list_invitations = awaited(Api.list_invitations)
    list_problems = awaited(Api.list_problems)
    list_sessions = awaited(Api.list_sessions)
    list_submissions = awaited(Api.list_submissions)
    list_submissions_of_batch = awaited(Api.list_submissions_of_batch)
    list_team = awaited(Api.list_team)
    list_webhooks = awaited(Api.list_webhooks)
    login = awaited(Api.login)
    login_with_second_factor = awaited(Api.login_with_second_factor)
    logout = awaited(Api.logout)
    logout_all = awaited(Api.logout_all)
    preview_invitation = awaited(Api.preview_invitation)
    reauthenticate = awaited(Api.reauthenticate)
    refresh = awaited(Api.refresh)
    register = awaited(Api.register)
    register_passkey = awaited(Api.register_passkey)
    remove_member = awaited(Api.remove_member)
    remove_passkey = awaited(Api.remove_passkey)
    remove_totp = awaited(Api.remove_totp)
    rename_organization = awaited(Api.rename_organization)
    rename_passkey = awaited(Api.rename_passkey)
    renew_recovery_codes = awaited(Api.renew_recovery_codes)
    replay_delivery = awaited(Api.replay_delivery)
    request_data_export = awaited(Api.request_data_export)
    request_deletion = awaited(Api.request_deletion)
    request_erasure = awaited(Api.request_erasure)
    reroll_api_key = awaited(Api.reroll_api_key)
    resend_verification = awaited(Api.resend_verification)
    reset_password = awaited(Api.reset_password)
    reset_second_factors = awaited(Api.reset_second_factors)
    revoke_api_key = awaited(Api.revoke_api_key)
    revoke_invitation = awaited(Api.revoke_invitation)
    rotate_signing_secret = awaited(Api.rotate_signing_secret)
    rotate_webhook_secret = awaited(Api.rotate_webhook_secret)
    test_webhook = awaited(Api.test_webhook)
    update_webhook = awaited(Api.update_webhook)
    verify = awaited(Api.verify)
    verify_audit_log = awaited(Api.verify_audit_log)
    verify_email = awaited(Api.verify_email)


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
        """Finds the submissions and pages with a fingerprint: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["findPages"], locals(), options)

    def list_audit_log(
        self,
        *,
        action: str | None = None,
        actor_id: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.AuditEntry]:
        """Lists the changes that people made in the portal, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listAuditLog"], locals(), options)

    def list_batches(
        self,
        *,
        status: Literal["open", "in_progress", "complete"] | None = None,
        client_reference: str | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Batch]:
        """Lists the batches, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listBatches"], locals(), options)

    def list_data_exports(self, *, page_size: int | None = None, options: CallOptions | None = None) -> Iterator[models.DataExport]:
        """Lists the exports of the organization, newest first, with the expired ones: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDataExports"], locals(), options)

    def list_dead_deliveries(
        self,
        *,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Lists the deliveries that failed all their attempts, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeadDeliveries"], locals(), options)

    def list_deliveries(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead", "cancelled"] | None = None,
        event_type: Literal["normalization.success", "normalization.failure", "normalization.rejected", "submission.flagged", "batch.completed", "webhook.test"] | None = None,
        page_size: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Lists the deliveries to an endpoint with their outcomes, newest first, for 30 days: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listDeliveries"], locals(), options)

    def list_erasures(self, *, page_size: int | None = None, options: CallOptions | None = None) -> Iterator[models.Erasure]:
        """Lists the erasures of the organization, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listErasures"], locals(), options)

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
        """Lists the submissions, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissions"], locals(), options)

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
        """Lists the submissions of a batch, newest first: every item of every page, one after the other."""
        return self._caller.items(OPERATIONS["listSubmissionsOfBatch"], locals(), options)


class AsyncLists:
    """The lists of the API, item by item over all pages: nothing comes twice, whatever is added meanwhile."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    find_pages = iterated(Lists.find_pages)
    list_audit_log = iterated(Lists.list_audit_log)
    list_batches = iterated(Lists.list_batches)
    list_data_exports = iterated(Lists.list_data_exports)
    list_dead_deliveries = iterated(Lists.list_dead_deliveries)
    list_deliveries = iterated(Lists.list_deliveries)
    list_erasures = iterated(Lists.list_erasures)
    list_submissions = iterated(Lists.list_submissions)
    list_submissions_of_batch = iterated(Lists.list_submissions_of_batch)
