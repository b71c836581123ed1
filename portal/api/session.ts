/**
 * Who is signed in. The access token is in memory alone; the refresh token is a cookie that no script can read, by which
 * a page that was loaded anew goes on.
 */
import type { SignIn } from './answers.ts';
import { ApiProblem, SignedOut } from './problem.ts';
import { callAnonymously } from './send.ts';
import { signInAgain } from './step-up.ts';

/** In the storage of the browser while somebody is signed in: without it there is no cookie to go on with. */
const TRACE = 'fixpoint-signed-in';

let current: SignIn | null = null;
const listeners = new Set<() => void>();

/** The signed-in person. After a reload the cookie continues the sign-in. Throws `SignedOut`. */
export async function signedIn(): Promise<SignIn> {
  return current ?? (await refresh(null));
}

/** The one that is known, without asking. */
export function knownSignIn(): SignIn | null {
  return current;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function begin(signIn: SignIn): void {
  current = signIn;
  leaveTrace(true);
  tell();
}

/** Loads the data of the person again after a change, or after the end of the sign-in. */
export function forget(): void {
  current = null;
  tell();
}

/**
 * Another access token in place of one that has ended; where the sign-in itself has ended, the person signs in over the
 * page, which stays as it is. Whoever signs in meanwhile in this browser as somebody else is not mistaken for the person
 * who began.
 */
export async function renewed(ended: SignIn): Promise<SignIn> {
  const next = current !== null && current !== ended ? current : await refreshOrAsk(ended);
  if (next.user.id !== ended.user.id) {
    throw new ApiProblem('Another person has signed in with this browser. Load the page again.');
  }
  begin(next);
  return next;
}

async function refreshOrAsk(ended: SignIn): Promise<SignIn> {
  try {
    return await refresh(ended);
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
    return signInAgain(error, ended);
  }
}

/**
 * The service takes the cookie for it, or else the access token; without either the sign-in has ended already. The
 * caller leaves the pages of the person before it forgets the person.
 */
export async function signOut(): Promise<void> {
  const headers = current ? { Authorization: `Bearer ${current.access_token}` } : {};
  await callAnonymously('logout', {}, { headers }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
  });
  leaveTrace(false);
}

/**
 * Tabs take turns: a refresh token that is used twice ends the sign-in. Over plain HTTP from another machine there is
 * neither the cookie nor a lock.
 *
 * @param ended the sign-in that is to be replaced
 */
async function refresh(ended: SignIn | null): Promise<SignIn> {
  if (!isSecureContext || (ended === null && !hasTrace())) throw new SignedOut();
  try {
    return await navigator.locks.request('fixpoint-refresh', async () => {
      // Somebody who waited for the same turn has done it already.
      if (current !== null && current !== ended) return current;
      current = await callAnonymously('refresh');
      return current;
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    leaveTrace(false);
    throw new SignedOut();
  }
}

/** A first visit sends no request, because its refusal would appear in the console. */
function hasTrace(): boolean {
  try {
    return localStorage.getItem(TRACE) !== null;
  } catch {
    // A browser that lets nothing be kept.
    return true;
  }
}

function leaveTrace(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(TRACE, 'yes');
    else localStorage.removeItem(TRACE);
  } catch {
    // Then each reload asks the service again.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
