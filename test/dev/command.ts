/** `fixpoint dev` in a new folder, as a person calls it. */
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { anyFreePort } from '#dev/network.ts';
import { type DevState, stateFile } from '#dev/state.ts';
import type { Ended } from '#test/support/cli.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'fixpoint.mjs');
/** The first start may need to build programs. */
export const TIMEOUT_MS = 600_000;

export interface Installation {
  readonly dataDir: string;
  readonly port: number;
  /** Waits for the end of the command. */
  dev(...args: string[]): Ended;
  state(): DevState;
  log(name: string): string;
  /** Ends the run and deletes the folder. */
  remove(): void;
}

/** Free ports for everything with a usual port, because two test files that start together would use the same ones. */
export async function freePorts(): Promise<Readonly<Record<string, string>>> {
  const variables = ['PORT', 'MAIL_PORT', 'PAYMENTS_PORT', 'TEMPORAL_UI_PORT', 'DEMO_PORT'];
  const ports = await Promise.all(variables.map(async (variable) => [variable, String(await anyFreePort())]));
  return Object.fromEntries(ports);
}

/** @param pages `usual ports` for only one test file, which also has the demo */
export async function newInstallation(pages: 'own ports' | 'usual ports' = 'own ports'): Promise<Installation> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'fixpoint-dev-')), 'data');
  const { PORT, ...others } = await freePorts();
  const ports = { PORT, ...(pages === 'own ports' && others) };
  // Tests that kill parts need a service without other work.
  const demo = pages === 'own ports' ? { DEMO: 'off' } : {};
  const env = { ...process.env, ...ports, ...demo, DATA_DIR: dataDir, NODE_ENV: 'development' };
  const options: SpawnSyncOptionsWithStringEncoding = { env, cwd: ROOT, encoding: 'utf8' };
  const dev = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, 'dev', ...args], options);
    return { status, stdout, stderr };
  };
  return {
    dataDir,
    port: Number(PORT),
    dev,
    state: () => stateFile(dataDir).read(),
    log: (name) => readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8'),
    remove: () => {
      dev('stop');
      dev('wipe', '--yes');
      rmSync(resolve(dataDir, '..'), { recursive: true, force: true });
    },
  };
}
