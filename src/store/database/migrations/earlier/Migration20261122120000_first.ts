/**
 * The whole schema. Tables with an organization have row-level security, and what the role of tenants may do is what
 * tenant-facing queries do, and no more. The rights of the application and its policies are given to each table after
 * every migration (`tenancy.ts`).
 */
import { Migration } from '@mikro-orm/migrations';

const REGION = `('ca-central-1', 'us-east-2', 'eu-central-1')`;

/**
 * Roles belong to the whole cluster: an administrator or another database of it may have made this one already, or be
 * making it now. Where it is there, whoever migrates needs no right to make roles.
 */
function role(name: string): string[] {
  const create = `do $$ begin
    if not exists (select from pg_roles where rolname = '${name}') then
      create role "${name}" nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;
  // Whoever owns the tables may become the role, and otherwise has none of its rights, nor its view of the rows.
  const member = `grant "${name}" to current_user with set true, inherit false`;
  return [create, member, `grant usage on schema "public" to "${name}"`];
}

/** Own rows only, and so much of them. */
function tenants(table: string, rights: string | null, column = 'organization_id'): string[] {
  const rule = `${column} = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;
  return [
    ...(rights === null ? [] : [`grant ${rights} on "${table}" to "fixpoint_tenant"`]),
    `alter table "${table}" enable row level security`,
    `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${rule}) with check (${rule})`,
  ];
}

const ORGANIZATIONS = [
  `create table "organization" (
    "id" uuid not null primary key,
    "name" text not null,
    "slug" text not null,
    "schema_name" text not null,
    "contact_email" text null,
    "plan_tier" text not null,
    "default_region" text null,
    "allowed_regions" text[] not null,
    "is_active" boolean not null,
    "created_at" timestamptz not null,
    "payment_customer_id" text null,
    "payment_subscription_id" text null,
    "subscription_status" text null,
    "billing_interval" text null,
    "period_anchor" timestamptz null,
    "current_period_end" timestamptz null,
    "cancel_at_period_end" boolean not null default false,
    "payment_revision" int not null default 0,
    constraint "organization_plan_tier_check" check ("plan_tier" in ('free', 'starter', 'growth', 'pro')),
    constraint "organization_default_region_check" check ("default_region" in ${REGION}),
    constraint "organization_allowed_regions_check" check
      ("allowed_regions" <@ array['ca-central-1'::text, 'us-east-2'::text, 'eu-central-1'::text]),
    constraint "organization_payment_customer_unique" unique ("payment_customer_id"),
    constraint "organization_subscription_status_check" check ("subscription_status" in
      ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled')),
    constraint "organization_billing_interval_check" check ("billing_interval" in ('month', 'year')))`,
  // The slug is no key that other tables could refer to: no partial index is. So a change of the slug waits for nobody
  // who writes a row that refers to the organization, and who may wait for the same place in the audit log.
  `create unique index "organization_slug_unique" on "organization" ("slug") where "slug" is not null`,
  // Columns by name: neither plan nor state of an organization is its own to write.
  ...tenants('organization', 'select', 'id'),
  `grant update ("name", "slug", "contact_email", "default_region", "allowed_regions", "payment_customer_id")
    on "organization" to "fixpoint_tenant"`,

  `create table "api_key" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "name" text not null,
    "key_sha256" text not null,
    "key_prefix" text not null,
    "scopes" text[] not null,
    "is_active" boolean not null,
    "expires_at" timestamptz null,
    "last_used_at" timestamptz null,
    "created_at" timestamptz not null,
    constraint "api_key_sha256_unique" unique ("key_sha256"),
    constraint "api_key_of_organization" unique ("organization_id", "id"),
    constraint "api_key_scopes_check" check ("scopes" <@ array['normalize'::text, 'read'::text]))`,
  ...tenants('api_key', 'select, insert, update ("is_active", "expires_at", "last_used_at")'),

  // Looks at foreign hashes, remembered for an hour.
  `create table "foreign_hit" (
    "api_key_id" uuid not null,
    "hour" timestamptz not null,
    "sha256" text not null,
    "organization_id" uuid not null,
    primary key ("api_key_id", "hour", "sha256"),
    constraint "foreign_hit_api_key_fkey" foreign key ("organization_id", "api_key_id")
      references "api_key" ("organization_id", "id") on delete cascade)`,
  ...tenants('foreign_hit', 'select, insert'),
];

const ACCOUNTS = [
  `create table "member" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "email" text not null,
    "password_hash" text not null,
    "role" text not null,
    "is_active" boolean not null,
    "email_verified" boolean not null,
    "created_at" timestamptz not null,
    "last_login_at" timestamptz null,
    constraint "member_email_unique" unique ("email"),
    constraint "member_of_organization" unique ("organization_id", "id"),
    constraint "member_role_check" check ("role" in ('owner', 'admin', 'member')))`,
  ...tenants('member', 'select, update ("role"), delete'),

  `create table "session" (
    "id" uuid not null primary key,
    "organization_id" uuid not null,
    "member_id" uuid not null,
    "auth_time" timestamptz not null,
    "last_used_at" timestamptz not null,
    "expires_at" timestamptz not null,
    "ended_at" timestamptz null,
    "user_agent" text null,
    constraint "session_of_organization" unique ("organization_id", "id"),
    constraint "session_member_fkey" foreign key ("organization_id", "member_id")
      references "member" ("organization_id", "id") on delete cascade)`,
  `create index "session_member" on "session" ("organization_id", "member_id")`,
  ...tenants('session', 'select, insert, update, delete'),

  `create table "refresh_token" (
    "sha256" text not null primary key,
    "session_id" uuid not null,
    "organization_id" uuid not null,
    "expires_at" timestamptz not null,
    "spent_at" timestamptz null,
    constraint "refresh_token_session_fkey" foreign key ("organization_id", "session_id")
      references "session" ("organization_id", "id") on delete cascade)`,
  `create index "refresh_token_session" on "refresh_token" ("session_id")`,
  ...tenants('refresh_token', 'select, insert, update'),

  // What opens an account without a password: links in mails, each good for one use.
  `create table "one_time_token" (
    "member_id" uuid not null,
    "purpose" text not null,
    "organization_id" uuid not null,
    "sha256" text not null,
    "expires_at" timestamptz not null,
    primary key ("member_id", "purpose"),
    constraint "one_time_token_sha256_unique" unique ("sha256"),
    constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password')),
    constraint "one_time_token_member_fkey" foreign key ("organization_id", "member_id")
      references "member" ("organization_id", "id") on delete cascade)`,
  ...tenants('one_time_token', null),

  // By whoever may invite; to be accepted by somebody who belongs to nobody yet.
  `create table "invitation" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "email" text not null,
    "role" text not null,
    "sha256" text not null,
    "expires_at" timestamptz not null,
    constraint "invitation_email_unique" unique ("organization_id", "email"),
    constraint "invitation_sha256_unique" unique ("sha256"),
    constraint "invitation_role_check" check ("role" in ('owner', 'admin', 'member')))`,
  ...tenants('invitation', 'select, insert, update, delete'),

  // Counters against guessing. No tenant's: the role of tenants gets no right to it.
  `create table "rate_window" (
    "key" text not null primary key,
    "count" int not null,
    "resets_at" timestamptz not null)`,
  `create index "rate_window_reset" on "rate_window" ("resets_at")`,

  `create table "mail" (
    "id" uuid not null primary key,
    "organization_id" uuid null references "organization" ("id"),
    "sealed" text not null,
    "created_at" timestamptz not null)`,
  `create index "mail_created" on "mail" ("created_at")`,
  ...tenants('mail', 'select, insert'),
];

/**
 * The audit log is appended to, and nothing else. The only way to take entries out of it: all of an organization, for its
 * deletion. Whoever the function belongs to has no other right, and may make nothing in the schema once it is theirs.
 */
const AUDIT = [
  `create table "audit_entry" (
    "organization_id" uuid not null references "organization" ("id"),
    "sequence" int not null,
    "at" timestamptz not null,
    "actor_id" uuid null,
    "action" text not null,
    "target" text null,
    "details" json not null,
    "previous_hash" text not null,
    "hash" text not null,
    primary key ("organization_id", "sequence"))`,
  ...tenants('audit_entry', 'select, insert'),

  `create function "fixpoint_purge_audit"("organization" uuid) returns bigint
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      with gone as (delete from public.audit_entry where organization_id = $1 returning 1) select count(*) from gone
    $$`,
  `revoke execute on function "fixpoint_purge_audit" from public`,
  `grant execute on function "fixpoint_purge_audit" to "fixpoint_app"`,
  `grant create on schema "public" to "fixpoint_purge"`,
  `alter function "fixpoint_purge_audit" owner to "fixpoint_purge"`,
  `revoke create on schema "public" from "fixpoint_purge"`,
  `grant select, delete on "audit_entry" to "fixpoint_purge"`,
  `create policy "purge" on "audit_entry" to "fixpoint_purge" using (true)`,
];

const SUBMISSIONS = [
  `create table "batch" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "name" text not null,
    "webhook_url" text null,
    "expected_total" int null,
    "total" int not null,
    "completed" int not null,
    "failed" int not null,
    "rejected" int not null,
    "status" text not null generated always as (case
      when total = completed + failed + rejected
        and (closed_at is not null or (total > 0 and total >= coalesce(expected_total, 0))) then 'complete'
      when total = 0 then 'open'
      else 'in_progress' end) stored,
    "created_at" timestamptz not null,
    "closed_at" timestamptz null,
    "ended_at" timestamptz null,
    "settling" boolean not null,
    "noticed_total" int null,
    "api_key_id" uuid null,
    constraint "batch_of_organization" unique ("organization_id", "id"),
    constraint "batch_counters_check" check ("completed" + "failed" + "rejected" <= "total"))`,
  `create index "batch_newest" on "batch" ("organization_id", "created_at", "id")`,
  `create index "batch_settling" on "batch" ("ended_at") where "settling"`,
  ...tenants('batch', 'select, insert, update'),

  // Foreign keys do not look at row-level security: composite ones keep a submission in its batch's organization, and a
  // report in its submission's. None leads to the API key: keys end with their organization alone, after all that names
  // them.
  `create table "submission" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "region" text not null,
    "original_sha256" text null,
    "size_bytes" bigint not null,
    "options" json not null,
    "status" text not null,
    "attempts" int not null,
    "request_id" text not null,
    "api_version" text not null,
    "created_at" timestamptz not null,
    "started_at" timestamptz null,
    "completed_at" timestamptz null,
    "processing_time_ms" bigint null,
    "report" json null,
    "stage_durations_ms" json null,
    "batch_id" uuid null,
    "webhook_url" text null,
    "stateless" boolean not null,
    "granted_at" timestamptz null,
    "asynchronous" boolean not null,
    "expires_at" timestamptz null,
    "erased_at" timestamptz null,
    "api_key_id" uuid null,
    constraint "submission_of_organization" unique ("organization_id", "id"),
    constraint "submission_batch_fkey" foreign key ("organization_id", "batch_id")
      references "batch" ("organization_id", "id"),
    constraint "submission_region_check" check ("region" in ${REGION}),
    constraint "submission_status_check" check
      ("status" in ('PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'REJECTED')))`,
  `create index "submission_newest" on "submission" ("organization_id", "created_at")`,
  `create index "submission_unstarted" on "submission" ("created_at") where "status" = 'PENDING'`,
  `create index "submission_places" on "submission" ("organization_id")
    where "granted_at" is not null and "completed_at" is null`,
  `create index "submission_waiting" on "submission" ("organization_id", "created_at", "id")
    where "granted_at" is null and "completed_at" is null`,
  `create index "submission_of_batch" on "submission" ("batch_id", "created_at", "id")`,
  `create index "submission_original" on "submission" ("organization_id", "original_sha256")`,
  `create index "submission_expiry" on "submission" ("expires_at")`,
  `create index "submission_unerased" on "submission" ("organization_id", "id") where "erased_at" is null`,
  `create index "submission_normalized" on "submission" ("organization_id", (report->'normalized'->>'sha256'))`,
  `create index "submission_content" on "submission" ("organization_id", (report->'normalized'->>'contentHash'))`,
  ...tenants('submission', 'select, insert, update ("granted_at", "asynchronous"), delete'),

  `create table "report" (
    "submission_id" uuid not null primary key,
    "organization_id" uuid not null,
    "output_sha256" text not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    constraint "report_submission" foreign key ("organization_id", "submission_id")
      references "submission" ("organization_id", "id"))`,
  `create index "report_output" on "report" ("output_sha256", "organization_id", "created_at")`,
  `create index "report_expiry" on "report" ("expires_at")`,
  ...tenants('report', 'select'),

  `create table "idempotency" (
    "organization_id" uuid not null references "organization" ("id"),
    "endpoint" text not null,
    "key_sha256" text not null,
    "fingerprint" text not null,
    "subject_id" uuid not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    primary key ("organization_id", "endpoint", "key_sha256"))`,
  `create index "idempotency_expired" on "idempotency" ("expires_at")`,
  `create index "idempotency_subject" on "idempotency" ("subject_id")`,
  ...tenants('idempotency', 'select, insert, delete'),
];

/** Which organization refers to which object, and until when. */
const REFERENCES = ['artifact', 'original'].flatMap((kind) => [
  `create table "${kind}_ref" (
    "organization_id" uuid not null references "organization" ("id"),
    "region" text not null,
    "sha256" text not null,
    "size_bytes" bigint not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    primary key ("organization_id", "region", "sha256"),
    constraint "${kind}_ref_region_check" check ("region" in ${REGION}))`,
  `create index "${kind}_ref_sha256" on "${kind}_ref" ("sha256")`,
  `create index "${kind}_ref_expiry" on "${kind}_ref" ("expires_at")`,
  ...tenants(`${kind}_ref`, 'select, insert, update'),
]);

const PROOF = [
  `create table "attestation" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "original_sha256" text not null,
    "normalized_sha256" text not null,
    "document" json not null,
    "certificate" text not null,
    "envelope" json not null,
    "issued_at" timestamptz not null,
    "expires_at" timestamptz not null,
    constraint "attestation_pair" unique ("organization_id", "original_sha256", "normalized_sha256"))`,
  `create index "attestation_output" on "attestation" ("organization_id", "normalized_sha256", "issued_at")`,
  `create index "attestation_expiry" on "attestation" ("expires_at")`,
  ...tenants('attestation', 'select'),

  // No tenant's: the role of tenants gets no right to it.
  `create table "signing_key" (
    "kid" text not null primary key,
    "public_jwk" json not null,
    "created_at" timestamptz not null,
    "retired_at" timestamptz null)`,
];

/** The ledger of documents, and what is told of it to the payment provider. */
const BILLING = [
  `create table "usage_period" (
    "organization_id" uuid not null references "organization" ("id"),
    "starts_at" timestamptz not null,
    "ends_at" timestamptz not null,
    "reserved" int not null,
    "used" int not null,
    "succeeded" int not null,
    "failed" int not null,
    "rejected" int not null,
    "processing_ms" bigint not null,
    primary key ("organization_id", "starts_at"))`,
  ...tenants('usage_period', 'select, insert, update'),

  `create table "quota_entry" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "period_starts_at" timestamptz not null,
    "kind" text not null,
    "units" int not null,
    "state" text not null,
    "created_at" timestamptz not null,
    "settled_at" timestamptz null,
    "metering" text null,
    constraint "quota_entry_kind_check" check ("kind" in ('submission', 'comparison')),
    constraint "quota_entry_state_check" check ("state" in ('reserved', 'used', 'released')),
    constraint "quota_entry_metering_check" check ("metering" in ('due', 'reported', 'expired')))`,
  `create index "quota_entry_reserved" on "quota_entry" ("created_at") where "state" = 'reserved'`,
  `create index "quota_entry_metering" on "quota_entry" ("settled_at", "id") where "metering" = 'due'`,
  `create index "quota_entry_settled" on "quota_entry" ("organization_id", "settled_at")`,
  ...tenants('quota_entry', 'select, insert, update'),

  // Of no interest to tenants: they get a policy, and no right.
  `create table "payment_event" (
    "id" text not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "type" text not null,
    "received_at" timestamptz not null,
    "applied_at" timestamptz null)`,
  `create index "payment_event_unapplied" on "payment_event" ("received_at") where "applied_at" is null`,
  ...tenants('payment_event', null),
];

const DELIVERY_ERROR = `('dns_failure', 'connect_timeout', 'connection_failed', 'tls_error', 'timeout', 'http_status',
  'redirect', 'blocked_address', 'endpoint_gone', 'endpoint_inactive', 'interrupted')`;

const WEBHOOKS = [
  `create table "webhook_endpoint" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "url" text not null,
    "events" text[] not null,
    "active" boolean not null,
    "api_version" text not null,
    "created_at" timestamptz not null,
    "last_delivery_at" timestamptz null,
    "failing_since" timestamptz null,
    "disabled_reason" text null,
    "warned_at" timestamptz null,
    constraint "webhook_endpoint_events_check" check ("events" <@ array['normalization.success'::text,
      'normalization.failure'::text, 'normalization.rejected'::text]),
    constraint "webhook_endpoint_disabled_reason_check" check ("disabled_reason" in ('gone', 'failing')))`,
  `create index "webhook_endpoint_organization" on "webhook_endpoint" ("organization_id", "created_at")`,
  ...tenants('webhook_endpoint', 'select, insert, update, delete'),

  `create table "webhook_secret" (
    "owner_id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "sealed" text not null,
    "created_at" timestamptz not null,
    "previous_sealed" text null,
    "previous_until" timestamptz null)`,
  ...tenants('webhook_secret', 'select, insert, update, delete'),

  // Nothing but a time limits the log: submissions, batches and endpoints may go before it.
  `create table "webhook_event" (
    "id" text not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "type" text not null,
    "submission_id" uuid null,
    "batch_id" uuid null,
    "payload" text not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    constraint "webhook_event_of_organization" unique ("organization_id", "id"),
    constraint "webhook_event_type_check" check ("type" in
      ('normalization.success', 'normalization.failure', 'normalization.rejected', 'batch.completed', 'webhook.test')))`,
  `create index "webhook_event_submission" on "webhook_event" ("submission_id")`,
  `create index "webhook_event_expiry" on "webhook_event" ("expires_at")`,
  ...tenants('webhook_event', 'select, insert'),

  // Which event a delivery is of, and where it goes, is not an organization's to change.
  `create table "webhook_delivery" (
    "id" uuid not null primary key,
    "organization_id" uuid not null,
    "event_id" text not null,
    "endpoint_id" uuid null,
    "url" text not null,
    "target" text not null,
    "status" text not null,
    "sequence" int not null,
    "attempts" int not null,
    "last_status_code" int null,
    "last_error" text null,
    "last_response_body" text null,
    "first_attempt_at" timestamptz null,
    "last_attempt_at" timestamptz null,
    "created_at" timestamptz not null,
    "seen_at" timestamptz null,
    "due_at" timestamptz not null,
    constraint "webhook_delivery_of_organization" unique ("organization_id", "id"),
    constraint "webhook_delivery_event_fkey" foreign key ("organization_id", "event_id")
      references "webhook_event" ("organization_id", "id") on delete cascade,
    constraint "webhook_delivery_status_check" check ("status" in ('pending', 'delivered', 'dead', 'cancelled')),
    constraint "webhook_delivery_last_error_check" check ("last_error" in ${DELIVERY_ERROR}))`,
  `create index "webhook_delivery_event" on "webhook_delivery" ("event_id")`,
  `create index "webhook_delivery_log" on "webhook_delivery" ("organization_id", "status", "created_at")`,
  `create index "webhook_delivery_waiting" on "webhook_delivery" ("organization_id", "target") where "status" = 'pending'`,
  `create index "webhook_delivery_due" on "webhook_delivery" ("due_at") where "status" = 'pending'`,
  ...tenants('webhook_delivery', 'select, insert, update ("status", "sequence", "attempts", "seen_at", "due_at")'),

  `create table "webhook_attempt" (
    "delivery_id" uuid not null,
    "sequence" int not null,
    "number" int not null,
    "organization_id" uuid not null,
    "target" text not null,
    "started_at" timestamptz not null,
    "ended_at" timestamptz null,
    "status_code" int null,
    "error" text null,
    "response_body" text null,
    primary key ("delivery_id", "sequence", "number"),
    constraint "webhook_attempt_delivery_fkey" foreign key ("organization_id", "delivery_id")
      references "webhook_delivery" ("organization_id", "id") on delete cascade,
    constraint "webhook_attempt_error_check" check ("error" in ${DELIVERY_ERROR}))`,
  `create index "webhook_attempt_target" on "webhook_attempt" ("organization_id", "target", "started_at")`,
  `create index "webhook_attempt_open" on "webhook_attempt" ("organization_id") where "ended_at" is null`,
  ...tenants('webhook_attempt', 'select'),

  `create table "webhook_pause" (
    "organization_id" uuid not null references "organization" ("id"),
    "target" text not null,
    "paused_until" timestamptz not null,
    "pause_ms" int not null,
    primary key ("organization_id", "target"))`,
  ...tenants('webhook_pause', 'select, delete'),
];

/** Exports, erasures, deletions of organizations, and what stays to prove that they happened. */
const DATA = [
  `create table "data_export" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "status" text not null,
    "region" text not null,
    "requested_by" uuid not null,
    "requested_at" timestamptz not null,
    "completed_at" timestamptz null,
    "expires_at" timestamptz null,
    "size_bytes" bigint null,
    constraint "data_export_status_check" check ("status" in ('pending', 'completed', 'failed', 'expired')),
    constraint "data_export_region_check" check ("region" in ${REGION}))`,
  // A second request while one is pending gets the first.
  `create unique index "data_export_pending" on "data_export" ("organization_id") where "status" = 'pending'`,
  `create index "data_export_newest" on "data_export" ("organization_id", "requested_at")`,
  ...tenants('data_export', 'select, insert'),

  `create table "erasure" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "scope" text not null,
    "status" text not null,
    "requested_by" uuid not null,
    "requested_at" timestamptz not null,
    "completed_at" timestamptz null,
    "matched" int not null,
    "submissions" int not null,
    "objects_removed" int not null,
    "objects_shared" int not null,
    "exports_removed" int not null,
    "certificate" text null,
    constraint "erasure_status_check" check ("status" in ('scheduled', 'completed')))`,
  `create unique index "erasure_open" on "erasure" ("organization_id", "scope") where "status" = 'scheduled'`,
  `create index "erasure_newest" on "erasure" ("organization_id", "requested_at")`,
  ...tenants('erasure', 'select, insert, update ("requested_at", "matched")'),

  `create table "account_deletion" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "status" text not null,
    "requested_by" uuid not null,
    "requested_at" timestamptz not null,
    "cancellable_until" timestamptz not null,
    "cancelled_at" timestamptz null,
    "reminders" int not null,
    "counts" json not null,
    constraint "account_deletion_status_check" check ("status" in ('pending', 'cancelled', 'executing')))`,
  `create unique index "account_deletion_open" on "account_deletion" ("organization_id")
    where "status" in ('pending', 'executing')`,
  ...tenants('account_deletion', 'select, insert'),

  // Of nobody any more: it names no organization, and the role of tenants gets no right to it.
  `create table "deletion_tombstone" (
    "id" uuid not null primary key,
    "organization_mark" text not null,
    "requested_at" timestamptz not null,
    "executed_at" timestamptz not null,
    "counts" json not null,
    "certificate" text null,
    "certificate_until" timestamptz not null)`,
];

/** Workers say of themselves that they live, and how their parsers are isolated. No tenant's. */
const WORKERS = [
  `create table "worker_heartbeat" (
    "worker_id" uuid not null primary key,
    "parser_isolation" text not null,
    "parser_walls" text[] not null,
    "build_id" text not null,
    "task_queues" text[] not null,
    "started_at" timestamptz not null,
    "seen_at" timestamptz not null,
    constraint "worker_heartbeat_parser_isolation_check" check
      ("parser_isolation" in ('no-network', 'network-access')))`,
];

const ROLES = ['fixpoint_tenant', 'fixpoint_app', 'fixpoint_purge'].flatMap((name) => role(name));

export class Migration20261122120000_first extends Migration {
  override up(): void {
    const ownership = [...ORGANIZATIONS, ...ACCOUNTS, ...AUDIT];
    const documents = [...SUBMISSIONS, ...REFERENCES, ...PROOF, ...BILLING, ...WEBHOOKS];
    for (const statement of [...ROLES, ...ownership, ...documents, ...DATA, ...WORKERS]) this.addSql(statement);
  }
}
