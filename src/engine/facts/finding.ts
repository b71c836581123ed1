/**
 * A finding is a fact about a document: a stable id, data and a place. The engine makes findings and no sentences;
 * `src/domain/sentences` makes the sentences.
 */

/** Pages are counted from 1. Both ends belong to the range. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

/** The range starts at `start` and ends before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The part of the document that a finding is about. Lists are cut; the counts are not. */
export interface Place {
  readonly pages: readonly PageRange[];
  readonly pageCount: number;
  /** The first of the objects; null if the finding names none. */
  readonly object: ObjectId | null;
  readonly byteRange: ByteRange | null;
  /** Qualified names of form fields, as in the file; empty for a field without a name. */
  readonly fields: readonly string[];
  readonly fieldCount: number;
  /** The fields of the signatures; empty for a signature without a field. */
  readonly signatures: readonly string[];
  readonly signatureCount: number;
}

/** Data of a finding. A finding has the members that its sentence needs. */
export interface Facts {
  /** The number of objects, layers, entries, characters, pages or other things. */
  readonly count?: number;
  /** The total of which `count` is a part, or a second number. */
  readonly total?: number;
  readonly bytes?: number;
  /** The offset of a byte in the file. */
  readonly position?: number;
  /** The number of the revision; 1 is the original. */
  readonly revision?: number;
  /** The number of pages in this reading, and in another one. */
  readonly pageCount?: number;
  readonly otherPageCount?: number;
  readonly otherObject?: ObjectId;
  /** A version of PDF. */
  readonly version?: string;
  readonly otherVersion?: string;
  /** The entry that was changed, such as `page /Contents`. */
  readonly entry?: string;
  /** True if a signature covers the state before the change. */
  readonly isAfterSigning?: boolean;
  /** True if the change replaced or hid visible content. */
  readonly hides?: boolean;
}

/** The facts in the types of a client, where an absent member may be undefined. */
export type GivenFacts = { readonly [Name in keyof Facts]: Facts[Name] | undefined };

const MAX_RANGES_LISTED = 20;
const MAX_NAMES_LISTED = 20;
const MAX_NAME_LENGTH = 256;

export interface PlaceParts {
  /** Counted from 0, ascending. */
  readonly pages?: readonly number[];
  readonly object?: number | ObjectId;
  readonly byteRange?: readonly [start: number, end: number];
  readonly fields?: readonly string[];
  readonly signatures?: readonly string[];
}

export function placeOf({ pages = [], object, byteRange, fields = [], signatures = [] }: PlaceParts): Place {
  const id = typeof object === 'number' ? { number: object, generation: 0 } : object;
  const [start = 0, end = 0] = byteRange ?? [];
  return {
    pages: pageRanges(pages),
    pageCount: pages.length,
    object: id ? { number: id.number, generation: id.generation } : null,
    byteRange: byteRange ? { start, end: Math.max(start, end) } : null,
    fields: fields.slice(0, MAX_NAMES_LISTED).map(nameOfFile),
    fieldCount: fields.length,
    signatures: signatures.slice(0, MAX_NAMES_LISTED).map(nameOfFile),
    signatureCount: signatures.length,
  };
}

export function unitedPlace(a: PlaceParts, b: PlaceParts): PlaceParts {
  return {
    ...a,
    ...b,
    pages: [...new Set([...(a.pages ?? []), ...(b.pages ?? [])])].toSorted((one, other) => one - other),
    fields: [...new Set([...(a.fields ?? []), ...(b.fields ?? [])])],
    signatures: [...(a.signatures ?? []), ...(b.signatures ?? [])],
  };
}

/** @param pages counted from 0, ascending */
export function pageRanges(pages: readonly number[]): PageRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range?.last === page) range.last = page + 1;
    else if (ranges.length === MAX_RANGES_LISTED) break;
    else ranges.push({ first: page + 1, last: page + 1 });
  }
  return ranges;
}

/** A name from the file as data: without control characters, well-formed and cut. */
export function nameOfFile(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.slice(0, MAX_NAME_LENGTH).replaceAll(/[\u0000-\u001f\u007f]/gu, ' ');
  return plain.toWellFormed();
}
