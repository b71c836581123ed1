/**
 * This module reads all that is kept of one organization and has not expired, for an export: page by page, in the words
 * of the API. Columns are named one by one, so that no hash of a key or password, and no secret, is ever among them.
 */
import type { Region } from '#domain/region.ts';
import { EXPIRED_BATCH } from '#store/submissions/batches.ts';
import type { Database } from '#store/database/database.ts';
import type { ObjectKind, StoredObject } from '#store/objects/references.ts';
import { REFERENCE_TABLES } from '#store/objects/release.ts';
import { CONTENT_HASH_ALGORITHM_OF, PIPELINE_SPEC_OF, UNEXPIRED } from '#store/submissions/submission-row.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** The usage of a period of billing. */
export type UsageRow = Readonly<Record<string, Date | number>>;

export interface ExportedObject {
  readonly sha256: string;
  readonly regions: readonly Region[];
}

export interface ExportContent {
  organization(organizationId: string): Promise<Facts>;
  /** A list that is short, by the name of its file. */
  list(organizationId: string, name: 'users' | 'api-keys' | 'webhooks'): Promise<Facts[]>;
  usage(organizationId: string): Promise<UsageRow[]>;
  /** A list that may be long. */
  rows(organizationId: string, name: 'submissions' | 'batches' | 'audit'): AsyncGenerator<Facts>;
  reports(organizationId: string): AsyncGenerator<{ readonly submissionId: string; readonly report: unknown }>;
  attestations(organizationId: string): AsyncGenerator<{ readonly id: string; readonly document: unknown }>;
  /** Goes over the objects, each once and with all of its regions. */
  objects(organizationId: string, kind: ObjectKind): AsyncGenerator<ExportedObject>;
  /** Whether the organization still has a right to it. */
  holds(organizationId: string, kind: ObjectKind, object: StoredObject): Promise<boolean>;
}

const PAGE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function exportContent(db: Database): ExportContent {
  /**
   * As the organization, whose id is every statement's first value: another one's row in an archive must not be
   * possible.
   */
  const read = <Row>(statement: string, organizationId: string, ...values: readonly unknown[]): Promise<Row[]> =>
    db.tenant(organizationId).execute<Row[]>(statement, [organizationId, ...values]);

  /** In the order of a column that no two rows share. */
  async function* paged<Row extends object>(statement: string, organizationId: string, key: keyof Row, first: unknown) {
    for (let after = first; ;) {
      const page = await read<Row>(`${statement} limit ${PAGE}`, organizationId, after);
      yield* page;
      const last = page.at(-1);
      if (last === undefined) return;
      after = last[key];
    }
  }

  return {
    async organization(organizationId) {
      const [organization] = await read<Facts>(ORGANIZATION, organizationId);
      if (organization === undefined) throw new Error('There is no such organization.');
      return organization;
    },

    list: (organizationId, name) => read(LISTS[name], organizationId),

    usage: (organizationId) => read(USAGE, organizationId),

    rows: (organizationId, name) =>
      name === 'audit'
        ? paged<Facts>(AUDIT, organizationId, 'sequence', 0)
        : paged<Facts>(ROWS[name], organizationId, ROW_IDS[name], FIRST_ID),

    reports: (organizationId) => paged(REPORTS, organizationId, 'submissionId', FIRST_ID),

    attestations: (organizationId) => paged(ATTESTATIONS, organizationId, 'id', FIRST_ID),

    objects: (organizationId, kind) =>
      paged<ExportedObject>(objectsIn(REFERENCE_TABLES[kind]), organizationId, 'sha256', ''),

    async holds(organizationId, kind, { region, sha256 }) {
      return (await read(heldIn(REFERENCE_TABLES[kind]), organizationId, region, sha256)).length > 0;
    },
  };
}

const ORGANIZATION = `select id, name, slug, schema_name "schemaName", contact_email "contactEmail",
  default_region "defaultRegion", allowed_regions "allowedRegions", plan_tier "planTier", is_active "isActive",
  created_at "createdAt" from organization where id = ?`;

const LISTS = {
  users: `select id, email, role, is_active "isActive", email_verified "emailVerified", created_at "createdAt",
    last_login_at "lastLoginAt" from member where organization_id = ? order by created_at, id`,
  'api-keys': `select id, name, key_prefix "keyPrefix", scopes, is_active "isActive", expires_at "expiresAt",
    last_used_at "lastUsedAt", created_at "createdAt" from api_key where organization_id = ? order by created_at, id`,
  webhooks: `select id, url, events, active, disabled_reason "disabledReason", created_at "createdAt",
    last_delivery_at "lastDeliveryAt" from webhook_endpoint where organization_id = ? order by created_at, id`,
};

const USAGE = `select starts_at "startsAt", ends_at "endsAt", used, reserved, succeeded, failed, rejected,
  processing_ms::float8 "processingMs" from usage_period where organization_id = ? order by starts_at`;

const ROWS = {
  submissions: `select id "submissionId", status, region, original_sha256 "originalSha256",
    size_bytes::float8 "originalSizeBytes", report->'normalized'->>'sha256' "normalizedSha256",
    ${PIPELINE_SPEC_OF} "pipelineSpec", report->'normalized'->>'contentHash' "contentHash",
    ${CONTENT_HASH_ALGORITHM_OF} "contentHashAlgorithm", report->'failure' "failure", options, stateless, asynchronous,
    batch_id "batchId", client_reference "clientReference", metadata,
    webhook_url "webhookUrl", request_id "requestId", api_version "apiVersion",
    created_at "createdAt", started_at "startedAt", completed_at "completedAt", expires_at "expiresAt",
    erased_at "erasedAt", processing_time_ms::float8 "processingTimeMs"
    from submission s where organization_id = ? and id > ? and ${UNEXPIRED} order by id`,
  batches: `select id "batchId", name, status, client_reference "clientReference", metadata,
    webhook_url "webhookUrl", expected_total "expectedTotal", total, completed,
    failed, rejected, created_at "createdAt", closed_at "closedAt" from batch b
    where organization_id = ? and id > ? and not (${EXPIRED_BATCH}) order by id`,
};

const ROW_IDS = { submissions: 'submissionId', batches: 'batchId' } as const;

const AUDIT = `select sequence, at, actor_id "actorId", action, target, details, previous_hash "previousHash", hash
  from audit_entry where organization_id = ? and sequence > ? order by sequence`;

const REPORTS = `select id "submissionId", report from submission s
  where organization_id = ? and id > ? and report is not null and ${UNEXPIRED} order by id`;

const ATTESTATIONS = `select id, document from attestation
  where organization_id = ? and id > ? and expires_at > now() order by id`;

function objectsIn(table: string): string {
  return `select sha256, array_agg(region order by region) "regions" from ${table}
    where organization_id = ? and sha256 > ? and expires_at > now() group by sha256 order by sha256`;
}

function heldIn(table: string): string {
  return `select from ${table} where organization_id = ? and region = ? and sha256 = ? and expires_at > now()`;
}
