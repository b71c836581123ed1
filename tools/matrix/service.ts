/** The service that the clients call: an instance of its own, gone afterwards; and the account of a stranger. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { call, signUp } from '#tools/stranger.ts';

const State = z.object({ baseUrl: z.string(), mail: z.string() });
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
    return { baseUrl, apiKey: await newApiKey(baseUrl, mail), mail, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function newApiKey(baseUrl: string, mail: string): Promise<string> {
  const site = { baseUrl, mail, ask: fetch };
  const { token } = await signUp(site, 'Matrix');
  const wishes = { name: 'Matrix', scopes: ['normalize', 'read'] };
  return CreatedKey.parse(await call(site, 'POST', '/api/portal/api-keys', token, wishes)).fullKey;
}
