/**
 * Tries the Python client, installed from its wheel, against a service: the shared list of what every client does, by the
 * synchronous and the asynchronous client, and the programs of its README.
 *   node tools/drills/matrix/conform.ts <python> (by FIXPOINT_URL, FIXPOINT_API_KEY and, where there is one, FIXPOINT_MAIL)
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Case, documentsOf, readCases } from '#tools/clients/conformance/cases.ts';
import { type Gateway, startGateway } from '#tools/clients/conformance/gateway.ts';
import { differenceFrom } from '#tools/clients/conformance/judge.ts';
import { type PythonRunner, startPython } from '#tools/clients/conformance/python.ts';
import { tryReadme } from '#tools/clients/readme.ts';
import { newAccount } from '#tools/stranger.ts';

interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null if nobody can register, because mails cannot be read. */
  readonly accessToken: string | null;
}

const [given = 'python3'] = process.argv.slice(2);
/** The programs of the README run in another folder. */
const python = given.includes('/') ? resolve(given) : given;
const { FIXPOINT_URL: baseUrl = '', FIXPOINT_API_KEY: ownKey = '', FIXPOINT_MAIL: mail = '' } = process.env;

async function accountOf(): Promise<Account> {
  if (mail === '') return { baseUrl, apiKey: ownKey, accessToken: null };
  const { apiKey, token } = await newAccount({ baseUrl, mail, ask: fetch }, 'Conformance');
  return { baseUrl, apiKey, accessToken: token };
}

/** @returns the faults in words */
async function tryCase(
  one: Case,
  runner: PythonRunner,
  gateway: Gateway,
  { apiKey, accessToken }: Account,
  folder: string,
): Promise<string | null> {
  if (one.as === 'member' && accessToken === null) return null;
  const documents = documentsOf(folder);
  for (const [path, bytes] of Object.values(documents)) writeFileSync(path, bytes);
  const way = gateway.open(one.on, one.server ?? []);
  const before = await usedOf(apiKey);
  const keys = { 'wrong key': `${apiKey.slice(0, -1)}!`, member: null, nobody: null };
  const outcome = await runner.run({
    name: one.name,
    client: one.client ?? {},
    baseUrl: way.baseUrl,
    apiKey: one.as === undefined ? apiKey : keys[one.as],
    accessToken: one.as === 'member' ? accessToken : null,
    steps: one.steps,
    documents: Object.fromEntries(Object.entries(documents).map(([name, [path]]) => [name, path])),
  });
  return differenceFrom(one, outcome, way, (await usedOf(apiKey)) - before);
}

async function usedOf(apiKey: string): Promise<number> {
  const quota = await fetch(`${baseUrl}/api/quota`, { headers: { 'X-Api-Key': apiKey } });
  return z.object({ used: z.number() }).parse(await quota.json()).used;
}

async function tryAll(kind: 'sync' | 'async', account: Account, folder: string): Promise<readonly string[]> {
  const gateway = await startGateway(baseUrl);
  const runner = startPython(python, kind);
  const faults: string[] = [];
  const cases = readCases();
  try {
    for (const one of cases) {
      const fault = await tryCase(one, runner, gateway, account, folder);
      if (fault !== null) faults.push(`${kind}: ${one.name}: ${fault}`);
    }
  } finally {
    runner.close();
    await gateway.close();
  }
  const left = account.accessToken === null ? cases.filter(({ as }) => as === 'member').length : 0;
  const without = left > 0 ? `, ${left} left out as nobody can sign up there` : '';
  console.log(`${kind}: ${cases.length - left - faults.length} of ${cases.length} cases passed${without}`);
  return faults;
}

const folder = mkdtempSync(join(tmpdir(), 'fixpoint-conformance-'));
try {
  // The greatest number that one address may register in an hour, beside the other rows. Their plan has 100 documents.
  const accounts = [await accountOf(), await accountOf()] as const;
  const env = { FIXPOINT_URL: baseUrl, FIXPOINT_API_KEY: accounts[0].apiKey };
  const pdf = readFileSync(resolve(import.meta.dirname, '../../../fixtures/pdf/hello.pdf'));
  const ofReadme = await tryReadme({ client: 'python', command: [python], folder, env }, pdf);
  console.log(`README: ${ofReadme.length} faults`);
  const ofCases = [await tryAll('sync', accounts[0], folder), await tryAll('async', accounts[1], folder)];
  const faults = [...ofReadme, ...ofCases.flat()];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
