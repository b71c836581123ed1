/** Tests that no answer, and no response time, reveals whether an address has an account. */
import { randomUUID } from 'node:crypto';
import { json } from './accounts.ts';
import { type Attempt, broken, held, notTried, type Outcome } from './attempts.ts';
import { ask, isLoopback } from './http.ts';
import type { Stage } from './stage.ts';

const PAIRS = 8;

export async function attackPrivacy({ target: { baseUrl }, organizations }: Stage, attempt: Attempt): Promise<void> {
  if (organizations === null) {
    return attempt('who has an account', () => notTried('nobody is known to have one: give --mail'));
  }
  const known = organizations.victim.members.member.email;
  const unknown = () => `${randomUUID()}@person.example`;
  const password = `not the right one ${randomUUID()}`;
  const questions: Record<string, (email: string) => RequestInit> = {
    login: (email) => json({ email, password }),
    'forgot-password': (email) => json({ email }),
    'resend-verification': (email) => json({ email }),
    register: (email) => json({ email, password }),
  };
  for (const [path, question] of Object.entries(questions)) {
    await attempt(`who has an account, by ${path}`, async () => {
      if (!isLoopback(new URL(baseUrl))) return notTried('it takes more calls than one address may make');
      const timesOf = { known: Infinity, unknown: Infinity };
      const answers = new Set<string>();
      for (let pair = 0; pair < PAIRS; pair++) {
        for (const which of ['known', 'unknown'] as const) {
          const email = which === 'known' ? known : unknown();
          const startedAt = performance.now();
          const answer = await ask(`${baseUrl}/api/auth/${path}`, question(email));
          const text = (await answer.text()).replaceAll(email, '…').replaceAll(/req_\w+/g, '…');
          timesOf[which] = Math.min(timesOf[which], performance.now() - startedAt);
          answers.add(`${answer.status} ${text}`);
        }
      }
      return verdictOfTimes(answers, timesOf.known / timesOf.unknown);
    });
  }
}

/** The fastest time of each has the least influence of other work. Omitted work would show as a multiple. */
const ALIKE = { from: 0.5, to: 2 };

function verdictOfTimes(answers: ReadonlySet<string>, ratio: number): Outcome {
  if (answers.size > 1) return broken([...answers].join(' or '));
  const said = `one answer; known : unknown takes ${ratio.toFixed(2)}`;
  return ratio > ALIKE.from && ratio < ALIKE.to ? held(said) : broken(said);
}
