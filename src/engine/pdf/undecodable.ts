/**
 * Finds streams whose data cannot be read here, because a filter (ISO 32000-2, 7.4.1) is unknown or its parameters are
 * not supported. Another reader may know the filter, so such data must neither count as empty nor be published unread.
 */
import type { UndecodablePart } from '#engine/facts/failure.ts';
import { nameOfFile } from '#engine/facts/finding.ts';
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import { PdfFailure } from './failure.ts';
import type { PdfDocument } from './document.ts';
import { type Filter, imageObstacleOf, obstacleOf } from './filters/decode.ts';
import { Dict, dictOf, leadsOn, type PdfObject, Stream } from './syntax/objects.ts';

export interface Undecodable {
  readonly filter: string;
  /** The first page that needs the stream, from 1; null if no page needs it. */
  readonly page: number | null;
  /** Only a reader that draws an image needs its data. */
  readonly isImage: boolean;
}

/** Returns all such streams that the trailer leads to, in the order of pages. */
export function findUndecodable(pdf: PdfDocument): Undecodable[] {
  return new Search(pdf).run();
}

/**
 * Returns the images among them.
 * @throws PdfFailure UNSUPPORTED_FILTER if any of them is no image
 */
export function refuseUndecodable(pdf: PdfDocument): Undecodable[] {
  const found = findUndecodable(pdf);
  const refused = found.filter((stream) => !stream.isImage);
  const [first] = refused;
  if (first) {
    const unsupported = { part: 'streams', count: refused.length, filter: nameOfFile(first.filter) } as const;
    throw new PdfFailure(
      'UNSUPPORTED_FILTER',
      { unsupported },
      first.page === null ? undefined : { pages: [first.page - 1] },
    );
  }
  return found;
}

/** The warning about streams that stay in a document although they cannot be decoded. */
export function undecodableWarning(found: readonly Undecodable[]): StageWarning[] {
  const [first] = found;
  if (!first) return [];
  const areImages = found.every((stream) => stream.isImage);
  const unsupported = { count: found.length, filter: nameOfFile(first.filter), areImages };
  return [warning('UNDECODABLE_STREAM', { unsupported }, first.page === null ? {} : { pages: [first.page - 1] })];
}

/** The failure of a document with an unreadable stream. */
export function unsupportedFilter(part: Exclude<UndecodablePart, 'streams'>, { name }: Filter): PdfFailure {
  return new PdfFailure('UNSUPPORTED_FILTER', { unsupported: { part, count: 1, filter: nameOfFile(name) } });
}

/** An image XObject (8.9.5), or a thumbnail, which need not have a type (12.3.4). */
export function isImage(dict: Dict): boolean {
  if (dict.has('Subtype')) return dict.name('Subtype') === 'Image';
  return dict.integer('Width') !== undefined && dict.integer('Height') !== undefined;
}

/** Dictionaries of content streams: appearances by state (12.5.5), glyphs (9.6.4), patterns (8.7.3). */
const CONTENT_DICTIONARIES: ReadonlySet<string> = new Set(['AP', 'CharProcs', 'Pattern']);
/**
 * Entries with content or data: the group of a soft mask (11.6.5.1), the data of a font (9.8, 9.10.3), metadata (14.3).
 */
const CONTENT_ENTRIES: ReadonlySet<string> = new Set([
  'CIDToGIDMap',
  'FontFile',
  'FontFile2',
  'FontFile3',
  'G',
  'Metadata',
  'ToUnicode',
]);

function valuesOf(dict: Dict | undefined): PdfObject[] {
  return dict === undefined ? [] : Array.from(dict.keys(), (key) => dict.get(key));
}

class Search {
  readonly #pdf: PdfDocument;
  readonly #pages: ReadonlySet<Dict>;
  readonly #seen = new Set<PdfObject>();
  readonly #found = new Map<Dict, Undecodable>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#pages = new Set(pdf.pages.map(({ dict }) => dict));
  }

  run(): Undecodable[] {
    for (const { dict, index } of this.#pdf.pages) {
      this.#readContents(dict.get('Contents'), index + 1);
      this.#walk(dict, index + 1);
    }
    this.#walk(this.#pdf.trailer, null);
    return [...this.#found.values()];
  }

  /** A stream that a page names as content is content, whatever type its dictionary states. */
  #readContents(contents: PdfObject, page: number): void {
    for (const item of Array.isArray(contents) ? contents : [contents]) {
      const stream = this.#pdf.resolve(item);
      if (stream instanceof Stream) this.#note(stream.dict, page, obstacleOf(stream.dict, this.#pdf), false);
    }
  }

  /** The same holds for appearances, glyphs and other data that their owner needs. */
  #readHeldContent(holder: Dict, key: string, page: number | null): void {
    const isEntry = CONTENT_ENTRIES.has(key);
    if (!isEntry && !CONTENT_DICTIONARIES.has(key)) return;
    const held = isEntry ? [holder.get(key)] : valuesOf(holder.dict(key));
    for (const value of held.flatMap((item) => (item instanceof Dict && !isEntry ? valuesOf(item) : [item]))) {
      if (value instanceof Stream) this.#note(value.dict, page, obstacleOf(value.dict, this.#pdf), false);
    }
  }

  #walk(start: Dict, page: number | null): void {
    const pending: PdfObject[] = [start];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const object = this.#pdf.resolve(next);
      const container = Array.isArray(object) ? object : dictOf(object);
      if (!container || this.#seen.has(container)) continue;
      if (container instanceof Dict && container !== start && this.#pages.has(container)) continue;
      this.#seen.add(container);
      if (Array.isArray(container)) {
        for (const item of container) if (leadsOn(item)) pending.push(item);
        continue;
      }
      container.forEach((value, key) => {
        if (!leadsOn(value)) return;
        this.#readHeldContent(container, key, page);
        // A parent leads to objects of other pages. The walk from the trailer reads them.
        if (page === null || key !== 'Parent') pending.push(value);
      });
      if (object instanceof Stream) this.#readStream(object.dict, page);
    }
  }

  #readStream(dict: Dict, page: number | null): void {
    const isPicture = isImage(dict);
    const obstacle = isPicture ? imageObstacleOf(dict, this.#pdf) : obstacleOf(dict, this.#pdf);
    this.#note(dict, page, obstacle, isPicture);
  }

  #note(dict: Dict, page: number | null, obstacle: Filter | undefined, isPicture: boolean): void {
    if (obstacle === undefined || this.#found.get(dict)?.isImage === false) return;
    this.#found.set(dict, { filter: obstacle.name, page, isImage: isPicture });
  }
}
