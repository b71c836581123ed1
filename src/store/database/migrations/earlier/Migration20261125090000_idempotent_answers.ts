/** The answers to requests with an idempotency key. */
import { Migration } from '@mikro-orm/migrations';

const OWN = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

export class Migration20261125090000_idempotent_answers extends Migration {
  override up(): void {
    this.addSql(`create table "idempotent_answer" (
      "organization_id" uuid not null references "organization" ("id"),
      "actor" text not null,
      "operation" text not null,
      "key_sha256" text not null,
      "request" text not null,
      "answer" text null,
      "begun_at" timestamptz not null,
      "expires_at" timestamptz not null,
      primary key ("organization_id", "actor", "operation", "key_sha256"))`);
    this.addSql(`create index "idempotent_answer_expired" on "idempotent_answer" ("expires_at")`);
    this.addSql(`grant select, insert, update, delete on "idempotent_answer" to "fixpoint_tenant"`);
    this.addSql(`alter table "idempotent_answer" enable row level security`);
    this.addSql(`create policy "idempotent_answer_tenant" on "idempotent_answer" to "fixpoint_tenant"
      using (${OWN}) with check (${OWN})`);
  }
}
