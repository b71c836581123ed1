/**
 * The attackers run in a separate process with a low priority. Real attackers use their own machines, so these must not
 * take processors from the service and the measured caller.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { lowerSession, NICENESS } from '#src/parser-host/isolation/priority.ts';
import type { Attacker } from './attack.ts';

/** Both start with documents, because the other attack uses up the calls of the organizations. */
export const ATTACKS = ['costly documents', 'held resources'] as const;
export type AttackName = (typeof ATTACKS)[number];

export interface Orders {
  readonly name: AttackName;
  readonly url: string;
  readonly attackers: readonly Attacker[];
  /** A small document in base64 that can be normalized. */
  readonly document: string;
}

const PROGRAM = join(import.meta.dirname, 'attackers.ts');

interface Attackers {
  /** Ends the attack. Returns the held resources at that moment and the count of each answer. */
  stop(): Promise<string>;
}

/** Resolves when the attack is in progress. */
export async function startAttackers(orders: Omit<Orders, 'document'> & { document: Uint8Array }): Promise<Attackers> {
  const child = spawn('nice', ['-n', NICENESS, process.execPath, PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  if (child.pid !== undefined) await lowerSession(child.pid);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The attackers ended.');
    return value;
  };
  const document = Buffer.from(orders.document).toString('base64');
  child.stdin.write(`${JSON.stringify({ ...orders, document })}\n`);
  await nextLine();
  return {
    stop() {
      child.stdin.end();
      return nextLine();
    },
  };
}
