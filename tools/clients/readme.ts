/** The programs that the README of a client prints, run as a reader would run them, against a service. */
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
  /** What runs a program, of which the last argument is the file. */
  readonly command: readonly [string, ...string[]];
  /** Where the programs lie, beside `in.pdf`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What a reader would not have to change. */
  readonly adapt?: (code: string) => string;
}

/** The programs of each README, and what each of them has to say at least. */
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

/** Runs all of them. @returns what went wrong, in words @param pdf of the document that is sent */
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

/** The programs that a README prints, for who wants to check them otherwise. */
export function programsOf(client: Reader['client']): readonly string[] {
  return [...Object.keys(PROGRAMS[client]), 'webhook'];
}

const SECRET = Buffer.alloc(24, 7);
const BODY = '{"type":"webhook.test","id":"evt_01"}';

async function tryReceiver(reader: Reader): Promise<readonly string[]> {
  const { command, folder, env } = reader;
  return tryReceiving([...command, written(reader, 'webhook')], folder, env);
}

/** Starts what receives webhooks, and sends it one that is genuine and one that is not. @returns what went wrong, in words */
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
