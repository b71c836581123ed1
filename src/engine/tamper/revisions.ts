/**
 * The revisions of a file: the original and each incremental update (ISO 32000-2, 7.5.6), and a read-only view of the
 * document as it was at the end of any of them.
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
  /** Just after the `%%EOF` that ends it, in the whole file; -1 when there is none. */
  readonly end: number;
  /** The cross-reference sections it added, newest first. */
  readonly sections: readonly XrefSection[];
}

/** The revisions of one file, oldest first; empty when its cross-reference chain could not be followed. */
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

  /** The position where the revision that stands last in the file ends; -1 when none has an end. */
  get end(): number {
    return this.revisions.reduce((greatest, { end }) => Math.max(greatest, end), -1);
  }

  /** The document at the end of a revision. Nothing is repaired: an entry that leads astray is null. */
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

  /** Answers every entry that revisions after the given one wrote, the newest of each number. */
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
   * The numbers of all objects that revisions after the given one may have changed: those that they wrote, and those in
   * object streams that they wrote, or that are read with the help of other objects.
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

  /** The number, from 1, of the oldest revision that wrote or freed an object; undefined when none did. */
  firstToWrite(objectNumber: number): number | undefined {
    const index = this.revisions.findIndex(({ sections }) => sections.some(({ entries }) => entries.has(objectNumber)));
    return index < 0 ? undefined : index + 1;
  }

  /** The number, from 1, of the newest revision that wrote or freed an object; undefined when none did. */
  lastToWrite(objectNumber: number): number | undefined {
    const index = this.revisions.findLastIndex(({ sections }) =>
      sections.some(({ entries }) => entries.has(objectNumber)),
    );
    return index < 0 ? undefined : index + 1;
  }

  /** The newest revision that ends at or before a position; -1 when none does. */
  indexEndingBy(position: number): number {
    return this.revisions.findLastIndex(({ end }) => end >= 0 && end <= position);
  }

  #sectionsUpTo(index: number): XrefSection[] {
    return this.revisions
      .slice(0, index + 1)
      .toReversed()
      .flatMap(({ sections }) => sections);
  }

  /** One key serves every revision: an update cannot change the encryption. */
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

/** Whether a stream has its length or its filters from other objects. */
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
 * Sections with one `startxref` were written in one go, as some writers do for hybrid files. So are the two of a file
 * that was linearized when first saved: the older stands later (Annex F).
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
