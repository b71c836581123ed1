/** The actions of a person with a second factor, or before one. */
import { expect } from 'vitest';
import { TOTP } from 'otpauth';
import { TotpEntity } from '#store/accounts/factor-rows.ts';
import { type Api, type Person } from './api.ts';
import { type Authenticator, authenticator } from './authenticator.ts';
import { jsonOf } from './audit.ts';

type Who = Pick<Person, 'token'>;

/** The origin of the pages that request passkeys, from `portalOrigins` in tests. */
export const ORIGIN = 'https://portal.test';
const STEP_SECONDS = 30;

export interface App {
  readonly secret: string;
  /** The current code or a later one, because each code is accepted once. */
  code(stepsFromNow?: number): string;
  readonly recoveryCodes: readonly string[];
}

export function codeOf(secret: string, stepsFromNow = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsFromNow * STEP_SECONDS * 1000 });
}

/** Sets up an authenticator app. Codes that were used during the set-up may be used again. */
export async function withTotp(api: Api, person: Person): Promise<App> {
  const { secret } = await jsonOf<{ secret: string }>(await api.portal('POST', '/api/auth/mfa/totp', person));
  const response = await api.portal('POST', '/api/auth/mfa/totp/confirm', person, { code: codeOf(secret) });
  expect(response.status).toBe(200);
  const { recoveryCodes } = await jsonOf<{ recoveryCodes: string[] | null }>(response);
  await forgetSteps(api, person);
  return { secret, code: (steps) => codeOf(secret, steps), recoveryCodes: recoveryCodes ?? [] };
}

/** Forgets the used codes, as if time had passed. */
export async function forgetSteps(api: Api, { id: memberId }: Pick<Person, 'id'>): Promise<void> {
  await api.database.system().nativeUpdate(TotpEntity, { memberId }, { lastStep: null });
}

export interface Registered {
  readonly id: string;
  readonly device: Authenticator;
  readonly recoveryCodes: readonly string[] | null;
}

export async function withPasskey(api: Api, person: Who, name = 'Laptop'): Promise<Registered> {
  const device = authenticator(ORIGIN);
  const options = await jsonOf<Parameters<Authenticator['create']>[0]>(
    await api.portal('POST', '/api/auth/mfa/passkeys/options', person),
  );
  const body = { name, credential: device.create(options) };
  const response = await api.portal('POST', '/api/auth/mfa/passkeys', person, body);
  expect(response.status).toBe(201);
  const { id, recoveryCodes } = await jsonOf<{ id: string; recoveryCodes: string[] | null }>(response);
  return { id, device, recoveryCodes };
}
