/**
 * The files that somebody gives to be verified, known by their content: names of files say nothing, and may lie. In an archive
 * the names of evidence must be true, because they are what a person opens after the archive was verified.
 */
import { FACTS_ENVELOPE_FILE, FACTS_FILE, FACTS_TYPE_PATH } from '#domain/attestation.ts';
import { predicateTypeOf } from '#src/proof/verify/envelope.ts';
import { utf8 } from '#src/proof/verify/base64.ts';
import { sha256Hex } from '#src/proof/verify/hash.ts';
import { isAmbiguousJson, parsedJson } from '#domain/text/json.ts';
import { member } from '#src/proof/verify/members.ts';
import { sameOnEverySystem } from './paths.ts';
import { isPdf } from './pdf-content.ts';
import { endsAsZip, openZip, ZipError } from './unzip.ts';

/** Where a thing was found: by itself, or together with others in an archive or in the folder that was unpacked from it. */
export type Origin = 'file' | 'archive';

interface Found {
  readonly origin: Origin;
  readonly name: string;
}

export type Json<Kind extends string> = Found & { readonly kind: Kind; readonly value: unknown };

export type Given =
  | (Found & { readonly kind: 'pdf'; readonly sha256: string; readonly sizeBytes: number })
  | Json<'attestation'>
  | Json<'envelope'>
  /** The facts of a submission, with the hash of the exact bytes. */
  | (Json<'facts'> & { readonly sha256: string })
  | Json<'factsEnvelope'>
  | Json<'keySet'>
  | Json<'submission'>
  | Json<'report'>
  /** The revisions of the original. */
  | Json<'revisions'>
  | (Found & { readonly kind: 'certificate'; readonly compact: string })
  /** Of an authority that stamps times, or that certifies those who do; in DER or PEM. */
  | (Found & { readonly kind: 'authority'; readonly certificate: Uint8Array | string })
  /** That of the original. */
  | (Found & { readonly kind: 'originalHash'; readonly sha256: string })
  /** The program that lies in the evidence, by its name. */
  | (Found & { readonly kind: 'program'; readonly sha256: string })
  /** The text for people that lies in the evidence, by its name. */
  | (Found & { readonly kind: 'guide'; readonly sha256: string })
  /** An archive that other programs pack so, and that is not unpacked; the reason. */
  | (Found & { readonly kind: 'repacked'; readonly reason: string })
  /** Nothing that is looked for. */
  | (Found & { readonly kind: 'unknown' })
  /** It could not be read, and why. */
  | (Found & { readonly kind: 'unreadable'; readonly reason: string });

/** A file as browsers give it. */
export interface DroppedFile {
  /** Shown to whoever dropped it, and not used otherwise. */
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;

const MEBIBYTE = 1024 * 1024;
/** Browsers hold so many bytes without trouble, and no plan takes as many. */
const MAX_BYTES = 512 * MEBIBYTE;
const MAX_ENTRIES = 100;
/** Of a text: reports of the longest documents are far below. */
const MAX_TEXT_BYTES = 32 * MEBIBYTE;
/** Of the texts of an archive together: values take many times the memory of their JSON. */
const MAX_TEXTS_BYTES = 2 * MAX_TEXT_BYTES;
/** Programs differ in how deep a JSON text may be. `verify.py` has the same limit. */
const MAX_DEPTH = 64;
const BLANKS = ' \t\r\n';
const BOTH = 'It is a PDF and an archive at once: what one program opens is not what another one sees.';
const NO_PART = 'It is no part of the evidence.';
/** How a ZIP file begins, also one without any files. */
const ARCHIVE = ['PK\u0003\u0004', 'PK\u0005\u0006'];
const BEHIND = 'It is an archive behind other bytes: programs differ in whether they read it as one.';
/** Enough to recognize a file by. */
const HEAD_BYTES = 64;
const PROGRAM = 'verify.py';
const GUIDE = 'how-to-verify.txt';
const MODULE = /\.pyw?$/;
/** The files of evidence, and their kinds. */
const EVIDENCE: Readonly<Record<string, Given['kind']>> = {
  'attestation.dsse.json': 'envelope',
  'attestation.jsonld': 'attestation',
  'certificate.jws': 'certificate',
  [FACTS_ENVELOPE_FILE]: 'factsEnvelope',
  [FACTS_FILE]: 'facts',
  'keys.json': 'keySet',
  'normalized.pdf': 'pdf',
  'original.pdf': 'pdf',
  'original.sha256': 'originalHash',
  'report.json': 'report',
  'revisions.json': 'revisions',
  [GUIDE]: 'guide',
  'submission.json': 'submission',
  [PROGRAM]: 'program',
};
const PEM_CERTIFICATE = '-----BEGIN CERTIFICATE-----';
/** macOS puts these files into folders and archives beside the files of people: AppleDouble, and `.DS_Store`. */
const CLUTTER = ['\u0000\u0005\u0016\u0007', '\u0000\u0000\u0000\u0001Bud1'];

/** All that is in one file: one thing, or those of an archive. Archives within archives are not opened. */
export async function readDropped(file: DroppedFile): Promise<Given[]> {
  const { name } = file;
  if (file.size > MAX_BYTES) return [unreadable(name, `It is larger than ${MAX_BYTES / MEBIBYTE} MiB.`)];
  let bytes: Bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return [unreadable(name, 'The browser could not read it. If it is a folder, give the files in it.')];
  }
  return ARCHIVE.includes(latin1(bytes.subarray(0, 4)))
    ? readArchive(name, bytes)
    : [await recognize(name, bytes, 'file')];
}

/** A damaged archive is refused, because an attacker may show only a part of it. */
async function readArchive(name: string, zip: Bytes): Promise<Given[]> {
  const found: Given[] = [];
  let texts = 0;
  try {
    const archive = openZip(zip, { entries: MAX_ENTRIES, bytes: MAX_BYTES });
    for (const inner of archive.names) requireNoModule(inner);
    requireOneOfEach(archive.names);
    if (archive.unusual !== null) return [{ kind: 'repacked', origin: 'file', name, reason: archive.unusual }];
    for await (const file of archive.contents()) {
      texts += mayBeText(file.content) ? file.content.length : 0;
      if (texts > MAX_TEXTS_BYTES) throw new ZipError('It has more text than evidence has.');
      found.push(await recognizeByName(file.name, file.content));
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return [unreadable(name, `The archive was not opened. ${error.message}`)];
  }
  return found;
}

/** The folder that was unpacked from evidence. A person knows which other files are in a folder of their own. */
export async function readFolder(files: readonly DroppedFile[]): Promise<Given[]> {
  const parts = files.filter(({ name }) => isEvidenceName(name));
  return Promise.all(parts.map(readPart));
}

async function readPart(file: DroppedFile): Promise<Given> {
  if (file.size > MAX_BYTES) return unreadable(file.name, `It is larger than ${MAX_BYTES / MEBIBYTE} MiB.`);
  return recognizeByName(file.name, new Uint8Array(await file.arrayBuffer()));
}

/** Whether evidence has a file of this name. */
export function isEvidenceName(name: string): boolean {
  return evidenceName(name) !== null;
}

/** Names are compared as file systems do that ignore case. */
function evidenceName(name: string): string | null {
  const folded = sameOnEverySystem(name);
  return Object.hasOwn(EVIDENCE, folded) ? folded : null;
}

/** Python runs a module beside the program that a person unpacked in place of its own one. */
function requireNoModule(name: string): void {
  const folded = sameOnEverySystem(name);
  if (MODULE.test(folded) && folded !== PROGRAM) {
    throw new ZipError(`“${name}” in it may run in place of a part of ${PROGRAM}.`);
  }
}

/** A file of evidence is what its name says. Every other file is a text for people, or one of the documents. */
async function recognizeByName(name: string, bytes: Bytes): Promise<Given> {
  const common = { name, origin: 'archive' } as const;
  const known = evidenceName(name);
  const words = mayBeText(bytes) ? utf8(bytes) : null;
  if (known === null && words !== null && !endsAsZip(bytes) && !isClutter(bytes)) {
    return seemsJson(words) ? { ...common, kind: 'unreadable', reason: NO_PART } : { ...common, kind: 'unknown' };
  }
  const thing = await recognize(name, bytes, 'archive');
  if (known === null) return thing.kind === 'authority' ? { ...common, kind: 'unreadable', reason: NO_PART } : thing;
  if (thing.kind === 'unreadable' || thing.kind === EVIDENCE[known]) return thing;
  return { ...common, kind: 'unreadable', reason: 'It is not what its name says.' };
}

/** Programs may read such a text as a statement. */
function seemsJson(words: string): boolean {
  return /^\uFEFF?[ \t\r\n]*\{|\}[ \t\r\n]*$/.test(words);
}

/** Evidence is one folder: of two files with one of its names a person may open the other one. */
function requireOneOfEach(names: readonly string[]): void {
  const known = names.flatMap((name) => evidenceName(name) ?? []);
  if (new Set(known).size < known.length) throw new ZipError('Two files in it have the same name.');
}

function unreadable(name: string, reason: string): Given {
  return { kind: 'unreadable', origin: 'file', name, reason };
}

/** A file that is no text counts as a document: its hash shows whether it is the attested one. */
async function recognize(name: string, bytes: Bytes, origin: Origin): Promise<Given> {
  const common = { name, origin };
  const head = latin1(bytes.subarray(0, HEAD_BYTES));
  const isDocument = isPdf(bytes);
  if (endsAsZip(bytes) && !(origin === 'archive' && ARCHIVE.some((beginning) => head.startsWith(beginning)))) {
    return { ...common, kind: 'unreadable', reason: isDocument ? BOTH : BEHIND };
  }
  const folded = sameOnEverySystem(name);
  if (folded === PROGRAM) return { ...common, kind: 'program', sha256: await sha256Hex(bytes) };
  if (folded === GUIDE) return { ...common, kind: 'guide', sha256: await sha256Hex(bytes) };
  if (isClutter(bytes)) return { ...common, kind: 'unknown' };
  if (isDerSequence(bytes)) return { ...common, kind: 'authority', certificate: bytes };
  const words = mayBeText(bytes) ? utf8(bytes) : null;
  if (words === null) return { ...common, kind: 'pdf', sha256: await sha256Hex(bytes), sizeBytes: bytes.length };
  const thing = recognizeText(trimmed(words));
  return thing.kind === 'facts' ? { ...common, ...thing, sha256: await sha256Hex(bytes) } : { ...common, ...thing };
}

function isClutter(bytes: Bytes): boolean {
  const head = latin1(bytes.subarray(0, HEAD_BYTES));
  return !isPdf(bytes) && CLUTTER.some((beginning) => head.startsWith(beginning));
}

function mayBeText(bytes: Bytes): boolean {
  return bytes.length <= MAX_TEXT_BYTES && !isPdf(bytes);
}

/** A file of which one character was altered is still taken for what it was, and then fails. */
function recognizeText(words: string) {
  if (words.startsWith('{') || words.endsWith('}')) return recognizeJson(words);
  if (words.includes(PEM_CERTIFICATE)) return { kind: 'authority', certificate: words } as const;
  const [, sha256] = /^(\S{64})(?:[ \t\r\n]|$)/.exec(words) ?? [];
  if (sha256) return { kind: 'originalHash', sha256: sha256.toLowerCase() } as const;
  return /^\S{65,}$/.test(words) ? ({ kind: 'certificate', compact: words } as const) : ({ kind: 'unknown' } as const);
}

/** By more than one member: a file that was altered is to be told from one that is not looked for. */
function recognizeJson(words: string) {
  const value = parsedJson(words);
  const has = (name: string) => member(value, name) !== undefined;
  const reason = jsonFault(words);
  if (value === undefined || reason !== null) return { kind: 'unreadable', reason: reason ?? NO_PART } as const;
  if (has('attestationId') || (has('signature') && has('subject'))) return { kind: 'attestation', value } as const;
  if (has('payloadType') || (has('payload') && has('signatures'))) {
    const isOfFacts = predicateTypeOf(value).endsWith(FACTS_TYPE_PATH);
    return { kind: isOfFacts ? 'factsEnvelope' : 'envelope', value } as const;
  }
  if (Array.isArray(member(value, 'keys'))) return { kind: 'keySet', value } as const;
  if (has('timeline') && has('stages')) return { kind: 'facts', value } as const;
  if (has('crossReference') && has('revisions')) return { kind: 'revisions', value } as const;
  if (has('outputHash')) return { kind: 'report', value } as const;
  if (has('submissionId') && has('original') && has('normalized')) return { kind: 'submission', value } as const;
  return { kind: 'unknown' } as const;
}

/** Without the blanks of JSON at both ends. Programs differ in which others they leave out. */
function trimmed(words: string): string {
  let begin = words.startsWith('\uFEFF') ? 1 : 0;
  let end = words.length;
  while (begin < end && BLANKS.includes(words[begin] ?? '')) begin += 1;
  while (begin < end && BLANKS.includes(words[end - 1] ?? '')) end -= 1;
  return words.slice(begin, end);
}

/** Why it is not a JSON text of one meaning for all programs; null where it is one. */
function jsonFault(words: string): string | null {
  const text = trimmed(words);
  if (parsedJson(text) !== undefined) return isDeep(text) ? 'It has more levels than all programs read.' : null;
  return isAmbiguousJson(text)
    ? 'It names a member twice, and programs differ in which of the two they read.'
    : 'It is not the JSON that it begins as.';
}

/** Whether a JSON text has more levels than evidence can need. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Whether the whole file is one SEQUENCE of DER with a length of two bytes, as certificates are. */
function isDerSequence(bytes: Bytes): boolean {
  const [tag, form, high = 0, low = 0] = bytes;
  return tag === 0x30 && form === 0x82 && high * 256 + low + 4 === bytes.length;
}

function latin1(bytes: Bytes): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
