/** Billing: what the payment provider says of an organization, its events, and usage that is to be told to it. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const STATEMENTS = [
  `alter table "organization"
    add column "payment_customer_id" text null,
    add column "payment_subscription_id" text null,
    add column "subscription_status" text null,
    add column "billing_interval" text null,
    add column "period_anchor" timestamptz null,
    add column "current_period_end" timestamptz null,
    add column "cancel_at_period_end" boolean not null default false,
    add column "payment_revision" int not null default 0,
    add constraint "organization_payment_customer_unique" unique ("payment_customer_id"),
    add constraint "organization_subscription_status_check" check ("subscription_status" in
      ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled')),
    add constraint "organization_billing_interval_check" check ("billing_interval" in ('month', 'year'))`,

  `grant update ("payment_customer_id") on "organization" to "fixpoint_tenant"`,

  `alter table "quota_entry"
    add column "metering" text null,
    add constraint "quota_entry_metering_check" check ("metering" in ('due', 'reported', 'expired'))`,
  `create index "quota_entry_metering" on "quota_entry" ("settled_at", "id") where "metering" = 'due'`,
  `create index "quota_entry_settled" on "quota_entry" ("organization_id", "settled_at")`,

  `create table "payment_event" (
    "id" text not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "type" text not null,
    "received_at" timestamptz not null,
    "applied_at" timestamptz null)`,
  `create index "payment_event_unapplied" on "payment_event" ("received_at") where "applied_at" is null`,
  // Of no interest to tenants: they get a policy, and no right.
  `alter table "payment_event" enable row level security`,
  `create policy "payment_event_tenant" on "payment_event" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
];

export class Migration20261121230400_billing extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
