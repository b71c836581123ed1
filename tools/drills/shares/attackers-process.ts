/**
 * The attackers in a process of their own with a low priority: elsewhere they have machines of their own, and must not take the
 * processors that the service and the measuring caller have here.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { lowerSession, NICENESS } from '#src/parser-host/isolation/priority.ts';
import type { Attacker } from './attack.ts';

/** Both at once begin with documents: the other attack uses up the calls that organizations may make. */
export const ATTACKS = ['costly documents', 'held resources'] as const;
export type AttackName = (typeof ATTACKS)[number];

export interface Orders {
  readonly name: AttackName;
  readonly url: string;
  readonly attackers: readonly Attacker[];
  /** A small document that is normalized, in base64. */
  readonly document: string;
}

const PROGRAM = join(import.meta.dirname, 'attackers.ts');

interface Attackers {
  /** Ends the attack and answers what was held at that moment and how often each answer came. */
  stop(): Promise<string>;
}

/** Answers when the attack is under way. */
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
