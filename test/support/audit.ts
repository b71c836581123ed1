/** Checks the entries of a change in the audit log. */
import { expect } from 'vitest';
import { AuditEntity, type AuditEntry } from '#store/organizations/audit.ts';
import type { Api } from './api.ts';

interface Change {
  readonly organizationId: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly target?: string | null;
  readonly details?: object;
}

async function auditEntriesOf(api: Api, organizationId: string): Promise<AuditEntry[]> {
  return api.database.system().find(AuditEntity, { organizationId }, { orderBy: { sequence: 'asc' } });
}

/** Runs the work and expects exactly one new entry with this content. */
export async function expectAuditEntry<T>(api: Api, change: Change, work: () => Promise<T>): Promise<T> {
  const { organizationId } = change;
  const before = await auditEntriesOf(api, organizationId);
  const result = await work();
  const added = (await auditEntriesOf(api, organizationId)).slice(before.length);
  expect(added).toEqual([expect.objectContaining({ target: null, details: {}, ...change })]);
  return result;
}

/** Runs the work and expects no new entry. */
export async function expectNoAuditEntry<T>(api: Api, organizationId: string, work: () => Promise<T>): Promise<T> {
  const before = await auditEntriesOf(api, organizationId);
  const result = await work();
  expect(await auditEntriesOf(api, organizationId)).toHaveLength(before.length);
  return result;
}

/** The body of an answer that must be a success. */
export async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

export function sortedStatuses(responses: readonly Response[]): number[] {
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}
