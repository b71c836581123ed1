/**
 * Walks once over everything that is still reachable and removes content that is dangerous anywhere: actions, files,
 * scripts, data outside of the document, PostScript, and whole pages, catalogs and annotations that no longer belong to
 * the document. Unknown entries stay, because resources and content have many.
 */
import {
  Dict,
  dictOf,
  Name,
  type PdfArray,
  type PdfObject,
  PdfString,
  Stream,
  toNumber,
} from '#engine/pdf/syntax/objects.ts';
import { actionTypeOf } from './actions.ts';
import { embeddedStreams } from './attached-files.ts';
import { carriesFile, sanitizeAnnotation } from './action-holders.ts';
import { sanitizeDestination } from './destinations.ts';
import { hasScript, isAnnotation, type Sanitizer } from './sanitizer.ts';
import { type Cause, GO_TO_KEYS, MAP_KEYS } from './active-content-schema.ts';

/** The kind of a container's keys. In a `map` the author chose the keys. */
type Reading = 'plain' | 'map' | 'appearances' | 'kids';

interface Visit {
  readonly object: PdfObject;
  readonly reading: Reading;
}

export function sweep(sanitizer: Sanitizer): void {
  sanitizer.tally.place = 'objects';
  new Sweep(sanitizer).run();
}

class Sweep {
  readonly #sanitizer: Sanitizer;
  /** The containers that were accepted. Each is walked once. */
  readonly #seen = new Set<PdfObject>();
  readonly #pending: Visit[] = [];

  constructor(sanitizer: Sanitizer) {
    this.#sanitizer = sanitizer;
  }

  run(): void {
    const { pdf } = this.#sanitizer;
    this.#pending.push({ object: pdf.trailer, reading: 'plain' });
    for (let visit = this.#pending.pop(); visit; visit = this.#pending.pop()) {
      const { object, reading } = visit;
      const container = Array.isArray(object) ? object : dictOf(object);
      if (!container || this.#seen.has(container)) continue;
      this.#seen.add(container);
      if (Array.isArray(container)) this.#sweepArray(container, reading);
      else {
        if (hasScript(container)) this.#sanitizer.drop(container, 'JS');
        if (!isMap(reading) && !this.#sanitizer.sanitized.has(container)) cleanPlain(this.#sanitizer, container);
        if (object instanceof Stream) cleanStream(this.#sanitizer, container);
        this.#sweepDict(container, reading);
      }
    }
  }

  #sweepDict(dict: Dict, reading: Reading): void {
    for (const [key, value] of dict) {
      if (isScalar(value) || (key === 'XFA' && this.#isForm(dict))) continue;
      const cause = this.#enter(value, readingOf(key, reading));
      if (cause) this.#sanitizer.drop(dict, key, cause);
    }
  }

  /**
   * Positions in arrays have a meaning, so a removed item becomes null, except among the kids of a structure element.
   */
  #sweepArray(items: PdfArray, reading: Reading): void {
    let kept = 0;
    for (const item of items) {
      const cause = isScalar(item) ? undefined : this.#enter(item, 'plain');
      if (cause) this.#sanitizer.discard(this.#sanitizer.pdf.resolve(item), 'array item', cause);
      if (!cause || reading !== 'kids') items[kept++] = cause ? null : item;
    }
    items.length = kept;
  }

  /** Returns the reason to remove an object, or accepts it. */
  #enter(value: PdfObject, reading: Reading): Cause | undefined {
    const object = this.#sanitizer.pdf.resolve(value);
    if (isScalar(object) || this.#seen.has(dictOf(object) ?? object)) return undefined;
    const cause = refusal(this.#sanitizer, object);
    if (!cause) this.#pending.push({ object, reading });
    return cause;
  }

  /** The form stage decides about an XFA form and removes all of it. */
  #isForm(dict: Dict): boolean {
    return dict === this.#sanitizer.pdf.catalog.dict('AcroForm');
  }
}

function isMap(reading: Reading): boolean {
  return reading === 'map' || reading === 'appearances';
}

function readingOf(key: string, owner: Reading): Reading {
  if (owner === 'map') return 'plain';
  // Table 170: an appearance is a stream or a dictionary of states.
  if (owner === 'appearances' || MAP_KEYS.has(key)) return 'map';
  if (key === 'AP') return 'appearances';
  return key === 'K' ? 'kids' : 'plain';
}

function isScalar(object: PdfObject): boolean {
  return object === null || typeof object !== 'object' || object instanceof Name || object instanceof PdfString;
}

/** The reason to remove an object anywhere; undefined if it can stay. */
function refusal(sanitizer: Sanitizer, object: PdfObject): Cause | undefined {
  if (object instanceof Stream) return streamRefusal(object.dict);
  if (!(object instanceof Dict)) return undefined;
  if (sanitizer.removedAnnotations.has(object)) return 'dead';
  if (sanitizer.sanitized.has(object)) return undefined;
  if (isLost(sanitizer, object)) return 'dead';
  if (embeddedStreams(object).length > 0) return 'file';
  if (object.name('Type') === 'Filespec') return 'external';
  if (object.name('Type') === 'OBJR' && leadsToPoster(sanitizer, object)) return undefined;
  if (object.name('Type') === 'OBJR') return leadsToRemoved(sanitizer, object) ? 'dead' : undefined;
  if (isAnnotation(object)) return sanitizeAnnotation(sanitizer, object) ? undefined : 'dead';
  return actionRefusal(sanitizer, object);
}

function streamRefusal(dict: Dict): Cause | undefined {
  const type = dict.name('Type');
  if (type === 'EmbeddedFile') return 'file';
  if (type === '3D' || type === 'Sound') return 'media';
  // 8.8.2, and the older form of the same entry (table 93).
  return dict.name('Subtype') === 'PS' || dict.name('Subtype2') === 'PS' ? 'postscript' : undefined;
}

/** Pages, page tree nodes and catalogs that are not those of the document. Deletions leave such objects. */
function isLost({ pdf }: Sanitizer, dict: Dict): boolean {
  const type = dict.name('Type');
  if (type === 'Catalog') return dict !== pdf.catalog;
  return type === 'Page' || (type === 'Pages' && dict !== pdf.catalog.dict('Pages'));
}

/** An object reference of the structure tree (table 358). */
function leadsToRemoved(sanitizer: Sanitizer, reference: Dict): boolean {
  const target = reference.get('Obj');
  return (
    target instanceof Dict &&
    (sanitizer.removedAnnotations.has(target) || (isAnnotation(target) && carriesFile(target)))
  );
}

/**
 * Whether the reference leads to a removed annotation whose picture stays. The reference then gets the picture as its
 * target.
 */
function leadsToPoster({ posters }: Sanitizer, reference: Dict): boolean {
  const target = reference.get('Obj');
  const poster = target instanceof Dict ? posters?.inPlaceOf(target) : undefined;
  if (poster !== undefined) reference.set('Obj', poster);
  return poster !== undefined;
}

function actionRefusal(sanitizer: Sanitizer, dict: Dict): Cause | undefined {
  const type = actionTypeOf(dict);
  if (type === undefined) return undefined;
  if (type === 'GoTo') {
    sanitizer.keepOnly(dict, GO_TO_KEYS);
    sanitizeDestination(sanitizer, dict, 'D');
    return undefined;
  }
  return sanitizer.keepSafeUri(dict) ? undefined : 'action';
}

function cleanPlain(sanitizer: Sanitizer, dict: Dict): void {
  for (const key of ['AF', 'PieceInfo', 'DestOutputProfileRef', 'PronunciationLexicon']) {
    if (dict.has(key)) sanitizer.drop(dict, key);
  }
  if (dict.get('AA') instanceof Dict) sanitizer.drop(dict, 'AA');
  if (dict.name('Type') === 'Namespace' && dict.has('Schema')) sanitizer.drop(dict, 'Schema');
  if (dict.has('FontMatrix')) cleanFontMatrix(sanitizer, dict);
}

/** CVE-2024-4367: viewers that compile glyphs to code executed a value that replaced a number here. */
function cleanFontMatrix(sanitizer: Sanitizer, font: Dict): void {
  const matrix = font.array('FontMatrix');
  if (matrix?.length === 6 && matrix.every((item) => toNumber(sanitizer.pdf.resolve(item)) !== undefined)) return;
  sanitizer.tally.count('ACTION_REMOVED', 'code in FontMatrix');
  font.delete('FontMatrix');
}

/** Removes the entries of a stream that replace its data (tables 5, 87, 93, 96). */
function cleanStream(sanitizer: Sanitizer, dict: Dict): void {
  const file = dict.get('F');
  // A name under this key is an abbreviated filter and not a file.
  if (file instanceof PdfString || file instanceof Dict) sanitizer.drop(dict, 'F');
  for (const key of [
    'FFilter',
    'FDecodeParms',
    'OPI',
    'Alternates',
    'PS',
    'Subtype2',
    'Level1',
    'Ref',
    'OnInstantiate',
  ]) {
    if (dict.has(key)) sanitizer.drop(dict, key);
  }
}
