/**
 * The parts of the tests of the service, running between test runs. `npm run test:parts` starts them once in the
 * background, and `npm run test:parts -- stop` ends them. Tests that find their file use them.
 */
import { fork } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { explain } from '#dev/failure.ts';
import { writePrivate } from '#dev/files.ts';
import { accepts } from '#dev/network.ts';
import { startParts } from '#dev/parts/parts.ts';
import { endRecorded, processIdentity } from '#dev/process.ts';

const key = z.object({ accessKey: z.string(), secretKey: z.string() });
const partsSchema = z.object({
  databaseUrl: z.string(),
  databaseOwnerUrl: z.string(),
  databaseAdministratorUrl: z.string(),
  s3: key.extend({ endpoint: z.string(), links: key }),
  temporal: z.object({ address: z.string(), namespace: z.string() }),
  verapdfUrl: z.string().nullable(),
});
type TestParts = z.infer<typeof partsSchema>;
const stateSchema = z.object({ pid: z.number(), identity: z.string(), parts: partsSchema });

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/fixpoint');
const FILE = join(FOLDER, 'test-parts.json');
const LOG = join(FOLDER, 'test-parts.log');
/** Each part has ten seconds for its end. */
const STOP_GRACE_MS = 15_000;

export async function startTestParts(dataDir: string): Promise<{ parts: TestParts; stop: () => Promise<void> }> {
  const started = await startParts({
    postgres: true,
    store: process.env['STORE'] === 'minio' ? 'minio' : 'seaweedfs',
    temporal: true,
    verapdf: true,
    dataDir,
  });
  const { database, s3, temporal, verapdf } = started;
  if (database.administratorUrl === null) throw new Error('Tests make databases: unset DATABASE_URL.');
  const verapdfUrl = 'url' in verapdf ? verapdf.url : null;
  return {
    parts: {
      databaseUrl: database.url,
      databaseOwnerUrl: database.ownerUrl,
      databaseAdministratorUrl: database.administratorUrl,
      s3,
      temporal: { address: temporal.address, namespace: 'default' },
      verapdfUrl,
    },
    stop: () => started.stop(),
  };
}

/** Null if none are running, or if one of them does not answer. */
export async function runningParts(): Promise<TestParts | null> {
  const state = readState();
  if (state === null) return null;
  const { databaseUrl, s3, temporal, verapdfUrl } = state.parts;
  const urls = [databaseUrl, s3.endpoint, `http://${temporal.address}`, verapdfUrl ?? databaseUrl];
  const answers = await Promise.all(urls.map((url) => accepts(new URL(url).hostname, Number(new URL(url).port))));
  return answers.every(Boolean) ? state.parts : null;
}

function readState(): z.infer<typeof stateSchema> | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  } catch {
    return null;
  }
}

/** Runs as long as the parts, and reports the start to its starter. */
async function hold(): Promise<void> {
  const ending = new Promise((end) => process.once('SIGTERM', end));
  try {
    const { parts, stop } = await startTestParts(join(FOLDER, `test-parts-${process.pid}`));
    writePrivate(FILE, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '', parts }));
    process.send?.(null);
    process.disconnect();
    const watch = setInterval(() => {}, 60_000);
    await ending;
    clearInterval(watch);
    rmSync(FILE, { force: true });
    await stop();
  } catch (error) {
    process.send?.(explain(error));
    process.disconnect();
    process.exitCode = 1;
  }
}

async function start(): Promise<string> {
  if (await runningParts()) return 'The parts are running already.';
  await stopParts();
  mkdirSync(FOLDER, { recursive: true });
  const log = openSync(LOG, 'a', 0o600);
  const holder = fork(import.meta.filename, ['hold'], { detached: true, stdio: ['ignore', log, log, 'ipc'] });
  const failure = await new Promise<string | null>((settle) => {
    holder.once('message', (reason: string | null) => settle(reason));
    holder.once('exit', () => settle(`They ended; ${LOG} says why.`));
  });
  holder.disconnect();
  holder.unref();
  if (failure === null) return 'The parts run, and tests take them. npm run test:parts -- stop ends them.';
  process.exitCode = 1;
  return failure;
}

async function stopParts(): Promise<string> {
  const state = readState();
  rmSync(FILE, { force: true });
  const ended = state !== null && (await endRecorded(state, STOP_GRACE_MS));
  return ended ? 'The parts are ended.' : 'No parts are running.';
}

if (import.meta.main) {
  const [verb] = process.argv.slice(2);
  if (verb === 'hold') await hold();
  else console.log(verb === 'stop' ? await stopParts() : await start());
}
