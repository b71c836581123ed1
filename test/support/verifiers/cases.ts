/**
 * The list of cases for every verifier of evidence: the change, and the verifiers that must reject it. A verifier
 * rejects if it does not report the evidence as verified. All verifiers accept the evidence of the list itself.
 */
import { deflateRawSync } from 'node:zlib';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import {
  type Bytes,
  DOCUMENT,
  encoded,
  type Evidence,
  type Files,
  FOLDER,
  jsonFile,
  OTHER_DOCUMENT,
  partsOf,
  textOf,
} from './evidence.ts';
import { type Change, edited, refused, replaced, verified, without } from './changes.ts';
import { FACTS_CASES } from './facts-cases.ts';
import { type Around, type Part, zipOf } from './hostile-zip.ts';

export const VERIFIERS = ['page', 'command line', 'verify.py', 'TypeScript client', 'Python client'] as const;
export type Verifier = (typeof VERIFIERS)[number];

/**
 * `unsigned`: the signed part is valid, and some files are not signed. `repacked`: all programs still unpack the same
 * files.
 */
export type Outcome = 'verified' | 'unsigned' | 'repacked' | 'refused';

interface Common {
  readonly name: string;
  /** The group of rows in the printed table. */
  readonly group: string;
  /** The default is `refused`. */
  readonly outcome?: Outcome;
  /** The check that every verifier names; by default that of an archive that cannot be opened. */
  readonly code?: string;
  /**
   * The signed level that every verifier names. By default it is `danger` for verified evidence and undefined for the
   * rest.
   */
  readonly level?: VerdictLevel | null;
  /** Replaces the key set of the service. */
  readonly keySet?: (evidence: Evidence) => { readonly keys: readonly object[] };
}

export interface ArchiveCase extends Common {
  readonly archive: (evidence: Evidence) => Bytes;
}

export interface FilesCase extends Common {
  readonly files: (evidence: Evidence) => Files;
  /** True if it applies only to an archive and its folder, and not to separate files. */
  readonly isPacked?: boolean;
}

export type Case = ({ readonly kind: 'archive' } & ArchiveCase) | ({ readonly kind: 'files' } & FilesCase);

/** The signature object is not covered by the signature. */
const withSignature = (change: (evidence: Evidence) => object) => (evidence: Evidence) => ({
  ...evidence.files,
  'attestation.jsonld': jsonFile({
    ...evidence.attestation,
    signature: { ...evidence.attestation.signature, ...change(evidence) },
  }),
});

const falseAttestation = (name: string, change: Change) => refused(name, 'signature-attestation', change);

const FILES: readonly Omit<FilesCase, 'group'>[] = [
  falseAttestation(
    'an attestation whose signature names no algorithm',
    withSignature(() => ({ algorithm: 'none' })),
  ),
  falseAttestation(
    'an attestation that names the key set of somebody else',
    withSignature(() => ({ publicKeyCertificate: 'https://elsewhere.test/.well-known/attestation-keys.json' })),
  ),
  falseAttestation(
    'an attestation whose signature has another member',
    withSignature(() => ({ note: 'verified by Fixpoint' })),
  ),
  falseAttestation(
    'an attestation whose timestamp is not a text',
    withSignature(() => ({ timestamp: { time: '2019-01-01' } })),
  ),
  falseAttestation('an attestation with a member beside the signed ones', ({ files, attestation }) => ({
    ...files,
    'attestation.jsonld': jsonFile({ ...attestation, note: 'x' }),
  })),
  falseAttestation(
    'an attestation with another health score',
    replaced('attestation.jsonld', /"healthScore": \d+/, '"healthScore": 99'),
  ),
  falseAttestation(
    'an attestation with a better verdict',
    replaced('attestation.jsonld', '"level": "danger"', '"level": "good"'),
  ),
  falseAttestation('an attestation without its verdict', edited('attestation.jsonld', 'findings/verdict', undefined)),
  falseAttestation('an attestation without the name of its facts', edited('attestation.jsonld', 'facts', undefined)),
  falseAttestation(
    'an attestation that names other facts',
    edited('attestation.jsonld', 'facts/sha256', 'f'.repeat(64)),
  ),
  falseAttestation(
    'an attestation whose number is not the signed one by its last digit',
    replaced('attestation.jsonld', /"processingTimeMs": 12/, '"processingTimeMs": 12.5'),
  ),
  falseAttestation(
    'an attestation whose signature has a number with a leading zero',
    withSignature(({ attestation }) => {
      const der = Buffer.from(attestation.signature.value, 'base64');
      const longer = Buffer.concat([Buffer.from([0x30, der.length - 1, 2, (der[3] ?? 0) + 1, 0]), der.subarray(4)]);
      return { value: longer.toString('base64') };
    }),
  ),
  falseAttestation('an attestation without a part that one has', ({ files, attestation }) => ({
    ...files,
    'attestation.jsonld': jsonFile({ ...attestation, processing: undefined }),
  })),
  {
    name: 'an attestation that names a member twice, the false one first',
    files: replaced('attestation.jsonld', '"healthScore"', '"healthScore": 100, "health\\u0053core"'),
  },
  { name: 'a key set that names a member twice', files: replaced('keys.json', '"keys"', '"keys": [], "keys"') },
  {
    name: 'a report that names a member twice',
    files: replaced('report.json', '"outputHash"', '"outputHash": "x", "outputHash"'),
  },
  refused(
    'a certificate of another signature',
    'signature-certificate',
    replaced('certificate.jws', /.{8}$/, 'AAAAAAAA'),
  ),
  refused('a certificate of another header', 'signature-certificate', replaced('certificate.jws', /^e/, 'f')),
  refused(
    'an envelope of another signature',
    'signature-envelope',
    replaced('attestation.dsse.json', '"sig": "', '"sig": "AAAA'),
  ),
  refused('another canonical PDF', 'pdf', ({ files }) => ({ ...files, 'normalized.pdf': OTHER_DOCUMENT })),
  refused('an empty canonical PDF', 'pdf', ({ files }) => ({ ...files, 'normalized.pdf': encoded('') })),
  refused('a text in place of the canonical PDF', 'pdf', ({ files }) => ({
    ...files,
    'normalized.pdf': encoded('text'),
  })),
  refused('the original under the name of the canonical PDF', 'pdf', ({ files, original }) => ({
    ...files,
    'normalized.pdf': original,
  })),
  {
    ...refused('another original beside the rest', 'original', ({ files }) => ({
      ...files,
      'original.pdf': OTHER_DOCUMENT,
    })),
    isPacked: true,
  },
  verified('the true original beside the rest', ({ files, original }) => ({ ...files, 'original.pdf': original })),
  refused('another hash of the original', 'original-hash', replaced('original.sha256', /^.{8}/, '00000000')),
  refused('a report about another document', 'report', replaced('report.json', 'sha256:', 'sha256:f')),
  refused('a report with a hash of another kind', 'report', replaced('report.json', 'sha256:', 'sha1///')),
  verified('a hash of the original in large letters', ({ files }) => ({
    ...files,
    'original.sha256': encoded(textOf(files, 'original.sha256').replace(/^\w+/, (hash) => hash.toUpperCase())),
  })),
  verified('a key set with a byte order mark, as editors of Windows write it', ({ files }) => ({
    ...files,
    'keys.json': encoded(`\uFEFF${textOf(files, 'keys.json')}`),
  })),
  refused('a report with a text for its warnings', 'report', edited('report.json', 'warnings', '')),
  refused('a result with a text for its warnings', 'submission', edited('submission.json', 'warnings', '')),
  refused('a certificate with padding', 'signature-certificate', replaced('certificate.jws', /$/, '==')),
  refused(
    'a certificate behind a control character',
    'signature-certificate',
    replaced('certificate.jws', /^/, '\u001c'),
  ),
  { name: 'a report behind a blank that JSON does not have', files: replaced('report.json', /^/, '\f') },
  { name: 'a result before a blank that JSON does not have', files: replaced('submission.json', /$/, '\u00a0') },
  {
    name: 'revisions with more levels than all programs read',
    files: ({ files }) => ({ ...files, 'revisions.json': encoded(`${'{"a":'.repeat(65)}0${'}'.repeat(65)}`) }),
  },
  verified(
    'revisions with a number of five thousand digits that is no fact',
    replaced('revisions.json', '{', `{"note":${'9'.repeat(5000)},`),
  ),
  verified('a key set with an entry that is no key', ({ files, keySet }) => ({
    ...files,
    'keys.json': jsonFile({ keys: [{}, null, ...keySet.keys] }),
  })),
  verified('a key set without the key, which the service publishes', ({ files }) => ({
    ...files,
    'keys.json': jsonFile({ keys: [] }),
  })),
  refused('a report with other warnings', 'report', edited('report.json', 'warnings', [{}])),
  refused('a result with other warnings', 'submission', edited('submission.json', 'warnings', [{}])),
  refused('a result of another document', 'submission', replaced('submission.json', /"sha256": "./, '"sha256": "f')),
  refused('a result that denies its output, beside another PDF', 'pdf', ({ files }) => ({
    ...files,
    'normalized.pdf': OTHER_DOCUMENT,
    'submission.json': encoded(
      textOf(files, 'submission.json').replace(/"normalized": \{[^}]*\}/, '"normalized": null'),
    ),
  })),
  {
    name: 'a rejected document of before, of which nothing is signed',
    outcome: 'unsigned',
    files: ({ others }) => without(others.rejected, 'facts.json', 'facts.dsse.json', 'keys.json'),
  },
  refused('a changed verify.py', 'program', replaced('verify.py', 'def main():', 'def main():\n    return 0')),
  refused(
    'a changed HOW-TO-VERIFY.txt',
    'guide',
    replaced('HOW-TO-VERIFY.txt', 'python3 verify.py', 'python3 other.py'),
  ),
  refused('another text in place of HOW-TO-VERIFY.txt', 'guide', ({ files }) => ({
    ...files,
    'HOW-TO-VERIFY.txt': encoded('Ok.\n'),
  })),
  {
    name: 'revisions that name a member twice',
    files: ({ files }) => ({ ...files, 'revisions.json': encoded('{"count":1,"count":2}') }),
  },
  {
    name: 'revisions of anything',
    isPacked: true,
    files: ({ files }) => ({ ...files, 'revisions.json': jsonFile({ count: 1, revisions: [] }) }),
  },
  refused('a key set whose key has the name of another one', 'signature-facts', ({ files, keySet }) => ({
    ...files,
    'keys.json': jsonFile({ keys: keySet.keys.map((key) => ({ ...key, x: 'f'.repeat(43) })) }),
  })),
];

/** Each field that occurs in both headers of a file. */
const OTHER_FIELDS: Readonly<Record<string, NonNullable<Part['local']>>> = {
  checksum: { crc: 1 },
  size: { size: 1 },
  'packed size': { packed: new Uint8Array(3) },
  method: { method: 8 },
  time: { time: 0x6000 },
  version: { version: 10 },
  'set of flags': { flags: 2048 },
  name: { name: `${FOLDER}/Normalized.pdf` },
  'length of the name': { name: `${FOLDER}/normalized.pdfx` },
};

/** Every reading of the directory, or of the records in their order, must give the same files. */
const ARCHIVES: readonly Omit<ArchiveCase, 'group'>[] = [
  { name: 'the archive that the service writes', outcome: 'verified', archive: ({ archive }) => archive },
  { name: 'an archive that was packed again', outcome: 'verified', archive: packed() },
  {
    name: 'an archive that was packed again with deflate',
    outcome: 'verified',
    archive: packed(() => ({ method: 8 })),
  },
  {
    name: 'an archive that was packed again as a stream',
    outcome: 'verified',
    archive: packed(() => ({ method: 8, flags: 8 })),
  },
  {
    name: 'an archive that says times and owners of files',
    outcome: 'verified',
    archive: packed(() => ({ extra: Buffer.concat([extraField(0x5455, 5), extraField(0x7875, 11)]) })),
  },
  {
    name: 'a hash of the original behind a control character',
    archive: (evidence) => zipOf(partsOf(replaced('original.sha256', /^/, '\u001c')(evidence))),
  },
  ...(
    [
      [false, 4],
      [true, 8],
      [false, 8],
    ] as const
  ).map(([isSigned, sizeBytes]) => ({
    name: `an archive of descriptors ${isSigned ? 'with' : 'without'} a signature, with sizes of ${sizeBytes} bytes`,
    outcome: 'repacked' as const,
    archive: packed(() => ({ method: 8, flags: 8, descriptor: { isSigned, sizeBytes } })),
  })),
  {
    name: 'a descriptor without a signature that says another size',
    archive: packed(() => ({ method: 8, flags: 8, descriptor: { isSigned: false, sizeBytes: 4, size: 1 } })),
  },
  {
    name: 'a last record with sizes of eight bytes',
    outcome: 'repacked',
    archive: packed(undefined, { zip64End: {} }),
  },
  {
    name: 'a last record with sizes of eight bytes that counts other files',
    archive: packed(undefined, { zip64End: { count: 1 } }),
  },
  {
    name: 'evidence of earlier versions, stored as a stream',
    outcome: 'verified',
    archive: packed(() => ({ flags: 8 })),
  },
  {
    name: 'a hidden second record that only readers of streams find',
    archive: (evidence) => zipOf([...partsOf(evidence.files), { ...otherDocument(), inDirectory: 0 }]),
  },
  {
    name: 'a hidden first record that only readers of streams find',
    archive: (evidence) => zipOf([{ ...otherDocument(), inDirectory: 0 }, ...partsOf(evidence.files)]),
  },
  {
    name: 'a record that the content of a stored file seems to begin',
    archive: ({ files }) => {
      const text = encoded('Read this.\n');
      const inside = zipOf([{ ...otherDocument(), flags: 8 }]);
      const descriptor = zipOf([{ name: 'x', content: text, flags: 8 }]).subarray(
        31 + text.length,
        31 + text.length + 16,
      );
      const content = new Uint8Array(Buffer.concat([text, descriptor, inside]));
      return zipOf(partsOf({ ...files, 'note.txt': content }).map((part) => ({ ...part, flags: 8 })));
    },
  },
  ...Object.entries(OTHER_FIELDS).map(([field, local]) => ({
    name: `another ${field} before the content than in the directory`,
    archive: packed((name) => (name === 'normalized.pdf' ? { local } : {})),
  })),
  { name: 'a file with another checksum in both headers', archive: packed(() => ({ crc: 1 })) },
  { name: 'a file with another size in both headers', archive: packed(() => ({ size: 1 })) },
  {
    name: 'bytes between two records',
    archive: packed((name) => (name === 'keys.json' ? { before: encoded('between') } : {})),
  },
  {
    name: 'bytes behind deflated content, within the record',
    archive: packed((_, content) => ({
      method: 8,
      packed: Buffer.concat([deflateRawSync(content), Buffer.from('behind')]),
    })),
  },
  {
    name: 'two entries of the directory for one record',
    archive: packed((name) => (name === 'normalized.pdf' ? { inDirectory: 2 } : {})),
  },
  {
    name: 'records that overlap',
    archive: packed((name) => (name === 'original.sha256' ? { offset: 0 } : {})),
  },
  { name: 'a directory in another order', archive: packed(undefined, { order: (headers) => headers.toReversed() }) },
  { name: 'bytes before the archive', archive: packed(undefined, { before: encoded('#!/bin/sh\nexit\n') }) },
  {
    name: 'bytes before an archive that does not count them',
    archive: ({ archive }) => joined(encoded('#!/bin/sh\n'), archive),
  },
  { name: 'a PDF before the archive', archive: packed(undefined, { before: DOCUMENT }) },
  { name: 'bytes between the records and the directory', archive: packed(undefined, { between: encoded('between') }) },
  { name: 'bytes behind the directory', archive: packed(undefined, { behindDirectory: encoded('behind') }) },
  { name: 'bytes behind the archive', archive: packed(undefined, { behind: encoded('behind') }) },
  {
    name: 'a second archive behind the archive',
    archive: (evidence) => joined(evidence.archive, zipOf([otherDocument()])),
  },
  { name: 'a comment of the archive', archive: packed(undefined, { comment: 'startxref\n9\n%%EOF' }) },
  { name: 'a comment of a file', outcome: 'repacked', archive: packed(() => ({ comment: 'a comment' })) },
  {
    name: 'a comment of the archive, as git writes it',
    outcome: 'repacked',
    archive: packed(undefined, { comment: '0af3'.repeat(10) }),
  },
  {
    name: 'a comment of the archive, and another size before a file than in the directory',
    archive: packed((name) => (name === 'normalized.pdf' ? { local: { size: 1 } } : {}), { comment: 'packed by git' }),
  },
  {
    name: 'a comment of the archive, and a module beside verify.py',
    archive: ({ files }) => zipOf(partsOf({ ...files, 'json.py': encoded('x') }), { comment: 'packed by git' }),
  },
  {
    name: 'a second end of the archive in its comment',
    archive: (evidence) =>
      packed(undefined, { comment: Buffer.from(zipOf([otherDocument()])).toString('latin1') })(evidence),
  },
  { name: 'an archive of several disks', archive: packed(undefined, { disk: 1 }) },
  { name: 'an encrypted file', outcome: 'repacked', archive: packed(() => ({ flags: 1 })) },
  {
    name: 'a method of packing that is seldom',
    outcome: 'repacked',
    archive: packed(() => ({ method: 14, version: 63 })),
  },
  {
    name: 'an extra field that means nothing for the file',
    outcome: 'repacked',
    archive: packed(() => ({ extra: extraField(0xcafe, 0) })),
  },
  { name: 'a link by an extra field', archive: packed(() => ({ extra: extraField(0x756e, 14) })) },
  { name: 'false sizes of eight bytes', archive: packed(() => ({ extra: extraField(0x0001, 16) })) },
  {
    name: 'more than a hundred files',
    outcome: 'repacked',
    archive: ({ files }) =>
      zipOf([
        ...partsOf(files),
        ...Array.from({ length: 101 }, (_, index) => ({ name: `${index}.txt`, content: encoded('x') })),
      ]),
  },
  { name: 'another name in an extra field', archive: packed(() => ({ extra: extraField(0x7075, 9) })) },
  {
    name: 'an extra field that does not fill its part',
    archive: packed(() => ({ extra: Buffer.from([0x55, 0x54, 9]) })),
  },
  { name: 'a link instead of a file', archive: packed(() => ({ attributes: 0o120777 * 0x1_0000 })) },
  ...[0, 2, 5, 16, 30].map((system) => ({
    name: `a link beside the evidence that says to be of the system ${system}`,
    archive: withOther(`${FOLDER}/notes`, {
      content: encoded('/etc/hostname'),
      system,
      attributes: 0o120777 * 0x1_0000,
    }),
  })),
  { name: 'a folder instead of a file', archive: packed(() => ({ attributes: 0x10 })) },
  { name: 'two files of one name', archive: withOther(`${FOLDER}/normalized.pdf`) },
  { name: 'two files whose names differ in case', archive: withOther(`${FOLDER}/Normalized.PDF`) },
  { name: 'two files of one name in two folders', archive: withOther('elsewhere/normalized.pdf') },
  {
    name: 'two files whose names differ in how an accent is written',
    archive: ({ files }) => {
      const names = ['caf\u00e9.txt', 'cafe\u0301.txt'];
      const twice = names.map((name) => ({ name: `${FOLDER}/${name}`, content: encoded('x'), flags: 2048 }));
      return zipOf([...partsOf(files), ...twice]);
    },
  },
  {
    name: 'another verify.py by a version, which Info-ZIP leaves out',
    archive: ({ files }) =>
      zipOf(partsOf({ ...without(files, 'verify.py'), 'verify.py;1': encoded('print("Everything fits.")\n') })),
  },
  {
    name: 'the original by the short name that Windows has for the canonical PDF',
    archive: ({ files, original }) => zipOf(partsOf({ ...files, 'NORMAL~1.PDF': original })),
  },
  ...['argparse.py', 'JSON.PYW', 'json/__init__.py'].map((name) => ({
    name: `a module ${name} beside verify.py`,
    archive: withOther(`${FOLDER}/${name}`, { content: encoded('print("Everything fits.")\n') }),
  })),
  ...['%PDF 1.7', '{"note": "%PDF 1.7"'].map((beginning) => ({
    name: `a text that PDFium opens as a PDF, beginning ${beginning}`,
    code: 'pdf',
    archive: ({ files }: Evidence) =>
      zipOf([{ name: `${FOLDER}/A.txt`, content: encoded(`${beginning}\n1 0 obj\n}`) }, ...partsOf(files)]),
  })),
  ...[
    'normalized.pdf;1',
    'normalized.pdf;',
    'normalized.pdf.',
    'normalized.pdf ',
    '../normalized.pdf',
    '/normalized.pdf',
    'C:/normalized.pdf',
    'a\\normalized.pdf',
    'a//normalized.pdf',
    'normalized\u0000.pdf',
    'normalized.pdf/x',
  ].map((name) => ({
    name: `a file that is called ${JSON.stringify(name)}`,
    archive: withOther(/^[./]|^C:/.test(name) ? name : `${FOLDER}/${name}`),
  })),
  {
    name: 'a name in UTF-8 that is not said to be',
    outcome: 'repacked',
    archive: ({ files }) => zipOf([...partsOf(files), { name: `${FOLDER}/caf\u00e9.txt`, content: encoded('x') }]),
  },
  ...[
    ['a JSON text beside the evidence', 'notes.json', '{}'],
    ['a second attestation by another name', 'notes.txt', '{"attestationId":"1","signature":{},"subject":{}}'],
    ['a text beside the evidence that ends as JSON', 'notes.txt', 'note }'],
    ['a certificate of an authority beside the evidence', 'root.der', '0\u0082\u0001\u0000'],
  ].map(([name = '', file, content = '']) => ({
    name,
    archive: withOther(`${FOLDER}/${file}`, {
      content: new Uint8Array(Buffer.from(content.padEnd(name.includes('authority') ? 260 : 0, 'x'), 'latin1')),
    }),
  })),
  ...['Read this.\n', 'f'.repeat(64), 'x'.repeat(200), '-----BEGIN CERTIFICATE-----'].map((text) => ({
    name: `a text beside the evidence that begins ${text.slice(0, 10).trim()}`,
    outcome: 'verified' as const,
    archive: withOther(`${FOLDER}/note.txt`, { content: encoded(text) }),
  })),
  {
    name: 'a PDF beside the evidence',
    code: 'pdf',
    archive: withOther(`${FOLDER}/invoice.pdf`),
  },
  {
    name: 'a text with a whole PDF in it, where readers of PDFs find it',
    archive: ({ files }) => {
      const text = encoded(`${'Read this.\n'.repeat(120)}%PDF-1.7\n1 0 obj\n`);
      return zipOf([{ name: `${FOLDER}/A.txt`, content: text }, ...partsOf(files)]);
    },
  },
  {
    name: 'a file that unpacks to more than it says',
    archive: ({ files }) => {
      const bomb = { content: encoded(''), packed: deflateRawSync(new Uint8Array(1_000_000)), method: 8 };
      return zipOf([...partsOf(files), { name: `${FOLDER}/bomb`, ...bomb }]);
    },
  },
];

export const CASES: readonly Case[] = [
  ...FILES.map((one) => ({ ...one, kind: 'files' as const, group: 'files' })),
  ...FACTS_CASES.map((one) => ({ ...one, kind: 'files' as const })),
  ...ARCHIVES.map((one) => ({ ...one, kind: 'archive' as const, group: 'archives' })),
];

function packed(change: (name: string, content: Bytes) => Partial<Part> = () => ({}), around: Around = {}) {
  return ({ files }: Evidence): Bytes => {
    const parts = Object.entries(files).map(([name, content]) => ({
      name: `${FOLDER}/${name}`,
      content,
      ...change(name, content),
    }));
    return zipOf(parts, around);
  };
}

function withOther(name: string, other: Partial<Part> = {}) {
  return ({ files }: Evidence): Bytes => zipOf([...partsOf(files), { ...otherDocument(), ...other, name }]);
}

function otherDocument(): Part {
  return { name: `${FOLDER}/normalized.pdf`, content: OTHER_DOCUMENT };
}

function extraField(id: number, bytes: number): Uint8Array {
  const field = Buffer.alloc(4 + bytes);
  field.writeUInt16LE(id);
  field.writeUInt16LE(bytes, 2);
  return field;
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}
