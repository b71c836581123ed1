/** Accounts: sign-ins, the audit log, and mail that is to be sent. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const TABLES = [
  `alter table "member" add constraint "member_of_organization" unique ("organization_id", "id")`,

  `create table "session" (
    "id" uuid not null primary key,
    "organization_id" uuid not null,
    "member_id" uuid not null,
    "auth_time" timestamptz not null,
    "last_used_at" timestamptz not null,
    "expires_at" timestamptz not null,
    "ended_at" timestamptz null,
    "user_agent" text null,
    constraint "session_of_organization" unique ("organization_id", "id"),
    constraint "session_member_fkey" foreign key ("organization_id", "member_id")
      references "member" ("organization_id", "id") on delete cascade)`,
  `create index "session_member" on "session" ("organization_id", "member_id")`,

  `create table "refresh_token" (
    "sha256" text not null primary key,
    "session_id" uuid not null,
    "organization_id" uuid not null,
    "expires_at" timestamptz not null,
    "spent_at" timestamptz null,
    constraint "refresh_token_session_fkey" foreign key ("organization_id", "session_id")
      references "session" ("organization_id", "id") on delete cascade)`,
  `create index "refresh_token_session" on "refresh_token" ("session_id")`,

  `create table "audit_entry" (
    "organization_id" uuid not null references "organization" ("id"),
    "sequence" int not null,
    "at" timestamptz not null,
    "actor_id" uuid null,
    "action" text not null,
    "target" text null,
    "details" json not null,
    "previous_hash" text not null,
    "hash" text not null,
    primary key ("organization_id", "sequence"))`,

  `create table "mail" (
    "id" uuid not null primary key,
    "organization_id" uuid null references "organization" ("id"),
    "sealed" text not null,
    "created_at" timestamptz not null)`,
  `create index "mail_created" on "mail" ("created_at")`,
];

const GRANTS = [
  `grant select on "member" to "fixpoint_tenant"`,
  `grant select, insert, update on "session" to "fixpoint_tenant"`,
  `grant select, insert, update on "refresh_token" to "fixpoint_tenant"`,
  // Appended to, and nothing else.
  `grant select, insert on "audit_entry" to "fixpoint_tenant"`,
  `grant select, insert on "mail" to "fixpoint_tenant"`,
];

const POLICIES = ['session', 'refresh_token', 'audit_entry', 'mail'].flatMap((table) => [
  `alter table "${table}" enable row level security`,
  `create policy "${table}_tenant" on "${table}" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
]);

export class Migration20261121230100_accounts extends Migration {
  override up(): void {
    for (const statement of [...TABLES, ...GRANTS, ...POLICIES]) this.addSql(statement);
  }
}
