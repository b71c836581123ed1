/** Runs both programs of the service as in production, on the parts of a test, and stores their output. */
import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { anyFreePort } from '#dev/network.ts';
import type { S3Config } from '#store/objects/artifacts.ts';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';
import { PROGRAM_ENV } from './program-env.ts';

export interface ProgramParts {
  readonly databaseUrl: string;
  readonly s3: S3Config;
  readonly temporal: { readonly address: string; readonly namespace: string };
}

export interface Program {
  readonly child: ChildProcess;
  /** All of its output so far. */
  readonly said: () => string;
}

type Settings = Readonly<Record<string, string>>;

export async function startApiProgram(
  parts: ProgramParts,
  settings: Settings = {},
): Promise<Program & { url: string }> {
  const port = await anyFreePort();
  const keys = { ACCESS_TOKEN_KEY: newDevelopmentKey(), SECRETS_KEY: newDevelopmentSecretsKey().trim() };
  const program = start('api/main.ts', parts, { PORT: String(port), ...keys, ...settings });
  const url = `http://127.0.0.1:${port}`;
  await until(program, async () => (await fetch(`${url}/livez`).catch(() => null))?.ok === true);
  return { ...program, url };
}

/** Resolves when its output contains the text. */
export async function startWorkerProgram(
  parts: ProgramParts,
  settings: Settings,
  words = 'worker ready',
): Promise<Program> {
  const program = start('temporal/worker/main.ts', parts, settings);
  await until(program, () => program.said().includes(words));
  return program;
}

/** The settings by which a program finds the database and the objects. */
export function storeSettings({ databaseUrl, s3 }: Pick<ProgramParts, 'databaseUrl' | 's3'>): Settings {
  return {
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_LINK_ACCESS_KEY: s3.links.accessKey,
    S3_LINK_SECRET_KEY: s3.links.secretKey,
    S3_BUCKET_PREFIX: s3.bucketPrefix,
  };
}

export interface Drilled {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `fixpoint admin …` on a database and a store. Without a Temporal, commands that need one fail. */
export async function runAdmin(
  where: Pick<ProgramParts, 'databaseUrl' | 's3'> &
    Partial<Pick<ProgramParts, 'temporal'>> & { readonly settings?: Settings },
  ...args: readonly string[]
): Promise<Drilled> {
  const { address = '127.0.0.1:1', namespace = 'default' } = where.temporal ?? {};
  const settings = {
    NODE_ENV: 'test',
    ...storeSettings(where),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  };
  const options = { env: { ...PROGRAM_ENV, ...settings, ...where.settings } };
  return promisify(execFile)(process.execPath, ['src/cli.ts', 'admin', ...args], options).then(
    (said) => ({ ...said, code: 0 }),
    ({ stdout, stderr, code }: Drilled) => ({ stdout, stderr, code }),
  );
}

function start(entry: string, parts: ProgramParts, settings: Settings): Program {
  const { temporal } = parts;
  const env = {
    NODE_ENV: 'test',
    ...storeSettings(parts),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    WEBHOOK_ALLOW_LOOPBACK: '1',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...settings,
  };
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  return { child, said: () => Buffer.concat(chunks).toString() };
}

/**
 * Runs a program until its output contains the words or it has ended.
 * @returns its output and its exit code, which is null if it still ran
 */
export async function runUntil(
  words: string,
  [program = '', ...args]: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [closed, heard] = [once(child, 'close'), Promise.withResolvers<void>()];
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(words)) heard.resolve();
    });
  }
  await Promise.race([closed, heard.promise]);
  const status = child.exitCode;
  child.kill('SIGKILL');
  await closed;
  return { status, said };
}

async function until(program: Program, holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    if (program.child.exitCode !== null) throw new Error(`The program has ended: ${program.said()}`);
    await delay(50);
  }
}
