/**
 * What is known of the files that are taken out of a document (ISO 32000-2, 7.11.4): whoever loses an attachment must
 * be able to find out which one it was, above all when it is the invoice itself (Factur-X, ZUGFeRD).
 */
import { createHash } from 'node:crypto';
import type { Warning } from '#domain/report.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { printable } from './tally.ts';

/** Table 43: a file specification's names, the best first; the same keys lead to its streams (table 44). */
const NAME_KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS', 'Desc'];
const STREAM_KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

/** A message tells this many files apart; the rest is counted. */
const MAX_LISTED = 10;
/** Files are read up to this many bytes in all. */
const MAX_READ_BYTES = 128 * 1024 * 1024;

/** The file names the hybrid invoice formats prescribe. */
const INVOICE_NAME = /^(?:factur-x|zugferd-invoice|xrechnung|order-x|cida)\.xml$/i;

interface AttachedFile {
  readonly name: string;
  /** AFRelationship, for example `Alternative`; null when it is not said. */
  readonly relationship: string | null;
  readonly stream: Stream;
}

/** The embedded files met so far, each once. */
export class AttachedFiles {
  readonly #files = new Map<Stream, AttachedFile>();

  get size(): number {
    return this.#files.size;
  }

  /** Notes the files of a file specification; answers whether it has any. */
  add(specification: Dict): boolean {
    const streams = embeddedStreams(specification);
    if (streams.length === 0) return false;
    const name = nameOf(specification);
    const relationship = specification.name('AFRelationship') ?? null;
    for (const stream of streams) {
      if (!this.#files.has(stream)) this.#files.set(stream, { name, relationship, stream });
    }
    return true;
  }

  /** Notes a file that no specification names. */
  addStream(stream: Stream): void {
    if (!this.#files.has(stream)) this.#files.set(stream, { name: '', relationship: null, stream });
  }

  warnings(pdf: PdfDocument): Warning[] {
    if (this.#files.size === 0) return [];
    const files = [...this.#files.values()].toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
    const reader = new AllowanceReader(pdf);
    const listed = files.slice(0, MAX_LISTED).map((file) => describe(file, reader));
    const more = files.length > MAX_LISTED ? [`and ${files.length - MAX_LISTED} more`] : [];
    const invoice = files.find(({ name }) => INVOICE_NAME.test(name));
    const message = `Embedded files removed: ${files.length}. ${[...listed, ...more].join('; ')}.`;
    return [{ code: 'EMBEDDED_FILE_REMOVED', message: invoice ? `${invoiceNotice(invoice)} ${message}` : message }];
  }
}

/** Table 43. A resource may be called EF, but has no streams under these keys. */
export function embeddedStreams(specification: Dict): Stream[] {
  const embedded = specification.get('EF');
  if (!(embedded instanceof Dict)) return [];
  return STREAM_KEYS.map((key) => embedded.get(key)).filter((value) => value instanceof Stream);
}

function invoiceNotice({ name }: AttachedFile): string {
  return (
    `THE ELECTRONIC INVOICE ${printable(name)} WAS REMOVED: the output shows it but is no longer a Factur-X, ` +
    'ZUGFeRD or XRechnung document. Keep the original.'
  );
}

function describe({ name, relationship, stream }: AttachedFile, reader: AllowanceReader): string {
  const bytes = reader.read(stream);
  const content = bytes
    ? `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`
    : 'content not read';
  const title = name === '' ? 'a file without name' : printable(name);
  return `${title} (${content}${relationship === null ? '' : `, ${printable(relationship)}`})`;
}

/**
 * Unpacks files on an allowance of their own: a file that is removed anyway must neither fail the document nor use up
 * what its pages may decode to. After the first file above the allowance no other is read.
 */
class AllowanceReader {
  readonly #pdf: PdfDocument;
  #allowanceBytes = MAX_READ_BYTES;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  read(stream: Stream): Uint8Array | undefined {
    try {
      const { bytes, remaining } = decodeStream(stream, this.#pdf, this.#allowanceBytes);
      this.#allowanceBytes -= Math.min(bytes.length, this.#allowanceBytes);
      return remaining.length === 0 ? bytes : undefined;
    } catch (error) {
      if (!(error instanceof PdfFailure && error.code === 'RESOURCE_LIMIT_EXCEEDED')) throw error;
      this.#allowanceBytes = 0;
      return undefined;
    }
  }
}

function nameOf(specification: Dict): string {
  for (const key of NAME_KEYS) {
    const value = specification.get(key);
    if (value instanceof PdfString && value.bytes.length > 0) return textOf(value);
  }
  return '';
}

/** 7.9.2.2: UTF-16 or UTF-8 with a byte order mark, else one byte a character. */
function textOf({ bytes }: PdfString): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  return latin1(bytes);
}
