/**
 * Who is signed in. The access token is in memory alone; the refresh token is a cookie that no script can read, by which
 * a page that was loaded anew goes on.
 */
import { Problem, problemOf } from './problem.js';

/**
 * @typedef {object} SignIn
 * @property {string} access_token
 * @property {{ id: string, email: string, emailVerified: boolean }} user
 * @property {{ id: string, slug: string, role: 'owner' | 'admin' | 'member' }} organization
 */

/** @type {SignIn | null} */
let current = null;

/** Nobody is signed in, or no longer. */
export class SignedOut extends Problem {}

/**
 * A call that needs no sign-in. Addresses are relative: the service may be mounted below a path.
 *
 * @template Body
 * @param {string} method
 * @param {string} path As `auth/login`.
 * @param {object} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Body>}
 */
export async function call(method, path, body, headers = {}) {
  const content = body && { 'Content-Type': 'application/json' };
  const request = { method, headers: { ...headers, ...content }, body: body ? JSON.stringify(body) : null };
  const response = await fetch(`../api/${path}`, request).catch(() => {
    throw new Problem('The service cannot be reached. Try again in a moment.');
  });
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  return JSON.parse(text === '' ? 'null' : text);
}

/**
 * A call of whoever is signed in; goes on with the cookie once when the access token has ended.
 *
 * @template Body
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Body>}
 */
export async function callSignedIn(method, path, body) {
  const used = await signedIn();
  try {
    return await call(method, path, body, credentials(used));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    if (current === used) current = null;
    const next = await signedIn();
    if (next.user.id !== used.user.id)
      throw new Problem('Somebody else has signed in in this browser. Load the page again.');
    return call(method, path, body, credentials(next));
  }
}

/** @param {SignIn} signIn */
function credentials({ access_token: token }) {
  return { Authorization: `Bearer ${token}` };
}

/** @returns {Promise<SignIn>} */
export async function signedIn() {
  current ??= await refresh();
  return current;
}

/**
 * Tabs take turns: a refresh token that is used twice ends the sign-in. Over plain HTTP from another machine there is
 * neither the cookie nor a lock.
 *
 * @returns {Promise<SignIn>}
 */
async function refresh() {
  const ended = new SignedOut('Your sign-in has ended. Load the page again to sign in.');
  if (!isSecureContext) throw ended;
  try {
    return await navigator.locks.request('fixpoint-refresh', async () => current ?? call('POST', 'auth/refresh'));
  } catch (error) {
    throw error instanceof Problem && error.status === 401 ? ended : error;
  }
}

/**
 * @param {'auth/login' | 'auth/accept-invite'} path
 * @param {object} body
 */
export async function signIn(path, body) {
  current = await call('POST', path, body);
}

/** The service takes the cookie for it, or else the access token; without either the sign-in has ended already. */
export async function signOut() {
  try {
    await call('POST', 'auth/logout', undefined, current ? credentials(current) : {});
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
  forget();
}

/** What is known of the person is asked anew: they have changed it, or the sign-in has ended. */
export function forget() {
  current = null;
}
