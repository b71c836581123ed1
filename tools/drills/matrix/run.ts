/**
 * `npm run test:matrix`: generates clients from the OpenAPI document of a running service with the generators that integrators
 * use, compiles them, and has a program in each language submit, wait, download and verify. Two linters read the document
 * too, and the Python client, built and installed, goes through the shared list of clients. Without `--url` and `--key` the service is an instance of its own, and the account that of a stranger.
 *   npm run test:matrix -- [--only go] [--url https://… --key fxp_…]
 * What the machine cannot run is left out, and said so. The exit code is 1 when anything failed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Row, ROWS } from './rows.ts';
import { startTarget, type Target } from './service.ts';
import { installOnce, runStep, StepFailure, workFolder } from './steps.ts';

/** The document has a signature, so only a program that sends the option succeeds. */
const SIGNED = resolve(import.meta.dirname, '../../../fixtures/pdf/signed.pdf');

const { values } = parseArgs({
  options: {
    /** Runs only the rows whose names contain this text. */
    only: { type: 'string', default: '' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
});

interface Outcome {
  readonly row: Row;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly note: string;
}

async function outcomeOf(row: Row, document: string, { baseUrl, apiKey, mail }: Target): Promise<Outcome> {
  console.log(`\n${row.name}: ${row.says}`);
  const found = await row.find();
  if ('missing' in found) return { row, result: 'skipped', note: found.missing };
  const folder = workFolder(row.name, row.manifests, row.folder);
  const env = { ...process.env, FIXPOINT_URL: baseUrl, FIXPOINT_API_KEY: apiKey, FIXPOINT_MAIL: mail ?? '' };
  try {
    await installOnce(folder, row.install(found.program), env);
    const call = row.call?.(found.program);
    const steps = row.build(found.program, document);
    for (const step of steps) {
      console.log(`  ${step.name}`);
      const said = await runStep(step, folder, env);
      // The messages of successful generators and compilers are not printed.
      if (!row.generated && !call) console.log(said.trimEnd().replaceAll(/^/gm, '  '));
    }
    if (call) {
      const said = await runStep({ name: 'the program', command: [...call, SIGNED] }, folder, env);
      console.log(said.trimEnd().replaceAll(/^/gm, '  '));
    }
    return { row, result: 'passed', note: row.generated ? linesIn(folder, row.generated) : '' };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    console.error(error.message);
    return { row, result: 'failed', note: error.message.split('\n')[0] ?? '' };
  }
}

function linesIn(folder: string, [place, ending]: readonly [string, string]): string {
  const paths = readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, place, name))
    .filter((path) => path.endsWith(ending) && statSync(path).isFile());
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
  return `${lines.toLocaleString('en')} lines in ${paths.length} files`;
}

async function target(): Promise<Target> {
  const { url, key } = values;
  if (url === undefined) return startTarget();
  if (key === undefined) throw new Error('--url needs the --key of an account there.');
  return { baseUrl: url, apiKey: key, mail: null, stop: () => {} };
}

const service = await target();
const folder = mkdtempSync(join(tmpdir(), 'fixpoint-document-'));
const outcomes: Outcome[] = [];
try {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(`${service.baseUrl}/openapi.json`)).text());
  for (const row of ROWS.filter(({ name }) => name.includes(values.only))) {
    outcomes.push(await outcomeOf(row, document, service));
  }
} finally {
  service.stop();
  rmSync(folder, { recursive: true });
}
console.log();
for (const { row, result, note } of outcomes) {
  console.log(`${row.name.padEnd(14)} ${row.says.padEnd(22)} ${result.padEnd(8)} ${note}`);
}
process.exitCode = outcomes.some(({ result }) => result === 'failed') ? 1 : 0;
