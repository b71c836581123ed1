/**
 * Names of resources in one spelling (ISO 32000-2, 7.8.3). Only the content that uses a name depends on it, and each
 * program chooses its own names. Here the names are numbered within their category in the order of their first use. A
 * name stays where other parts may depend on it: in content that readers may take for different operators, in content
 * that uses the resources of its caller, and for names with a meaning of their own.
 */
import type { ResourceNames } from '#engine/content/resource-names.ts';
import { CATEGORIES, type Category } from '#engine/content/operators.ts';
import { renameNames } from '#engine/content/rename-names.ts';
import { WORDS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict, dictOf, isContainer, Name, type Stream } from '#engine/pdf/syntax/objects.ts';
import { IMPLICIT, type Scope, type Scopes } from './resources.ts';
import { scalarKey } from './scalar-key.ts';
import type { Sharing } from './sharing.ts';
import type { StreamEncoder } from './stream-encoder.ts';

const PREFIXES: Readonly<Record<Category, string>> = {
  ColorSpace: 'C',
  ExtGState: 'G',
  Font: 'F',
  Pattern: 'P',
  Properties: 'M',
  Shading: 'S',
  XObject: 'X',
};

/** 8.6.3 and table 92: readers know these names of colour spaces without resources, in content and in inline images. */
const KNOWN_SPACES = ['CMYK', 'DeviceCMYK', 'DeviceGray', 'DeviceRGB', 'G', 'I', 'Indexed', 'Pattern', 'RGB'];

export interface Nameable extends Scopes {
  readonly pdf: PdfDocument;
  readonly encoder: StreamEncoder;
  /** All reachable containers. */
  readonly containers: Iterable<Container>;
  readonly pages: ReadonlyMap<Dict, ResourceNames>;
}

type NameSets = ReadonlyMap<Category, Set<string>>;
type CategoryRenames = Map<Category, Map<string, string>>;

/** The names that one scope requests for a stream. */
interface Use {
  readonly renames: CategoryRenames;
  /** Gives the scope its own stream; undefined if the stream itself is the scope. */
  readonly put: ((stream: Stream) => void) | undefined;
}

/** A scope whose content may be copied into new streams. */
interface NamedScope extends Scope {
  contents: readonly Stream[];
}

export class ResourceNaming {
  readonly #document: Nameable;
  readonly #scopes: readonly NamedScope[];
  /** These names stay in every scope. */
  readonly #reserved: NameSets = new Map(CATEGORIES.map((category) => [category, new Set<string>()]));
  /** The names in these streams stay. */
  readonly #fixed = new Set<Stream>();

  constructor(document: Nameable) {
    this.#document = document;
    this.#scopes = document.scopes.map((scope) => ({ ...scope }));
  }

  /** Numbers the names by their first use. */
  number(): void {
    this.#reserveSpaces();
    this.#reserveShared();
    this.#rename((scope) => this.#numbered(scope));
  }

  /**
   * Gives equal resources of one dictionary one name. Returns whether there were any. All names must be numbered
   * before.
   */
  mergeEqual(sharing: Sharing): boolean {
    const merged = new Map<Scope, CategoryRenames>();
    for (const scope of this.#scopes) {
      const renames = this.#merged(scope, sharing);
      if (renames.size > 0) merged.set(scope, renames);
    }
    if (merged.size > 0) this.#rename((scope) => merged.get(scope) ?? new Map());
    return merged.size > 0;
  }

  #rename(renamesOf: (scope: Scope) => CategoryRenames): void {
    /** The uses by stream and by the new names. */
    const uses = new Map<Stream, Map<string, Use[]>>();
    for (const scope of this.#scopes) {
      const renames = renamesOf(scope);
      const key =
        renames.size === 0 ? '' : JSON.stringify([...renames].map(([category, names]) => [category, ...names]));
      for (const stream of scope.contents) {
        const ofStream = uses.get(stream) ?? new Map<string, Use[]>();
        uses.set(stream, ofStream);
        const ofKey = ofStream.get(key) ?? [];
        ofStream.set(key, ofKey);
        ofKey.push({ renames, put: this.#holderOf(scope, stream) });
      }
      renameEntries(this.#document.pdf, scope.owner, renames);
    }
    for (const [stream, spellings] of uses) this.#renameIn(stream, [...spellings.values()]);
  }

  #reserve(category: Category, name: string): void {
    this.#reserved.get(category)?.add(name);
  }

  /** Some readers find the colour space of an image or a shading, and the base of a colour space, by name. */
  #reserveSpaces(): void {
    for (const name of [...IMPLICIT, ...KNOWN_SPACES]) this.#reserve('ColorSpace', name);
    for (const container of this.#document.containers) {
      const isList = Array.isArray(container);
      const values = isList ? [container[1], container[2]] : [dictOf(container).raw('ColorSpace')];
      if (isList && !(container[0] instanceof Name)) continue;
      for (const value of values) if (value instanceof Name) this.#reserve('ColorSpace', value.value);
    }
  }

  /** Readers search the resources of the caller for names that the content's own resources lack. */
  #reserveShared(): void {
    const { encoder, guests, pages, scopes } = this.#document;
    for (const { contents, names } of guests) {
      for (const stream of contents) this.#fixed.add(stream);
      for (const [category, name] of names) this.#reserve(category, name);
    }
    for (const { owner, contents, names } of scopes) {
      for (const stream of contents) {
        // Some readers give a glyph its own resources, others give it those of its font.
        const isDisputed = stream.dict !== owner && !pages.has(owner) && stream.dict.has('Resources');
        if (isDisputed || !names.isRegular || encoder.isAmbiguous(stream)) this.#fixed.add(stream);
      }
      if (pages.has(owner)) continue;
      const resources = owner.dict('Resources');
      for (const [category, name] of names) {
        if (!resources?.dict(category)?.has(name)) this.#reserve(category, name);
      }
    }
  }

  #numbered({ owner, contents, names }: Scope): CategoryRenames {
    const renames: CategoryRenames = new Map();
    const resources = owner.dict('Resources');
    if (!resources || contents.some((stream) => this.#fixed.has(stream))) return renames;
    for (const category of CATEGORIES) {
      const entries = resources.dict(category);
      if (!entries || entries.size === 0) continue;
      const all = names.of(category);
      const reserved = this.#reserved.get(category) ?? new Set();
      const isRenamed = (name: string): boolean => entries.has(name) && !reserved.has(name);
      const used = [...all].filter((name) => isRenamed(name));
      const staying = new Set([...entries.keys(), ...all].filter((name) => !all.has(name) || !isRenamed(name)));
      const renamed = new Map<string, string>();
      let next = 0;
      for (const name of used) {
        while (reserved.has(PREFIXES[category] + next) || staying.has(PREFIXES[category] + next)) next++;
        renamed.set(name, PREFIXES[category] + next++);
      }
      if ([...renamed].some(([from, to]) => from !== to)) renames.set(category, renamed);
    }
    return renames;
  }

  /** The numbered names, so that equal resources take the same places. */
  #merged({ owner, contents }: Scope, sharing: Sharing): CategoryRenames {
    const renames: CategoryRenames = new Map();
    const resources = owner.dict('Resources');
    if (!resources || contents.some((stream) => this.#fixed.has(stream))) return renames;
    for (const category of CATEGORIES) {
      const entries = resources.dict(category);
      if (!entries || entries.size < 2) continue;
      const places = this.#places(category, entries);
      const byKey = new Map<string, string>();
      const renamed = new Map<string, string>();
      for (const place of places) {
        const value = entries.get(place);
        const key = isContainer(value) ? sharing.keyOf(value) : scalarKey(value);
        const name = byKey.get(key) ?? places[byKey.size] ?? place;
        byKey.set(key, name);
        renamed.set(place, name);
      }
      if (byKey.size < places.length) renames.set(category, renamed);
    }
    return renames;
  }

  /** The numbered names, in order. */
  #places(category: Category, entries: Dict): string[] {
    const reserved = this.#reserved.get(category);
    const prefix = PREFIXES[category];
    const numberOf = (name: string): number => Number(name.slice(prefix.length));
    return entries
      .keys()
      .filter((name) => reserved?.has(name) !== true)
      .toSorted((a, b) => numberOf(a) - numberOf(b));
  }

  #holderOf(scope: NamedScope, stream: Stream): ((stream: Stream) => void) | undefined {
    const { pages, pdf } = this.#document;
    const { owner } = scope;
    if (owner === stream.dict) return undefined;
    return (own) => {
      if (pages.has(owner)) owner.set('Contents', own);
      else putGlyph(pdf, owner, stream, own);
      scope.contents = scope.contents.map((content) => (content === stream ? own : content));
    };
  }

  /** The first spelling goes into the stream itself, and each other one into a new stream. */
  #renameIn(stream: Stream, spellings: readonly (readonly Use[])[]): void {
    const inPlace = spellings.find((uses) => uses.some(({ put }) => put === undefined)) ?? spellings[0];
    if (spellings.length === 1 && inPlace?.[0]?.renames.size === 0) return;
    const { pdf, encoder } = this.#document;
    const bytes = encoder.readContent(stream);
    for (const uses of spellings) {
      const renames = uses[0]?.renames;
      if (!renames) continue;
      const renamed = renames.size === 0 ? bytes : renameNames(bytes, renames);
      const target = uses === inPlace ? stream : copyOf(pdf, stream, renamed);
      encoder.replaceContent(target, renamed);
      if (target === stream) continue;
      if (this.#fixed.has(stream)) this.#fixed.add(target);
      for (const { put } of uses) put?.(target);
    }
  }
}

/** A thousand pages may share one long content. */
function copyOf(pdf: PdfDocument, stream: Stream, bytes: Uint8Array): Stream {
  pdf.budget.spendDecoded(bytes.length);
  const copy = pdf.newStream(bytes);
  for (const [key, value] of stream.dict) copy.dict.set(key, value);
  return copy;
}

function renameEntries(pdf: PdfDocument, owner: Dict, renames: CategoryRenames): void {
  const resources = owner.dict('Resources');
  for (const [category, names] of renames) {
    const entries = resources?.dict(category);
    if (!entries) continue;
    const renamed = [...entries].map(([name, value]) => [names.get(name) ?? name, value] as const);
    resources?.set(category, Dict.of(pdf, renamed));
  }
}

/** Fonts may share their glyphs, so this font gets its own dictionary of glyphs. */
function putGlyph(pdf: PdfDocument, font: Dict, old: Stream, own: Stream): void {
  const glyphs = font.dict('CharProcs');
  if (!glyphs) return;
  pdf.budget.spend('objectWords', WORDS.dictionary + 2 * glyphs.size);
  font.set(
    'CharProcs',
    Dict.of(
      pdf,
      [...glyphs].map(([name, glyph]) => [name, glyph === old ? own : glyph] as const),
    ),
  );
}
