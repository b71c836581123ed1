/** Data protection: exports, erasures, deletions of whole organizations, and what stays to prove that they happened. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const TABLES = [
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
    constraint "data_export_region_check" check ("region" in ('ca-central-1', 'us-east-2', 'eu-central-1')))`,
  // A second request while one is pending gets the first.
  `create unique index "data_export_pending" on "data_export" ("organization_id") where "status" = 'pending'`,
  `create index "data_export_newest" on "data_export" ("organization_id", "requested_at")`,

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

  // Of nobody any more: it names no organization, and the role of tenants gets no right to it.
  `create table "deletion_tombstone" (
    "id" uuid not null primary key,
    "organization_mark" text not null,
    "requested_at" timestamptz not null,
    "executed_at" timestamptz not null,
    "counts" json not null,
    "certificate" text null,
    "certificate_until" timestamptz not null)`,

  `alter table "submission" add column "erased_at" timestamptz null`,
  `alter table "submission" alter column "original_sha256" drop not null`,
  `create index "submission_unerased" on "submission" ("organization_id", "id") where "erased_at" is null`,
  `create index "submission_normalized" on "submission" ("organization_id", (report->'normalized'->>'sha256'))`,
  `create index "submission_content" on "submission" ("organization_id", (report->'normalized'->>'contentHash'))`,
];

const GRANTS = [
  `grant select, insert on "data_export", "erasure", "account_deletion" to "fixpoint_tenant"`,
  `grant update ("requested_at", "matched") on "erasure" to "fixpoint_tenant"`,
];

const POLICIES = ['data_export', 'erasure', 'account_deletion'].flatMap((table) => [
  `alter table "${table}" enable row level security`,
  `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
]);

export class Migration20261121230500_data extends Migration {
  override up(): void {
    for (const statement of [...TABLES, ...GRANTS, ...POLICIES]) this.addSql(statement);
  }
}
