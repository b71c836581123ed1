/**
 * The facts of files that are removed from a document (ISO 32000-2, 7.11.4). The owner of a lost attachment must be
 * able to identify it, above all if it is the invoice itself (Factur-X, ZUGFeRD).
 */
import { createHash } from '#platform';
import { MAX_LISTED, type StageWarning, warning } from '#engine/facts/warning.ts';
import { type EmbeddedFile, type EmbeddedFiles, MAX_EMBEDDED_FILES_LISTED } from '#engine/facts/report.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import { Dict, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';

/** Table 43: the names of a file specification in order of preference. The same keys lead to its streams (table 44). */
const NAME_KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS', 'Desc'];
const STREAM_KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

/** The limit of file systems (POSIX NAME_MAX). Media types are shorter (RFC 6838, 4.2). */
const MAX_NAME_LENGTH = 255;
/** Files are read up to this many bytes in all. */
const MAX_READ_BYTES = 128 * 1024 * 1024;

/** The file names that the hybrid invoice formats require. */
export const INVOICE_NAME = /^(?:factur-x|zugferd-invoice|xrechnung|order-x|cida)\.xml$/i;

interface AttachedFile {
  readonly name: string;
  /** AFRelationship, for example `Alternative`; null if it is missing. */
  readonly relationship: string | null;
  readonly stream: Stream;
}

/** The embedded files so far, each once. */
export class AttachedFiles {
  readonly #pdf: PdfDocument;
  readonly #files = new Map<Stream, AttachedFile>();
  /** The streams of the file that stays. The file also stays if another object refers to it. */
  readonly #kept: ReadonlySet<Stream>;

  constructor(pdf: PdfDocument, kept: ReadonlySet<Stream>) {
    this.#pdf = pdf;
    this.#kept = kept;
  }

  /** Notes the files of a file specification. Returns whether any of them is removed. */
  add(specification: Dict): boolean {
    const name = nameOf(specification);
    const relationship = specification.name('AFRelationship') ?? null;
    const files = [
      ...embeddedStreams(specification).map((stream) => ({ name, relationship, stream })),
      ...relatedFiles(this.#pdf, specification).map((file) => ({ ...file, relationship })),
    ].filter(({ stream }) => !this.#kept.has(stream));
    for (const file of files) if (!this.#files.get(file.stream)?.name) this.#files.set(file.stream, file);
    return files.length > 0;
  }

  /** Notes a file without a specification. Returns whether it is removed. */
  addStream(stream: Stream): boolean {
    if (this.#kept.has(stream)) return false;
    if (!this.#files.has(stream)) this.#files.set(stream, { name: '', relationship: null, stream });
    return true;
  }

  /** The facts of the removed files for the report. */
  removed(): EmbeddedFiles['removed'] {
    const reader = new AllowanceReader(this.#pdf);
    const files = [...this.#files.values()].toSorted((a, b) => compareTexts(a.name, b.name));
    const listed = files.slice(0, MAX_EMBEDDED_FILES_LISTED).map((file) => describe(file, reader));
    return {
      count: files.length,
      listed: listed.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.sha256 ?? '', b.sha256 ?? '')),
      notListed: files.length - listed.length,
    };
  }
}

/** Table 43. A resource with the name EF has no streams under these keys. */
export function embeddedStreams(specification: Dict): Stream[] {
  const embedded = specification.get('EF');
  if (!(embedded instanceof Dict)) return [];
  return STREAM_KEYS.map((key) => embedded.get(key)).filter((value) => value instanceof Stream);
}

/** Related files (7.11.4.3): arrays of alternating names and streams under the keys of EF. */
function relatedFiles(pdf: PdfDocument, specification: Dict): Array<Pick<AttachedFile, 'name' | 'stream'>> {
  const related = specification.get('RF');
  if (!(related instanceof Dict)) return [];
  return STREAM_KEYS.flatMap((key) => {
    const items = (related.array(key) ?? []).map((item) => pdf.resolve(item));
    return items.flatMap((stream, index) => {
      const name = items[index - 1];
      return stream instanceof Stream ? [{ name: name instanceof PdfString ? textOfString(name) : '', stream }] : [];
    });
  });
}

export function removalWarnings({ count, listed }: EmbeddedFiles['removed']): StageWarning[] {
  if (count === 0) return [];
  const invoice = listed.find(({ name }) => INVOICE_NAME.test(name))?.name;
  const files = { count, listed: listed.slice(0, MAX_LISTED) };
  return [warning('EMBEDDED_FILE_REMOVED', { files, ...(invoice !== undefined && { invoice }) })];
}

function describe({ name, relationship, stream }: AttachedFile, reader: AllowanceReader): EmbeddedFile {
  return fileFacts(name, relationship, stream.dict.name('Subtype') ?? null, reader.read(stream));
}

/** The entry of a file in the report. `read` is its content, or the reason for its absence. */
export function fileFacts(
  name: string,
  relationship: string | null,
  mediaType: string | null,
  read: Uint8Array | 'damaged' | 'not_read',
): EmbeddedFile {
  const isComplete = read instanceof Uint8Array;
  return {
    name: shown(baseName(name)),
    mediaType: mediaType === null ? null : shown(mediaType),
    relationship: relationship === null ? null : shown(relationship),
    content: isComplete ? 'complete' : read,
    sizeBytes: isComplete ? read.length : null,
    sha256: isComplete ? createHash('sha256').update(read).digest('hex') : null,
  };
}

/** The part of a path after its last separator (7.11.2), for any operating system. */
function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** The text without control characters, and cut. */
function shown(text: string): string {
  const head = text.slice(0, MAX_NAME_LENGTH).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return text.length > MAX_NAME_LENGTH ? `${head}…` : head;
}

/**
 * Decodes files with a separate allowance, because a removed file must neither fail the document nor use up the
 * allowance of its pages. After the first file that exceeds the allowance, no further file is read.
 */
class AllowanceReader {
  readonly #pdf: PdfDocument;
  #allowanceBytes = MAX_READ_BYTES;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  read(stream: Stream): Uint8Array | 'damaged' | 'not_read' {
    const content = readFile(this.#pdf, stream, this.#allowanceBytes);
    if (content === 'too_large') this.#allowanceBytes = 0;
    if (!(content instanceof Uint8Array)) return content === 'damaged' ? 'damaged' : 'not_read';
    this.#allowanceBytes -= Math.min(content.length, this.#allowanceBytes);
    return content;
  }
}

/** The content of an embedded file, or the reason why it is unavailable. The budget of the document stays unchanged. */
export function readFile(
  pdf: PdfDocument,
  stream: Stream,
  limitBytes: number,
): Uint8Array | 'damaged' | 'packed' | 'too_large' {
  try {
    const { bytes, remaining, damaged } = decodeStream(stream, pdf, limitBytes);
    if (remaining.length > 0) return 'packed';
    if (bytes.length > limitBytes) return 'too_large';
    return damaged || bytes.length < statedSize(stream) ? 'damaged' : bytes;
  } catch (error) {
    if (!(error instanceof PdfFailure && error.code === 'RESOURCE_LIMIT_EXCEEDED')) throw error;
    return 'too_large';
  }
}

/** Table 45. The size reveals data that end too early, since not every filter notices this. */
function statedSize({ dict }: Stream): number {
  return dict.dict('Params')?.integer('Size') ?? 0;
}

function nameOf(specification: Dict): string {
  for (const key of NAME_KEYS) {
    const value = specification.get(key);
    if (value instanceof PdfString && value.bytes.length > 0) return textOfString(value);
  }
  return '';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
