/** What retention needs: references to originals, an end for every row, and a memory of looks at foreign hashes. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const TABLES = [
  `create table "original_ref" (
    "organization_id" uuid not null references "organization" ("id"),
    "region" text not null,
    "sha256" text not null,
    "size_bytes" bigint not null,
    "created_at" timestamptz not null,
    "expires_at" timestamptz not null,
    primary key ("organization_id", "region", "sha256"),
    constraint "original_ref_region_check" check ("region" in ('ca-central-1', 'us-east-2', 'eu-central-1')))`,
  `create index "original_ref_sha256" on "original_ref" ("sha256")`,
  `create index "original_ref_expiry" on "original_ref" ("expires_at")`,
  `alter table "original_ref" enable row level security`,
  `create policy "original_ref_tenant" on "original_ref" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,

  // No tenant's: the role of tenants gets no right to it.
  `create table "foreign_hit" (
    "api_key_id" uuid not null,
    "hour" timestamptz not null,
    "sha256" text not null,
    primary key ("api_key_id", "hour", "sha256"))`,

  `alter table "submission" add column "expires_at" timestamptz null`,
  `create index "submission_expiry" on "submission" ("expires_at")`,
  `create index "artifact_ref_expiry" on "artifact_ref" ("expires_at")`,
  `create index "report_expiry" on "report" ("expires_at")`,
  `create index "attestation_expiry" on "attestation" ("expires_at")`,
];

/** Of the days of each plan when this migration was written. */
const RETENTION = `case o."plan_tier" when 'free' then interval '7 days' when 'starter' then interval '30 days'
  else interval '90 days' end`;

/** Submissions of before end as if they had ended today's way. */
const EARLIER = [
  `update "submission" s set "expires_at" = s."completed_at" + ${RETENTION}
    from "organization" o where o."id" = s."organization_id" and s."completed_at" is not null`,
  `insert into "original_ref" ("organization_id", "region", "sha256", "size_bytes", "created_at", "expires_at")
    select "organization_id", "region", "original_sha256", max("size_bytes"), min("created_at"),
      max(coalesce("expires_at", "created_at"))
    from "submission" where not "stateless" group by "organization_id", "region", "original_sha256"`,
];

export class Migration20261121210400_retention extends Migration {
  override up(): void {
    for (const statement of [...TABLES, ...EARLIER]) this.addSql(statement);
  }
}
