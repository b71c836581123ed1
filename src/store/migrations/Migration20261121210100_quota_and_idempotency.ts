/** Accepting: the ledger of documents, idempotency keys, and the places a submission waits for. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const STATEMENTS = [
  `alter table "submission" add column "asynchronous" boolean not null default true`,
  `alter table "submission" alter column "asynchronous" drop default`,
  `create index "submission_places" on "submission" ("organization_id")
    where "granted_at" is not null and "completed_at" is null`,
  `create index "submission_waiting" on "submission" ("organization_id", "created_at", "id")
    where "granted_at" is null and "completed_at" is null`,
  `grant update ("granted_at", "asynchronous") on "submission" to "fixpoint_tenant"`,

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

  `create table "quota_entry" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "period_starts_at" timestamptz not null,
    "kind" text not null,
    "units" int not null,
    "state" text not null,
    "created_at" timestamptz not null,
    "settled_at" timestamptz null,
    constraint "quota_entry_kind_check" check ("kind" in ('submission', 'comparison')),
    constraint "quota_entry_state_check" check ("state" in ('reserved', 'used', 'released')))`,
  `create index "quota_entry_reserved" on "quota_entry" ("created_at") where "state" = 'reserved'`,

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

  `grant select, insert, update on "usage_period", "quota_entry" to "fixpoint_tenant"`,
  `grant select, insert, delete on "idempotency" to "fixpoint_tenant"`,

  ...['usage_period', 'quota_entry', 'idempotency'].flatMap((table) => [
    `alter table "${table}" enable row level security`,
    `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
  ]),
];

export class Migration20261121210100_quota_and_idempotency extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
