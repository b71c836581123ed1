/**
 * The signed-in person. The access token is only in memory. The refresh token is a cookie that no script can read, and
 * by which a reloaded page continues.
 */
import type { SignIn } from './answers.ts';
import { ApiProblem, SignedOut } from './problem.ts';
import { callAnonymously } from './send.ts';
import { signInAgain } from './step-up.ts';

/** A mark in the storage of the browser during a sign-in. Without it no cookie can continue the sign-in. */
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
 * Replaces an expired access token. When the sign-in itself has ended, a dialog over the page asks for a new one. A
 * sign-in of another person in this browser does not replace the first person.
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
