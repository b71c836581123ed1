/**
 * Nobody sees all tenants by being who made the tables: the roles the service works as, which own nothing, and what they
 * may do. The rights of the application and its policies are given to each table after every migration (`tenancy.ts`).
 */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

/** Roles belong to the whole cluster: another database of it may have made this one already, or be making it now. */
function role(name: string): string[] {
  const create = `do $$ begin
    create role "${name}" nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  exception when duplicate_object or unique_violation then null;
  end $$`;
  return [create, member(name), `grant usage on schema "public" to "${name}"`];
}

/** Whoever owns the tables may become the role, and otherwise has none of its rights, nor its view of the rows. */
function member(name: string): string {
  return `grant "${name}" to current_user with set true, inherit false`;
}

/**
 * The only way to take entries out of the audit log: all of an organization, for its deletion. Whoever the function
 * belongs to has no other right, and may make nothing in the schema once it is theirs.
 */
const PURGE = [
  `create function "fixpoint_purge_audit"("organization" uuid) returns bigint
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      with gone as (delete from public.audit_entry where organization_id = $1 returning 1) select count(*) from gone
    $$`,
  `revoke execute on function "fixpoint_purge_audit" from public`,
  `grant execute on function "fixpoint_purge_audit" to "fixpoint_app"`,
  `grant create on schema "public" to "fixpoint_purge"`,
  `alter function "fixpoint_purge_audit" owner to "fixpoint_purge"`,
  `revoke create on schema "public" from "fixpoint_purge"`,
  `grant select, delete on "audit_entry" to "fixpoint_purge"`,
  `create policy "purge" on "audit_entry" to "fixpoint_purge" using (true)`,
];

/** What requests do for an organization they know, they do as that organization. */
const TENANTS = [
  `grant insert, update on "artifact_ref" to "fixpoint_tenant"`,
  `grant select, insert, update on "original_ref" to "fixpoint_tenant"`,

  // Which event a delivery is of, and where it goes, is not an organization's to change.
  `revoke update on "webhook_delivery" from "fixpoint_tenant"`,
  `grant update ("status", "sequence", "attempts", "seen_at", "due_at") on "webhook_delivery" to "fixpoint_tenant"`,

  // Members are told of a receiver that fails; and may ask for an event that says nothing but that they asked.
  `alter table "webhook_endpoint" add column "warned_at" timestamptz null`,
  `alter table "webhook_event" drop constraint "webhook_event_type_check"`,
  `alter table "webhook_event" add constraint "webhook_event_type_check" check ("type" in
    ('normalization.success', 'normalization.failure', 'normalization.rejected', 'batch.completed', 'webhook.test'))`,
  `grant insert on "webhook_event", "webhook_delivery" to "fixpoint_tenant"`,

  `alter table "api_key" add constraint "api_key_of_organization" unique ("organization_id", "id")`,

  // Memories of an hour: nothing is lost.
  `drop table "foreign_hit"`,
  `create table "foreign_hit" (
    "api_key_id" uuid not null,
    "hour" timestamptz not null,
    "sha256" text not null,
    "organization_id" uuid not null,
    primary key ("api_key_id", "hour", "sha256"),
    constraint "foreign_hit_api_key_fkey" foreign key ("organization_id", "api_key_id")
      references "api_key" ("organization_id", "id") on delete cascade)`,
  `grant select, insert on "foreign_hit" to "fixpoint_tenant"`,
  `grant update ("last_used_at") on "api_key" to "fixpoint_tenant"`,
  `alter table "foreign_hit" enable row level security`,
  `create policy "foreign_hit_tenant" on "foreign_hit" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
];

export class Migration20261121230300_tenancy extends Migration {
  override up(): void {
    const roles = [member('fixpoint_tenant'), ...role('fixpoint_app'), ...role('fixpoint_purge')];
    for (const statement of [...roles, ...PURGE, ...TENANTS]) this.addSql(statement);
  }
}
