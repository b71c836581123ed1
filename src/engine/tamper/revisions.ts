/**
 * The revisions of a file: the original and each incremental update (ISO 32000-2, 7.5.6), with a read-only view of the
 * document at the end of each.
 */
import { viewOf } from '#platform';
import { Budget } from '#engine/pdf/budget.ts';
import { type Decryptor, openStandardSecurity } from '#engine/pdf/crypt/standard.ts';
import { PdfDocument } from '#engine/pdf/document.ts';
import { FileSource } from '#engine/pdf/read/loader.ts';
import { Dict, type PdfObject, PdfString, Ref, Stream } from '#engine/pdf/syntax/objects.ts';
import type { Problem, Structure, XrefEntry, XrefSection } from '#engine/pdf/read/structure.ts';
import { mergeEntries } from '#engine/pdf/read/xref.ts';
import { nextOccurrences } from '#engine/pdf/syntax/byte-search.ts';

const END_OF_FILE = '%%EOF';

export interface Revision {
  /** The position after its `%%EOF` in the whole file; -1 if there is none. */
  readonly end: number;
  /** The cross-reference sections of the revision, newest first. */
  readonly sections: readonly XrefSection[];
}

/** The revisions of one file, oldest first; empty if the cross-reference chain is broken. */
export class RevisionHistory {
  readonly revisions: readonly Revision[];
  readonly #bytes: Uint8Array;
  readonly #pdf: PdfDocument;
  #decryptor: Decryptor | null | undefined;

  constructor(input: Uint8Array, pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#bytes = input.subarray(pdf.structure.baseOffset);
    this.revisions = readRevisions(this.#bytes, pdf.structure).toReversed();
  }

  get last(): number {
    return this.revisions.length - 1;
  }

  /** The end of the revision that is last in the file; -1 if none has an end. */
  get end(): number {
    return this.revisions.reduce((greatest, { end }) => Math.max(greatest, end), -1);
  }

  /** The document at the end of a revision. Nothing is repaired, so an entry with a wrong target is null. */
  view(index: number): PdfDocument {
    const { structure } = this.#pdf;
    const sections = this.#sectionsUpTo(index);
    const budget = new Budget(this.#bytes.length);
    const problems: Problem[] = [];
    const source = new FileSource(this.#bytes, mergeEntries(sections), budget, problems);
    const view = new PdfDocument(source, structure, budget, problems);
    source.resolver = view;
    const trailer = sections.find((section) => section.trailer.has('Root'))?.trailer;
    for (const [key, value] of trailer ?? []) view.trailer.set(key, value);
    const encrypt = view.trailer.ref('Encrypt');
    if (encrypt) source.encryptNumber = encrypt.number;
    source.decryptor = this.#decryptorOf(view);
    return view;
  }

  /** Returns every entry that revisions after the given one wrote, the newest of each number. */
  entriesAfter(index: number): ReadonlyMap<number, XrefEntry> {
    return mergeEntries(
      this.revisions
        .slice(index + 1)
        .toReversed()
        .flatMap(({ sections }) => sections),
    );
  }

  /** The trailers that revisions after the given one wrote. */
  trailersAfter(index: number): readonly Dict[] {
    return this.revisions.slice(index + 1).flatMap(({ sections }) => sections.map(({ trailer }) => trailer));
  }

  /**
   * The numbers of all objects that revisions after the given one may have changed: written objects, objects in written
   * object streams, and objects that need other objects to be read.
   */
  touchedAfter(index: number): ReadonlySet<number> {
    const written = this.entriesAfter(index);
    const touched = new Set(written.keys());
    const view = this.view(index);
    const streams = new Map<number, boolean>();
    for (const [number, entry] of mergeEntries(this.#sectionsUpTo(index))) {
      if (entry.kind !== 'compressed') continue;
      const isTouched =
        streams.get(entry.stream) ?? (written.has(entry.stream) || leansOnOthers(view.object(entry.stream)));
      streams.set(entry.stream, isTouched);
      if (isTouched) touched.add(number);
    }
    return touched;
  }

  /** The numbers of objects that revisions after the given one wrote with another generation. */
  regeneratedAfter(index: number): ReadonlySet<number> {
    const before = mergeEntries(this.#sectionsUpTo(index));
    const isOther = ([number, entry]: readonly [number, XrefEntry]): boolean => {
      const old = before.get(number);
      return old?.kind === 'offset' && entry.kind === 'offset' && old.generation !== entry.generation;
    };
    return new Set([...this.entriesAfter(index)].filter(isOther).map(([number]) => number));
  }

  /** The number, from 1, of the oldest revision that wrote or freed an object; undefined if there is none. */
  firstToWrite(objectNumber: number): number | undefined {
    const index = this.revisions.findIndex(({ sections }) => sections.some(({ entries }) => entries.has(objectNumber)));
    return index < 0 ? undefined : index + 1;
  }

  /** The number, from 1, of the newest revision that wrote or freed an object; undefined if there is none. */
  lastToWrite(objectNumber: number): number | undefined {
    const index = this.revisions.findLastIndex(({ sections }) =>
      sections.some(({ entries }) => entries.has(objectNumber)),
    );
    return index < 0 ? undefined : index + 1;
  }

  /** The newest revision that ends at or before a position; -1 if there is none. */
  indexEndingBy(position: number): number {
    return this.revisions.findLastIndex(({ end }) => end >= 0 && end <= position);
  }

  #sectionsUpTo(index: number): XrefSection[] {
    return this.revisions
      .slice(0, index + 1)
      .toReversed()
      .flatMap(({ sections }) => sections);
  }

  /** One key serves every revision, because an update cannot change the encryption. */
  #decryptorOf(view: PdfDocument): Decryptor | null {
    if (this.#decryptor !== undefined) return this.#decryptor;
    const encrypt = view.trailer.get('Encrypt');
    const id = view.trailer.array('ID')?.[0];
    const first = view.resolve(id);
    this.#decryptor =
      encrypt instanceof Dict
        ? openStandardSecurity(encrypt, first instanceof PdfString ? first.bytes : new Uint8Array(), view)
        : null;
    return this.#decryptor;
  }
}

/** Whether other objects hold the length or the filters of a stream. */
function leansOnOthers(object: PdfObject): boolean {
  return (
    object instanceof Stream &&
    object.dict.values().some((value) => value instanceof Ref || value instanceof Dict || Array.isArray(value))
  );
}

/** Reads the revisions, newest first. */
function readRevisions(bytes: Uint8Array, { sections, baseOffset }: Structure): Revision[] {
  const view = viewOf(bytes);
  const offsets = sections.map(({ offset }) => offset);
  const startXrefs = nextOccurrences(view, 'startxref', offsets);
  const startXrefOf = (offset: number): number => startXrefs.get(offset) ?? -1;
  const ends = nextOccurrences(
    view,
    END_OF_FILE,
    offsets.map((offset) => Math.max(offset, startXrefOf(offset))),
  );
  return groupSections(sections, startXrefOf).map((group) => {
    const offset = Math.max(...group.map((section) => section.offset));
    const end = ends.get(Math.max(offset, startXrefOf(offset))) ?? -1;
    return { sections: group, end: end < 0 ? -1 : end + END_OF_FILE.length + baseOffset };
  });
}

/**
 * Sections with one `startxref` were written together, as some writers do for hybrid files. So were the two sections of
 * a file that was linearized at its first save, in which the older one stands later (annex F).
 */
function groupSections(sections: readonly XrefSection[], startXrefOf: (offset: number) => number): XrefSection[][] {
  const groups: XrefSection[][] = [];
  let last = -1;
  for (const section of sections) {
    const startXref = startXrefOf(section.offset);
    const group = startXref >= 0 && startXref === last ? groups.at(-1) : undefined;
    if (group) group.push(section);
    else groups.push([section]);
    last = startXref;
  }
  const [firstPage, oldest] = [sections.at(-2), sections.at(-1)];
  if (oldest && firstPage && firstPage.offset < oldest.offset && groups.at(-1)?.length === 1) {
    groups.splice(-2, 2, [...(groups.at(-2) ?? []), oldest]);
  }
  return groups;
}
