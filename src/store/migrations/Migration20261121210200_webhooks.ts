/** Webhooks: endpoints, their secrets, events, deliveries and attempts. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const ERROR = `('dns_failure', 'connect_timeout', 'connection_failed', 'tls_error', 'timeout', 'http_status', 'redirect',
  'blocked_address', 'endpoint_gone', 'endpoint_inactive', 'interrupted')`;

const TABLES = [
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
    constraint "webhook_endpoint_events_check" check ("events" <@ array['normalization.success'::text,
      'normalization.failure'::text, 'normalization.rejected'::text]),
    constraint "webhook_endpoint_disabled_reason_check" check ("disabled_reason" in ('gone', 'failing')))`,

  `create table "webhook_secret" (
    "owner_id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "sealed" text not null,
    "created_at" timestamptz not null,
    "previous_sealed" text null,
    "previous_until" timestamptz null)`,

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
      ('normalization.success', 'normalization.failure', 'normalization.rejected', 'batch.completed')))`,

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
    constraint "webhook_delivery_last_error_check" check ("last_error" in ${ERROR}))`,

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
    constraint "webhook_attempt_error_check" check ("error" in ${ERROR}))`,

  `create table "webhook_pause" (
    "organization_id" uuid not null references "organization" ("id"),
    "target" text not null,
    "paused_until" timestamptz not null,
    "pause_ms" int not null,
    primary key ("organization_id", "target"))`,
];

const INDEXES = [
  `create index "webhook_endpoint_organization" on "webhook_endpoint" ("organization_id", "created_at")`,
  `create index "webhook_event_submission" on "webhook_event" ("submission_id")`,
  `create index "webhook_event_expiry" on "webhook_event" ("expires_at")`,
  `create index "webhook_delivery_event" on "webhook_delivery" ("event_id")`,
  `create index "webhook_delivery_log" on "webhook_delivery" ("organization_id", "status", "created_at")`,
  `create index "webhook_delivery_waiting" on "webhook_delivery" ("organization_id", "target") where "status" = 'pending'`,
  `create index "webhook_delivery_due" on "webhook_delivery" ("due_at") where "status" = 'pending'`,
  `create index "webhook_attempt_target" on "webhook_attempt" ("organization_id", "target", "started_at")`,
  `create index "webhook_attempt_open" on "webhook_attempt" ("organization_id") where "ended_at" is null`,
];

/** What an organization's own requests do; the rest is the worker's. */
const GRANTS = [
  `grant select, insert, update, delete on "webhook_endpoint", "webhook_secret" to "fixpoint_tenant"`,
  `grant select on "webhook_event", "webhook_attempt" to "fixpoint_tenant"`,
  `grant select, update on "webhook_delivery" to "fixpoint_tenant"`,
  `grant select, delete on "webhook_pause" to "fixpoint_tenant"`,
];

const NAMES = ['endpoint', 'secret', 'event', 'delivery', 'attempt', 'pause'].map((name) => `webhook_${name}`);

function rowLevelSecurity(table: string): string[] {
  return [
    `alter table "${table}" enable row level security`,
    `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
  ];
}

export class Migration20261121210200_webhooks extends Migration {
  override up(): void {
    const policies = NAMES.flatMap((name) => rowLevelSecurity(name));
    for (const statement of [...TABLES, ...INDEXES, ...GRANTS, ...policies]) this.addSql(statement);
  }
}
