/** Organizations that do the same thing again and again, and how often each answer came. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '#tools/faults/documents.ts';
import type { Tenant } from '#tools/faults/tenants.ts';

/** An attack goes on until it is stopped. */
export interface Attack {
  /** Describes the resources that are held at this moment. */
  readonly held: () => string;
  /** Counts the answers by status. */
  readonly answers: () => string;
  readonly stop: () => Promise<void>;
}

/** @param sample a small document that is normalized */
export type StartAttack = (url: string, attackers: readonly Tenant[], sample: Sample) => Promise<Attack>;

/** An attempt that is refused comes again after this time. */
const AGAIN_MS = 250;

type Headers = Readonly<Record<string, string>>;
type Body = NonNullable<RequestInit['body']>;

export interface Attempts extends Omit<Attack, 'held'> {
  readonly signal: AbortSignal;
  readonly count: (what: string, status: number | string) => void;
  readonly again: (attempt: () => Promise<void>) => void;
  readonly post: (what: string, url: string, headers: Headers, body: Body) => Promise<void>;
}

export function startAttempts(): Attempts {
  const stopping = new AbortController();
  const { signal } = stopping;
  const statuses = new Map<string, number>();
  const work: Promise<void>[] = [];
  const count: Attempts['count'] = (what, status) => {
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const repeat = async (attempt: () => Promise<void>) => {
    while (!signal.aborted) {
      await attempt().catch((error: unknown) => {
        if (!signal.aborted) count('broken', error instanceof Error ? error.name : 'unknown');
      });
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    signal,
    count,
    again: (attempt) => void work.push(repeat(attempt)),
    async post(what, url, headers, body) {
      const answer = await fetch(url, { method: 'POST', headers, body, signal });
      await answer.arrayBuffer();
      count(what, answer.status);
    },
    answers: () => [...statuses].map(([what, times]) => `${what}: ${times}`).join(', '),
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

/** The attackers come from addresses of their own. */
export function headersOf({ apiKey }: Tenant, index: number): Record<string, string> {
  return { 'X-Api-Key': apiKey, 'X-Forwarded-For': `198.51.100.${index + 1}` };
}
