/** Runs the programs in the README of a client against a service, as a reader would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { recipeOf } from '#test/house/recipe.ts';
import { signatureHeaders } from '#src/webhooks/signature.ts';
import { runProgram } from '#tools/run-program.ts';

export interface Reader {
  readonly client: 'typescript' | 'python';
  /** The command that runs a program. Its last argument is the file. */
  readonly command: readonly [string, ...string[]];
  /** The folder of the programs and of `in.pdf`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Changes that a reader would not need. */
  readonly adapt?: (code: string) => string;
}

/** The programs of each README with the least expected output. */
const PROGRAMS: Readonly<Record<Reader['client'], Readonly<Record<string, readonly RegExp[]>>>> = {
  typescript: {
    quickstart: [/^sent (\d+) of \1$/m, /^verified$/m],
    more: [/^[\w-]{36} SUCCESS$/m, /^end \{/m],
    errors: [/^not_a_pdf https?:\S+\/problems\/not_a_pdf req_/m],
  },
  python: {
    quickstart: [/^sent (\d+) of \1$/m, /^verified$/m],
    concurrent_documents: [/^[\w-]{36} SUCCESS$/m, /^end \{/m],
    more: [/^[\w-]{36} SUCCESS$/m],
    errors: [/^not_a_pdf https?:\S+\/problems\/not_a_pdf req_/m],
  },
};

const LANGUAGE = { typescript: 'js', python: 'python' } as const;
const ENDING = { typescript: 'mjs', python: 'py' } as const;

/**
 * Runs all programs.
 * @param pdf the bytes of the sent document
 * @returns the faults in words
 */
export async function tryReadme(reader: Reader, pdf: Uint8Array): Promise<readonly string[]> {
  writeFileSync(join(reader.folder, 'in.pdf'), pdf);
  const faults: string[] = [];
  for (const [name, says] of Object.entries(PROGRAMS[reader.client])) {
    const { command, folder, env } = reader;
    const surroundings = { cwd: folder, env: { ...process.env, ...env } };
    const { status, output } = await runProgram([...command, written(reader, name)], surroundings);
    const missing = says.filter((pattern) => !pattern.test(output));
    if (status !== 0 || missing.length > 0)
      faults.push(`${name} ended with ${status}, without ${missing.join(', ')}: ${output}`);
  }
  return [...faults, ...(await tryReceiver(reader))];
}

/** The file of a program. */
export function written({ client, folder, adapt = (code) => code }: Reader, name: string): string {
  const path = resolve(import.meta.dirname, `../../clients/${client}/README.md`);
  const file = join(folder, `${name}.${ENDING[client]}`);
  writeFileSync(file, adapt(recipeOf(readFileSync(path, 'utf8'), path, `${LANGUAGE[client]} ${name}`)));
  return file;
}

/** The programs in a README, for other checks. */
export function programsOf(client: Reader['client']): readonly string[] {
  return [...Object.keys(PROGRAMS[client]), 'webhook'];
}

const SECRET = Buffer.alloc(24, 7);
const BODY = '{"type":"webhook.test","id":"evt_01"}';

async function tryReceiver(reader: Reader): Promise<readonly string[]> {
  const { command, folder, env } = reader;
  return tryReceiving([...command, written(reader, 'webhook')], folder, env);
}

/**
 * Starts the receiver of webhooks and sends it a genuine and a forged delivery.
 * @returns the faults in words
 */
export async function tryReceiving(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const secret = { PORT: '0', WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...secret, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const said: string[] = [];
    const lines = createInterface(child.stdout).on('line', (line) => said.push(line));
    await once(lines, 'line');
    const url = `http://127.0.0.1:${said[0]?.split(' ').at(-1)}/`;
    const headers = signatureHeaders({ id: 'evt_01', sentAt: new Date(), body: BODY, secrets: [SECRET] });
    const post = async (body: string) => (await fetch(url, { method: 'POST', headers, body })).status;
    const statuses = [await post(BODY), await post(BODY.replace('test', 'tess'))];
    if (said.length < 2) await once(lines, 'line');
    const isRight = statuses.join() === '204,401' && said[1]?.startsWith('verified ') === true && said.length === 2;
    return isRight ? [] : [`the receiver answered ${statuses.join()} and said ${said.join(' ')}`];
  } finally {
    child.kill();
  }
}
