/**
 * Removes objects from a document and reads them once during the removal. The report thus names the scripts, programs,
 * files and media in a removed subtree, wherever they were hidden.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, dictOf, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { actionTypeOf, baseUriOf, MEDIA_ACTIONS, safeUri, schemeOf } from './actions.ts';
import { AttachedFiles, embeddedStreams } from './attached-files.ts';
import { type Cause, causeOf, MEDIA_ANNOTATIONS, URI_KEYS } from './active-content-schema.ts';
import { Posters } from './posters.ts';
import { Tally } from './tally.ts';

/** These entries lead back to objects that stay. */
const BACKWARD_KEYS: ReadonlySet<string> = new Set(['P', 'Parent', 'Pg', 'Popup', 'IRT', 'AN', 'TA']);

export class Sanitizer {
  readonly pdf: PdfDocument;
  readonly tally = new Tally();
  readonly files: AttachedFiles;
  /** Dictionaries with a known role that hold only entries that their role allows. */
  readonly sanitized = new Set<Dict>();
  /** Annotations that were removed from their page. Other references to them are removed too. */
  readonly removedAnnotations = new Set<Dict>();
  /** The pictures of removed annotations with media or files; undefined if no annotations stay. */
  readonly posters: Posters | undefined;
  readonly #pages: ReadonlySet<Dict>;
  /** The base of relative addresses. It is removed from the catalog, because the links get absolute addresses. */
  readonly #base: URL | undefined;
  readonly #inspected = new Set<PdfObject>();
  readonly #copies = new Map<Dict, Dict>();

  /** `kept` are the streams of the one embedded file that stays. */
  constructor(pdf: PdfDocument, keepsPosters: boolean, kept: ReadonlySet<Stream> = new Set()) {
    this.pdf = pdf;
    this.posters = keepsPosters ? new Posters(pdf) : undefined;
    this.files = new AttachedFiles(pdf, kept);
    this.#base = baseUriOf(pdf.catalog);
    this.#pages = new Set(pdf.pages.map(({ dict }) => dict));
  }

  isPage(object: PdfObject): boolean {
    return object instanceof Dict && this.#pages.has(object);
  }

  /**
   * Reduces an action that opens a safe address to its address. Returns false for any other action and changes nothing.
   */
  keepSafeUri(action: Dict): boolean {
    const uri = action.name('S') === 'URI' ? safeUri(action.string('URI'), this.#base) : undefined;
    if (uri === undefined) return false;
    action.set('URI', uri);
    this.keepOnly(action, URI_KEYS);
    return true;
  }

  /** Removes every entry outside of the list and marks the dictionary as sanitized. */
  keepOnly(owner: Dict, allowed: ReadonlySet<string>): void {
    this.sanitized.add(owner);
    const others: string[] = [];
    for (const key of owner.keys()) if (!allowed.has(key)) others.push(key);
    for (const key of others.toSorted()) this.drop(owner, key);
  }

  /**
   * Returns a copy with the listed entries; all callers share one copy. The dictionary itself stays unchanged, because
   * it may also have another role, in which it keeps other entries.
   */
  copyOnly(dict: Dict, allowed: ReadonlySet<string>): Dict {
    const known = this.#copies.get(dict);
    if (known) return known;
    const copy = this.pdf.newDict();
    this.#copies.set(dict, copy);
    this.sanitized.add(copy);
    for (const key of dict.keys().toSorted()) {
      if (allowed.has(key)) copy.set(key, dict.raw(key) ?? null);
      else this.discard(dict.get(key), key, causeOf(key));
    }
    return copy;
  }

  drop(owner: Dict, key: string, cause = causeOf(key)): void {
    const value = owner.get(key);
    owner.delete(key);
    if (value !== null) this.discard(value, key, cause);
  }

  /** Removes an entry with an action of any type. */
  dropAction(owner: Dict, key: string): void {
    const action = owner.dict(key);
    // The inspection counts a recognisable action and all that follow it, so this branch counts the others.
    if (action && !this.#inspected.has(action) && actionTypeOf(action) === undefined) {
      this.#countAction(action, action.name('S') ?? 'without type');
    }
    owner.delete(key);
    this.#inspect(action ?? null);
  }

  /** Notes a removed value by its cause and its content. */
  discard(value: PdfObject, name: string, cause: Cause): void {
    this.#inspect(value);
    const { tally } = this;
    if (cause === 'openAction') tally.note('openActionsRemoved');
    else if (cause === 'script') tally.note('javascriptRemoved');
    else if (cause === 'file') tally.note('embeddedFilesRemoved');
    else if (cause === 'media') tally.note('richMediaRemoved');
    else if (cause === 'presentation') tally.count('ACTION_REMOVED', 'page transition');
    else if (cause === 'postscript') tally.count('ACTION_REMOVED', 'PostScript');
    else if (cause === 'conditional') tally.count('OPTIONAL_CONTENT_CONDITIONAL', name);
    else if (cause === 'unknown') tally.count('UNKNOWN_KEY_REMOVED', name);
    else if (cause === 'external' || (cause === 'associated' && this.#hasExternalFile(value))) {
      tally.count('EXTERNAL_REFERENCE_REMOVED', name);
    }
  }

  /** Whether a file specification, or one of several, refers to a file outside of the document. */
  #hasExternalFile(value: PdfObject): boolean {
    const items = Array.isArray(value) ? value : [value];
    return items.some((item) => {
      const specification = this.pdf.resolve(item);
      return specification instanceof Dict && embeddedStreams(specification).length === 0;
    });
  }

  #inspect(value: PdfObject): void {
    const pending: PdfObject[] = [value];
    for (let isRoot = true; pending.length > 0; isRoot = false) {
      const object = this.pdf.resolve(pending.pop());
      const container = Array.isArray(object) ? object : dictOf(object);
      if (!container || this.#inspected.has(container)) continue;
      if (Array.isArray(container)) {
        this.#inspected.add(container);
        for (const item of container) pending.push(item);
      } else if (isRoot || !this.#stays(container)) {
        this.#inspected.add(container);
        this.#tallyContainer(container, object instanceof Stream ? object : undefined);
        for (const [key, child] of container) if (!BACKWARD_KEYS.has(key)) pending.push(child);
      }
    }
  }

  /**
   * Whether the dictionary stays although a removed subtree refers to it: pages, annotations and other sanitized
   * objects.
   */
  #stays(dict: Dict): boolean {
    return this.sanitized.has(dict) || this.isPage(dict) || dict === this.pdf.catalog || isAnnotation(dict);
  }

  #tallyContainer(dict: Dict, stream: Stream | undefined): void {
    const type = actionTypeOf(dict);
    if (type !== undefined) this.#countAction(dict, type);
    if (hasScript(dict) || dict.has('OnInstantiate')) this.tally.note('javascriptRemoved');
    if (this.files.add(dict)) this.tally.note('embeddedFilesRemoved');
    if (stream && dict.name('Type') === 'EmbeddedFile' && this.files.addStream(stream)) {
      this.tally.note('embeddedFilesRemoved');
    }
    const subtype = dict.name('Subtype') ?? '';
    if (isAnnotation(dict) && MEDIA_ANNOTATIONS.has(subtype)) {
      this.tally.note('richMediaRemoved');
      this.tally.count('RICH_MEDIA_REMOVED', `${subtype} annotation`);
    }
  }

  #countAction(action: Dict, type: string): void {
    const { tally } = this;
    if (type === 'JavaScript') tally.note('javascriptRemoved');
    if (type === 'Launch') tally.note('launchActionsRemoved');
    if (MEDIA_ACTIONS.has(type)) tally.note('richMediaRemoved');
    const uri = action.string('URI');
    if (type === 'URI' && !safeUri(uri, this.#base)) tally.count('URI_SCHEME_REMOVED', schemeOf(uri));
    else tally.count('ACTION_REMOVED', type);
  }
}

/** Annotations have a subtype and a rectangle, while `Type` is optional (table 166). */
export function isAnnotation(dict: Dict): boolean {
  return dict.name('Subtype') !== undefined && dict.array('Rect') !== undefined;
}

/** The text of a script is a string or a stream (table 221). A font or an image with the name JS is neither. */
export function hasScript(dict: Dict): boolean {
  const script = dict.get('JS');
  return script instanceof PdfString || (script instanceof Stream && dict.name('S') !== undefined);
}
