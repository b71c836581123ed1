/**
 * Small rows in the proportions of a service after its first years: a thousand organizations, of which the first has a
 * tenth of everything. PostgreSQL makes them itself. Constraints between tables are off meanwhile, and indexes are made
 * afterwards.
 */
import { z } from 'zod';
import type { AdministratorSession } from '#test/support/database-administrator.ts';

const ORGANIZATIONS = 1_000;
/** The expressions that the table below references by `$`. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  organizations: String(ORGANIZATIONS),
  region: `'eu-central-1'`,
  /** The organization of row `i`: a tenth belong to the first one, and the others are distributed evenly. */
  organization: `id_of('organization', case when i % 10 = 0 then 1 else 1 + (i * 7919) % ${ORGANIZATIONS} end)`,
  /** The times are distributed over three years. */
  created: `now() - (i::float8 / $rows) * interval '3 years'`,
  hash: `encode(sha256(('hash' || i)::bytea), 'hex')`,
};

const FUNCTIONS = [
  `create function pg_temp.id_of(kind text, i bigint) returns uuid language sql immutable as $$ select md5(kind || i)::uuid $$`,
];

/** Each table with its number of rows per submission, then its columns with their values for row number `i`. */
const TABLES = `
  # submission 1
    id id_of('submission', i) | organization_id $organization | region $region | original_sha256 $hash | size_bytes 100000 |
    options '{}' | status case when i <= 100 then 'PENDING' when i % 50 = 0 then 'FAILED' else 'SUCCESS' end | attempts 1 |
    request_id 'req_' || i | api_version '2026-11-21' | created_at $created | started_at $created |
    granted_at case when i > 100 then $created end | completed_at case when i > 100 then $created end |
    expires_at case when i > 100 then $created + interval '4 years' end |
    report json_build_object('pipelineSpec', 'norm-1', 'normalized', json_build_object('sha256', $hash, 'contentHash', $hash)) |
    stage_durations_ms '{}' | batch_id case when i % 3 = 0 then id_of('batch', i / 1000) end |
    client_reference case when i % 2 = 0 then 'reference ' || i end | stateless false | asynchronous true
  # report 0.98
    submission_id id_of('submission', i) | organization_id $organization | output_sha256 $hash | created_at $created |
    expires_at $created + interval '4 years'
  # artifact_ref 0.9
    organization_id $organization | region $region | sha256 $hash | size_bytes 100000 | created_at $created |
    expires_at $created + interval '4 years'
  # original_ref 0.9
    organization_id $organization | region $region | sha256 $hash | size_bytes 100000 | created_at $created |
    expires_at $created + interval '4 years'
  # attestation 0.5
    id id_of('attestation', i) | organization_id $organization | original_sha256 $hash | normalized_sha256 $hash |
    document '{}' | certificate '' | envelope '{}' | issued_at $created | expires_at $created + interval '4 years'
  # quota_entry 1
    id id_of('submission', i) | organization_id $organization | period_starts_at date_trunc('month', $created) |
    kind 'submission' | units 1 | state case when i <= 100 then 'reserved' else 'used' end | created_at $created |
    settled_at case when i > 100 then $created end | metering case when i <= 1000 then 'due' else 'reported' end
  # webhook_event 0.5
    id 'evt_' || i | organization_id $organization | type 'normalization.success' | submission_id id_of('submission', i) |
    payload '{}' | created_at $created | expires_at $created + interval '4 years'
  # webhook_delivery 0.5
    id id_of('delivery', i) | organization_id $organization | event_id 'evt_' || i |
    endpoint_id id_of('endpoint', i % 2000) | url 'https://receiver.example/hook' | target 'receiver.example' |
    status case when i <= 1000 then 'pending' when i % 100 = 0 then 'dead' else 'delivered' end | sequence 1 | attempts 1 |
    created_at $created | due_at $created
  # webhook_attempt 0.5
    delivery_id id_of('delivery', i) | sequence 1 | number 1 | organization_id $organization | target 'receiver.example' |
    started_at $created | ended_at case when i > 10 then $created end | status_code 200
  # audit_entry 0.1
    organization_id $organization | sequence i | at $created | action 'api_key.created' | details '{}' |
    previous_hash $hash | hash $hash
  # idempotency 0.01
    organization_id $organization | endpoint 'normalize' | key_sha256 $hash | fingerprint $hash |
    subject_id id_of('submission', i) | created_at $created |
    expires_at now() + interval '1 day' * (1 + i::float8 / $rows)
  # idempotent_answer 0.01
    organization_id $organization | actor 'key' | operation 'createBatch' | key_sha256 $hash | request $hash | answer '{}' |
    begun_at $created | expires_at now() + interval '1 day' * (1 + i::float8 / $rows)
  # batch 0.003
    id id_of('batch', i) | organization_id $organization | name 'batch ' || i | total 300 | completed 300 | failed 0 |
    rejected 0 | created_at $created | ended_at $created | settling false
  # mail 0.00001
    id id_of('mail', i) | organization_id $organization | sealed '' | created_at now()
  # session 0.02
    id id_of('session', i) | organization_id $organization | member_id id_of('member', i % 5000) | auth_time $created |
    last_used_at $created | expires_at $created + interval '30 days'
  # refresh_token 0.02
    sha256 $hash | session_id id_of('session', i) | organization_id $organization |
    expires_at $created + interval '30 days'
  # usage_day 0.05
    organization_id id_of('organization', 1 + i % $organizations) |
    day (now() - interval '1 day' * (i / $organizations))::date | succeeded 10 | failed 0 | rejected 0 |
    processing_ms 1000 | input_bytes 1000000 | output_bytes 1000000
  # usage_period 0.0036
    organization_id id_of('organization', 1 + i % $organizations) |
    starts_at date_trunc('month', now()) - make_interval(months => (i / $organizations)::int) |
    ends_at date_trunc('month', now()) - make_interval(months => (i / $organizations)::int - 1) | reserved 0 | used 10 |
    succeeded 10 | failed 0 | rejected 0 | processing_ms 1000 | ledger_kept i / $organizations < 14
  # rate_window 0.01
    key $hash | count 1 | resets_at now() + interval '1 minute' * (i::float8 / $rows)
  # erasure 0.001
    id id_of('erasure', i) | organization_id $organization | scope $hash | status 'completed' |
    requested_by id_of('member', i % 5000) | requested_at $created | completed_at $created | matched 1 | submissions 1 |
    objects_removed 2 | objects_shared 0 | exports_removed 0
`;

const ORGANIZATION_ROWS = `insert into organization (id, name, slug, schema_name, plan_tier, allowed_regions, is_active, created_at)
  select id_of('organization', i), 'Organization ' || i, 'organization-' || i, 'o' || i, 'pro', array[$region], true, now()
  from generate_series(1::bigint, $organizations) i on conflict do nothing`;
const MEMBER_ROWS = `insert into member (id, organization_id, email, password_hash, role, is_active, email_verified, created_at)
  select id_of('member', i), id_of('organization', 1 + i % $organizations), 'member-' || i || '@example.com', '', 'owner', true, true, now()
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

/** The database must have only the schema. Reports after each table. */
export async function fill(
  { ask }: AdministratorSession,
  rows: number,
  tell: (table: string, count: number) => void,
): Promise<void> {
  const indexes = INDEXES.parse(await ask(SECONDARY_INDEXES));
  for (const setting of SETTINGS) await ask(`set ${setting}`);
  for (const statement of FUNCTIONS) await ask(statement);
  for (const { name } of indexes) await ask(`drop index ${name}`);
  const filled = (sql: string): string =>
    sql
      .replaceAll(/\$(\w+)/g, (whole, name: string) => EXPRESSIONS[name] ?? whole)
      .replaceAll('$rows', String(rows))
      .replaceAll('id_of(', 'pg_temp.id_of(');
  for (const statement of [ORGANIZATION_ROWS, MEMBER_ROWS]) await ask(filled(statement));
  for (const table of TABLES.split(/^ *# /m).slice(1)) {
    const [name = '', share = ''] = table.split(/\s/, 2);
    const columns = table.slice(table.indexOf('\n')).replaceAll(/\n */g, ' ').trim().split(' | ');
    const values = columns.map((column) => column.slice(column.indexOf(' ') + 1));
    const count = Math.ceil(rows * Number(share));
    await ask(
      `insert into ${name} (${columns.map((column) => column.split(' ', 1)).join(', ')})
       select ${filled(values.join(', '))} from generate_series(1::bigint, ${count}) i on conflict do nothing`,
    );
    tell(name, count);
  }
  for (const { definition } of indexes) await ask(definition);
  tell('indexes', indexes.length);
  await ask('set session_replication_role = origin');
  await ask('vacuum analyze');
}
