/** `fixpoint dev`: the whole service on this machine with one command. */
import { spawn } from 'node:child_process';
import { closeSync, createReadStream, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { viewLink, VIEWS } from '#temporal/views.ts';
import { openDemo } from './demo/open.ts';
import { newTicket, ticketUrl } from './demo/tickets.ts';
import { DevFailure, explain } from './failure.ts';
import { makeDataDir } from './parts/service-user.ts';
import { createProgress } from './progress.ts';
import { meantDataDir, PLACES } from './runs.ts';
import type { DevState } from './state.ts';
import { startService } from './start.ts';
import { showStatus, stopRun, wipe } from './verbs.ts';

const CLI = resolve(import.meta.dirname, '../src/cli.ts');
const USAGE = `Usage: fixpoint dev [--detach]     start everything and stay (Ctrl-C ends it), or leave it running
       fixpoint dev stop           end a run
       fixpoint dev status         what runs; exit code 1 when something is not healthy
       fixpoint dev demo           show the demo in a browser, or print where it is
       fixpoint dev wipe [--yes]   delete the data`;

/** A terminal and npm may both forward one Ctrl-C, so a second signal counts only after this time. */
const SAME_KEYSTROKE_MS = 500;
const INTERRUPTED = 130;

export async function runDev(argv: readonly string[]): Promise<number> {
  const [verb = 'start', ...rest] = argv.map((word) => (word === '--detach' ? 'detach' : word));
  try {
    switch (verb + rest.join(' ')) {
      case 'start':
        return await foreground(dataDir());
      case 'detach':
        return await detached(dataDir());
      case 'stop':
        return await stopRun(meantRun());
      case 'status':
        return await showStatus(meantRun());
      case 'demo':
        return await openDemo(meantRun());
      case 'wipe':
        return await wipe(dataDir(), false);
      case 'wipe--yes':
        return await wipe(dataDir(), true);
      default:
        console.error(USAGE);
        return verb === '--help' || verb === 'help' ? 0 : 2;
    }
  } catch (error) {
    console.error(`\n${explain(error)}`);
    return 1;
  }
}

function dataDir(): string {
  return process.env['DATA_DIR'] ? resolve(process.env['DATA_DIR']) : PLACES.usual;
}

/** The running service, even if it was started from another folder. */
function meantRun(): string {
  const meant = meantDataDir(process.env);
  if (meant !== dataDir()) console.log(`The data of the running service are in ${meant}.`);
  return meant;
}

async function foreground(directory: string): Promise<number> {
  survivesLostOutput();
  const progress = createProgress(process.stdout, process.env);
  const startedAt = performance.now();
  const waiting = process.send?.bind(process);
  try {
    await startService({
      dataDir: directory,
      progress,
      onReady: async (state) => {
        const ending = waiting ? 'npm run stop ends it.' : 'Ctrl-C ends it.';
        progress.say(await readyText(state, performance.now() - startedAt, ending));
        waiting?.(null);
      },
      stop: stopSignal(),
    });
    return 0;
  } catch (error) {
    if (waiting && process.connected) waiting(explain(error));
    throw error;
  } finally {
    if (process.connected) process.disconnect();
  }
}

/** The process stops in order even after its terminal or log is gone. */
function survivesLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** The first signal requests an orderly end, and the next one ends at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) {
        firstAt = performance.now();
        stopping.abort();
      } else if (performance.now() - firstAt > SAME_KEYSTROKE_MS) process.exit(INTERRUPTED);
    });
  }
  return stopping.signal;
}

const FOLLOW_MS = 100;

/**
 * Starts the same command in the background and shows its log until the child sends null for ready, or a reason for its
 * failure.
 */
async function detached(directory: string): Promise<number> {
  makeDataDir(directory);
  mkdirSync(join(directory, 'logs'), { recursive: true, mode: 0o700 });
  const path = join(directory, 'logs/dev.log');
  const log = openSync(path, 'a', 0o600);
  const shown = statSync(path).size;
  const child = spawn(process.execPath, [CLI, 'dev'], {
    detached: true,
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  // This process ends the child until the child is ready.
  const interrupt = () => void child.kill('SIGTERM');
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const following = new AbortController();
  const followed = follow(path, shown, following.signal);
  const failure = await new Promise<string | null>((settle) => {
    child.once('message', (reason: string | null) => settle(reason));
    child.once('error', (error) => settle(error.message));
    child.once('exit', () => settle('Stopped before it was ready.'));
  });
  following.abort();
  await followed;
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  if (failure !== null) throw new DevFailure(failure);
  child.disconnect();
  child.unref();
  return 0;
}

/** Copies new content of a file to the standard output. */
async function follow(path: string, from: number, signal: AbortSignal): Promise<void> {
  for (let at = from, isLast = false; ;) {
    for await (const chunk of createReadStream(path, { start: at })) {
      at += Buffer.byteLength(chunk);
      process.stdout.write(chunk);
    }
    if (isLast) return;
    isLast = signal.aborted;
    await sleep(FOLLOW_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function readyText(state: DevState, tookMs: number, ending: string): Promise<string> {
  const { baseUrl = '', temporalUi, mail, payments, portal, apiKey } = state;
  const ticket = await newTicket(baseUrl).catch(() => null);
  const rows = [
    ['Start', `${baseUrl}/`],
    ...(ticket ? [['Portal', ticketUrl(baseUrl, ticket)]] : []),
    ...(ticket ? [['', 'signs you in to the demo, once and within 10 minutes; again: npm run demo']] : []),
    ...(portal ? [['Sign in', `${baseUrl}/portal/ ${portal.email} ${portal.password}`]] : []),
    ['API', `${baseUrl}/docs`],
    ...(temporalUi ? [['Temporal UI', temporalUi + viewLink(VIEWS[0])]] : []),
    ...(mail ? [['Mail', mail]] : []),
    ...(payments ? [['Payments', payments.url]] : []),
    ['API key', apiKey],
  ];
  return [
    '',
    `Ready in ${(tookMs / 1000).toFixed(1)} s. ${ending}`,
    '',
    ...rows.map(([name, value]) => `  ${String(name).padEnd(12)} ${value}`),
    '',
    'Try it:',
    `  curl -sS ${baseUrl}/api/normalize -H "X-Api-Key: ${apiKey}" -F file=@fixtures/pdf/hello.pdf`,
    '',
  ].join('\n');
}
