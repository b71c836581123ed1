/** Batches, which submissions may belong to; and what lists of submissions are read by. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const STATEMENTS = [
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
    constraint "batch_of_organization" unique ("organization_id", "id"),
    constraint "batch_counters_check" check ("completed" + "failed" + "rejected" <= "total"))`,
  `create index "batch_newest" on "batch" ("organization_id", "created_at", "id")`,
  `create index "batch_settling" on "batch" ("ended_at") where "settling"`,

  `grant select, insert, update on "batch" to "fixpoint_tenant"`,
  `alter table "batch" enable row level security`,
  `create policy "batch_tenant" on "batch" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,

  // Foreign keys do not look at row-level security: the composite one keeps a submission in its batch's organization.
  `alter table "submission" add constraint "submission_batch_fkey"
    foreign key ("organization_id", "batch_id") references "batch" ("organization_id", "id")`,
  `create index "submission_of_batch" on "submission" ("batch_id", "created_at", "id")`,
  `create index "submission_original" on "submission" ("organization_id", "original_sha256")`,
];

export class Migration20261121210300_batches extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
