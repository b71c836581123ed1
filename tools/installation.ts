/** The service that a tool calls: the one that runs here, or a separate instance, which is removed afterwards. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DevState, stateFile } from '#dev/state.ts';

const CLI = resolve(import.meta.dirname, '../src/cli.ts');
/** Every run has these after it answers requests. */
const KNOWN = ['baseUrl', 'apiKey', 'databaseUrl', 'temporalAddress', 'portal', 'secrets'] as const;

export type RunningService = DevState & { readonly [Name in (typeof KNOWN)[number]]-?: NonNullable<DevState[Name]> };

/**
 * Returns the state of the run in a data directory.
 * @throws Error if nothing was started
 */
export function runningService(dataDir = process.env['DATA_DIR'] || '.data'): RunningService {
  const state = stateFile(resolve(dataDir)).read();
  if (isRunning(state)) return state;
  throw new Error(`Nothing is running in ${dataDir}. First: npm start`);
}

function isRunning(state: DevState): state is RunningService {
  return KNOWN.every((name) => state[name] !== undefined);
}

export interface OwnService {
  readonly dataDir: string;
  readonly service: RunningService;
  readonly stop: () => void;
}

/** @param env settings in addition to those of this process */
export function startOwnService(env: NodeJS.ProcessEnv = {}): OwnService {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-own-'));
  const dev = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, [CLI, 'dev', ...args], {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
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
    return { dataDir, service: runningService(dataDir), stop };
  } catch (error) {
    stop();
    throw error;
  }
}
