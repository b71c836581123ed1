/** The operations of the API as functions. Made of the description of the API by `node tools/clients/write.ts`; do not edit. */
import type { CallOptions } from '../transport.ts';
import type * as models from './models.ts';

/** Named as in the description of the API; what goes into path, query and body is one object. */
export interface Api {
  /** Joins the organization of an invitation, and signs in. */
  acceptInvite(input: {
    /** Out of the mail. */
    readonly token: string;
    /** The one to sign in with from now on. */
    readonly password: string;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** What an authenticator is asked to make a passkey of. */
  askForPasskey(input?: Record<string, never>, options?: CallOptions): Promise<models.PasskeyCreationOptions>;
  /** What a passkey is asked to sign for `POST /api/auth/reauthenticate`. */
  askPasskeyToReauthenticate(input?: Record<string, never>, options?: CallOptions): Promise<models.PasskeyRequestOptions>;
  /** A new secret for an authenticator app. */
  beginTotp(input?: Record<string, never>, options?: CallOptions): Promise<models.TotpSecret>;
  /** Keeps the organization. */
  cancelDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.CancelledDeletion>;
  /** Changes contact address, regions, and whether members need a second factor. */
  changeOrganizationSettings(input?: {
    /** For bills and other mail; null for none. */
    readonly contactEmail?: string | null | undefined;
    /** Where documents go that name no region; null where the service is to choose. */
    readonly defaultRegion?: 'ca-central-1' | 'us-east-2' | 'eu-central-1' | null | undefined;
    /** Where documents may go. */
    readonly allowedRegions?: readonly ('ca-central-1' | 'us-east-2' | 'eu-central-1')[] | undefined;
    /** Whether members need a second factor. Takes the sign-in of somebody who has one. */
    readonly requireSecondFactor?: boolean | undefined;
  }, options?: CallOptions): Promise<models.Organization>;
  /** Sets a new password, and ends all other sign-ins. */
  changePassword(input: {
    /** The old one. */
    readonly currentPassword: string;
    /** The new one. */
    readonly newPassword: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Changes somebody else's role; it counts from their next call on. */
  changeRole(input: {
    /** The member. */
    readonly userId: string;
    /** What they may do from now on. */
    readonly role: 'owner' | 'admin' | 'member';
  }, options?: CallOptions): Promise<models.TeamMember>;
  /** Takes no more submissions: the batch is complete as soon as the last one has ended. */
  closeBatch(input: {
    /** The batch. */
    readonly batchId: string;
  }, options?: CallOptions): Promise<models.Batch>;
  /** Sets the authenticator app up, by a code of it. */
  confirmTotp(input: {
    /** What the authenticator app shows. */
    readonly code: string;
  }, options?: CallOptions): Promise<models.AddedFactor>;
  /** Creates a key; the full key is in this answer and nowhere else. */
  createApiKey(input: {
    /** The name of the key. */
    readonly name: string;
    /** What it may do. */
    readonly scopes: readonly ('normalize' | 'read')[];
    /** In the future, up to the year 9999; null for a key that works until it is revoked. */
    readonly expiresAt?: string | null | undefined;
  }, options?: CallOptions): Promise<models.CreatedApiKey>;
  /** Creates a batch. */
  createBatch(input?: {
    /** The name of the batch; made by the service without it. */
    readonly name?: string | undefined;
    /** HTTPS; gets a notice of each completion. */
    readonly webhookUrl?: string | undefined;
    /** The id of your own record. It comes back in answers, lists, webhooks and exports, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Strings of your own, under names of your own. They come back in answers, lists, webhooks and exports. */
    readonly metadata?: Readonly<Record<string, string>> | undefined;
    /** How many submissions will come: the batch is complete then, and not before. */
    readonly expectedTotal?: number | undefined;
  }, options?: CallOptions): Promise<models.Batch>;
  /** A page to subscribe to a plan, or to change to another one. */
  createCheckoutSession(input: {
    /** The plan that is wanted. */
    readonly tier: 'starter' | 'growth' | 'pro';
    /** How often is paid. */
    readonly interval: 'month' | 'year';
    /** At one of the origins of the portal; `{CHECKOUT_SESSION_ID}` in it becomes the id of the payment. */
    readonly successUrl: string;
    /** At one of the origins of the portal. */
    readonly cancelUrl: string;
  }, options?: CallOptions): Promise<models.PageAddress>;
  /** A page with invoices, means of payment, and the end of the subscription. */
  createPortalSession(input: {
    /** At one of the origins of the portal. */
    readonly returnUrl: string;
  }, options?: CallOptions): Promise<models.PageAddress>;
  /** Adds an endpoint; the answer has its signing secret, once. */
  createWebhook(input: {
    /** HTTPS; HTTP only in development. */
    readonly url: string;
    /** What it is told. */
    readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged')[];
    /** Whether anything is sent. */
    readonly active?: boolean | undefined;
  }, options?: CallOptions): Promise<models.WebhookConfigWithSecret>;
  /** Deactivates the organization, for good. */
  deactivateOrganization(input?: Record<string, never>, options?: CallOptions): Promise<models.Organization>;
  /** Deletes an endpoint; what was still to be delivered to it is cancelled. */
  deleteWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.RemovedWebhook>;
  /** Leads to the archive of an export. */
  downloadDataExport(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends one of the own sign-ins. */
  endSession(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<void>;
  /** The submissions and pages with a fingerprint. */
  findPages(input: {
    /** A fingerprint of a page in hex, with or without the prefix `sha256:`. */
    readonly fingerprint: string;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.FoundPageList>;
  /** Sends a mail with a link to choose a new password. */
  forgotPassword(input: {
    /** The address of the account. */
    readonly email: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** One key, without its secret. */
  getApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.ApiKey>;
  /** A normalized PDF by the SHA-256 of its content. */
  getArtifact(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The signed attestation of a normalized document. */
  getAttestation(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** Which original is meant, where several led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<models.Attestation>;
  /** A batch with its counters. */
  getBatch(input: {
    /** The batch. */
    readonly batchId: string;
  }, options?: CallOptions): Promise<models.Batch>;
  /** Plan, usage and subscription. */
  getBillingInfo(input?: Record<string, never>, options?: CallOptions): Promise<models.BillingInfo>;
  /** The certificate of a normalized document. */
  getCertificate(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** Which original is meant, where several led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<string>;
  /** The meaning and the remedy of a code in a result or a report. */
  getCode(input: {
    /** A code of reports; with `.md` the page comes as Markdown. */
    readonly code: string;
  }, options?: CallOptions): Promise<string>;
  /** The JSON-LD context of attestations. */
  getContext(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Documents by the day on which they ended, the oldest day first. */
  getDailyStats(input?: {
    /** The first day, in UTC; 30 days up to the last one without. */
    readonly from?: string | undefined;
    /** The last day, counted too; today without. */
    readonly to?: string | undefined;
  }, options?: CallOptions): Promise<models.DailyStats>;
  /** How an export stands. */
  getDataExport(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.DataExport>;
  /** Where the archive of an export is, for pages. */
  getDataExportLink(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.ExportLink>;
  /** The deletion that is pending. */
  getDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.AccountDeletion>;
  /** The signed certificate of a deleted organization, for 30 days. */
  getDeletionCertificate(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<string>;
  /** How an erasure stands, with its certificate in the end. */
  getErasure(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Erasure>;
  /** All that proves what became of a document, as one archive. */
  getEvidenceOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The JSON Schema of the predicate that signs the facts of a submission. */
  getFactsType(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The public keys, current and retired (JWKS). */
  getKeySet(input?: Record<string, never>, options?: CallOptions): Promise<models.KeySet>;
  /** Whether the process lives. */
  getLiveness(input?: Record<string, never>, options?: CallOptions): Promise<models.Liveness>;
  /** This document. */
  getOpenApi(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The organization of whoever asks. */
  getOrganization(input?: Record<string, never>, options?: CallOptions): Promise<models.Organization>;
  /** The bytes that were submitted, while they are kept. */
  getOriginalOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The cause and the remedy of an error code. */
  getProblem(input: {
    /** The code of a problem; with `.md` the page comes as Markdown. */
    readonly code: string;
  }, options?: CallOptions): Promise<string>;
  /** How many documents are left in this period. */
  getQuota(input?: Record<string, never>, options?: CallOptions): Promise<models.Quota>;
  /** Whether the process can serve. */
  getReadiness(input?: Record<string, never>, options?: CallOptions): Promise<models.Readiness>;
  /** The report of a normalized PDF. */
  getReport(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** Which submission is meant, where several led to one output. */
    readonly submissionId?: string | undefined;
  }, options?: CallOptions): Promise<models.Report>;
  /** The report of a submission that has ended, however it ended. */
  getReportOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.SubmissionReport>;
  /** The revisions of the submitted file one by one, however the submission ended. */
  getRevisionsOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.SubmissionRevisions>;
  /** The second factors of the caller. */
  getSecondFactors(input?: Record<string, never>, options?: CallOptions): Promise<models.SecondFactors>;
  /** One public key in PEM: the current one by default. */
  getSigningKey(input?: {
    /** RFC 7638 thumbprint. */
    readonly kid?: string | undefined;
  }, options?: CallOptions): Promise<string>;
  /** The secret that signs what goes to addresses given with a request or a batch. */
  getSigningSecret(input?: Record<string, never>, options?: CallOptions): Promise<models.SigningSecret>;
  /** Documents of all time and of the billing period, and how much of the plan is used. */
  getStats(input?: Record<string, never>, options?: CallOptions): Promise<models.Stats>;
  /** A submission as it stands, or at its end. */
  getSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** Seconds to wait for the end. */
    readonly wait?: number | undefined;
  }, options?: CallOptions): Promise<models.Submission>;
  /** Which versions answer. */
  getVersion(input?: Record<string, never>, options?: CallOptions): Promise<models.Version>;
  /** One endpoint, without its secret. */
  getWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.WebhookConfig>;
  /** Invites somebody by mail; the link in it works once, for 48 hours. */
  inviteMember(input: {
    /** Who is invited. */
    readonly email: string;
    /** What they may do in the portal. */
    readonly role: 'admin' | 'member';
  }, options?: CallOptions): Promise<models.Invitation>;
  /** All keys, newest first, without their secrets. */
  listApiKeys(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.ApiKey[]>;
  /** Every attempt at a delivery, the oldest first, with what the receiver answered. */
  listAttempts(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.DeliveryAttempts>;
  /** What was changed in the portal, newest first. */
  listAuditLog(input?: {
    /** What was done, like `member.removed`. */
    readonly action?: string | undefined;
    /** Done by this member. */
    readonly actorId?: string | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.AuditEntryPage>;
  /** The batches, newest first. */
  listBatches(input?: {
    /** Those that are so far. */
    readonly status?: 'open' | 'in_progress' | 'complete' | undefined;
    /** The id of your own record. It comes back in answers, lists, webhooks and exports, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.BatchPage>;
  /** Every code a result or a report may carry. */
  listCodes(input?: Record<string, never>, options?: CallOptions): Promise<string>;
  /** The exports of the organization, newest first, those that have expired too. */
  listDataExports(input?: {
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.DataExportPage>;
  /** Deliveries that failed all their attempts, newest first, for 30 days. */
  listDeadDeliveries(input?: {
    /** Of this kind of event. */
    readonly eventType?: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<readonly models.WebhookDelivery[]>;
  /** What became of the deliveries to an endpoint, newest first, for 30 days. */
  listDeliveries(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** Those that stand so. */
    readonly status?: 'pending' | 'delivered' | 'dead' | 'cancelled' | undefined;
    /** Of this kind of event. */
    readonly eventType?: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.DeliveryPage>;
  /** The erasures of the organization, newest first. */
  listErasures(input?: {
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.ErasurePage>;
  /** Invitations that can still be accepted, newest first. */
  listInvitations(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.Invitation[]>;
  /** Every code an error may carry. */
  listProblems(input?: Record<string, never>, options?: CallOptions): Promise<string>;
  /** The caller's sign-ins, the last used first. */
  listSessions(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.Session[]>;
  /** The submissions, newest first. */
  listSubmissions(input?: {
    /** Those that are so far, or ended so. */
    readonly status?: models.SubmissionStatus | undefined;
    /** Accepted at this time or later. */
    readonly from?: string | undefined;
    /** Accepted before this time. */
    readonly to?: string | undefined;
    /** Of this document as it came. */
    readonly originalSha256?: string | undefined;
    /** With this canonical document. */
    readonly normalizedSha256?: string | undefined;
    /** Of this batch. */
    readonly batchId?: string | undefined;
    /** The id of your own record. It comes back in answers, lists, webhooks and exports, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Of the tamper analysis. */
    readonly riskLevel?: models.RiskLevel | undefined;
    /** With a verdict of this level. Submissions that an earlier version processed are left out. */
    readonly verdictLevel?: models.VerdictLevel | undefined;
    /** Of a document that failed or was rejected. */
    readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | undefined;
    /** Kept and processed there. */
    readonly region?: models.Region | undefined;
    /** Normalized under this specification. */
    readonly pipelineSpec?: string | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.SubmissionPage>;
  /** The submissions of a batch, newest first. */
  listSubmissionsOfBatch(input: {
    /** The batch. */
    readonly batchId: string;
    /** Those that are so far, or ended so. */
    readonly status?: models.SubmissionStatus | undefined;
    /** Accepted at this time or later. */
    readonly from?: string | undefined;
    /** Accepted before this time. */
    readonly to?: string | undefined;
    /** Of this document as it came. */
    readonly originalSha256?: string | undefined;
    /** With this canonical document. */
    readonly normalizedSha256?: string | undefined;
    /** The id of your own record. It comes back in answers, lists, webhooks and exports, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Of the tamper analysis. */
    readonly riskLevel?: models.RiskLevel | undefined;
    /** With a verdict of this level. Submissions that an earlier version processed are left out. */
    readonly verdictLevel?: models.VerdictLevel | undefined;
    /** Of a document that failed or was rejected. */
    readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | undefined;
    /** Kept and processed there. */
    readonly region?: models.Region | undefined;
    /** Normalized under this specification. */
    readonly pipelineSpec?: string | undefined;
    /** Counted from 1, which is the default; not beside `cursor`. */
    readonly page?: number | undefined;
    /** The most that a page has; 20 without it. */
    readonly pageSize?: number | undefined;
    /** `next_cursor` of the page before, or empty for the first: nothing is counted then. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.SubmissionPage>;
  /** The members, in the order they joined. */
  listTeam(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.TeamMember[]>;
  /** The endpoints of the organization, the oldest first. */
  listWebhooks(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.WebhookConfig[]>;
  /** Signs in. */
  login(input: {
    /** The address of the account. */
    readonly email: string;
    /** Its password. */
    readonly password: string;
    /** Of the authenticator app, where there is one; it spares the second call. */
    readonly totp?: string | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Goes on with a sign-in that asked for a second factor. */
  loginWithSecondFactor(input: {
    /** Of the refusal `mfa_required`. */
    readonly mfaToken: string;
    /** What the authenticator app shows. */
    readonly code?: string | undefined;
    /** One of the recovery codes. */
    readonly recoveryCode?: string | undefined;
    /** `toJSON()` of what `navigator.credentials.get` gives. */
    readonly assertion?: models.PasskeyAssertion | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Ends the sign-ins of the refresh token and of the access token. */
  logout(input?: {
    /** Without it, the cookie `__Host-refresh`. */
    readonly refreshToken?: string | undefined;
  }, options?: CallOptions): Promise<void>;
  /** Ends all sign-ins of the caller. */
  logoutAll(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /** What an invitation is to. */
  previewInvitation(input: {
    /** Out of the mail. */
    readonly token: string;
  }, options?: CallOptions): Promise<models.InvitationPreview>;
  /** Makes the sign-in a recent one, for an hour. */
  reauthenticate(input?: {
    /** Of a member without second factor. */
    readonly password?: string | undefined;
    /** What the authenticator app shows. */
    readonly code?: string | undefined;
    /** One of the recovery codes. */
    readonly recoveryCode?: string | undefined;
    /** `toJSON()` of what `navigator.credentials.get` gives. */
    readonly assertion?: models.PasskeyAssertion | undefined;
  }, options?: CallOptions): Promise<models.Message>;
  /** Takes a refresh token for new tokens. */
  refresh(input?: {
    /** Without it, the cookie `__Host-refresh`. */
    readonly refreshToken?: string | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Makes an organization with its owner, or joins one by invitation. */
  register(input: {
    /** The address to sign in with. */
    readonly email: string;
    /** 8 to 128 characters of any kind, not easily guessed. */
    readonly password: string;
    /** Without it, what stands before the @, with spaces for dots. */
    readonly organizationName?: string | undefined;
    /** Of an invitation: joins that organization instead of making one. */
    readonly inviteToken?: string | undefined;
  }, options?: CallOptions): Promise<models.Registered>;
  /** Registers the passkey that was made. */
  registerPasskey(input: {
    /** For its owner to recognize. */
    readonly name: string;
    /** `toJSON()` of what `navigator.credentials.create` gives. */
    readonly credential: models.PasskeyRegistration;
  }, options?: CallOptions): Promise<models.RegisteredPasskey>;
  /** Removes a member, or leaves the organization. */
  removeMember(input: {
    /** The member. */
    readonly userId: string;
  }, options?: CallOptions): Promise<models.RemovedMember>;
  /** Takes a passkey away. */
  removePasskey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<void>;
  /** Takes the authenticator app away. */
  removeTotp(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /** Changes name and slug. */
  renameOrganization(input: {
    /** The name of the organization. The rules of names hold for a changed one. */
    readonly name: string;
    /** Its name in URLs. */
    readonly slug: string;
  }, options?: CallOptions): Promise<models.Organization>;
  /** Gives a passkey another name. */
  renamePasskey(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** For its owner to recognize. */
    readonly name: string;
  }, options?: CallOptions): Promise<models.Passkey>;
  /** New recovery codes, in the place of those there were. */
  renewRecoveryCodes(input?: Record<string, never>, options?: CallOptions): Promise<models.RecoveryCodes>;
  /** Queues failed deliveries again, with ten attempts before each. */
  replayDelivery(input: {
    /** The id of a delivery, or of an event: then all its failed deliveries are meant. */
    readonly eventId: string;
  }, options?: CallOptions): Promise<models.ReplayedDeliveries>;
  /** Has all data of the organization written into an archive. */
  requestDataExport(input?: Record<string, never>, options?: CallOptions): Promise<models.DataExport>;
  /** Has the organization deleted, with everything that is kept of it. */
  requestDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.RequestedDeletion>;
  /** Has one document erased, or all of them. */
  requestErasure(input?: {
    /** Of an original, an output or a text: every submission of the originals it stands for is meant, under every specification and algorithm. */
    readonly contentHash?: string | undefined;
    /** Every document is meant. */
    readonly scope?: 'all' | undefined;
    /** Only counts what would be erased. */
    readonly dryRun?: boolean | undefined;
  }, options?: CallOptions): Promise<models.ScheduledErasure>;
  /** Replaces a key by a new one; the old one works for a while still. */
  rerollApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** How long the old key works still; 0 revokes it at once. */
    readonly overlapSeconds?: number | undefined;
  }, options?: CallOptions): Promise<models.CreatedApiKey>;
  /** Sends the mail again by which an address is confirmed. */
  resendVerification(input: {
    /** The address that is to be confirmed. */
    readonly email: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Sets a new password by the token of a mail, and ends all sign-ins. */
  resetPassword(input: {
    /** Out of the mail. */
    readonly token: string;
    /** The new one. */
    readonly password: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Takes the second factors of somebody away who has lost them. */
  resetSecondFactors(input: {
    /** The member. */
    readonly userId: string;
  }, options?: CallOptions): Promise<models.ResetFactors>;
  /** Revokes a key, at once and for good. */
  revokeApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Revoked>;
  /** Revokes an invitation: its link is worth nothing from then on. */
  revokeInvitation(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Revoked>;
  /** Makes a new one; the old one signs too for a day. */
  rotateSigningSecret(input?: Record<string, never>, options?: CallOptions): Promise<models.SigningSecret>;
  /** Makes a new signing secret; the old one signs too for a day. */
  rotateWebhookSecret(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.EndpointSecret>;
  /** Sends the endpoint an event of the type `webhook.test`. */
  testWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.TestDelivery>;
  /** Changes an endpoint; what is not named stays. */
  updateWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** HTTPS; HTTP only in development. */
    readonly url?: string | undefined;
    /** What it is told. */
    readonly events?: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged')[] | undefined;
    /** To make it active again forgets its failures. */
    readonly active?: boolean | undefined;
  }, options?: CallOptions): Promise<models.WebhookConfig>;
  /** Checks the stored attestation and the stored artifact again. */
  verify(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** Which original is meant, where several led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<models.Verification>;
  /** Reads the whole log and says whether an entry was altered or taken out. */
  verifyAuditLog(input?: Record<string, never>, options?: CallOptions): Promise<models.AuditVerification>;
  /** Confirms an e-mail address by the token of a mail, and by the password of the account where it is given. */
  verifyEmail(input: {
    /** Out of the mail. */
    readonly token: string;
    /** The one chosen at registration: to be asked of a person, whose address somebody else may have registered. */
    readonly password?: string | undefined;
  }, options?: CallOptions): Promise<models.Message>;
}

type ListInput<Name extends keyof Api> = Omit<NonNullable<Parameters<Api[Name]>[0]>, 'page' | 'cursor'>;

/** The lists among them, read by cursor: nothing comes twice, whatever is added meanwhile. */
export interface Lists {
  /** The submissions and pages with a fingerprint: every item of every page, one after the other. */
  findPages(input: ListInput<'findPages'>, options?: CallOptions): AsyncGenerator<models.FoundPage, void, undefined>;
  /** What was changed in the portal, newest first: every item of every page, one after the other. */
  listAuditLog(input?: ListInput<'listAuditLog'>, options?: CallOptions): AsyncGenerator<models.AuditEntry, void, undefined>;
  /** The batches, newest first: every item of every page, one after the other. */
  listBatches(input?: ListInput<'listBatches'>, options?: CallOptions): AsyncGenerator<models.Batch, void, undefined>;
  /** The exports of the organization, newest first, those that have expired too: every item of every page, one after the other. */
  listDataExports(input?: ListInput<'listDataExports'>, options?: CallOptions): AsyncGenerator<models.DataExport, void, undefined>;
  /** Deliveries that failed all their attempts, newest first, for 30 days: every item of every page, one after the other. */
  listDeadDeliveries(input?: ListInput<'listDeadDeliveries'>, options?: CallOptions): AsyncGenerator<models.WebhookDelivery, void, undefined>;
  /** What became of the deliveries to an endpoint, newest first, for 30 days: every item of every page, one after the other. */
  listDeliveries(input: ListInput<'listDeliveries'>, options?: CallOptions): AsyncGenerator<models.WebhookDelivery, void, undefined>;
  /** The erasures of the organization, newest first: every item of every page, one after the other. */
  listErasures(input?: ListInput<'listErasures'>, options?: CallOptions): AsyncGenerator<models.Erasure, void, undefined>;
  /** The submissions, newest first: every item of every page, one after the other. */
  listSubmissions(input?: ListInput<'listSubmissions'>, options?: CallOptions): AsyncGenerator<models.Submission, void, undefined>;
  /** The submissions of a batch, newest first: every item of every page, one after the other. */
  listSubmissionsOfBatch(input: ListInput<'listSubmissionsOfBatch'>, options?: CallOptions): AsyncGenerator<models.Submission, void, undefined>;
}
