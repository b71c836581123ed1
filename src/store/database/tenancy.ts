/**
 * The second isolation between organizations. Every tenant-facing query names its organization in the WHERE clause and
 * runs as the role `fixpoint_tenant`, for which PostgreSQL shows only the rows of the organization in the session
 * variable. All other work runs as `fixpoint_app`, which owns nothing and sees all rows by a policy of each table. The
 * same policies bind the owner of the tables, which only migrates.
 */
import type { PolicyDef } from '@mikro-orm/core';

/** The role of the service. The role of the connection is only for migrations. */
export const APPLICATION_ROLE = 'fixpoint_app';
export const TENANT_ROLE = 'fixpoint_tenant';
/** The role of one function, which removes the audit log of an organization that is deleted. */
export const PURGE_ROLE = 'fixpoint_purge';
export const TENANT_SETTING = 'fixpoint.organization';

/** An unset variable is null and one of a finished transaction is '': both must match no row. */
const CURRENT_ORGANIZATION = `(nullif(current_setting('${TENANT_SETTING}', true), ''))::uuid`;

export function ownRows(policyName: string, column: 'id' | 'organization_id'): PolicyDef[] {
  const rule = `${column} = ${CURRENT_ORGANIZATION}`;
  return [
    { name: policyName, roles: [TENANT_ROLE], using: rule, check: rule },
    { name: 'application', roles: [APPLICATION_ROLE], using: 'true', check: 'true' },
  ];
}

/** Operations that nobody may do on these tables, because their rows are final. */
const NEVER_DONE = [
  ['audit_entry', 'update, delete'],
  ['webhook_event', 'update'],
  ['signing_key', 'delete'],
  ['deletion_tombstone', 'delete'],
] as const;

/**
 * Runs after every migration and is safe to repeat. Each table with row-level security binds its owner too and admits
 * the application. The application has the same rights everywhere, except for the final rows.
 */
export const SECURE_TABLES = `do $$
declare
  found record;
begin
  perform pg_advisory_xact_lock(hashtextextended('fixpoint tables', 0)); -- services may start at the same time
  for found in
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'mikro_orm_migrations'
  loop
    if not has_table_privilege('${APPLICATION_ROLE}', found.oid, 'insert') then
      execute format('grant select, insert, update, delete on %I to ${APPLICATION_ROLE}', found.relname);
    end if;
    if found.relrowsecurity and not found.relforcerowsecurity then
      execute format('alter table %I force row level security', found.relname);
    end if;
    if found.relrowsecurity
      and not exists (select from pg_policy where polrelid = found.oid and polname = 'application') then
      execute format('create policy application on %I to ${APPLICATION_ROLE} using (true) with check (true)',
        found.relname);
    end if;
  end loop;
  ${NEVER_DONE.map(([table, rights]) => `revoke ${rights} on "${table}" from ${APPLICATION_ROLE};`).join('\n  ')}
  -- The service may ask whether the schema is of its version.
  grant select on mikro_orm_migrations to ${APPLICATION_ROLE};
end $$`;
