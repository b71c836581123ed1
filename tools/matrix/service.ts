/** The service that the clients call: an instance of its own, gone afterwards; and the account of a stranger. */
import { z } from 'zod';
import { startOwnService } from '#tools/installation.ts';
import { call, signUp } from '#tools/stranger.ts';

const CreatedKey = z.object({ fullKey: z.string() });

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The pages of its mail catcher; null where mail goes to people. */
  readonly mail: string | null;
  stop(): void;
}

/** @throws Error where the service does not start, or the stranger is refused */
export async function startTarget(): Promise<Target> {
  const { service, stop } = startOwnService();
  const { baseUrl, mail } = service;
  try {
    if (mail === undefined) throw new Error('SMTP_URL sends mail to people: unset it.');
    return { baseUrl, apiKey: await newApiKey(baseUrl, mail), mail, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function newApiKey(baseUrl: string, mail: string): Promise<string> {
  const site = { baseUrl, mail, ask: fetch };
  const { token } = await signUp(site, 'Matrix');
  const requested = { name: 'Matrix', scopes: ['normalize', 'read'] };
  return CreatedKey.parse(await call(site, 'POST', '/api/portal/api-keys', token, requested)).fullKey;
}
