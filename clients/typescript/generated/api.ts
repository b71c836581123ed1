/** The operations of the API as functions. Made of the description of the API by `node tools/clients/write.ts`; do not edit. */
import type { CallOptions } from '../transport.ts';
import type * as models from './models.ts';

/** Named as in the description of the API; what goes into path, query and body is one object. */
export interface Api {
  /** Accepts an invitation, and signs in. */
  acceptInvite(input: {
    /** The token of the mail. */
    readonly token: string;
    /** The new password of the account. */
    readonly password: string;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Makes the options for the registration of a passkey. */
  askForPasskey(input?: Record<string, never>, options?: CallOptions): Promise<models.PasskeyCreationOptions>;
  /** Makes the options of a passkey for `POST /api/auth/reauthenticate`. */
  askPasskeyToReauthenticate(input?: Record<string, never>, options?: CallOptions): Promise<models.PasskeyRequestOptions>;
  /** Makes a new secret for an authenticator app. */
  beginTotp(input?: Record<string, never>, options?: CallOptions): Promise<models.TotpSecret>;
  /** Cancels the pending deletion. */
  cancelDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.CancelledDeletion>;
  /** Changes the contact address, the regions, and whether members need a second factor. */
  changeOrganizationSettings(input?: {
    /** The address for bills and other mail. Null removes it. */
    readonly contactEmail?: string | null | undefined;
    /** The region of documents that name none. Null lets the service choose. */
    readonly defaultRegion?: 'ca-central-1' | 'us-east-2' | 'eu-central-1' | null | undefined;
    /** The regions that documents may use. */
    readonly allowedRegions?: readonly ('ca-central-1' | 'us-east-2' | 'eu-central-1')[] | undefined;
    /** Whether members need a second factor. Only a member who signed in with one may set this. */
    readonly requireSecondFactor?: boolean | undefined;
  }, options?: CallOptions): Promise<models.Organization>;
  /** Sets a new password, and ends all other sign-ins. */
  changePassword(input: {
    /** The old password. */
    readonly currentPassword: string;
    /** The new password. */
    readonly newPassword: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Changes the role of another member from the next call of that member on. */
  changeRole(input: {
    /** The id of the member. */
    readonly userId: string;
    /** The new role. */
    readonly role: 'owner' | 'admin' | 'member';
  }, options?: CallOptions): Promise<models.TeamMember>;
  /** Closes a batch: it is complete when its last submission has ended. */
  closeBatch(input: {
    /** The id of the batch. */
    readonly batchId: string;
  }, options?: CallOptions): Promise<models.Batch>;
  /** Sets up the authenticator app by one of its codes. */
  confirmTotp(input: {
    /** The code that the authenticator app shows. */
    readonly code: string;
  }, options?: CallOptions): Promise<models.AddedFactor>;
  /** Creates a key: only this answer has the full key. */
  createApiKey(input: {
    /** The name of the key. */
    readonly name: string;
    /** The scopes of the key. */
    readonly scopes: readonly ('normalize' | 'read')[];
    /** A time in the future, up to the year 9999. Null makes a key that works until somebody revokes it. */
    readonly expiresAt?: string | null | undefined;
  }, options?: CallOptions): Promise<models.CreatedApiKey>;
  /** Creates a batch. */
  createBatch(input?: {
    /** The name of the batch. The service makes one by default. */
    readonly name?: string | undefined;
    /** An HTTPS address that gets a notice of each completion. */
    readonly webhookUrl?: string | undefined;
    /** The id of a record in your system. Answers, lists, webhooks and exports contain it, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Strings of your system under names of your choice. Answers, lists, webhooks and exports contain them. */
    readonly metadata?: Readonly<Record<string, string>> | undefined;
    /** The number of submissions that will come. The batch is complete when they have ended. */
    readonly expectedTotal?: number | undefined;
  }, options?: CallOptions): Promise<models.Batch>;
  /** Opens a page to subscribe to a plan or to change the plan. */
  createCheckoutSession(input: {
    /** The requested plan. */
    readonly tier: 'starter' | 'growth' | 'pro';
    /** The interval of the payments. */
    readonly interval: 'month' | 'year';
    /** An address at one of the origins of the portal. The service replaces `{CHECKOUT_SESSION_ID}` in it by the id of the payment. */
    readonly successUrl: string;
    /** An address at one of the origins of the portal. */
    readonly cancelUrl: string;
  }, options?: CallOptions): Promise<models.PageAddress>;
  /** Opens a page with invoices, means of payment, and the end of the subscription. */
  createPortalSession(input: {
    /** An address at one of the origins of the portal. */
    readonly returnUrl: string;
  }, options?: CallOptions): Promise<models.PageAddress>;
  /** Adds an endpoint: only this answer has its signing secret. */
  createWebhook(input: {
    /** An HTTPS address. Development also takes HTTP. */
    readonly url: string;
    /** The types of events for the endpoint. */
    readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged')[];
    /** Whether the service sends events to the endpoint. */
    readonly active?: boolean | undefined;
  }, options?: CallOptions): Promise<models.WebhookConfigWithSecret>;
  /** Deactivates the organization for ever. */
  deactivateOrganization(input?: Record<string, never>, options?: CallOptions): Promise<models.Organization>;
  /** Deletes an endpoint, and cancels its pending deliveries. */
  deleteWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.RemovedWebhook>;
  /** Leads to the archive of an export. */
  downloadDataExport(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends one sign-in of the caller. */
  endSession(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<void>;
  /** Finds the submissions and pages with a fingerprint. */
  findPages(input: {
    /** A fingerprint of a page in hex, with or without the prefix `sha256:`. */
    readonly fingerprint: string;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.FoundPageList>;
  /** Sends a mail with a link to choose a new password. */
  forgotPassword(input: {
    /** The address of the account. */
    readonly email: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Returns one key, without its secret. */
  getApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.ApiKey>;
  /** Returns a normalized PDF by the SHA-256 of its content. */
  getArtifact(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the signed attestation of a normalized document. */
  getAttestation(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** The hash of the original, where several originals led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<models.Attestation>;
  /** Returns a batch with its counters. */
  getBatch(input: {
    /** The id of the batch. */
    readonly batchId: string;
  }, options?: CallOptions): Promise<models.Batch>;
  /** Returns the plan, its usage and the subscription. */
  getBillingInfo(input?: Record<string, never>, options?: CallOptions): Promise<models.BillingInfo>;
  /** Returns the certificate of a normalized document. */
  getCertificate(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** The hash of the original, where several originals led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<string>;
  /** Explains a code of a result or a report. */
  getCode(input: {
    /** A code of reports. With `.md` the page comes as Markdown. */
    readonly code: string;
  }, options?: CallOptions): Promise<string>;
  /** Returns the JSON-LD context of attestations. */
  getContext(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Counts the documents of each day on which they ended, the oldest day first. */
  getDailyStats(input?: {
    /** The first day, in UTC. By default the answer covers 30 days. */
    readonly from?: string | undefined;
    /** The last day, which is included. The default is today. */
    readonly to?: string | undefined;
  }, options?: CallOptions): Promise<models.DailyStats>;
  /** Returns the state of an export. */
  getDataExport(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.DataExport>;
  /** Returns the address of the archive of an export. */
  getDataExportLink(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.ExportLink>;
  /** Returns the pending deletion. */
  getDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.AccountDeletion>;
  /** Returns the signed certificate of a deleted organization, for 30 days. */
  getDeletionCertificate(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<string>;
  /** Returns the state of an erasure, and at its end the certificate. */
  getErasure(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Erasure>;
  /** Returns the evidence of a submission as one archive. */
  getEvidenceOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the JSON Schema of the predicate that signs the facts of a submission. */
  getFactsType(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the public keys, current and retired (JWKS). */
  getKeySet(input?: Record<string, never>, options?: CallOptions): Promise<models.KeySet>;
  /** Reports whether the process lives. */
  getLiveness(input?: Record<string, never>, options?: CallOptions): Promise<models.Liveness>;
  /** Returns this document. */
  getOpenApi(input?: Record<string, never>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the organization of the caller. */
  getOrganization(input?: Record<string, never>, options?: CallOptions): Promise<models.Organization>;
  /** Returns the submitted bytes while the service stores them. */
  getOriginalOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Explains an error code. */
  getProblem(input: {
    /** The code of a problem. With `.md` the page comes as Markdown. */
    readonly code: string;
  }, options?: CallOptions): Promise<string>;
  /** Returns the number of documents left in this period. */
  getQuota(input?: Record<string, never>, options?: CallOptions): Promise<models.Quota>;
  /** Reports whether the process can serve. */
  getReadiness(input?: Record<string, never>, options?: CallOptions): Promise<models.Readiness>;
  /** Returns the report of a normalized PDF. */
  getReport(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** The submission, where several submissions led to one output. */
    readonly submissionId?: string | undefined;
  }, options?: CallOptions): Promise<models.Report>;
  /** Returns the report of a submission that has ended, for each outcome. */
  getReportOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.SubmissionReport>;
  /** Returns the revisions of the submitted file, for each outcome of the submission. */
  getRevisionsOfSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.SubmissionRevisions>;
  /** Lists the second factors of the caller. */
  getSecondFactors(input?: Record<string, never>, options?: CallOptions): Promise<models.SecondFactors>;
  /** Returns one public key in PEM, the current one by default. */
  getSigningKey(input?: {
    /** The RFC 7638 thumbprint of the key. */
    readonly kid?: string | undefined;
  }, options?: CallOptions): Promise<string>;
  /** Returns the secret that signs events to addresses of a request or a batch. */
  getSigningSecret(input?: Record<string, never>, options?: CallOptions): Promise<models.SigningSecret>;
  /** Counts the documents of all time and of the billing period, with the usage of the plan. */
  getStats(input?: Record<string, never>, options?: CallOptions): Promise<models.Stats>;
  /** Returns a submission, on request after its end. */
  getSubmission(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** Seconds to wait for the end. */
    readonly wait?: number | undefined;
  }, options?: CallOptions): Promise<models.Submission>;
  /** Lists the versions of the API. */
  getVersion(input?: Record<string, never>, options?: CallOptions): Promise<models.Version>;
  /** Returns one endpoint, without its secret. */
  getWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.WebhookConfig>;
  /** Invites a person by mail: the link works once, for 48 hours. */
  inviteMember(input: {
    /** The address of the invited person. */
    readonly email: string;
    /** The role of the member in the portal. */
    readonly role: 'admin' | 'member';
  }, options?: CallOptions): Promise<models.Invitation>;
  /** Lists all keys, newest first, without their secrets. */
  listApiKeys(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.ApiKey[]>;
  /** Lists the attempts of a delivery with the answers of the receiver, the oldest first. */
  listAttempts(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.DeliveryAttempts>;
  /** Lists the changes that people made in the portal, newest first. */
  listAuditLog(input?: {
    /** An action such as `member.removed`. */
    readonly action?: string | undefined;
    /** The member who acted. */
    readonly actorId?: string | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.AuditEntryPage>;
  /** Lists the batches, newest first. */
  listBatches(input?: {
    /** Batches with this status. */
    readonly status?: 'open' | 'in_progress' | 'complete' | undefined;
    /** The id of a record in your system. Answers, lists, webhooks and exports contain it, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.BatchPage>;
  /** Lists every code of a result or a report. */
  listCodes(input?: Record<string, never>, options?: CallOptions): Promise<string>;
  /** Lists the exports of the organization, newest first, with the expired ones. */
  listDataExports(input?: {
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.DataExportPage>;
  /** Lists the deliveries that failed all their attempts, newest first, for 30 days. */
  listDeadDeliveries(input?: {
    /** Deliveries of this type of event. */
    readonly eventType?: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<readonly models.WebhookDelivery[]>;
  /** Lists the deliveries to an endpoint with their outcomes, newest first, for 30 days. */
  listDeliveries(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** Deliveries with this status. */
    readonly status?: 'pending' | 'delivered' | 'dead' | 'cancelled' | undefined;
    /** Deliveries of this type of event. */
    readonly eventType?: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.DeliveryPage>;
  /** Lists the erasures of the organization, newest first. */
  listErasures(input?: {
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.ErasurePage>;
  /** Lists the invitations that people can still accept, newest first. */
  listInvitations(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.Invitation[]>;
  /** Lists every code of an error. */
  listProblems(input?: Record<string, never>, options?: CallOptions): Promise<string>;
  /** Lists the sign-ins of the caller, the last used first. */
  listSessions(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.Session[]>;
  /** Lists the submissions, newest first. */
  listSubmissions(input?: {
    /** Submissions with this status. */
    readonly status?: models.SubmissionStatus | undefined;
    /** Submissions accepted at this time or later. */
    readonly from?: string | undefined;
    /** Submissions accepted before this time. */
    readonly to?: string | undefined;
    /** Submissions of this original, by SHA-256. */
    readonly originalSha256?: string | undefined;
    /** Submissions with this canonical document. */
    readonly normalizedSha256?: string | undefined;
    /** Submissions of this batch. */
    readonly batchId?: string | undefined;
    /** The id of a record in your system. Answers, lists, webhooks and exports contain it, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Submissions with this risk in the tamper analysis. */
    readonly riskLevel?: models.RiskLevel | undefined;
    /** Submissions with a verdict of this level. The list leaves out submissions that an earlier version processed. */
    readonly verdictLevel?: models.VerdictLevel | undefined;
    /** Submissions that failed or were rejected with this code. */
    readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | undefined;
    /** Submissions that this region stores and processes. */
    readonly region?: models.Region | undefined;
    /** Submissions that this specification normalized. */
    readonly pipelineSpec?: string | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.SubmissionPage>;
  /** Lists the submissions of a batch, newest first. */
  listSubmissionsOfBatch(input: {
    /** The id of the batch. */
    readonly batchId: string;
    /** Submissions with this status. */
    readonly status?: models.SubmissionStatus | undefined;
    /** Submissions accepted at this time or later. */
    readonly from?: string | undefined;
    /** Submissions accepted before this time. */
    readonly to?: string | undefined;
    /** Submissions of this original, by SHA-256. */
    readonly originalSha256?: string | undefined;
    /** Submissions with this canonical document. */
    readonly normalizedSha256?: string | undefined;
    /** The id of a record in your system. Answers, lists, webhooks and exports contain it, and lists can be filtered by it. */
    readonly clientReference?: string | undefined;
    /** Submissions with this risk in the tamper analysis. */
    readonly riskLevel?: models.RiskLevel | undefined;
    /** Submissions with a verdict of this level. The list leaves out submissions that an earlier version processed. */
    readonly verdictLevel?: models.VerdictLevel | undefined;
    /** Submissions that failed or were rejected with this code. */
    readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | undefined;
    /** Submissions that this region stores and processes. */
    readonly region?: models.Region | undefined;
    /** Submissions that this specification normalized. */
    readonly pipelineSpec?: string | undefined;
    /** The number of the page, from 1, which is the default. It excludes `cursor`. */
    readonly page?: number | undefined;
    /** The most items of a page, 20 by default. */
    readonly pageSize?: number | undefined;
    /** The `next_cursor` of the previous page, or empty for the first page. With a cursor the service counts nothing. */
    readonly cursor?: string | undefined;
  }, options?: CallOptions): Promise<models.SubmissionPage>;
  /** Lists the members in the order in which they joined. */
  listTeam(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.TeamMember[]>;
  /** Lists the endpoints of the organization, the oldest first. */
  listWebhooks(input?: Record<string, never>, options?: CallOptions): Promise<readonly models.WebhookConfig[]>;
  /** Signs in. */
  login(input: {
    /** The address of the account. */
    readonly email: string;
    /** The password of the account. */
    readonly password: string;
    /** A code of the authenticator app. It saves the second call. */
    readonly totp?: string | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Continues a sign-in that asked for a second factor. */
  loginWithSecondFactor(input: {
    /** The `mfa_token` of the refusal `mfa_required`. */
    readonly mfaToken: string;
    /** The code that the authenticator app shows. */
    readonly code?: string | undefined;
    /** One of the recovery codes. */
    readonly recoveryCode?: string | undefined;
    /** The `toJSON()` form of the result of `navigator.credentials.get`. */
    readonly assertion?: models.PasskeyAssertion | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Ends the sign-ins of the refresh token and of the access token. */
  logout(input?: {
    /** The refresh token. The default is the cookie `__Host-refresh`. */
    readonly refreshToken?: string | undefined;
  }, options?: CallOptions): Promise<void>;
  /** Ends all sign-ins of the caller. */
  logoutAll(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /** The organization and the role of an invitation. */
  previewInvitation(input: {
    /** The token of the mail. */
    readonly token: string;
  }, options?: CallOptions): Promise<models.InvitationPreview>;
  /** Makes the sign-in recent for an hour. */
  reauthenticate(input?: {
    /** The password, for a member without a second factor. */
    readonly password?: string | undefined;
    /** The code that the authenticator app shows. */
    readonly code?: string | undefined;
    /** One of the recovery codes. */
    readonly recoveryCode?: string | undefined;
    /** The `toJSON()` form of the result of `navigator.credentials.get`. */
    readonly assertion?: models.PasskeyAssertion | undefined;
  }, options?: CallOptions): Promise<models.Message>;
  /** Exchanges a refresh token for new tokens. */
  refresh(input?: {
    /** The refresh token. The default is the cookie `__Host-refresh`. */
    readonly refreshToken?: string | undefined;
  }, options?: CallOptions): Promise<models.SignedIn>;
  /** Makes an organization with its owner, or joins one by invitation. */
  register(input: {
    /** The address of the sign-in. */
    readonly email: string;
    /** A password of 8 to 128 characters of any kind that nobody guesses easily. */
    readonly password: string;
    /** The name of the organization. The default is the part of the address before the @, with spaces for dots. */
    readonly organizationName?: string | undefined;
    /** The token of an invitation. The account joins that organization instead of making one. */
    readonly inviteToken?: string | undefined;
  }, options?: CallOptions): Promise<models.Registered>;
  /** Registers a passkey. */
  registerPasskey(input: {
    /** A name by which the owner recognizes the passkey. */
    readonly name: string;
    /** `toJSON()` of what `navigator.credentials.create` gives. */
    readonly credential: models.PasskeyRegistration;
  }, options?: CallOptions): Promise<models.RegisteredPasskey>;
  /** Removes a member, or leaves the organization. */
  removeMember(input: {
    /** The id of the member. */
    readonly userId: string;
  }, options?: CallOptions): Promise<models.RemovedMember>;
  /** Removes a passkey. */
  removePasskey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<void>;
  /** Removes the authenticator app. */
  removeTotp(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /** Changes the name and the slug. */
  renameOrganization(input: {
    /** The name of the organization. A changed name must follow the rules of names. */
    readonly name: string;
    /** The name of the organization in URLs. */
    readonly slug: string;
  }, options?: CallOptions): Promise<models.Organization>;
  /** Renames a passkey. */
  renamePasskey(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** A name by which the owner recognizes the passkey. */
    readonly name: string;
  }, options?: CallOptions): Promise<models.Passkey>;
  /** Replaces the recovery codes by new ones. */
  renewRecoveryCodes(input?: Record<string, never>, options?: CallOptions): Promise<models.RecoveryCodes>;
  /** Queues failed deliveries again, with ten new attempts each. */
  replayDelivery(input: {
    /** The id of a delivery, or of an event with all its failed deliveries. */
    readonly eventId: string;
  }, options?: CallOptions): Promise<models.ReplayedDeliveries>;
  /** Exports all data of the organization as an archive. */
  requestDataExport(input?: Record<string, never>, options?: CallOptions): Promise<models.DataExport>;
  /** Schedules the deletion of the organization with all its data. */
  requestDeletion(input?: Record<string, never>, options?: CallOptions): Promise<models.RequestedDeletion>;
  /** Erases one document, or all of them. */
  requestErasure(input?: {
    /** The SHA-256 of an original, an output or a text. The erasure covers every submission of the originals that have it, under every specification and algorithm. */
    readonly contentHash?: string | undefined;
    /** `all` covers every document. */
    readonly scope?: 'all' | undefined;
    /** Whether the service only counts the documents. */
    readonly dryRun?: boolean | undefined;
  }, options?: CallOptions): Promise<models.ScheduledErasure>;
  /** Replaces a key by a new one: the old one still works for some time. */
  rerollApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** The seconds in which the old key still works. 0 revokes it at once. */
    readonly overlapSeconds?: number | undefined;
  }, options?: CallOptions): Promise<models.CreatedApiKey>;
  /** Sends the mail for the confirmation of an address again. */
  resendVerification(input: {
    /** The address to confirm. */
    readonly email: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Sets a new password by the token of a mail, and ends all sign-ins. */
  resetPassword(input: {
    /** The token of the mail. */
    readonly token: string;
    /** The new password. */
    readonly password: string;
  }, options?: CallOptions): Promise<models.Message>;
  /** Removes the second factors of a member who has lost them. */
  resetSecondFactors(input: {
    /** The id of the member. */
    readonly userId: string;
  }, options?: CallOptions): Promise<models.ResetFactors>;
  /** Revokes a key for ever. */
  revokeApiKey(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Revoked>;
  /** Revokes an invitation and its link. */
  revokeInvitation(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.Revoked>;
  /** Makes a new secret: the old one also signs for a day. */
  rotateSigningSecret(input?: Record<string, never>, options?: CallOptions): Promise<models.SigningSecret>;
  /** Makes a new signing secret: the old one also signs for a day. */
  rotateWebhookSecret(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.EndpointSecret>;
  /** Sends the endpoint an event of the type `webhook.test`. */
  testWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
  }, options?: CallOptions): Promise<models.TestDelivery>;
  /** Changes an endpoint: absent fields stay unchanged. */
  updateWebhook(input: {
    /** The id of the requested object. */
    readonly id: string;
    /** An HTTPS address. Development also takes HTTP. */
    readonly url?: string | undefined;
    /** The types of events for the endpoint. */
    readonly events?: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged')[] | undefined;
    /** Whether the service sends events to the endpoint. A true value also resets its failures. */
    readonly active?: boolean | undefined;
  }, options?: CallOptions): Promise<models.WebhookConfig>;
  /** Verifies the stored attestation and the stored artifact again. */
  verify(input: {
    /** SHA-256 in hex, with or without the prefix `sha256:`. */
    readonly hash: string;
    /** The hash of the original, where several originals led to one output. */
    readonly original?: string | undefined;
  }, options?: CallOptions): Promise<models.Verification>;
  /** Checks the whole log for altered or missing entries. */
  verifyAuditLog(input?: Record<string, never>, options?: CallOptions): Promise<models.AuditVerification>;
  /** Confirms an e-mail address by the token of a mail. */
  verifyEmail(input: {
    /** The token of the mail. */
    readonly token: string;
    /** The password from the registration. Ask the person for it, because somebody else may have registered the address. */
    readonly password?: string | undefined;
  }, options?: CallOptions): Promise<models.Message>;
}

type ListInput<Name extends keyof Api> = Omit<NonNullable<Parameters<Api[Name]>[0]>, 'page' | 'cursor'>;

/** The lists among them, read by cursor: nothing comes twice, whatever is added meanwhile. */
export interface Lists {
  /** Finds the submissions and pages with a fingerprint: every item of every page, one after the other. */
  findPages(input: ListInput<'findPages'>, options?: CallOptions): AsyncGenerator<models.FoundPage, void, undefined>;
  /** Lists the changes that people made in the portal, newest first: every item of every page, one after the other. */
  listAuditLog(input?: ListInput<'listAuditLog'>, options?: CallOptions): AsyncGenerator<models.AuditEntry, void, undefined>;
  /** Lists the batches, newest first: every item of every page, one after the other. */
  listBatches(input?: ListInput<'listBatches'>, options?: CallOptions): AsyncGenerator<models.Batch, void, undefined>;
  /** Lists the exports of the organization, newest first, with the expired ones: every item of every page, one after the other. */
  listDataExports(input?: ListInput<'listDataExports'>, options?: CallOptions): AsyncGenerator<models.DataExport, void, undefined>;
  /** Lists the deliveries that failed all their attempts, newest first, for 30 days: every item of every page, one after the other. */
  listDeadDeliveries(input?: ListInput<'listDeadDeliveries'>, options?: CallOptions): AsyncGenerator<models.WebhookDelivery, void, undefined>;
  /** Lists the deliveries to an endpoint with their outcomes, newest first, for 30 days: every item of every page, one after the other. */
  listDeliveries(input: ListInput<'listDeliveries'>, options?: CallOptions): AsyncGenerator<models.WebhookDelivery, void, undefined>;
  /** Lists the erasures of the organization, newest first: every item of every page, one after the other. */
  listErasures(input?: ListInput<'listErasures'>, options?: CallOptions): AsyncGenerator<models.Erasure, void, undefined>;
  /** Lists the submissions, newest first: every item of every page, one after the other. */
  listSubmissions(input?: ListInput<'listSubmissions'>, options?: CallOptions): AsyncGenerator<models.Submission, void, undefined>;
  /** Lists the submissions of a batch, newest first: every item of every page, one after the other. */
  listSubmissionsOfBatch(input: ListInput<'listSubmissionsOfBatch'>, options?: CallOptions): AsyncGenerator<models.Submission, void, undefined>;
}
