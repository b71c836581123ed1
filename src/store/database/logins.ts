/**
 * The logins of a PostgreSQL server and their databases: for the owner of the tables, the service and Temporal. An
 * administrator creates them, and only for that. A second call changes only the passwords.
 */
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { APPLICATION_ROLE, PURGE_ROLE, TENANT_ROLE } from './tenancy.ts';

/** Addresses with user, password and database, which are made so that one can connect by them. */
export interface Logins {
  readonly owner: string;
  readonly service: string;
  /** Temporal has a second database, with `_visibility` after the name of the first. */
  readonly temporal?: string;
  /** The password of `fixpoint_standby`, which only copies the server. */
  readonly standbyPassword?: string;
}

/** The addresses contradict each other. */
export class LoginsError extends Error {
  override readonly name = 'LoginsError';
}

interface Login {
  readonly name: string;
  readonly password: string;
  readonly database: string;
}

/**
 * Creates missing logins and databases as the superuser in the address. Tables of other owners in the database become
 * the owner's. Throws LoginsError.
 */
export async function createLogins(administratorUrl: string, urls: Logins): Promise<void> {
  const [owner, service] = [loginOf(urls.owner), loginOf(urls.service)];
  const temporal = urls.temporal === undefined ? [] : [loginOf(urls.temporal)];
  const logins = [owner, service, ...temporal];
  const names = new Set([loginOf(administratorUrl), ...logins].map(({ name }) => name));
  if (names.size <= logins.length)
    throw new LoginsError('Administrator, owner, service and Temporal need a login each.');
  if (owner.database !== service.database) throw new LoginsError('Owner and service must name the same database.');

  await asAdministrator(administratorUrl, async (em) => {
    await em.transactional((one) => createRoles(one, logins));
    await em.execute('grant ??, ??, ?? to ?? with admin true, inherit false, set true', [...ROLES, owner.name]);
    await em.execute('grant ??, ?? to ?? with inherit false, set true', [APPLICATION_ROLE, TENANT_ROLE, service.name]);
    if (urls.standbyPassword !== undefined) await createStandby(em, urls.standbyPassword);
    await createDatabase(em, owner.database, owner);
    await em.execute('grant connect on database ?? to ??', [service.database, service.name]);
    for (const login of temporal) {
      await createDatabase(em, login.database, login);
      await createDatabase(em, `${login.database}_visibility`, login);
    }
  });
  const inside = Object.assign(new URL(administratorUrl), { pathname: `/${owner.database}` });
  await asAdministrator(inside.href, (em) => takeOver(em, owner.name));
}

const STANDBY = 'fixpoint_standby';
const ROLES = [APPLICATION_ROLE, TENANT_ROLE, PURGE_ROLE];

/** A role is made without any right; what it has been given since stays, and production looks. */
async function createRoles(em: EntityManager, logins: readonly Login[]): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('fixpoint logins', 0))`);
  for (const name of [...ROLES, ...logins.map((login) => login.name)]) {
    const known = await em.execute<object[]>('select from pg_roles where rolname = ?', [name]);
    if (known.length === 0) await em.execute('create role ??', [name]);
  }
  for (const { name, password } of logins) await em.execute('alter role ?? login password ?', [name, password]);
}

/** A standby follows with it; it sees no table by a query. */
async function createStandby(em: EntityManager, password: string): Promise<void> {
  const known = await em.execute<object[]>('select from pg_roles where rolname = ?', [STANDBY]);
  if (known.length === 0) await em.execute('create role ??', [STANDBY]);
  await em.execute('alter role ?? login replication password ?', [STANDBY, password]);
}

/** Only the owner and roles with its grant may connect. */
async function createDatabase(em: EntityManager, database: string, owner: Login): Promise<void> {
  const known = await em.execute<object[]>('select from pg_database where datname = ?', [database]);
  if (known.length === 0) await em.execute('create database ??', [database]);
  await em.execute('alter database ?? owner to ??', [database, owner.name]);
  await em.execute('revoke all on database ?? from public', [database]);
}

/** A database of before there were logins belongs to the administrator. */
async function takeOver(em: EntityManager, owner: string): Promise<void> {
  const foreign = `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p', 'v') and c.relowner <> (select oid from pg_roles where rolname = ?)`;
  for (const { relname } of await em.execute<{ relname: string }[]>(foreign, [owner])) {
    await em.execute('alter table ?? owner to ??', [relname, owner]);
  }
}

function loginOf(url: string): Login {
  const { username, password, pathname } = new URL(url);
  const [name = '', secret = '', database = ''] = [username, password, pathname.slice(1)].map(decodeURIComponent);
  return { name, password: secret, database };
}

async function asAdministrator(url: string, work: (em: EntityManager) => Promise<void>): Promise<void> {
  const orm = await MikroORM.init({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    await work(orm.em.fork());
  } finally {
    await orm.close();
  }
}
