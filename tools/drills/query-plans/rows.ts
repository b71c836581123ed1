/**
 * Thin rows in proportion to one another, as a service has them after its first years: a thousand organizations, the first with a
 * tenth of everything. PostgreSQL makes them itself; constraints between tables are left out while it does, and indexes made after.
 */
import { z } from 'zod';
import type { AdministratorSession } from '#test/support/database-administrator.ts';

const ORGANIZATIONS = 1_000;
const REGION = `'eu-central-1'`;
/** Of row `i`: a tenth are the first one's, the rest are spread evenly. */
const ORGANIZATION = `id_of('organization', case when i % 10 = 0 then 1 else 1 + (i * 7919) % ${ORGANIZATIONS} end)`;
/** Three years back, row by row. */
const CREATED = `now() - (i::float8 / $rows) * interval '3 years'`;
const HASH = `encode(sha256(('hash' || i)::bytea), 'hex')`;

const FUNCTIONS = [
  `create function pg_temp.id_of(kind text, i bigint) returns uuid language sql immutable as $$ select md5(kind || i)::uuid $$`,
];

interface Filled {
  readonly table: string;
  /** Rows for each submission. */
  readonly share: number;
  /** Column and value, of the row number `i`. */
  readonly values: Readonly<Record<string, string>>;
}

const TABLES: readonly Filled[] = [
  {
    table: 'submission',
    share: 1,
    values: {
      id: `id_of('submission', i)`,
      organization_id: ORGANIZATION,
      region: REGION,
      original_sha256: HASH,
      size_bytes: '100000',
      options: `'{}'`,
      status: `case when i <= 100 then 'PENDING' when i % 50 = 0 then 'FAILED' else 'SUCCESS' end`,
      attempts: '1',
      request_id: `'req_' || i`,
      api_version: `'2026-11-21'`,
      created_at: CREATED,
      started_at: CREATED,
      granted_at: `case when i > 100 then ${CREATED} end`,
      completed_at: `case when i > 100 then ${CREATED} end`,
      expires_at: `case when i > 100 then ${CREATED} + interval '4 years' end`,
      report: `json_build_object('pipelineSpec', 'norm-1', 'normalized', json_build_object('sha256', ${HASH}, 'contentHash', ${HASH}))`,
      stage_durations_ms: `'{}'`,
      batch_id: `case when i % 3 = 0 then id_of('batch', i / 1000) end`,
      client_reference: `case when i % 2 = 0 then 'reference ' || i end`,
      stateless: 'false',
      asynchronous: 'true',
    },
  },
  {
    table: 'report',
    share: 0.98,
    values: {
      submission_id: `id_of('submission', i)`,
      organization_id: ORGANIZATION,
      output_sha256: HASH,
      created_at: CREATED,
      expires_at: `${CREATED} + interval '4 years'`,
    },
  },
  ...['artifact_ref', 'original_ref'].map((table) => ({
    table,
    share: 0.9,
    values: {
      organization_id: ORGANIZATION,
      region: REGION,
      sha256: HASH,
      size_bytes: '100000',
      created_at: CREATED,
      expires_at: `${CREATED} + interval '4 years'`,
    },
  })),
  {
    table: 'attestation',
    share: 0.5,
    values: {
      id: `id_of('attestation', i)`,
      organization_id: ORGANIZATION,
      original_sha256: HASH,
      normalized_sha256: HASH,
      document: `'{}'`,
      certificate: `''`,
      envelope: `'{}'`,
      issued_at: CREATED,
      expires_at: `${CREATED} + interval '4 years'`,
    },
  },
  {
    table: 'quota_entry',
    share: 1,
    values: {
      id: `id_of('submission', i)`,
      organization_id: ORGANIZATION,
      period_starts_at: `date_trunc('month', ${CREATED})`,
      kind: `'submission'`,
      units: '1',
      state: `case when i <= 100 then 'reserved' else 'used' end`,
      created_at: CREATED,
      settled_at: `case when i > 100 then ${CREATED} end`,
      metering: `case when i <= 1000 then 'due' else 'reported' end`,
    },
  },
  {
    table: 'webhook_event',
    share: 0.5,
    values: {
      id: `'evt_' || i`,
      organization_id: ORGANIZATION,
      type: `'normalization.success'`,
      submission_id: `id_of('submission', i)`,
      payload: `'{}'`,
      created_at: CREATED,
      expires_at: `${CREATED} + interval '4 years'`,
    },
  },
  {
    table: 'webhook_delivery',
    share: 0.5,
    values: {
      id: `id_of('delivery', i)`,
      organization_id: ORGANIZATION,
      event_id: `'evt_' || i`,
      endpoint_id: `id_of('endpoint', i % 2000)`,
      url: `'https://receiver.example/hook'`,
      target: `'receiver.example'`,
      status: `case when i <= 1000 then 'pending' when i % 100 = 0 then 'dead' else 'delivered' end`,
      sequence: '1',
      attempts: '1',
      created_at: CREATED,
      due_at: CREATED,
    },
  },
  {
    table: 'webhook_attempt',
    share: 0.5,
    values: {
      delivery_id: `id_of('delivery', i)`,
      sequence: '1',
      number: '1',
      organization_id: ORGANIZATION,
      target: `'receiver.example'`,
      started_at: CREATED,
      ended_at: `case when i > 10 then ${CREATED} end`,
      status_code: '200',
    },
  },
  {
    table: 'audit_entry',
    share: 0.1,
    values: {
      organization_id: ORGANIZATION,
      sequence: 'i',
      at: CREATED,
      action: `'api_key.created'`,
      details: `'{}'`,
      previous_hash: HASH,
      hash: HASH,
    },
  },
  {
    table: 'idempotency',
    share: 0.01,
    values: {
      organization_id: ORGANIZATION,
      endpoint: `'normalize'`,
      key_sha256: HASH,
      fingerprint: HASH,
      subject_id: `id_of('submission', i)`,
      created_at: CREATED,
      expires_at: `now() + interval '1 day' * (1 + i::float8 / $rows)`,
    },
  },
  {
    table: 'idempotent_answer',
    share: 0.01,
    values: {
      organization_id: ORGANIZATION,
      actor: `'key'`,
      operation: `'createBatch'`,
      key_sha256: HASH,
      request: HASH,
      answer: `'{}'`,
      begun_at: CREATED,
      expires_at: `now() + interval '1 day' * (1 + i::float8 / $rows)`,
    },
  },
  {
    table: 'batch',
    share: 0.003,
    values: {
      id: `id_of('batch', i)`,
      organization_id: ORGANIZATION,
      name: `'batch ' || i`,
      total: '300',
      completed: '300',
      failed: '0',
      rejected: '0',
      created_at: CREATED,
      ended_at: CREATED,
      settling: 'false',
    },
  },
  {
    table: 'mail',
    // They go when they are sent.
    share: 0.00001,
    values: { id: `id_of('mail', i)`, organization_id: ORGANIZATION, sealed: `''`, created_at: 'now()' },
  },
  {
    table: 'session',
    share: 0.02,
    values: {
      id: `id_of('session', i)`,
      organization_id: ORGANIZATION,
      member_id: `id_of('member', i % 5000)`,
      auth_time: CREATED,
      last_used_at: CREATED,
      expires_at: `${CREATED} + interval '30 days'`,
    },
  },
  {
    table: 'refresh_token',
    share: 0.02,
    values: {
      sha256: HASH,
      session_id: `id_of('session', i)`,
      organization_id: ORGANIZATION,
      expires_at: `${CREATED} + interval '30 days'`,
    },
  },
  {
    table: 'usage_day',
    share: 0.05,
    values: {
      organization_id: `id_of('organization', 1 + i % ${ORGANIZATIONS})`,
      day: `(now() - interval '1 day' * (i / ${ORGANIZATIONS}))::date`,
      succeeded: '10',
      failed: '0',
      rejected: '0',
      processing_ms: '1000',
      input_bytes: '1000000',
      output_bytes: '1000000',
    },
  },
  {
    table: 'usage_period',
    share: 0.0036,
    values: {
      organization_id: `id_of('organization', 1 + i % ${ORGANIZATIONS})`,
      starts_at: `date_trunc('month', now()) - make_interval(months => (i / ${ORGANIZATIONS})::int)`,
      ends_at: `date_trunc('month', now()) - make_interval(months => (i / ${ORGANIZATIONS})::int - 1)`,
      reserved: '0',
      used: '10',
      succeeded: '10',
      failed: '0',
      rejected: '0',
      processing_ms: '1000',
      ledger_kept: `i / ${ORGANIZATIONS} < 14`,
    },
  },
  {
    table: 'rate_window',
    share: 0.01,
    values: { key: HASH, count: '1', resets_at: `now() + interval '1 minute' * (i::float8 / $rows)` },
  },
  {
    table: 'erasure',
    share: 0.001,
    values: {
      id: `id_of('erasure', i)`,
      organization_id: ORGANIZATION,
      scope: HASH,
      status: `'completed'`,
      requested_by: `id_of('member', i % 5000)`,
      requested_at: CREATED,
      completed_at: CREATED,
      matched: '1',
      submissions: '1',
      objects_removed: '2',
      objects_shared: '0',
      exports_removed: '0',
    },
  },
];

const ORGANIZATION_ROWS = `insert into organization (id, name, slug, schema_name, plan_tier, allowed_regions, is_active, created_at)
  select id_of('organization', i), 'Organization ' || i, 'organization-' || i, 'o' || i, 'pro', array[${REGION}], true, now()
  from generate_series(1::bigint, ${ORGANIZATIONS}) i on conflict do nothing`;
const MEMBER_ROWS = `insert into member (id, organization_id, email, password_hash, role, is_active, email_verified, created_at)
  select id_of('member', i), id_of('organization', 1 + i % ${ORGANIZATIONS}), 'member-' || i || '@example.com', '', 'owner', true, true, now()
  from generate_series(0::bigint, 4999) i`;

const SETTINGS = [
  'session_replication_role = replica',
  'search_path = public, pg_temp',
  'synchronous_commit = off',
  `maintenance_work_mem = '1GB'`,
];
const INDEXES = z.array(z.object({ name: z.string(), definition: z.string() }));
const SECONDARY_INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** The database has the schema and nothing else. Tells after each table. */
export async function fill(
  { ask }: AdministratorSession,
  rows: number,
  tell: (table: string, count: number) => void,
): Promise<void> {
  const indexes = INDEXES.parse(await ask(SECONDARY_INDEXES));
  for (const setting of SETTINGS) await ask(`set ${setting}`);
  for (const statement of FUNCTIONS) await ask(statement);
  for (const { name } of indexes) await ask(`drop index ${name}`);
  for (const statement of [ORGANIZATION_ROWS, MEMBER_ROWS]) await ask(statement.replaceAll('id_of(', 'pg_temp.id_of('));
  for (const { table, share, values } of TABLES) {
    const count = Math.ceil(rows * share);
    const expressions = Object.values(values).join(', ').replaceAll('$rows', String(rows));
    await ask(
      `insert into ${table} (${Object.keys(values).join(', ')})
       select ${expressions.replaceAll('id_of(', 'pg_temp.id_of(')} from generate_series(1::bigint, ${count}) i on conflict do nothing`,
    );
    tell(table, count);
  }
  for (const { definition } of indexes) await ask(definition);
  tell('indexes', indexes.length);
  await ask('set session_replication_role = origin');
  await ask('vacuum analyze');
}
