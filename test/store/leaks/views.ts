/** The database in the view of an API that has lost one or both separations of organizations. */
import { EntitySchema } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';

/** Notes the functions of the store that work beyond organizations. */
export function watched(database: Database, seen: Set<string>): Database {
  return {
    ...database,
    system() {
      seen.add(callerInStore(new Error('who asks')));
      return database.system();
    },
  };
}

function callerInStore({ stack = '' }: Error): string {
  const frame = stack.split('\n').find((line) => line.includes('/src/store/')) ?? '';
  const [, name = ''] = /at (?:async )?(?:Object\.)?(\S+) \(/.exec(frame) ?? [];
  const [, file = ''] = /\/src\/store\/(?:[\w-]+\/)*([\w-]+)\.ts/.exec(frame) ?? [];
  return `${file}: ${name}`;
}

/**
 * Removes the organization from the queries of tenants, so that only row-level security remains. Notes the removed
 * parts.
 */
export function withoutFilter(database: Database, stripped: Set<string>): Database {
  return { ...database, tenant: (organizationId) => forgetful(database.tenant(organizationId), stripped) };
}

/** Uses the login that sees all rows. */
export function withoutWalls(database: Database): Database {
  return { ...database, tenant: () => forgetful(database.system(), new Set()) };
}

const WITH_WHERE = new Set([
  'find',
  'findOne',
  'findOneOrFail',
  'findAndCount',
  'count',
  'nativeUpdate',
  'nativeDelete',
]);

function forgetful(em: EntityManager, stripped: Set<string>): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name === 'transactional') {
        return (work: (inner: EntityManager) => Promise<unknown>, ...rest: unknown[]) =>
          Reflect.apply(member, target, [(inner: EntityManager) => work(forgetful(inner, stripped)), ...rest]);
      }
      if (name === 'execute') {
        return (sql: string, ...rest: unknown[]) => {
          const forgotten = sql.replaceAll(NAMED, '($1 is not null or ?::text is null)');
          if (forgotten !== sql) stripped.add(sql);
          return Reflect.apply(member, target, [forgotten, ...rest]);
        };
      }
      const forget = (entity: unknown, where: unknown) => {
        const isOrganization = entity === OrganizationEntity;
        const forgotten = withoutOrganization(where, isOrganization ? ['id', 'organizationId'] : ['organizationId']);
        if (JSON.stringify(forgotten) !== JSON.stringify(where)) stripped.add(`${String(name)} ${nameOf(entity)}`);
        return forgotten;
      };
      if (name === 'createQueryBuilder') {
        return (entity: unknown, ...rest: unknown[]) =>
          forgetfulBuilder(Reflect.apply(member, target, [entity, ...rest]), (where) => forget(entity, where));
      }
      if (!WITH_WHERE.has(String(name))) return member.bind(target);
      return (entity: unknown, where: unknown, ...rest: unknown[]) =>
        Reflect.apply(member, target, [entity, forget(entity, where), ...rest]);
    },
  });
}

/** The method of a query builder that adds the conditions. */
function forgetfulBuilder(builder: object, forget: (where: unknown) => unknown): object {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'where') return member.bind(target);
      return (where: unknown, ...rest: unknown[]) => Reflect.apply(member, target, [forget(where), ...rest]);
    },
  });
}

function nameOf(entity: unknown): string {
  return entity instanceof EntitySchema ? entity.meta.className : String(entity);
}

/** Makes the condition on the organization true for every row. */
function withoutOrganization(where: unknown, names: readonly string[]): unknown {
  if (Array.isArray(where)) return where.map((one) => withoutOrganization(one, names));
  if (typeof where !== 'object' || where === null || where instanceof Date) return where;
  const members = Object.entries(where).map(([name, value]): [string, unknown] => [
    name,
    names.includes(name) ? { $ne: null } : withoutOrganization(value, names),
  ]);
  return Object.fromEntries(members);
}

/** `"organization_id" = ?` in hand-written statements. */
const NAMED = /((?:\w+\.)?"?\borganization_id"?) = \?/g;
