/** A first visitor of a running service, who uses its API and the mails that it sends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const SignIn = z.object({ access_token: z.string(), refresh_token: z.string() });

export interface Site {
  readonly baseUrl: string;
  /** The pages of its mail catcher. */
  readonly mail: string;
  /** The same interface as `fetch`. */
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
}

export interface SignedIn {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
}

/**
 * @returns the body of the answer, null if it has none
 * @throws Error if the service rejects the call
 */
export async function call(
  { baseUrl, ask }: Omit<Site, 'mail'>,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<unknown> {
  const response = await ask(baseUrl + path, {
    method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Registers, confirms the address with the link in the mail, and signs in. */
export async function signUp(site: Site, organizationName: string): Promise<SignedIn> {
  const [email, password] = [`${randomUUID()}@person.example`, `correct horse ${randomUUID()}`];
  await call(site, 'POST', '/api/auth/register', null, { email, password, organizationName });
  const token = await mailedToken(site.mail, email);
  await call(site, 'POST', '/api/auth/verify-email', null, { token, password });
  return signIn(site, email, password);
}

const CreatedKey = z.object({ fullKey: z.string() });

/** A new organization with a key that sends documents and reads results. */
export async function newAccount(
  site: Site,
  name: string,
): Promise<{ readonly apiKey: string; readonly token: string }> {
  const { token } = await signUp(site, name);
  const created = await call(site, 'POST', '/api/portal/api-keys', token, { name, scopes: ['normalize', 'read'] });
  return { apiKey: CreatedKey.parse(created).fullKey, token };
}

/** Accepts the invitation in the mail. */
export async function join(site: Site, email: string): Promise<SignedIn> {
  const password = `correct horse ${randomUUID()}`;
  const token = await mailedToken(site.mail, email);
  await call(site, 'POST', '/api/auth/accept-invite', null, { token, password });
  return signIn(site, email, password);
}

export async function signIn(site: Omit<Site, 'mail'>, email: string, password: string): Promise<SignedIn> {
  const answer = SignIn.parse(await call(site, 'POST', '/api/auth/login', null, { email, password }));
  return { email, password, token: answer.access_token, refreshToken: answer.refresh_token };
}

async function mailedToken(mail: string, email: string): Promise<string> {
  const token = /token=([\w-]{43})\b/.exec(await mailTo(mail, email))?.[1];
  if (token === undefined) throw new Error(`The mail to ${email} has no link.`);
  return token;
}

/**
 * Waits for the mail, which the mail catcher shows on a page.
 * @throws Error if no mail comes within a minute
 */
export async function mailTo(mail: string, email: string, isMeant = (_page: string) => true): Promise<string> {
  for (let tries = 0; tries < 240; tries++) {
    // `npm start` starts the mail catcher after the API, so that it may refuse the first connections.
    const list = await fetch(mail).then(
      (answer) => answer.text(),
      () => '',
    );
    const rows = list.split('<tr>').filter((text) => text.includes(email));
    for (const row of rows) {
      const path = /href="([^"]+)"/.exec(row)?.[1];
      const page = path === undefined ? '' : await (await fetch(mail + path)).text();
      if (page !== '' && isMeant(page)) return page;
    }
    await sleep(250);
  }
  throw new Error(`No mail has come for ${email}: ${mail}`);
}
