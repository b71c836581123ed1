/** The demo organization of development: whether there is one here, and how one is let in. */
import type { SignIn } from '#portal/api/answers.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { withToken } from '#portal/api/send.ts';
import { begin } from '#portal/api/session.ts';

/** Only a service of this machine may have one: another one is not even asked. */
const THIS_MACHINE = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;

export function isThisMachine(): boolean {
  return THIS_MACHINE.test(location.hostname);
}

/** The reference under which the demo has sent the contract that was changed after it was signed. */
export const FORGED_CONTRACT = 'contract-2026-031-b';

/** A ticket of the demo organization; null where there is none. */
export async function demoTicket(): Promise<string | null> {
  if (!isThisMachine()) return null;
  try {
    const { ticket }: { ticket: string } = await post('tickets');
    return ticket;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/** Signs in by a ticket, which is worth nothing afterwards. */
export async function signInByTicket(ticket: string): Promise<SignIn> {
  const signIn: SignIn = await post('sign-in', JSON.stringify({ ticket }));
  begin(signIn);
  return signIn;
}

async function post(name: string, body?: string) {
  const init = body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } };
  const response = await withToken(null, (client) => client.request('POST', `/api/development/${name}`, init));
  return response.json();
}
