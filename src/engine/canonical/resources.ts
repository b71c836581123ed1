/**
 * Leaves in each resource dictionary what its content can name (ISO 32000-2, 7.8.3). Provable only: a name counts as
 * used when its letters stand anywhere in the content, and content without resources of its own may take its names from
 * whatever shows it. What is no category goes, and `ProcSet`, which is obsolete (14.2).
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, Stream } from '#engine/pdf/syntax/objects.ts';
import { namesIn } from './content.ts';
import { appearancesOf } from './entries.ts';
import type { Container, GraphView } from './graph-view.ts';
import type { StreamEncoder } from './stream-encoder.ts';

type Names = ReadonlySet<string>;

/** Table 34, whose entries are only reached by name. */
const CATEGORIES = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Properties', 'Shading', 'XObject'] as const;

/** 8.6.5.6: colour spaces that stand in for the device's without being named. */
const IMPLICIT: Names = new Set(['DefaultCMYK', 'DefaultGray', 'DefaultRGB']);

/** Beyond this many steps, of pages that show content which takes names from them, everything is kept. */
const MAX_STEPS = 1_000_000;

/** A dictionary with an entry Resources, and the names its own content uses. */
interface Scope {
  readonly owner: Dict;
  readonly names: Names;
}

export interface Prunable {
  readonly view: GraphView;
  readonly encoder: StreamEncoder;
  /** All that can be reached. */
  readonly containers: Iterable<Container>;
  /** The names each page's content uses. */
  readonly pages: ReadonlyMap<Dict, Names>;
}

export function pruneResources(document: Prunable): void {
  new Pruning(document).run();
}

class Pruning {
  readonly #pdf: PdfDocument;
  readonly #document: Prunable;
  readonly #contentNames = new Map<Stream, Names>();
  /** By category the names that the resources of pages keep. Pages are judged first. */
  readonly #onPages = new Map<string, Set<string>>();
  /** Content looked into on behalf of another scope. */
  #steps = 0;
  /** Whether any content relies on the resources of what shows it. */
  #hasGuests = false;

  constructor(document: Prunable) {
    this.#pdf = document.view.pdf;
    this.#document = document;
  }

  run(): void {
    const { containers, pages } = this.#document;
    const scopes: Scope[] = [...pages].map(([owner, names]) => ({ owner, names }));
    for (const container of containers) {
      const owner = container instanceof Stream ? container.dict : container;
      if (!(owner instanceof Dict) || pages.has(owner)) continue;
      const contents = this.#contentsOf(container);
      if (contents.length === 0) continue;
      if (!(owner.get('Resources') instanceof Dict)) this.#hasGuests = true;
      else scopes.push({ owner, names: this.#namesOf(contents) });
    }
    // All are judged before any is changed: what one drops, another may still look through.
    const kept = scopes.map((scope) => this.#filter(scope, this.#withGuests(scope.owner, scope.names)));
    if (this.#steps > MAX_STEPS) return;
    for (const [index, { owner }] of scopes.entries()) owner.set('Resources', kept[index] ?? null);
  }

  /** The content streams that take names from the resources of the container itself. */
  #contentsOf(container: Container): Stream[] {
    if (container instanceof Stream) return isContent(container.dict) ? [container] : [];
    if (Array.isArray(container) || container.name('Subtype') !== 'Type3') return [];
    const glyphs = container.dict('CharProcs');
    return (glyphs?.keys() ?? []).map((key) => glyphs?.get(key)).filter((glyph) => glyph instanceof Stream);
  }

  #namesOf(contents: readonly Stream[]): Names {
    const [only] = contents;
    if (only !== undefined && contents.length === 1) return this.#namesInStream(only);
    return new Set(contents.flatMap((stream) => [...this.#namesInStream(stream)]));
  }

  #namesInStream(stream: Stream): Names {
    const known = this.#contentNames.get(stream);
    if (known !== undefined) return known;
    const names = namesIn(this.#document.encoder.encodeContent(stream));
    this.#contentNames.set(stream, names);
    return names;
  }

  /** Adds what content below, without resources of its own, may look for here. Names are followed from use to use. */
  #withGuests(owner: Dict, own: Names): Names {
    if (!this.#hasGuests) return own;
    const names = new Set(own);
    const rooms: Room[] = [{ resources: owner.dict('Resources'), names, guests: new Set() }];
    const entered = new Set<Container>();
    const enter = (child: Dict | Stream, room: Room): void => {
      const resources = (child instanceof Stream ? child.dict : child).dict('Resources');
      const visited = resources ? entered : room.guests;
      const contents = visited.has(child) ? [] : this.#contentsOf(child);
      visited.add(child);
      if (contents.length === 0) return;
      this.#steps++;
      const used = this.#namesOf(contents);
      if (resources) rooms.push({ resources, names: new Set(used), guests: new Set() });
      else for (const set of [names, room.names]) for (const name of used) set.add(name);
    };
    for (const room of rooms) {
      if (this.#steps > MAX_STEPS) break;
      if (room.names === names) for (const shown of appearancesOn(this.#pdf, owner)) enter(shown, room);
      // The set grows while it is walked when guests are found; what is added is looked up too.
      for (const name of room.names) for (const shown of shownBy(this.#pdf, room.resources, name)) enter(shown, room);
    }
    return names;
  }

  #filter({ owner, names: own }: Scope, names: Names): Dict {
    const kept = this.#pdf.newDict();
    const resources = owner.dict('Resources');
    const isPage = this.#document.pages.has(owner);
    // Nothing but the categories: what stands here by mistake, a page for example, brings no entries of its own along.
    for (const key of CATEGORIES) {
      const category = resources?.get(key);
      if (!(category instanceof Dict)) continue;
      const needed = this.#select(category, key === 'ColorSpace' ? spaceNames(resources, names) : names);
      if (needed.entries.size > 0 || (!isPage && this.#hidesPage(key, own))) kept.set(key, needed);
    }
    if (isPage) this.#notePage(kept);
    return kept;
  }

  /** A thousand pages may share a dictionary of a thousand entries: the shorter list is walked. */
  #select(category: Dict, names: Names): Dict {
    const selected = this.#pdf.newDict();
    for (const name of names.size < category.entries.size ? names : category.keys()) {
      const value = names.has(name) ? category.raw(name) : undefined;
      if (value !== undefined && value !== null) selected.set(name, value);
    }
    return selected;
  }

  /**
   * Readers look in the page's resources where content has no such category of its own. One that is empty keeps them
   * from finding what the content names and its own resources lack: a form could paint itself.
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

/** Resources on the way down from a scope, and the names looked up in them. */
interface Room {
  readonly resources: Dict | undefined;
  readonly names: Set<string>;
  /** Content without resources of its own that was met here. */
  readonly guests: Set<Container>;
}

/** 8.10.1 and 8.7.3: a form XObject or a tiling pattern. */
function isContent(dict: Dict): boolean {
  return dict.name('Subtype') === 'Form' || dict.integer('PatternType') === 1;
}

/** What the name stands for where it can show content: forms, patterns, glyphs and the groups of soft masks. */
function shownBy(pdf: PdfDocument, resources: Dict | undefined, name: string): (Dict | Stream)[] {
  const found = ['Font', 'Pattern', 'XObject'].map((category) => resources?.dict(category)?.get(name));
  const state = pdf.resolve(resources?.dict('ExtGState')?.get(name));
  if (state instanceof Dict)
    found.push(state.dict('SMask')?.get('G'), state.array('Font')?.map((item) => pdf.resolve(item))[0]);
  return found.filter((item) => item instanceof Stream || item instanceof Dict);
}

/** The appearances of a page's annotations: some readers let them use the resources of the page (12.5.5). */
function appearancesOn(pdf: PdfDocument, page: Dict): Stream[] {
  return (page.array('Annots') ?? []).flatMap((item) => {
    const annotation = pdf.resolve(item);
    return annotation instanceof Dict ? appearancesOf(annotation) : [];
  });
}

/** Some readers look up the colour space of an image or a shading by name although only content may name it. */
function spaceNames(resources: Dict | undefined, names: Names): Names {
  const spaces = new Set([...names, ...IMPLICIT]);
  for (const category of ['Shading', 'XObject']) {
    const entries = resources?.dict(category);
    for (const name of entries?.keys() ?? []) {
      const space = names.has(name) ? entries?.dict(name)?.get('ColorSpace') : undefined;
      if (space instanceof Name) spaces.add(space.value);
    }
  }
  return spaces;
}
