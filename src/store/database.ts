/** What the store asks of its database. */
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
  /** As whom the address names: the application itself may change no table. */
  migrate(): Promise<void>;
  /** Statements that would bring the schema to what the entities say; empty when the migrations are complete. */
  schemaDrift(): Promise<string>;
  ready(): Promise<void>;
  /** Of the connections that all of it shares. */
  readonly pool: PoolWatch;
  close(): Promise<void>;
}
