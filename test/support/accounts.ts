/** The actions of a person with an account, or before one: calls without a token, and links in mails. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SignInBody } from '#api/accounts/sign-in.ts';
import type { Api } from './api.ts';

export const PASSWORD = 'correct horse battery staple';

export function newAddress(): string {
  return `${randomUUID()}@person.example`;
}

/** POST /api/auth/{what}, from a unique address unless the headers name one. */
export function ask(api: Api, what: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return api.portal('POST', `/api/auth/${what}`, null, body, headers);
}

/** The token in the newest mail to this address. */
export async function mailedToken(api: Api, to: string): Promise<string> {
  const mail = (await api.mails(to)).at(-1);
  const token = /token=([\w-]{43})\s/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`There is no token in the newest mail: ${mail?.subject}`);
  return token;
}

export async function registered(api: Api, email = newAddress()): Promise<string> {
  const registration = { email, password: PASSWORD, organizationName: 'Analytical Engines' };
  const response = await ask(api, 'register', registration);
  expect(response.status).toBe(201);
  return email;
}

export async function signedIn(api: Api, email: string, password = PASSWORD): Promise<SignInBody & { token: string }> {
  const response = await ask(api, 'login', { email, password });
  expect(response.status).toBe(200);
  return signInOf(response);
}

export async function signInOf(response: Response): Promise<SignInBody & { token: string }> {
  const body: SignInBody = JSON.parse(await response.text());
  return { ...body, token: body.access_token };
}

/** The status of a call that accepts any access token. */
export async function reaches(api: Api, token: string): Promise<number> {
  return (await api.portal('GET', '/api/auth/sessions', { token })).status;
}
