/** Evidence as the service writes it, of one document, and its parts as a test changes them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEvidence } from '#src/export/evidence.ts';
import type { Attestation } from '#domain/attestation.ts';
import type { IssuerOptions } from '#src/proof/issue.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import type { Part } from './hostile-zip.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
/** By their names, without the folder. */
export type Files = Readonly<Record<string, Bytes>>;

export interface Evidence {
  readonly key: ReturnType<typeof newKey>;
  readonly keySet: { readonly keys: readonly object[] };
  readonly original: Bytes;
  readonly attestation: Attestation;
  readonly files: Files;
  /** The archive that the service writes. */
  readonly archive: Bytes;
}

export const FOLDER = 'fixpoint-evidence-1';
const DATE = new Date('2026-11-20T10:00:00Z');

export const encoded = (text: string): Bytes => new Uint8Array(Buffer.from(text));
export const jsonFile = (value: unknown): Bytes => encoded(`${JSON.stringify(value, null, 2)}\n`);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const DOCUMENT = new Uint8Array(
  Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\nthe canonical document\n', 'latin1'),
);
export const OTHER_DOCUMENT = new Uint8Array(
  Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\nanother document\n', 'latin1'),
);

export async function evidenceOf(stamp: IssuerOptions['stamp'] = null, issuedAt = new Date()): Promise<Evidence> {
  const key = newKey();
  const original = encoded('%PDF-1.4\nthe document that was sent\n');
  const normalized = { ...NORMALIZED, sha256: sha256(DOCUMENT), sizeBytes: DOCUMENT.length };
  const report = { ...REPORT, normalized, original: { sha256: sha256(original), sizeBytes: original.length } };
  const facts = {
    report,
    normalized,
    processingTimeMs: 12,
    attestationId: '018f2b6e-0000-7000-8000-000000000001',
    issuedAt,
  };
  const { attestation, certificate, envelope } = await issuerWith(key, stamp)(facts);
  const { warnings } = report;
  const submissionId = '018f2b6e-0000-7000-8000-000000000002';
  const keySet = {
    keys: [{ ...key.publicJwk, 'x-created-at': new Date(issuedAt.getTime() - 86_400_000).toISOString() }],
  };
  const own = {
    'attestation.dsse.json': jsonFile(envelope),
    'attestation.jsonld': jsonFile(attestation),
    'certificate.jws': encoded(certificate),
    'keys.json': jsonFile(keySet),
    'normalized.pdf': DOCUMENT,
    'original.sha256': encoded(`${report.original.sha256}  original.pdf\n`),
    'report.json': jsonFile({ outputHash: `sha256:${normalized.sha256}`, submissionId, warnings }),
    'submission.json': jsonFile({ submissionId, status: 'SUCCESS', original: report.original, normalized, warnings }),
  };
  const entries = Object.entries(own).map(([name, content]) => ({ name, content: pieces(content) }));
  const parcel: Uint8Array[] = [];
  for await (const piece of writeEvidence({ folder: FOLDER, date: DATE }, entries)) parcel.push(new Uint8Array(piece));
  return {
    key,
    keySet,
    original,
    attestation,
    files: { ...GUIDE, ...own },
    archive: new Uint8Array(Buffer.concat(parcel)),
  };
}

/** The files as entries of an archive that another program packed. */
export function partsOf(files: Files): Part[] {
  return Object.entries(files).map(([name, content]) => ({ name: `${FOLDER}/${name}`, content }));
}

export function textOf(files: Files, name: string): string {
  const content = files[name];
  if (!content) throw new Error(`There is no ${name}.`);
  return Buffer.from(content).toString('utf8');
}

async function* pieces(content: Uint8Array) {
  yield content;
}

/** The text and the program that `writeEvidence` adds. */
const GUIDE: Files = Object.fromEntries(
  ['HOW-TO-VERIFY.txt', 'verify.py'].map((name) => [
    name,
    new Uint8Array(readFileSync(join(import.meta.dirname, '../../../src/export/evidence', name))),
  ]),
);
