/** Runs examples of the guides as a reader does: in a folder with the documents of the guides. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { anyFreePort } from '#dev/network.ts';
import { createSender } from '#src/webhooks/send.ts';
import { type Ended, runProgram } from '#tools/run-program.ts';
import { type Example, isPrinted } from './examples.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The names of the documents in the guides, with their fixtures. */
const DOCUMENTS = {
  'document.pdf': 'hello.pdf',
  'script.pdf': 'js-openaction.pdf',
  'changed.pdf': 'isa-1-full-update.pdf',
} as const;

/** The service that the examples call. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A token of an owner for the calls of the portal. */
  readonly accessToken?: string;
}

export interface Reader {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  leave(): void;
}

/** The file that programs in Go need beside them. */
export const GO_BESIDE = 'verify.go';

/** A new folder with the documents, and with the clients where TypeScript, Python and Go search them. */
export function newReader({ baseUrl, apiKey, accessToken = '' }: Target): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-guide-'));
  for (const [name, fixture] of Object.entries(DOCUMENTS)) {
    copyFileSync(join(ROOT, 'fixtures/pdf', fixture), join(folder, name));
  }
  const client = join(folder, 'node_modules/@fixpoint/client');
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }));
  const source = pathToFileURL(join(ROOT, 'clients/typescript/index.ts')).href;
  writeFileSync(join(client, 'index.js'), `export * from '${source}';\n`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  copyFileSync(join(ROOT, 'clients/go-example', GO_BESIDE), join(folder, GO_BESIDE));
  const service = { FIXPOINT_URL: baseUrl, FIXPOINT_API_KEY: apiKey, ACCESS_TOKEN: accessToken };
  const env = { ...process.env, ...service, PYTHONPATH: join(ROOT, 'clients/python/src') };
  return { folder, env, leave: () => rmSync(folder, { recursive: true }) };
}

/**
 * Runs the blocks of the shell as one session, so that later blocks see earlier variables.
 * @throws Error if a block fails or prints another output than the guide
 */
export async function runShell(examples: readonly Example[], reader: Reader): Promise<void> {
  const end = (position: number): string => `== end of block ${position} ==`;
  const session = examples.map(({ code }, position) => `${code}\necho '${end(position)}'\n`).join('');
  writeFileSync(join(reader.folder, 'session.sh'), session);
  const { status, stdout, stderr } = await run(['sh', '-eu', 'session.sh'], reader);
  let rest = stdout;
  for (const [position, example] of examples.entries()) {
    const [printed = '', ...more] = rest.split(`${end(position)}\n`);
    if (more.length === 0) throw new Error(`${placeOf(example)} ended with ${status}\n${rest}${stderr}`);
    requirePrinted(example, printed);
    rest = more.join('');
  }
}

const ENDINGS = { sh: 'sh', ts: 'ts', python: 'py', go: 'go', php: 'php' } as const;

/** @returns the file name in the folder of the reader */
export function writeExample({ language, code, line }: Example, { folder }: Reader): string {
  const name = `line-${line}.${ENDINGS[language]}`;
  writeFileSync(join(folder, name), code);
  return name;
}

/**
 * @param command a command whose last argument is the file
 * @throws Error if it fails or prints another output than the guide
 */
export async function runExample(example: Example, command: readonly string[], reader: Reader): Promise<void> {
  const { status, stdout, stderr } = await run(command, reader);
  if (status !== 0) throw new Error(`${placeOf(example)} ended with ${status}\n${stdout}${stderr}`);
  requirePrinted(example, stdout);
}

function requirePrinted(example: Example, printed: string): void {
  if (example.output === null || isPrinted(example.output, printed)) return;
  throw new Error(`${placeOf(example)} printed\n${printed}\nand the guide says\n${example.output}`);
}

function placeOf({ guide, line }: Example): string {
  return `docs/guides/${guide}.md, line ${line}`;
}

const SECRET = Buffer.alloc(32, 7);
const START_MS = 60_000;

/**
 * Starts a receiver of webhooks and sends it genuine and forged deliveries.
 * @param commandOf makes the command for the port of the receiver
 * @throws Error if it accepts a forged delivery or rejects a genuine one
 */
export async function tryReceiver(
  example: Example,
  commandOf: (port: number) => readonly string[],
  reader: Reader,
): Promise<void> {
  const port = await anyFreePort();
  const [program = '', ...args] = commandOf(port);
  const env = { ...reader.env, PORT: String(port), WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
  const child = spawn(program, args, { cwd: reader.folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  try {
    const statuses = await deliverTo(`http://127.0.0.1:${port}/`, () => child.exitCode === null);
    const wanted = { genuine: 204, again: 204, 'during a rotation': 204, 'of another secret': 401, old: 401 };
    if (JSON.stringify(statuses) !== JSON.stringify(wanted)) {
      throw new Error(`${placeOf(example)} answered ${JSON.stringify(statuses)}\n${said}`);
    }
    if (!said.includes('verified webhook.test')) throw new Error(`${placeOf(example)} did not tell of it\n${said}`);
  } finally {
    // `go run` starts the program as its child.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  }
}

async function deliverTo(url: string, isRunning: () => boolean) {
  const send = createSender({ rules: { http: true, loopback: true } });
  const event = { url, id: 'evt_01', body: '{"type":"webhook.test","id":"evt_01","words":"Grüße"}', attempt: 1 };
  const statusOf = async (secrets: readonly Buffer[], sentAt = new Date()) =>
    (await send({ ...event, sentAt, secrets })).statusCode;
  const until = Date.now() + START_MS;
  let genuine = await statusOf([SECRET]);
  while (genuine === null && isRunning() && Date.now() < until) {
    await delay(100);
    genuine = await statusOf([SECRET]);
  }
  const other = Buffer.alloc(32, 8);
  return {
    genuine,
    again: await statusOf([SECRET]),
    'during a rotation': await statusOf([other, SECRET]),
    'of another secret': await statusOf([other]),
    old: await statusOf([SECRET], new Date(Date.now() - 600_000)),
  };
}

function run(command: readonly string[], { folder, env }: Reader): Promise<Ended> {
  return runProgram(command, { cwd: folder, env });
}
