/**
 * Digests the resources of content by their values: fonts without subset tags, and forms, tiling patterns and glyphs by
 * the marks that they paint. Names of resources thus never count.
 */
import { createHash } from '#platform';
import { roundScalar } from '#engine/pdf/syntax/precision.ts';
import { spellCMap } from '#engine/canonical/data/subset-tags.ts';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import { withOwnTag } from '#engine/fonts/program-names.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { digestOf } from './marks.ts';

/** These entries are invisible: the place of an object in the structure tree, and private data of editors. */
const UNSEEN_KEYS: ReadonlySet<string> = new Set([
  'LastModified',
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
]);
/** ISO 32000-2, 9.9.2. */
const SUBSET_TAG = /^[A-Z]{6}\+/;
const PROGRAMS: ReadonlySet<string> = new Set(['FontFile', 'FontFile2', 'FontFile3']);
/** These entries of a content stream are invisible: storage, and the names that its content uses. */
const BESIDE_CONTENT: ReadonlySet<string> = new Set(['DL', 'DecodeParms', 'Filter', 'Length', 'Name', 'Resources']);
/** A pattern may paint other patterns. Below this depth they count with their names. */
const MAX_DEPTH = 8;

/** Digests the marks that the content of a stream paints. */
export type DrawContent = (stream: Stream, resources: Dict | undefined) => string;

export class Values {
  readonly #pdf: PdfDocument;
  readonly #draw: DrawContent;
  readonly #prints: Fingerprints;
  readonly #open = new Set<Stream | Dict>();
  readonly #tagged = new Map<Stream, Name>();

  constructor(pdf: PdfDocument, draw: DrawContent) {
    this.#pdf = pdf;
    this.#draw = draw;
    const replace = (object: Stream | Dict): string | undefined => this.#replacement(object);
    this.#prints = new Fingerprints(pdf, {
      pageLabel: () => 'page',
      without: UNSEEN_KEYS,
      replace,
      spell: roundScalar,
    });
  }

  of(value: PdfObject): string {
    return this.#prints.of(value);
  }

  /** Undefined if the digest covers all entries of the object. */
  #replacement(object: Stream | Dict): string | undefined {
    if (object instanceof Stream) {
      const { dict } = object;
      const hasContent = dict.name('Subtype') === 'Form' || dict.integer('PatternType') === 1;
      return hasContent ? this.#guarded(object, () => this.#content(object, dict.dict('Resources'))) : undefined;
    }
    if (object.name('Subtype') === 'Type3' && object.dict('CharProcs'))
      return this.#guarded(object, () => this.#type3Font(object));
    if (SUBSET_TAG.test(object.name('BaseFont') ?? '') || SUBSET_TAG.test(object.name('FontName') ?? ''))
      return this.#guarded(object, () => this.#taggedFont(object));
    return undefined;
  }

  /** A value inside of itself counts by its entries, and so do values that are nested too deep. */
  #guarded(object: Stream | Dict, digest: () => string): string | undefined {
    if (this.#open.has(object) || this.#open.size === MAX_DEPTH) return undefined;
    this.#open.add(object);
    try {
      return digest();
    } finally {
      this.#open.delete(object);
    }
  }

  #content(stream: Stream, resources: Dict | undefined): string {
    const entries = [...stream.dict].filter(([key]) => !BESIDE_CONTENT.has(key) && !UNSEEN_KEYS.has(key));
    return digestOf(`content ${this.of(Dict.of(this.#pdf, entries))} ${this.#draw(stream, resources)}`);
  }

  /** The glyphs use the resources of their font (9.6.4). */
  #type3Font(font: Dict): string {
    const resources = font.dict('Resources');
    const glyphs = [...(font.dict('CharProcs') ?? [])].map(([name, value]): string => {
      const glyph = this.#pdf.resolve(value);
      return `${name} ${glyph instanceof Stream ? this.#draw(glyph, resources) : ''}`;
    });
    const entries = [...font].filter(([key]) => key !== 'CharProcs' && !BESIDE_CONTENT.has(key));
    return digestOf(['type 3', this.of(Dict.of(this.#pdf, entries)), ...glyphs.toSorted()].join('\n'));
  }

  /** The tag is six arbitrary letters in the names of the font and in its program. */
  #taggedFont(font: Dict): string {
    const entries = [...font].map(([key, value]): [string, PdfObject] => {
      const resolved = this.#pdf.resolve(value);
      if (resolved instanceof Name && (key === 'BaseFont' || key === 'FontName'))
        return [key, new Name(resolved.value.replace(SUBSET_TAG, ''))];
      if (resolved instanceof Stream && PROGRAMS.has(key)) return [key, this.#untagged(resolved, withBlankTag)];
      if (resolved instanceof Stream && key === 'ToUnicode') return [key, this.#untagged(resolved, spellCMap)];
      return [key, value];
    });
    return digestOf(`font ${this.of(Dict.of(this.#pdf, entries))}`);
  }

  #untagged(stream: Stream, spell: (bytes: Uint8Array) => Uint8Array): Name {
    const known = this.#tagged.get(stream);
    if (known !== undefined) return known;
    const bytes = this.#pdf.bytesOf(stream);
    const name = new Name(bytes ? createHash('sha256').update(spell(bytes)).digest('hex') : this.of(stream));
    this.#tagged.set(stream, name);
    return name;
  }
}

function withBlankTag(bytes: Uint8Array): Uint8Array {
  return withOwnTag(bytes).bytes;
}
