/** The service that the clients call: an instance of its own, gone afterwards; and the account of a stranger. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const State = z.object({ baseUrl: z.string(), mail: z.string() });
const SignIn = z.object({ access_token: z.string() });
const CreatedKey = z.object({ fullKey: z.string() });

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): void;
}

/** @throws Error where the service does not start, or the stranger is refused */
export async function startTarget(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-matrix-'));
  const dev = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, ['src/cli.ts', 'dev', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`fixpoint dev ${args.join(' ')} ended with ${status}`);
  };
  const stop = (): void => {
    dev('stop');
    rmSync(dataDir, { recursive: true, force: true });
  };
  dev('--detach');
  try {
    const { baseUrl, mail } = State.parse(JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8')));
    return { baseUrl, apiKey: await newApiKey(baseUrl, mail), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Registers, confirms the address with the link of the mail, signs in and makes a key. */
async function newApiKey(baseUrl: string, mail: string): Promise<string> {
  const email = `${randomUUID()}@person.example`;
  const password = `correct horse ${randomUUID()}`;
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  await post('/api/auth/register', { email, password, organizationName: 'Matrix' });
  await post('/api/auth/verify-email', { token: await mailedToken(mail, email), password });
  const { access_token: token } = SignIn.parse(await post('/api/auth/login', { email, password }));
  return CreatedKey.parse(await post('/api/portal/api-keys', { name: 'Matrix', scopes: ['normalize', 'read'] }, token))
    .fullKey;
}

/** Waits for the mail, of which the mail catcher has a page. */
async function mailedToken(mail: string, email: string): Promise<string> {
  for (let tries = 0; tries < 120; tries++) {
    const list = await (await fetch(mail)).text();
    const row = list.split('<tr>').find((text) => text.includes(email));
    const path = row && /href="([^"]+)"/.exec(row)?.[1];
    const page = path === undefined ? '' : await (await fetch(mail + path)).text();
    const token = /token=([\w-]{43})\b/.exec(page)?.[1];
    if (token !== undefined) return token;
    await sleep(500);
  }
  throw new Error(`No mail has come for ${email}: ${mail}`);
}
