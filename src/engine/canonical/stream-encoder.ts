/**
 * Gives each stream its final bytes, once. Data are decoded and deflated, image data stay as they are, and XMP stays
 * readable, since ISO 19005-1, 6.7.2, forbids to filter it.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Decoded, Filter } from '#engine/pdf/filters/decode.ts';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { Dict, Name, type Stream } from '#engine/pdf/syntax/objects.ts';
import { isImage, unsupportedFilter } from '#engine/pdf/undecodable.ts';
import type { ResourceNames } from '#engine/content/resource-names.ts';
import { keepMark, markDamage } from './data/damage.ts';
import { dropDefaults, FAX_DEFAULTS } from '#engine/pdf/schema/defaults.ts';
import { keepKnownParms } from './data/known-keys.ts';
import { spellFontLengths } from './data/font-lengths.ts';
import { visibleData } from './data/visible-data.ts';
import { canonicalContent, type ReadContent } from './content.ts';

/** Content beyond this limit is compressed at once, and again if its names change. */
const MAX_UNCOMPRESSED_BYTES = 32 * 1024 * 1024;

/** The stages for text and for page fingerprints read fonts, maps and small images again. */
const MAX_REREAD_BYTES = 128 * 1024;

export class StreamEncoder {
  readonly #pdf: PdfDocument;
  readonly #done = new Set<Stream>();
  readonly #damaged = new Set<Stream>();
  readonly #ambiguous = new Set<Stream>();
  /** Content that is not compressed yet, because its names may still change. */
  readonly #uncompressed = new Set<Stream>();
  #uncompressedBytes = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  get damagedStreams(): number {
    return this.#damaged.size;
  }

  get ambiguousContents(): number {
    return this.#ambiguous.size;
  }

  /** Decodes and compresses the stream once. `edit` gets only data without an image filter. */
  encode(stream: Stream, edit = (bytes: Uint8Array): Uint8Array => bytes): void {
    if (this.#done.has(stream)) return;
    const { bytes, remaining } = this.#decode(stream);
    const [obstacle] = remaining;
    if (obstacle && !isImage(stream.dict)) throw unsupportedFilter('stream', obstacle);
    if (remaining.length === 0) spellFontLengths(stream.dict, bytes);
    const data = visibleData(this.#pdf, stream, bytes, remaining);
    this.finish(stream, remaining.length === 0 ? edit(data) : data, remaining);
  }

  /** Encodes a stream of operators. Returns the names that the operators take from resources. */
  encodeContent(stream: Stream): ResourceNames {
    const content = canonicalContent(this.readContent(stream), this.#pdf.budget);
    this.finishContent(stream, content);
    return content.names;
  }

  /** The decoded bytes of a stream of operators. */
  readContent(stream: Stream): Uint8Array {
    const { bytes, remaining } = this.#decode(stream);
    const [obstacle] = remaining;
    if (obstacle) throw unsupportedFilter('content_stream', obstacle);
    return bytes;
  }

  #decode(stream: Stream): Decoded {
    const decoded = this.#pdf.decode(stream);
    if (decoded.damaged) {
      this.#damaged.add(stream);
      markDamage(stream, this.#pdf);
    } else keepMark(stream.dict);
    return decoded;
  }

  /** Stores the content that was read as that of the stream. */
  finishContent(stream: Stream, { bytes, isCertain }: ReadContent): void {
    if (!isCertain) this.#ambiguous.add(stream);
    this.#uncompressedBytes += bytes.length;
    if (this.#uncompressedBytes > MAX_UNCOMPRESSED_BYTES) return this.replaceContent(stream, bytes);
    this.#uncompressed.add(stream);
    this.#store(stream, bytes);
  }

  isAmbiguous(stream: Stream): boolean {
    return this.#ambiguous.has(stream);
  }

  /** Stores rewritten content in another stream or in the same one. */
  replaceContent(stream: Stream, bytes: Uint8Array): void {
    this.#uncompressed.delete(stream);
    this.finish(stream, bytes);
    // The next stage reads the text of this content.
    this.#pdf.keepDecoded(stream, bytes);
  }

  /** Compresses the content that was not compressed at reading. */
  compressContents(): void {
    for (const stream of this.#uncompressed) this.replaceContent(stream, stream.raw);
  }

  /** Stores bytes that are decoded up to the given filters as the content of the stream. */
  finish(stream: Stream, bytes: Uint8Array, remaining: readonly Filter[] = []): void {
    this.#store(stream, bytes);
    if (remaining.length > 0) setFilters(this.#pdf, stream.dict, remaining);
    else if (bytes.length > 0 && !isXmp(stream.dict)) {
      stream.raw = deflate(bytes);
      stream.dict.set('Filter', new Name('FlateDecode'));
      if (bytes.length <= MAX_REREAD_BYTES) this.#pdf.keepDecoded(stream, bytes);
    }
  }

  #store(stream: Stream, bytes: Uint8Array): void {
    this.#done.add(stream);
    // An empty part of a large array would hold all of it in memory.
    stream.replace(bytes.length === 0 ? new Uint8Array() : bytes);
    for (const key of ['Length', 'DL', 'DP']) stream.dict.delete(key);
    // The entry is the abbreviation of Filter, unless it is a file (tables 5 and 92).
    if (!(stream.dict.get('F') instanceof Dict) && !stream.dict.string('F')) stream.dict.delete('F');
  }
}

function isXmp(dict: Dict): boolean {
  return dict.name('Type') === 'Metadata' && dict.name('Subtype') === 'XML';
}

function setFilters(pdf: PdfDocument, dict: Dict, filters: readonly Filter[]): void {
  const names = filters.map(({ name }) => new Name(name));
  const parms = filters.map((filter) => spellParms(pdf, filter));
  dict.set('Filter', names.length === 1 ? (names[0] ?? null) : names);
  if (parms.some((parm) => parm !== null)) dict.set('DecodeParms', parms.length === 1 ? (parms[0] ?? null) : parms);
}

/**
 * Returns a copy, because another stream with another filter may share the parameters; null if they only say defaults.
 */
function spellParms(pdf: PdfDocument, { name, parms }: Filter): Dict | null {
  if (!parms) return null;
  const said = pdf.newDict();
  for (const [key, value] of parms) said.set(key, value);
  keepKnownParms(said, name);
  if (name === 'CCITTFaxDecode') dropDefaults(pdf, said, FAX_DEFAULTS);
  return said.size > 0 ? said : null;
}
