/** The first schema: organizations and their keys, members, submissions, artifact references and reports. */
import { Migration } from '@mikro-orm/migrations';

const REGION = `('ca-central-1', 'us-east-2', 'eu-central-1')`;

const TABLES = [
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
    constraint "organization_slug_unique" unique ("slug"),
    constraint "organization_plan_tier_check" check ("plan_tier" in ('free', 'starter', 'growth', 'pro')),
    constraint "organization_default_region_check" check ("default_region" in ${REGION}),
    constraint "organization_allowed_regions_check" check
      ("allowed_regions" <@ array['ca-central-1'::text, 'us-east-2'::text, 'eu-central-1'::text]))`,

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
    constraint "api_key_scopes_check" check ("scopes" <@ array['normalize'::text, 'read'::text]))`,

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
    constraint "member_role_check" check ("role" in ('owner', 'admin', 'member')))`,

  `create table "submission" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "region" text not null,
    "original_sha256" text not null,
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
    constraint "submission_of_organization" unique ("organization_id", "id"),
    constraint "submission_region_check" check ("region" in ${REGION}),
    constraint "submission_status_check" check
      ("status" in ('PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'REJECTED')))`,

  `create table "artifact_ref" (
    "organization_id" uuid not null references "organization" ("id"),
    "region" text not null,
    "sha256" text not null,
    "size_bytes" bigint not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    primary key ("organization_id", "region", "sha256"),
    constraint "artifact_ref_region_check" check ("region" in ${REGION}))`,

  // Foreign keys do not look at row-level security: the composite one keeps a report in its submission's organization.
  `create table "report" (
    "submission_id" uuid not null primary key,
    "organization_id" uuid not null,
    "output_sha256" text not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    constraint "report_submission" foreign key ("organization_id", "submission_id")
      references "submission" ("organization_id", "id"))`,

  `create index "submission_newest" on "submission" ("organization_id", "created_at")`,
  `create index "submission_unstarted" on "submission" ("created_at") where "status" = 'PENDING'`,
  `create index "artifact_ref_sha256" on "artifact_ref" ("sha256")`,
  `create index "report_output" on "report" ("output_sha256", "organization_id", "created_at")`,
];

/** Roles belong to the whole cluster: another database of it may have made this one already, or be making it now. */
const TENANT_ROLE = `do $$ begin
  create role "fixpoint_tenant" nologin;
exception when duplicate_object or unique_violation then null;
end $$`;

/** What tenant-facing queries do, and no more. */
const GRANTS = [
  `grant "fixpoint_tenant" to current_user`,
  `grant usage on schema "public" to "fixpoint_tenant"`,
  `grant select on "organization", "artifact_ref", "report" to "fixpoint_tenant"`,
  `grant select, insert, delete on "submission" to "fixpoint_tenant"`,
];

const TENANT_COLUMNS = {
  organization: 'id',
  api_key: 'organization_id',
  member: 'organization_id',
  submission: 'organization_id',
  artifact_ref: 'organization_id',
  report: 'organization_id',
};

function rowLevelSecurity(table: string, column: string): string[] {
  const rule = `${column} = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;
  return [
    `alter table "${table}" enable row level security`,
    `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${rule}) with check (${rule})`,
  ];
}

export class Migration20261121000000_first extends Migration {
  override up(): void {
    const policies = Object.entries(TENANT_COLUMNS).flatMap(([table, column]) => rowLevelSecurity(table, column));
    for (const statement of [...TABLES, TENANT_ROLE, ...GRANTS, ...policies]) this.addSql(statement);
  }
}
