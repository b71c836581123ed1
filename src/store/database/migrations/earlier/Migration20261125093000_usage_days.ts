/**
 * Use by the day, beginning with what the documents that are still kept say of it; and the deliveries to an endpoint in
 * their order.
 */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261125093000_usage_days extends Migration {
  override up(): void {
    this.addSql(`create table "usage_day" (
      "organization_id" uuid not null references "organization" ("id"),
      "day" date not null,
      "succeeded" int not null,
      "failed" int not null,
      "rejected" int not null,
      "processing_ms" bigint not null,
      "input_bytes" bigint not null,
      "output_bytes" bigint not null,
      primary key ("organization_id", "day"))`);
    this.addSql(`grant select on "usage_day" to "fixpoint_tenant"`);
    this.addSql(`grant select, insert, update, delete on "usage_day" to "fixpoint_app"`);
    this.addSql(`alter table "usage_day" enable row level security`);
    const rule = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;
    this.addSql(
      `create policy "usage_day_tenant" on "usage_day" to "fixpoint_tenant" using (${rule}) with check (${rule})`,
    );
    this.addSql(`create policy application on "usage_day" to "fixpoint_app" using (true) with check (true)`);
    // Whoever owns the tables sees no rows of tenants: the application does, or will where all tables are new.
    this.addSql(`grant select on "submission" to "fixpoint_app"`);
    this.addSql(`set local role "fixpoint_app"`);
    this.addSql(`insert into "usage_day"
      select "organization_id", ("completed_at" at time zone 'UTC')::date,
        count(*) filter (where "status" = 'SUCCESS'), count(*) filter (where "status" = 'FAILED'),
        count(*) filter (where "status" = 'REJECTED'),
        coalesce(sum("processing_time_ms") filter (where "status" = 'SUCCESS'), 0), sum("size_bytes"),
        coalesce(sum(("report"->'normalized'->>'sizeBytes')::bigint), 0)
      from "submission" where "completed_at" is not null group by 1, 2`);
    this.addSql('reset role');
    this.addSql(`create index "webhook_delivery_of_endpoint" on "webhook_delivery"
      ("organization_id", "endpoint_id", "created_at", "id")`);
  }
}
