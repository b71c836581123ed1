/**
 * Removes the resources that content cannot name (ISO 32000-2, 7.8.3). A resource goes only if it is certainly unused.
 * If readers may disagree about content, every name in it counts as used. Content without resources may use the names
 * of its caller. Entries that are not a category go, and so does `ProcSet`, which is obsolete (14.2).
 */
import { CATEGORIES, type Category } from '#engine/content/operators.ts';
import { ResourceNames } from '#engine/content/resource-names.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict, dictOf, Name, Stream } from '#engine/pdf/syntax/objects.ts';
import { appearancesOf } from './entries.ts';
import type { GraphView } from './graph-view.ts';
import type { StreamEncoder } from './stream-encoder.ts';

type Names = ReadonlySet<string>;

/** 8.6.5.6: these colour spaces replace those of the device without being named. */
export const IMPLICIT: Names = new Set(['DefaultCMYK', 'DefaultGray', 'DefaultRGB']);

const SHOWING: ReadonlySet<Category> = new Set<Category>(['ExtGState', 'Font', 'Pattern', 'XObject']);

/** After this many steps through content that uses names of its caller, all resources stay. */
const MAX_STEPS = 250_000;

/** A dictionary with an entry Resources, and the names that its own content uses. */
export interface Scope {
  readonly owner: Dict;
  /** The names in the order of the contents. */
  readonly names: ResourceNames;
  readonly contents: readonly Stream[];
}

/** The dictionaries with resources of their own, which then have only categories, and the content without resources. */
export interface Scopes {
  readonly scopes: readonly Scope[];
  /** Content that has no resources and uses those of its caller. */
  readonly guests: readonly Omit<Scope, 'owner'>[];
}

export interface Prunable {
  readonly view: GraphView;
  readonly encoder: StreamEncoder;
  /** All reachable containers. */
  readonly containers: Iterable<Container>;
  /** The names that the content of each page uses. */
  readonly pages: ReadonlyMap<Dict, ResourceNames>;
}

/** Returns undefined if all resources stay. */
export function pruneResources(document: Prunable): Scopes | undefined {
  return new Pruning(document).run();
}

class Pruning {
  readonly #pdf: PdfDocument;
  readonly #document: Prunable;
  readonly #contentNames = new Map<Stream, ResourceNames>();
  /** The glyphs by their dictionary, which thousands of fonts may share. */
  readonly #glyphs = new Map<Dict, readonly Stream[]>();
  readonly #namesInGlyphs = new Map<readonly Stream[], ResourceNames>();
  /** The names that the resources of pages keep, by category. Pages are filtered first. */
  readonly #onPages = new Map<string, Set<string>>();
  /** The number of contents that were examined for another scope. */
  #steps = 0;
  /** Whether any content depends on the resources of its caller. */
  #hasGuests = false;

  constructor(document: Prunable) {
    this.#pdf = document.view.pdf;
    this.#document = document;
  }

  run(): Scopes | undefined {
    const { containers, pages } = this.#document;
    const scopes: Scope[] = [...pages].map(([owner, names]) => ({ owner, names, contents: contentsOfPage(owner) }));
    const guests: (readonly Stream[])[] = [];
    for (const container of containers) {
      const owner = dictOf(container);
      if (!owner || pages.has(owner)) continue;
      const contents = this.#contentsOf(container);
      if (contents.length === 0) continue;
      if (!(owner.get('Resources') instanceof Dict)) guests.push(contents);
      else scopes.push({ owner, names: this.#namesOf(contents), contents });
    }
    this.#hasGuests = guests.length > 0;
    // All scopes are filtered before any is changed, because one scope may need the resources of another one.
    const kept = scopes.map((scope) => this.#filter(scope, this.#withGuests(scope.owner, scope.names)));
    if (this.#steps > MAX_STEPS) return undefined;
    for (const [index, { owner }] of scopes.entries()) owner.set('Resources', kept[index] ?? null);
    return { scopes, guests: guests.map((contents) => ({ contents, names: this.#namesOf(contents) })) };
  }

  /** The content streams that take names from the resources of this container. */
  #contentsOf(container: Container): readonly Stream[] {
    if (container instanceof Stream) return isContent(container.dict) ? [container] : [];
    if (Array.isArray(container) || container.name('Subtype') !== 'Type3') return [];
    const glyphs = container.dict('CharProcs');
    if (glyphs === undefined) return [];
    const known = this.#glyphs.get(glyphs);
    if (known !== undefined) return known;
    const contents = glyphs
      .keys()
      .toSorted()
      .map((key) => glyphs.get(key))
      .filter((glyph) => glyph instanceof Stream);
    this.#glyphs.set(glyphs, contents);
    return contents;
  }

  #namesOf(contents: readonly Stream[]): ResourceNames {
    const [only] = contents;
    if (only !== undefined && contents.length === 1) return this.#namesInStream(only);
    const known = this.#namesInGlyphs.get(contents);
    if (known !== undefined) return known;
    const names = new ResourceNames();
    for (const stream of contents) names.addAll(this.#namesInStream(stream));
    this.#namesInGlyphs.set(contents, names);
    return names;
  }

  #namesInStream(stream: Stream): ResourceNames {
    const known = this.#contentNames.get(stream);
    if (known !== undefined) return known;
    const names = this.#document.encoder.encodeContent(stream);
    this.#contentNames.set(stream, names);
    return names;
  }

  /**
   * Adds the names that content without resources uses from this scope. The search follows the names from use to use.
   */
  #withGuests(owner: Dict, own: ResourceNames): ResourceNames {
    if (!this.#hasGuests) return own;
    const names = copyOf(own);
    const rooms: Room[] = [{ resources: owner.dict('Resources'), names, guests: new Set() }];
    const entered = new Set<Container>();
    const enter = (child: Dict | Stream, room: Room): void => {
      const resources = dictOf(child).dict('Resources');
      const visited = resources ? entered : room.guests;
      const contents = visited.has(child) ? [] : this.#contentsOf(child);
      visited.add(child);
      if (contents.length === 0) return;
      this.#steps++;
      const used = this.#namesOf(contents);
      if (resources) rooms.push({ resources, names: copyOf(used), guests: new Set() });
      else for (const found of new Set([names, room.names])) found.addAll(used);
    };
    for (const room of rooms) {
      if (this.#steps > MAX_STEPS) break;
      if (room.names === names) for (const shown of appearancesOn(this.#pdf, owner)) enter(shown, room);
      // The loop appends to the names that it reads, because content found on the way adds names.
      for (const [category, name] of room.names) {
        for (const shown of shownBy(this.#pdf, room.resources, category, name)) enter(shown, room);
      }
    }
    return names;
  }

  #filter({ owner, names: own }: Scope, names: ResourceNames): Dict {
    const kept = this.#pdf.newDict();
    const resources = owner.dict('Resources');
    const isPage = this.#document.pages.has(owner);
    // Only the categories stay. A page in the wrong place, for example, brings no other entries.
    for (const key of CATEGORIES) {
      const category = resources?.get(key);
      if (!(category instanceof Dict)) continue;
      const needed = this.#select(category, key === 'ColorSpace' ? spaceNames(resources, names) : names.of(key));
      if (needed.size > 0 || (!isPage && this.#hidesPage(key, own.of(key)))) kept.set(key, needed);
    }
    if (isPage) this.#notePage(kept);
    return kept;
  }

  /** A thousand pages may share a dictionary with a thousand entries, so the loop runs over the shorter list. */
  #select(category: Dict, names: Names): Dict {
    const selected = this.#pdf.newDict();
    for (const name of names.size < category.size ? names : category.keys()) {
      const value = names.has(name) ? category.raw(name) : undefined;
      if (value !== undefined && value !== null) selected.set(name, value);
    }
    return selected;
  }

  /**
   * Readers use the page's resources if content has no such category of its own. An empty category prevents this:
   * without it a form could find itself and paint itself.
   */
  #hidesPage(category: string, names: Names): boolean {
    const onPages = this.#onPages.get(category);
    if (onPages) for (const name of names) if (onPages.has(name)) return true;
    return false;
  }

  #notePage(resources: Dict): void {
    for (const category of CATEGORIES) {
      const names = this.#onPages.get(category) ?? new Set();
      for (const name of resources.dict(category)?.keys() ?? []) names.add(name);
      this.#onPages.set(category, names);
    }
  }
}

/** The resources on the path from a scope, and the names that were searched in them. */
interface Room {
  readonly resources: Dict | undefined;
  readonly names: ResourceNames;
  /** Content without resources that was found on this path. */
  readonly guests: Set<Container>;
}

function contentsOfPage(page: Dict): Stream[] {
  const contents = page.stream('Contents');
  return contents ? [contents] : [];
}

/** 8.10.1 and 8.7.3: the dictionary is a form XObject or a tiling pattern. */
function isContent(dict: Dict): boolean {
  return dict.name('Subtype') === 'Form' || dict.integer('PatternType') === 1;
}

function copyOf(names: ResourceNames): ResourceNames {
  const copy = new ResourceNames();
  copy.addAll(names);
  return copy;
}

/** The content that the name can show: forms, patterns, glyphs and the groups of soft masks. */
function shownBy(
  pdf: PdfDocument,
  resources: Dict | undefined,
  category: Category,
  name: string,
): readonly (Dict | Stream)[] {
  const found = SHOWING.has(category) ? resources?.dict(category)?.get(name) : null;
  const values = [found];
  if (category === 'ExtGState' && found instanceof Dict)
    values.push(found.dict('SMask')?.get('G'), pdf.resolve(found.array('Font')?.[0]));
  return values.filter((item) => item instanceof Stream || item instanceof Dict);
}

/** The appearances of the annotations of a page. Some readers let them use the resources of the page (12.5.5). */
function appearancesOn(pdf: PdfDocument, page: Dict): Stream[] {
  return (page.array('Annots') ?? []).flatMap((item) => {
    const annotation = pdf.resolve(item);
    return annotation instanceof Dict ? appearancesOf(annotation) : [];
  });
}

/** Some readers find the colour space of an image or a shading by name, although only content may name it. */
function spaceNames(resources: Dict | undefined, names: ResourceNames): Names {
  const spaces = new Set([...names.of('ColorSpace'), ...IMPLICIT]);
  for (const category of ['Shading', 'XObject'] as const) {
    const entries = resources?.dict(category);
    for (const name of names.of(category)) {
      const space = entries?.dict(name)?.get('ColorSpace');
      if (space instanceof Name) spaces.add(space.value);
    }
  }
  return spaces;
}
