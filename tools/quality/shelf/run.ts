/**
 * `npm run shelf -- [--only PATTERN] [--keep DIR] [CORPUS …]`: documents that other programs signed, honest and attacked.
 *
 * Each program of `signers.ts` that is installed signs one document, for approval and with each level of certification that it knows.
 * Honest changes and the published attacks are made of each signed file, at most ten files of a family for a program. Prints for each
 * family how many forgeries were accepted and how many honest files were accused, and compares each verdict with that of pyHanko. Signed
 * files of corpora follow. Exits 1 where a forgery is accepted, an honest file is accused, or a difference has no reason in
 * `differences.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '#src/system-error.ts';
import { ATTACKS } from './attacks.ts';
import { baseDocument } from './base.ts';
import { printCorpus } from './corpora.ts';
import { type Difference, isExplained, printDifferences } from './differences.ts';
import { HONEST_CHANGES } from './honest.ts';
import { SignedFile } from './signed-file.ts';
import {
  findSigners,
  type Identity,
  identityCommand,
  LEFT_OUT,
  PYTHON,
  secondSignature,
  type Signer,
} from './signers.ts';
import { askPyhanko, engineVerdict, type Verdict } from './verdicts.ts';

const MAX_FILES = 10;
const TIMEOUT_MS = 120_000;
const HONEST = 'honest';

interface Case {
  readonly family: string;
  readonly name: string;
  readonly program: string;
  readonly path: string;
}

interface Row {
  files: number;
  accepted: number;
  accused: number;
}

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const scratch = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'fixpoint-signed-')) : resolve(values.keep);
mkdirSync(scratch, { recursive: true });
if (!existsSync(PYTHON)) {
  note('pyHanko is not installed: run tools/quality/shelf/install.sh.');
  process.exitCode = 1;
} else await measure();
if (values.keep === undefined) rmSync(scratch, { recursive: true, force: true });

async function measure(): Promise<void> {
  const identity: Identity = {
    p12: join(scratch, 'identity.p12'),
    key: join(scratch, 'key.der'),
    certificate: join(scratch, 'certificate.der'),
  };
  execute(identityCommand(scratch));
  for (const [name, reason] of LEFT_OUT) note(`${name}: left out, ${reason}`);
  const signers = (await findSigners(identity, note)).filter(({ name }) => new RegExp(values.only, 'i').test(name));
  const cases = signers.flatMap((signer) => casesOf(signer, identity));
  const verdicts = await verdictsOf(cases);
  const theirs = askPyhanko(
    identity,
    cases.map(({ path }) => path),
  );
  printFamilies(cases, verdicts);
  const differences = cases.flatMap((one): Difference[] => {
    const [ours, other] = [verdicts.get(one.path), theirs.get(one.path)];
    if (!ours || !other || ours.isAccepted === other.isAccepted) return [];
    return [{ ...one, ours, theirs: other }];
  });
  if (!printDifferences(differences, cases.length, note)) process.exitCode = 1;
  for (const folder of positionals.length > 0 ? positionals : [join(import.meta.dirname, '../../../../shared/corpus')])
    if (!(await printCorpus(resolve(folder), note))) process.exitCode = 1;
}

/** Everything that is made from the signed files of one program. */
function casesOf(signer: Signer, identity: Identity): Case[] {
  const folder = join(scratch, signer.name);
  mkdirSync(folder, { recursive: true });
  const signed = signer.levels.flatMap((level) => signWith(signer, level, folder));
  const honest = signed.flatMap(({ level, path, file }) => [
    ...HONEST_CHANGES.filter(({ levels }) => levels.includes(level)).map(({ name, build }) =>
      save(
        folder,
        { family: HONEST, name, level, program: signer.name },
        build(file, readFileSync(identity.certificate)),
      ),
    ),
    ...(level === 1 ? [] : secondSignatureOf(signer, level, path, folder, identity)),
  ]);
  const forged = [...Map.groupBy(ATTACKS, ({ family }) => family).values()].flatMap((family) =>
    signed
      .flatMap(({ level, file }) =>
        family.flatMap(({ family: of, name, levels, build }) => {
          const bytes = levels.includes(level) ? build(file) : null;
          return bytes ? [{ of, name, level, bytes }] : [];
        }),
      )
      .slice(0, MAX_FILES)
      .map(({ of, name, level, bytes }) => save(folder, { family: of, name, level, program: signer.name }, bytes)),
  );
  return [...honest, ...forged];
}

function signWith(signer: Signer, level: number, folder: string) {
  const [input, path] = [join(folder, 'base.pdf'), join(folder, `signed-${level}.pdf`)];
  writeFileSync(input, baseDocument());
  try {
    execute(signer.command(input, path, level));
    return [{ level, path, file: new SignedFile(readFileSync(path)) }];
  } catch (error) {
    note(`${signer.name}, level ${level}: ${messageOf(error)}`);
    process.exitCode = 1;
    return [];
  }
}

function secondSignatureOf(signer: Signer, level: number, path: string, folder: string, identity: Identity): Case[] {
  const one = { family: HONEST, name: 'second signature', level, program: signer.name };
  const target = pathOf(folder, one);
  execute(secondSignature(identity, path, target));
  return [{ ...one, path: target }];
}

function save(folder: string, one: Omit<Case, 'path'> & { readonly level: number }, bytes: Uint8Array): Case {
  const path = pathOf(folder, one);
  writeFileSync(path, bytes);
  return { ...one, path };
}

function pathOf(folder: string, { family, name, level }: Omit<Case, 'path'> & { readonly level: number }): string {
  return join(folder, `${family} ${name} level ${level}.pdf`.replaceAll(/[^\w.]+/g, '-'));
}

async function verdictsOf(cases: readonly Case[]): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const { path } of cases) verdicts.set(path, await engineVerdict(readFileSync(path)));
  return verdicts;
}

function printFamilies(cases: readonly Case[], verdicts: ReadonlyMap<string, Verdict>): void {
  note(
    `\n${'family'.padEnd(26)}${'files'.padStart(7)}${'forged accepted'.padStart(18)}${'honest accused'.padStart(18)}`,
  );
  const wrong: string[] = [];
  for (const [family, of] of Map.groupBy(cases, (one) => one.family)) {
    const row: Row = { files: of.length, accepted: 0, accused: 0 };
    for (const { path, program, name } of of) {
      const verdict = verdicts.get(path);
      const isWrong = family === HONEST ? !verdict?.isAccepted : !verdict?.isRejected;
      if (!isWrong || isExplained({ family, name, program })) continue;
      row[family === HONEST ? 'accused' : 'accepted']++;
      wrong.push(`${program}, ${family}, ${name}: ${verdict?.reason} (${path})`);
    }
    const [accepted, accused] = family === HONEST ? ['', row.accused] : [row.accepted, ''];
    note(
      `${family.padEnd(26)}${String(row.files).padStart(7)}${String(accepted).padStart(18)}${String(accused).padStart(18)}`,
    );
  }
  for (const line of wrong) note(`MISS ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** @throws Error with the output of the program if it fails */
function execute([program, ...args]: readonly [string, ...string[]]): void {
  const { status, stderr, error } = spawnSync(program, args, { timeout: TIMEOUT_MS, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}

function note(detail: string): void {
  process.stdout.write(`${detail}\n`);
}
