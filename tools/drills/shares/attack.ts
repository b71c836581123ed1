/** Organizations that repeat one action, with a count of each answer. */
import { setTimeout as sleep } from 'node:timers/promises';

/** An attack goes on until its process ends. */
export interface Attack {
  /** Describes the resources that are held at this moment. */
  readonly held: () => string;
  /** Counts the answers by status. */
  readonly answers: () => string;
}

export interface Attacker {
  readonly apiKey: string;
  /** An access token of the owner, valid for minutes. */
  readonly token: string;
}

/** @param document a small document that can be normalized */
export type StartAttack = (url: string, attackers: readonly Attacker[], document: Uint8Array) => Promise<Attack>;

/** The pause before a rejected attempt is repeated. */
const AGAIN_MS = 250;

type Headers = Readonly<Record<string, string>>;
type Body = NonNullable<RequestInit['body']>;

export interface Attempts extends Omit<Attack, 'held'> {
  readonly count: (what: string, status: number | string) => void;
  readonly again: (attempt: () => Promise<void>) => void;
  readonly post: (what: string, url: string, headers: Headers, body: Body) => Promise<void>;
}

export function startAttempts(): Attempts {
  const statuses = new Map<string, number>();
  const count: Attempts['count'] = (what, status) => {
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const repeat = async (attempt: () => Promise<void>) => {
    for (;;) {
      await attempt().catch((error: unknown) => count('broken', error instanceof Error ? error.name : 'unknown'));
      await sleep(AGAIN_MS);
    }
  };
  return {
    count,
    again: (attempt) => void repeat(attempt),
    async post(what, url, headers, body) {
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      count(what, answer.status);
    },
    answers: () => [...statuses].map(([what, times]) => `${what}: ${times}`).join(', '),
  };
}

/** Each attacker has its own address. */
export function headersOf({ apiKey }: Attacker, index: number): Record<string, string> {
  return { 'X-Api-Key': apiKey, 'X-Forwarded-For': `198.51.100.${index + 1}` };
}
