/**
 * Gives streams their final bytes: data decoded and deflated, image data kept as they are, XMP left readable
 * (ISO 19005-1, 6.7.2 forbids to filter it). Each stream once.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Filter } from '#engine/pdf/filters/decode.ts';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { type Dict, Name, type Stream } from '#engine/pdf/objects.ts';

export class Press {
  readonly #pdf: PdfDocument;
  readonly #done = new Set<Stream>();
  readonly #damaged = new Set<Stream>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** How many streams lost bytes in decoding. */
  get damagedStreams(): number {
    return this.#damaged.size;
  }

  /** Decodes and compresses the stream, unless that was done before. */
  press(stream: Stream): void {
    if (!this.#done.has(stream)) this.open(stream);
  }

  /** The same for a stream that is read now for another reason: answers its decoded bytes, undefined of an image. */
  open(stream: Stream): Uint8Array | undefined {
    if (this.#done.has(stream)) return this.#pdf.bytesOf(stream);
    const { bytes, remaining, damaged } = this.#pdf.decode(stream);
    if (damaged) this.#damaged.add(stream);
    this.finish(stream, bytes, remaining);
    return remaining.length === 0 ? bytes : undefined;
  }

  /** The decoded bytes of a stream that will not be written itself. */
  read(stream: Stream): Uint8Array {
    const { bytes, damaged } = this.#pdf.decode(stream);
    if (damaged) this.#damaged.add(stream);
    return bytes;
  }

  /** Takes bytes that are decoded up to the filters given as the content of the stream. */
  finish(stream: Stream, bytes: Uint8Array, remaining: readonly Filter[] = []): void {
    this.#done.add(stream);
    stream.replace(bytes);
    stream.dict.delete('Length');
    stream.dict.delete('DL');
    if (remaining.length > 0) setFilters(stream.dict, remaining);
    else if (bytes.length > 0 && !isXmp(stream.dict)) {
      stream.raw = deflate(bytes);
      stream.dict.set('Filter', new Name('FlateDecode'));
    }
  }
}

function isXmp(dict: Dict): boolean {
  return dict.name('Type') === 'Metadata' && dict.name('Subtype') === 'XML';
}

function setFilters(dict: Dict, filters: readonly Filter[]): void {
  const names = filters.map(({ name }) => new Name(name));
  const parms = filters.map((filter) => (filter.parms && filter.parms.entries.size > 0 ? filter.parms : null));
  dict.set('Filter', names.length === 1 ? (names[0] ?? null) : names);
  if (parms.some((parm) => parm !== null)) dict.set('DecodeParms', parms.length === 1 ? (parms[0] ?? null) : parms);
}
