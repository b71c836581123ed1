/**
 * The bodies of answers as schemas, by the names of the specification. The parts that come from the engine are the very
 * schemas its answer is checked with; tests check every answer of the API against the rest.
 */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { SUBSCRIPTION_STATUSES } from '#domain/billing.ts';
import { COMPARED_FILES, SECURITY_FIELDS } from '#domain/compare.ts';
import { EXPORT_STATUSES } from '#domain/data-export.ts';
import { ERASURE_STATUSES } from '#domain/erasure.ts';
import { ERRORS } from '#domain/errors.ts';
import { PARSER_ISOLATIONS } from '#src/contract/parser-isolation.ts';
import { BILLING_INTERVALS, PLAN_TIERS } from '#domain/plan.ts';
import { REGIONS } from '#domain/region.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { INVITED_ROLES, MEMBER_ROLES } from '#domain/team.ts';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhook.ts';
import { reportSchema } from '#src/contract/report-schema.ts';
import { API_KEY_SCOPES } from '#store/organizations/api-keys.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const prefixedSha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const dateTime = z.iso.datetime();
/** A link inside the service. */
const path = z.string().regex(/^\//);

const engine = reportSchema.shape;
const normalizedFacts = engine.normalized.unwrap();

export const OriginalInfo = engine.original;
export const SecurityInfo = engine.security;
export const ValidationInfo = engine.validation;
export const TamperAnalysis = engine.tamperAnalysis.unwrap();
export const FailureInfo = engine.failure.unwrap();
export const Revisions = engine.revisions.unwrap();
export const WarningInfo = engine.warnings.unwrap().element;

/** The empty object the specification has for facts that are not known yet. */
const nothingYet = z.strictObject({});

export const NormalizedInfo = z.object({
  sha256: normalizedFacts.shape.sha256,
  sizeBytes: normalizedFacts.shape.sizeBytes,
  pdfVersion: normalizedFacts.shape.pdfVersion,
  linearized: normalizedFacts.shape.linearized,
  contentHash: normalizedFacts.shape.contentHash,
  downloadUrl: z.url().nullable().describe('Presigned for 15 minutes; null where nothing is stored (stateless).'),
});

export const NormalizeResponse = z.object({
  apiVersion: z.iso.date(),
  requestId: z.string().describe('Of the request that made the submission.'),
  submissionId: z.uuid(),
  processingTimeMs: count.describe('0 while pending.'),
  status: z.enum(SUBMISSION_STATUSES),
  original: OriginalInfo,
  normalized: NormalizedInfo.nullable(),
  security: z.union([SecurityInfo, nothingYet]),
  validation: z.union([ValidationInfo, nothingYet]),
  tamperAnalysis: TamperAnalysis.nullable(),
  warnings: z.array(WarningInfo),
  failure: FailureInfo.nullable(),
});

/** As it is read back. */
export const Submission = NormalizeResponse.extend({
  original: OriginalInfo.extend({ sha256: OriginalInfo.shape.sha256.nullable().describe('Null once it is erased.') }),
  batchId: z.uuid().nullable(),
  createdAt: dateTime,
  completedAt: dateTime.nullable(),
  erasedAt: dateTime.nullable().describe('When the document was erased: only these facts of it are left.'),
  links: z.object({ self: path, report: path.nullable(), attestation: path.nullable() }),
});

export const Batch = z.object({
  batchId: z.uuid(),
  name: z.string(),
  status: z.enum(BATCH_STATUSES),
  total: count,
  completed: count.describe('Ended with SUCCESS.'),
  failed: count,
  rejected: count,
  createdAt: dateTime,
  expectedTotal: count.nullable(),
  closedAt: dateTime.nullable(),
  completedAt: dateTime.nullable(),
  links: z.object({ self: path, submissions: path }),
});

const page = {
  page: z.int().positive(),
  page_size: z.int().min(1).max(100),
  total: count.describe('Of all pages together.'),
};

export const BatchPage = z.object({ items: z.array(Batch), ...page });
export const SubmissionPage = z.object({ items: z.array(Submission), ...page });

const finding = TamperAnalysis.shape.anomalies.unwrap().element;
const stage = engine.stages.unwrap().element;

export const Report = z.object({
  apiVersion: z.iso.date(),
  outputHash: prefixedSha256,
  submissionId: z.uuid(),
  createdAt: dateTime,
  processingTimeMs: count,
  stages: z.array(stage.extend({ durationMs: count })).length(10),
  warnings: z.array(WarningInfo),
  tamperAnalysis: z.object({ detected: z.boolean(), findings: z.array(finding) }),
  revisions: Revisions.nullable().describe('Null where they cannot be told apart.'),
  contentHashAlgorithm: z.string().nullable().describe('What the contentHash is a hash of, and read by which engine.'),
  validator: z.object({ validated: z.boolean(), errors: z.array(z.string()) }),
});

/** Also of a document without output. */
export const SubmissionReport = Report.extend({ outputHash: prefixedSha256.nullable() });

const action = z.enum(['added', 'removed', 'modified']);
const pageNumber = z.int().positive();
const pageHash = z.string().regex(/^[0-9a-f]{16}$/);
const pageInfo = z.object({ pageNumber, contentHash: pageHash });
const change = { oldValue: z.string().nullable(), newValue: z.string().nullable() };
const positions = { oldPosition: pageNumber, newPosition: pageNumber };

export const StructuralDiffReport = z.object({
  summary: z.object({
    totalChanges: count,
    severity: z.enum(['none', 'minor', 'moderate', 'major']),
    identical: z.boolean(),
  }),
  metadata: z.array(z.object({ field: z.string(), ...change })),
  pages: z.object({
    added: z.array(pageInfo),
    removed: z.array(pageInfo),
    reordered: z.array(z.object({ ...positions, contentHash: pageHash })),
    modified: z.array(z.object({ ...positions, oldContentHash: pageHash, newContentHash: pageHash })),
  }),
  objects: z.object({ added: count, removed: count, totalA: count, totalB: count }),
  forms: z.array(z.object({ fieldName: z.string(), action, ...change })),
  annotations: z.array(z.object({ page: pageNumber, type: z.string(), action })),
  security: z.array(z.object({ field: z.enum(SECURITY_FIELDS), oldValue: z.string(), newValue: z.string() })),
  fonts: z.array(z.object({ name: z.string(), action: z.enum(['added', 'removed']) })),
});

export const Attestation = z.object({
  '@context': z.url(),
  '@type': z.literal('NormalizationAttestation'),
  version: z.literal('1.0'),
  attestationId: z.uuid(),
  issuedAt: dateTime,
  issuer: z.object({ name: z.string(), url: z.url(), publicKeyId: z.string() }),
  subject: z.object({
    originalSha256: sha256,
    originalSizeBytes: count,
    normalizedSha256: sha256,
    normalizedSizeBytes: count,
    contentHash: z.union([sha256, z.literal('')]).describe('Empty for a document without extractable text.'),
  }),
  processing: z.object({
    toolchainVersion: z.string(),
    engineVersion: z.string(),
    pipelineSpec: z.string(),
    dockerImageDigest: z.string(),
    processingTimeMs: count,
  }),
  findings: z.object({
    healthScore: z.int().min(0).max(100),
    contentRemoved: z.array(z.string()),
    structuralRepairs: z.array(z.string()),
    warningCount: count,
  }),
  signature: z.object({
    algorithm: z.literal('ECDSA-P256-SHA256'),
    value: z.base64().describe('DER signature over the RFC 8785 form of everything but this object.'),
    publicKeyCertificate: z.url(),
  }),
});

/** DSSE version 1 around an in-toto Statement. */
export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.base64(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.base64() })).min(1),
});

export const Verification = z.object({
  valid: z.boolean(),
  attestationId: z.string().describe('This and the next two as the attestation has them.'),
  normalizedSha256: z.string(),
  issuedAt: z.string(),
  reason: z.enum(['malformed', 'unknown_key', 'signature_invalid', 'artifact_mismatch']).nullable(),
});

const jwk = z.object({
  kty: z.literal('EC'),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
  kid: z.string(),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  'x-retired-at': dateTime.optional(),
});

export const KeySet = z.object({ keys: z.array(jwk) });

export const WebhookConfig = z.object({
  id: z.uuid(),
  url: z.url(),
  events: z.array(z.enum(EVENT_TYPES)),
  active: z.boolean(),
  createdAt: dateTime,
  lastDeliveryAt: dateTime.nullable().describe('The last success.'),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('Why the service made it inactive: an answer 410, or five days of failures.'),
});

const signingSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/);

export const WebhookConfigWithSecret = WebhookConfig.extend({
  signingSecret: signingSecret.describe('In this answer and no other.'),
});
export const EndpointSecret = z.object({ id: z.uuid(), signingSecret });
export const SigningSecret = z.object({ signingSecret });
export const RemovedWebhook = z.object({ id: z.uuid(), status: z.literal('deleted') });

const eventId = z.string().regex(/^evt_[0-9a-f]{32}$/);

/** The body of a delivery, as it is sent. */
export const WebhookEvent = z.looseObject({
  type: z.enum(NOTICE_TYPES),
  timestamp: dateTime,
  apiVersion: z.iso.date(),
  id: eventId,
  organizationId: z.uuid(),
  data: z.looseObject({}),
});

export const WebhookDelivery = z.object({
  id: z.uuid(),
  eventId,
  webhookId: z.uuid().nullable().describe('Null for an address given with a request or a batch.'),
  url: z.url(),
  eventType: z.enum(NOTICE_TYPES),
  submissionId: z.uuid().nullable(),
  batchId: z.uuid().nullable(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: count.describe('Of the current sequence: a replay begins a new one.'),
  lastStatusCode: z.int().nullable(),
  lastError: z.enum(DELIVERY_ERRORS).nullable(),
  lastResponseBody: z.string().nullable(),
  firstAttemptAt: dateTime.nullable(),
  lastAttemptAt: dateTime.nullable(),
  payload: WebhookEvent,
});

export const DeliveryPage = z.object({ items: z.array(WebhookDelivery), ...page });
export const TestDelivery = z.object({ status: z.literal('queued'), eventId, deliveryId: z.uuid() });
export const ReplayedDeliveries = z.object({ status: z.literal('queued'), deliveries: z.int().positive() });

const documents = z.object({
  total: count.describe('That have ended.'),
  success: count,
  failed: count,
  rejected: count,
});

export const Stats = z.object({
  allTime: documents,
  currentMonth: documents.describe('Of the billing period.'),
  planLimit: count,
  usedThisMonth: count.describe('Units delivered and under way, comparisons included.'),
  usageLimitPercent: z.number().nonnegative().describe('More than 100 where the plan allows it.'),
  averageProcessingMs: count.nullable().describe('Of what succeeded in the billing period; null when there is none.'),
  recentSubmissions: z
    .array(
      z.object({
        submissionId: z.uuid(),
        status: z.enum(SUBMISSION_STATUSES),
        createdAt: dateTime,
        completedAt: dateTime.nullable(),
      }),
    )
    .max(10),
});

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  schemaName: z
    .string()
    .regex(/^org_[0-9a-f]{12}$/)
    .describe('A label; organizations have no schema of their own.'),
  contactEmail: z.email().nullable(),
  defaultRegion: z.enum(REGIONS).nullable(),
  allowedRegions: z.array(z.enum(REGIONS)).min(1),
  planTier: z.enum(PLAN_TIERS),
  monthlyDocLimit: count,
  isActive: z.boolean(),
  createdAt: dateTime,
});

const apiKey = {
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string().describe('The first ten characters.'),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1),
  expiresAt: dateTime.nullable(),
  createdAt: dateTime,
};

export const ApiKey = z.object({
  ...apiKey,
  isActive: z.boolean().describe('Neither revoked nor expired.'),
  lastUsedAt: dateTime.nullable().describe('To the minute.'),
});
export const CreatedApiKey = z.object({ ...apiKey, fullKey: z.string().regex(/^fxp_[0-9A-Za-z]{42}$/) });
export const Revoked = z.object({ id: z.uuid(), status: z.literal('revoked') });

export const BillingInfo = z.object({
  planTier: z.enum(PLAN_TIERS),
  monthlyDocLimit: count,
  currentMonthUsage: count.describe('Units of the period, delivered and under way, comparisons included.'),
  remainingQuota: count,
  usagePercent: z.number().nonnegative().describe('More than 100 where the plan allows it.'),
  paymentCustomerId: z.string().nullable(),
  paymentSubscriptionId: z.string().nullable(),
  billingInterval: z.enum(BILLING_INTERVALS),
  subscriptionStatus: z.enum([...SUBSCRIPTION_STATUSES, 'none']),
  currentPeriodEnd: dateTime.nullable().describe('When the subscription is renewed, or ends.'),
  cancelAtPeriodEnd: z.boolean(),
  overageRatePerDoc: z.number().nonnegative().describe('US dollars for a document beyond the limit.'),
  quotaResetsAt: dateTime.describe('When documents are counted anew; by the month, also where a year is paid.'),
});
export const PageAddress = z.object({ url: z.url() });
export const Received = z.object({ received: z.literal(true) });

export const LeakVerdict = z.object({
  token_hash: sha256,
  token_type: z.string(),
  label: z.enum(['true_positive', 'false_positive']),
});

export const TeamMember = z.object({
  id: z.uuid(),
  email: z.email(),
  role: z.enum(MEMBER_ROLES),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: dateTime,
  lastLoginAt: dateTime.nullable(),
});
export const RemovedMember = z.object({ id: z.uuid(), status: z.literal('removed') });
export const Invitation = z.object({
  invitationId: z.uuid(),
  email: z.email(),
  role: z.enum(INVITED_ROLES),
  status: z.literal('pending'),
  expiresAt: dateTime,
});

export const AuditEntry = z.object({
  sequence: z.int().positive().describe('1, 2, 3 …, without a gap.'),
  at: dateTime,
  actorId: z.uuid().nullable().describe('A member; null is the service itself.'),
  action: z.string(),
  target: z.string().nullable().describe('Id of what was changed, where that is not the organization.'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: sha256,
  previousHash: sha256.describe('Of the entry before; 64 zeros for the first.'),
});
export const AuditEntryPage = z.object({ items: z.array(AuditEntry), ...page });
export const AuditVerification = z.object({
  intact: z.boolean(),
  firstBreak: z.int().positive().nullable().describe('Sequence of the first entry that does not fit.'),
});

export const Message = z.object({ message: z.string() });
export const Registered = z.object({
  status: z.enum(['pending_verification', 'active']).describe('`active` where an invitation confirms the address.'),
  email: z.email(),
});
export const SignedIn = z.object({
  access_token: z.string().describe('For Authorization: Bearer.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().positive().describe('Seconds.'),
  refresh_token: z.string().describe('The same as in the cookie, for programs that keep none. Works once.'),
  user: z.object({ id: z.uuid(), email: z.email(), emailVerified: z.boolean() }),
  organization: z.object({ id: z.uuid(), slug: z.string(), role: z.enum(MEMBER_ROLES) }),
});
export const Session = z.object({
  id: z.uuid(),
  current: z.boolean().describe('Whether this very call was made with it.'),
  userAgent: z.string().nullable(),
  createdAt: dateTime,
  lastUsedAt: dateTime,
  expiresAt: dateTime,
});
export const InvitationPreview = z.object({
  organizationName: z.string(),
  email: z.email(),
  role: z.enum(MEMBER_ROLES),
  expiresAt: dateTime,
});

/** Any of the codes; the operations say which of them they answer with. */
const code = z.enum(Object.keys(ERRORS));

/** RFC 9457; members that a code adds stand beside these. */
export const Problem = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  instance: path,
  code,
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({
        in: z.enum(['form', 'query', 'path', 'header', 'body']),
        name: z.string(),
        code: z.string(),
        detail: z.string(),
      }),
    )
    .min(1)
    .optional(),
});

const check = z.enum(['ok', 'unavailable']);

export const Liveness = z.object({ status: z.enum(['ok', 'stuck']) });
export const Readiness = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']),
  checks: z.object({ database: check, temporal: check, storage: check }),
  workers: z
    .array(
      z.object({
        parserIsolation: z
          .enum(PARSER_ISOLATIONS)
          .describe(
            'Whether the processes that parse documents can reach the network, as the worker saw at its start.',
          ),
        parserWalls: z.array(z.string()).describe('Everything they are kept in by.'),
      }),
    )
    .nullable()
    .describe('Those that were seen within the last half minute. Null: not known now.'),
});

export const file = z.string().meta({ format: 'binary', contentMediaType: 'application/pdf' });
export const COMPARE_PARTS = Object.fromEntries(COMPARED_FILES.map((name) => [name, file]));

/** An export of data, as it stands. */
export const DataExport = z.object({
  exportId: z.uuid(),
  status: z.enum(EXPORT_STATUSES),
  requestedAt: dateTime,
  completedAt: dateTime.optional().describe('Once it is completed.'),
  expiresAt: dateTime.optional().describe('When the archive goes: seven days after its completion.'),
  sizeBytes: count.optional().describe('Of the archive.'),
});

/** What was asked for, and how much it is about. */
export const ScheduledErasure = z.object({
  status: z.enum(['scheduled', 'dry_run']),
  message: z.string(),
  erasureId: z.uuid().nullable().describe('Null for a dry run.'),
  matchedSubmissions: count,
});

export const Erasure = z.object({
  erasureId: z.uuid(),
  status: z.enum(ERASURE_STATUSES),
  requestedAt: dateTime,
  completedAt: dateTime.nullable(),
  matchedSubmissions: count.describe('At the time of the request.'),
  submissions: count.describe('Erased so far.'),
  objectsRemoved: count,
  objectsShared: count.describe('Kept for other organizations that have them too.'),
  exportsRemoved: count,
  certificate: z.string().nullable().describe('JWS in compact serialization, once it is completed.'),
});

/** The deletion of an organization that is pending. */
export const AccountDeletion = z.object({
  status: z.literal('pending'),
  requestedAt: dateTime,
  cancellableUntil: dateTime,
});

export const RequestedDeletion = AccountDeletion.extend({ message: z.string() });

export const CancelledDeletion = z.object({ status: z.literal('cancelled'), message: z.string() });
