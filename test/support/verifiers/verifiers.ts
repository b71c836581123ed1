/** The verifiers of evidence. Each says whether the given evidence is verified. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { verifyEvidence } from '#clients/typescript/evidence.ts';
import { type Verification, verifyAttestation } from '#clients/typescript/index.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { verifyFile } from '#src/cli/documents/verify.ts';
import { check } from '#src/proof/evidence/check.ts';
import { type Given, readDropped } from '#src/proof/evidence/given.ts';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import type { Verdict } from '#src/proof/evidence/verdict.ts';
import type { Outcome } from './cases.ts';
import type { Bytes, Files } from './evidence.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'src/export/evidence/verify.py');
const CLIENT = join(ROOT, 'clients/python/src/fixpoint_client');

export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

/** The page `/verify` with the key set of the service. */
export async function pageOn(contents: readonly Bytes[], published: unknown, name = 'photo.jpg'): Promise<Verdict> {
  const given = await Promise.all(contents.map((content) => readDropped(new File([content], name))));
  return verdictOn(given.flat(), published);
}

function verdictOn(given: readonly Given[], published: unknown): Promise<Verdict> {
  const loadTimestamps = () => import('#src/proof/timestamp/verify.ts');
  const trust = { published, publisher: 'service', comparedKid: null, now: new Date(), loadTimestamps } as const;
  return check(given, trust);
}

/** The page with the unpacked files, one by one. */
export async function pageOnFiles(files: Files, published: unknown): Promise<Verdict> {
  const given = await Promise.all(
    Object.entries(files).map(([name, content]) => readDropped(new File([content], name))),
  );
  return verdictOn(given.flat(), published);
}

/** The answer of a verifier: the outcome, the codes of failed, unsigned and skipped checks, and the signed level. */
export interface VerifierAnswer {
  readonly outcome: Outcome;
  readonly codes: readonly string[];
  /** Null if no valid part signs a verdict. */
  readonly level: VerdictLevel | null;
}

/** Every other outcome is a rejection. */
export function answerOf({
  outcome,
  checks,
  document,
}: Pick<Verdict, 'outcome' | 'checks' | 'document'>): VerifierAnswer {
  const codes = checks.filter(({ state }) => state !== 'pass').map(({ id }) => id);
  const found = { codes, level: document.isSigned ? document.level : null };
  if (outcome === 'verified' || outcome === 'repacked' || outcome === 'unsigned') return { outcome, ...found };
  if (outcome === 'unstamped') return { outcome: 'verified', ...found };
  return { outcome: outcome === 'nothing' && codes.length === 0 ? 'unsigned' : 'refused', ...found };
}

/** `fixpoint verify` for an archive or its unpacked folder, with the key set of the service. */
export async function commandLineAnswer(
  folder: string,
  given: Bytes | Files,
  keySet: unknown,
  more: object = {},
): Promise<VerifierAnswer & { readonly exitCode: number }> {
  const own = mkdtempSync(join(folder, 'cli-'));
  writeGiven(join(own, 'evidence'), given);
  writeFileSync(join(own, 'jwks.json'), JSON.stringify(keySet));
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const exitCode = await verifyFile(join(own, 'evidence'), { jwks: join(own, 'jwks.json'), json: true, ...more });
  write.mockRestore();
  const { valid, ...verdict } = JSON.parse(printed.join(''));
  const answer = answerOf(verdict);
  if (valid !== (exitCode === EXIT.done)) throw new Error(`It says ${valid} and ends ${exitCode}.`);
  return { ...answer, exitCode };
}

export async function commandLineOutcome(...args: Parameters<typeof commandLineAnswer>): Promise<Outcome> {
  const { outcome, exitCode } = await commandLineAnswer(...args);
  return outcome === 'verified' && exitCode !== EXIT.done ? 'refused' : outcome;
}

export async function commandLineOn(...args: Parameters<typeof commandLineOutcome>): Promise<boolean> {
  return (await commandLineOutcome(...args)) === 'verified';
}

function writeGiven(path: string, given: Bytes | Files): void {
  if (given instanceof Uint8Array) return writeFileSync(path, given);
  mkdirSync(path);
  for (const [name, content] of Object.entries(given)) writeFileSync(join(path, name), content);
}

/** `verify.py` for an archive or its unpacked folder, with the key set of the service. */
export function programOn(
  folder: string,
  given: Bytes | Files,
  keySet: unknown,
  ...more: string[]
): { isVerified: boolean; output: string } {
  const own = mkdtempSync(join(folder, 'python-'));
  const evidence = join(own, 'evidence');
  writeGiven(evidence, given);
  writeFileSync(join(own, 'jwks.json'), JSON.stringify(keySet));
  const args = [PROGRAM, evidence, '--keys', join(own, 'jwks.json'), ...more];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  if (stderr !== '' || status === null || status > 2) throw new Error(`verify.py broke off: ${stderr}`);
  return { isVerified: status === 0, output: stdout };
}

/** The answer of `verify.py` by its codes. */
export function programAnswer(folder: string, given: Bytes | Files, keySet: unknown): VerifierAnswer {
  const { isVerified, output } = programOn(folder, given, keySet, '--json');
  const answer = ofProgram(JSON.parse(output));
  if (isVerified !== (answer.outcome === 'verified')) throw new Error(`It does not end as it says: ${output}`);
  return answer;
}

interface ProgramAnswer {
  readonly outcome: string;
  readonly codes: readonly string[];
  readonly verdict: { readonly level: VerdictLevel } | null;
}

function ofProgram({ outcome, codes, verdict }: ProgramAnswer): VerifierAnswer {
  const found = { codes, level: verdict && verdict.level };
  if (outcome === 'verified' || outcome === 'unsigned' || outcome === 'repacked') return { outcome, ...found };
  return { outcome: 'refused', ...found };
}

export async function typeScriptClientAnswer(given: Bytes | Files, keySet: unknown): Promise<VerifierAnswer> {
  return answerOf(await verifyEvidence(given, keySet));
}

/** One process handles many items, since a process for each would take longer than everything else. */
export function pythonClientAnswers(
  folder: string,
  cases: readonly (readonly [given: Bytes | Files, keySet: unknown])[],
): VerifierAnswer[] {
  const own = mkdtempSync(join(folder, 'python-client-'));
  const input = cases.map(([given, keySet], index) => {
    const path = join(own, String(index));
    writeGiven(path, given);
    return [path, keySet];
  });
  const { stdout, stderr } = spawnSync('python3', ['-c', `${WITHOUT_PACKAGES}${VERIFY_EVIDENCE}`, CLIENT], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stderr !== '') throw new Error(`The Python client broke off: ${stderr}`);
  return JSON.parse(stdout).map(ofProgram);
}

export async function typeScriptClientOn(attestation: unknown, keySet: unknown, pdf: Bytes): Promise<boolean> {
  return (await verifyAttestation(attestation, keySet, { pdf })).valid;
}

/** The signed verdict that each verifier of a single attestation names; null if it names none. */
export async function levelsOfAttestation(
  folder: string,
  attestation: unknown,
  keySet: unknown,
  pdf: Bytes,
): Promise<Readonly<Record<string, VerdictLevel | null>>> {
  const own = mkdtempSync(join(folder, 'bare-'));
  writeFileSync(join(own, 'out.pdf'), pdf);
  writeFileSync(join(own, 'attestation.jsonld'), JSON.stringify(attestation));
  writeFileSync(join(own, 'jwks.json'), JSON.stringify(keySet));
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const paths = { attestation: join(own, 'attestation.jsonld'), jwks: join(own, 'jwks.json') };
  await verifyFile(join(own, 'out.pdf'), { ...paths, json: true });
  write.mockRestore();
  const page = await pageOn([pdf, new Uint8Array(Buffer.from(JSON.stringify(attestation)))], keySet);
  const client = await verifyAttestation(attestation, keySet, { pdf });
  return {
    page: page.document.level,
    'command line': JSON.parse(printed.join('')).verdict?.level ?? null,
    'TypeScript client': client.verdict?.level ?? null,
    ...(hasPython && { 'Python client': pythonClientAnswer(attestation, keySet, pdf).verdict?.level ?? null }),
  };
}

/** Its modules for verification need no package, unlike the package itself. */
const WITHOUT_PACKAGES = `
import json, sys, types
package = types.ModuleType("fixpoint_client")
package.__path__ = [sys.argv[1]]
sys.modules["fixpoint_client"] = package
`;
const VERIFY_ATTESTATION = `
from fixpoint_client.attestations import verify_attestation
attestation, key_set, pdf = json.load(sys.stdin)
print(json.dumps(verify_attestation(attestation, key_set, pdf=bytes.fromhex(pdf))))
`;
const VERIFY_EVIDENCE = `
from fixpoint_client.evidence import verify_evidence
print(json.dumps([verify_evidence(path, key_set) for path, key_set in json.load(sys.stdin)]))
`;

export function pythonClientOn(attestation: unknown, keySet: unknown, pdf: Bytes): boolean {
  return pythonClientAnswer(attestation, keySet, pdf).valid;
}

function pythonClientAnswer(attestation: unknown, keySet: unknown, pdf: Bytes): Verification {
  const input = JSON.stringify([attestation, keySet, Buffer.from(pdf).toString('hex')]);
  const { stdout, stderr } = spawnSync('python3', ['-c', `${WITHOUT_PACKAGES}${VERIFY_ATTESTATION}`, CLIENT], {
    input,
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(`The Python client broke off: ${stderr}`);
  return JSON.parse(stdout);
}
