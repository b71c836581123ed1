/**
 * The excessive rights of the service's login. Policies do not bind a superuser or a role that bypasses them, and an
 * owner of tables can remove them.
 */
import type { Database } from './database.ts';
import { APPLICATION_ROLE, TENANT_ROLE } from './tenancy.ts';

interface Rights {
  readonly superuser: boolean;
  readonly bypass: boolean;
  readonly makes: boolean;
  readonly owns: boolean;
  /** Roles with rights of their own that it may become. */
  readonly others: string | null;
}

/** The rights of the login itself, because the connections of the service switch to another role at once. */
const RIGHTS = `select r.rolsuper as superuser, r.rolbypassrls as bypass,
    r.rolcreaterole or r.rolcreatedb or r.rolreplication as makes,
    exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid)
      or exists (select from pg_database d where d.datname = current_database() and d.datdba = r.oid) as owns,
    (select string_agg(o.rolname, ', ' order by o.rolname) from pg_roles o
      where pg_has_role(r.oid, o.oid, 'member') and o.oid <> r.oid and o.rolname not in (?, ?)) as others
  from pg_roles r where r.rolname = session_user`;

/**
 * One sentence for each excessive right. No sentence means that the rights are correct. Throws when the database
 * cannot be asked.
 */
export async function excessRights(database: Database): Promise<string[]> {
  const [rights] = await database.system().execute<Rights[]>(RIGHTS, [APPLICATION_ROLE, TENANT_ROLE]);
  // A superuser may become everybody: that says it all.
  if (rights?.superuser === true) return ['DATABASE_URL logs in as a superuser, whom no policy binds.'];
  return [
    ...(rights?.bypass === true ? ['The login of DATABASE_URL bypasses row-level security.'] : []),
    ...(rights?.makes === true ? ['The login of DATABASE_URL may make roles or databases, or replicate.'] : []),
    ...(rights?.owns === true ? ['The login of DATABASE_URL owns the database, or tables of it.'] : []),
    ...(rights?.others ? [`The login of DATABASE_URL may become ${rights.others}.`] : []),
  ];
}
