/** Second factors of members, the rule of an organization that they are needed, and when one was shown. */
import { Migration } from '@mikro-orm/migrations';

/** They go with their member, and are seen by their organization alone. */
const OF_A_MEMBER = ['totp', 'passkey', 'recovery_code'];
const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

export class Migration20261125110000_second_factor extends Migration {
  override up(): void {
    this.addSql(`alter table "organization" add column "require_second_factor" boolean not null default false`);
    this.addSql(`grant update ("require_second_factor") on "organization" to "fixpoint_tenant"`);
    this.addSql(`alter table "session"
      add column "created_at" timestamptz not null default now(),
      add column "second_factor_at" timestamptz null`);
    this.addSql(`update "session" set "created_at" = "auth_time"`);
    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check"`);
    this.addSql(`alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in
      ('verify-email', 'reset-password', 'second-factor', 'reauthentication', 'passkey-registration'))`);
    this.addSql(`create table "totp" (
      "member_id" uuid not null primary key,
      "organization_id" uuid not null,
      "sealed_secret" text null,
      "sealed_candidate" text null,
      "created_at" timestamptz null,
      "last_used_at" timestamptz null,
      "last_step" int null)`);
    this.addSql(`create table "passkey" (
      "id" uuid not null primary key,
      "organization_id" uuid not null,
      "member_id" uuid not null,
      "name" text not null,
      "credential_id" text not null,
      "public_key" text not null,
      "sign_count" bigint not null,
      "transports" text[] not null,
      "created_at" timestamptz not null,
      "last_used_at" timestamptz null,
      constraint "passkey_credential_id_unique" unique ("credential_id"))`);
    this.addSql(`create index "passkey_member" on "passkey" ("organization_id", "member_id")`);
    this.addSql(`create table "recovery_code" (
      "member_id" uuid not null,
      "sha256" text not null,
      "organization_id" uuid not null,
      primary key ("member_id", "sha256"))`);
    for (const table of OF_A_MEMBER) {
      this.addSql(`alter table "${table}" add constraint "${table}_member_fkey"
        foreign key ("organization_id", "member_id") references "member" ("organization_id", "id") on delete cascade`);
      this.addSql(`grant select, insert, update, delete on "${table}" to "fixpoint_tenant"`);
      this.addSql(`alter table "${table}" enable row level security`);
      this.addSql(`create policy "${table}_tenant" on "${table}" to "fixpoint_tenant"
        using (${OWN_ROWS}) with check (${OWN_ROWS})`);
    }
  }
}
