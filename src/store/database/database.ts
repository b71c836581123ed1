/** The interface of the database for the store. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolWatch } from './pool.ts';

export interface Database {
  /**
   * A fresh manager that sees the rows of this organization only; PostgreSQL itself refuses the others, also to what is
   * written out for `execute`.
   */
  tenant(organizationId: string): EntityManager;
  /** A fresh manager that sees every tenant: for workers, sweeps and authentication. */
  system(): EntityManager;
  ready(): Promise<void>;
  /** The shared connections. */
  readonly pool: PoolWatch;
  close(): Promise<void>;
}

/** Some of its migrations are not of this version: what they have made is unknown, and nothing was done to it. */
export class UnknownMigrations extends Error {
  constructor(names: readonly string[]) {
    const [first, ...others] = names;
    const which = others.length === 0 ? `${first}, which` : `${first} and ${others.length} more that`;
    super(
      `The database was made by another version of Fixpoint: it has the migration ${which} this version does not know.`,
    );
    this.name = 'UnknownMigrations';
  }
}
