/** What opens an account without a password: links in mails, each good for one use; and counters against guessing. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const TABLES = [
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

  `create table "rate_window" (
    "key" text not null primary key,
    "count" int not null,
    "resets_at" timestamptz not null)`,
  `create index "rate_window_reset" on "rate_window" ("resets_at")`,
];

const GRANTS = [
  // By whoever may invite; to be accepted by somebody who belongs to nobody yet.
  `grant select, insert, update, delete on "invitation" to "fixpoint_tenant"`,
  // Sessions that are over go when their member signs in again.
  `grant delete on "session" to "fixpoint_tenant"`,
];

const POLICIES = ['one_time_token', 'invitation'].flatMap((table) => [
  `alter table "${table}" enable row level security`,
  `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
]);

export class Migration20261121230200_one_time_tokens extends Migration {
  override up(): void {
    for (const statement of [...TABLES, ...GRANTS, ...POLICIES]) this.addSql(statement);
  }
}
