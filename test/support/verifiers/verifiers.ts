/** The verifiers of evidence: each says whether it calls what it is given verified. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAttestation } from '#clients/typescript/index.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { verifyFile } from '#src/cli/documents/verify.ts';
import { check } from '#src/proof/evidence/check.ts';
import { type Given, readDropped } from '#src/proof/evidence/given.ts';
import type { Verdict } from '#src/proof/evidence/verdict.ts';
import type { Outcome } from './cases.ts';
import type { Bytes, Files } from './evidence.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'src/export/evidence/verify.py');
const CLIENT = join(ROOT, 'clients/python/src/fixpoint_client');

export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

/** The page `/verify`, with the key set of the service. */
export async function pageOn(contents: readonly Bytes[], published: unknown, name = 'photo.jpg'): Promise<Verdict> {
  const given = await Promise.all(contents.map((content) => readDropped(new File([content], name))));
  return verdictOn(given.flat(), published);
}

function verdictOn(given: readonly Given[], published: unknown): Promise<Verdict> {
  const loadTimestamps = () => import('#src/proof/timestamp/verify.ts');
  const trust = { published, publisher: 'service', comparedKid: null, now: new Date(), loadTimestamps } as const;
  return check(given, trust);
}

/** The same with the files that were unpacked, each by itself. */
export async function pageOnFiles(files: Files, published: unknown): Promise<Verdict> {
  const given = await Promise.all(
    Object.entries(files).map(([name, content]) => readDropped(new File([content], name))),
  );
  return verdictOn(given.flat(), published);
}

/** Every other outcome is a refusal. */
export function pageOutcome({ outcome }: Verdict): Outcome {
  return outcome === 'verified' || outcome === 'repacked' ? outcome : 'refused';
}

/** `fixpoint verify` of an archive, or of the folder that was unpacked from it, with the key set of the service. */
export async function commandLineOutcome(
  folder: string,
  given: Bytes | Files,
  keySet: unknown,
  more: object = {},
): Promise<Outcome> {
  const own = mkdtempSync(join(folder, 'cli-'));
  writeGiven(join(own, 'evidence'), given);
  writeFileSync(join(own, 'jwks.json'), JSON.stringify(keySet));
  const code = await verifyFile(join(own, 'evidence'), { jwks: join(own, 'jwks.json'), json: false, ...more });
  const outcomes: Readonly<Record<number, Outcome>> = { [EXIT.done]: 'verified', [EXIT.unreadable]: 'repacked' };
  return outcomes[code] ?? 'refused';
}

export async function commandLineOn(...args: Parameters<typeof commandLineOutcome>): Promise<boolean> {
  return (await commandLineOutcome(...args)) === 'verified';
}

function writeGiven(path: string, given: Bytes | Files): void {
  if (given instanceof Uint8Array) return writeFileSync(path, given);
  mkdirSync(path);
  for (const [name, content] of Object.entries(given)) writeFileSync(join(path, name), content);
}

/** `verify.py` of an archive, or of the folder that was unpacked from it, with the key set of the service. */
export function programOn(
  folder: string,
  given: Bytes | Files,
  keySet: unknown,
): { isVerified: boolean; outcome: Outcome; output: string } {
  const own = mkdtempSync(join(folder, 'python-'));
  const evidence = join(own, 'evidence');
  writeGiven(evidence, given);
  writeFileSync(join(own, 'jwks.json'), JSON.stringify(keySet));
  const args = [PROGRAM, evidence, '--keys', join(own, 'jwks.json')];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  if (stderr !== '' || status === null || status > 2) throw new Error(`verify.py broke off: ${stderr}`);
  const isVerified = stdout.trimEnd().endsWith('Everything fits.');
  if (isVerified !== (status === 0)) throw new Error(`verify.py ended ${status} and says: ${stdout}`);
  const isRepacked = status === 2 && stdout.startsWith('The archive was packed again by another program');
  return { isVerified, outcome: isVerified ? 'verified' : isRepacked ? 'repacked' : 'refused', output: stdout };
}

export async function typeScriptClientOn(attestation: unknown, keySet: unknown, pdf: Bytes): Promise<boolean> {
  return (await verifyAttestation(attestation, keySet, { pdf })).valid;
}

/** Its modules that verify need no package, unlike the package that has them. */
const WITHOUT_PACKAGES = `
import json, sys, types
package = types.ModuleType("fixpoint_client")
package.__path__ = [sys.argv[1]]
sys.modules["fixpoint_client"] = package
from fixpoint_client.attestations import verify_attestation
attestation, key_set, pdf = json.load(sys.stdin)
print(verify_attestation(attestation, key_set, pdf=bytes.fromhex(pdf))["valid"])
`;

export function pythonClientOn(attestation: unknown, keySet: unknown, pdf: Bytes): boolean {
  const input = JSON.stringify([attestation, keySet, Buffer.from(pdf).toString('hex')]);
  const { stdout, stderr } = spawnSync('python3', ['-c', WITHOUT_PACKAGES, CLIENT], { input, encoding: 'utf8' });
  if (!/^(?:True|False)\n$/.test(stdout)) throw new Error(`The Python client broke off: ${stderr}`);
  return stdout === 'True\n';
}
