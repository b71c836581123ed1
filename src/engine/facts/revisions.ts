/**
 * The revisions of a file one by one (ISO 32000-2, 7.5.6): what each wrote, and how far each signature reaches. It is
 * told beside the report, which has the counts alone.
 */

/** What an object is there for. `container`: object streams and cross-reference streams, which hold others. */
export const OBJECT_KINDS = [
  'page',
  'content',
  'field',
  'annotation',
  'signature',
  'action',
  'catalog',
  'font',
  'image',
  'structure',
  'metadata',
  'other',
  'container',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/**
 * What a revision did to an object. `repointed`: its entry leads to bytes that were in the file before, of an object
 * that had another place or none. `rewritten`: written once more, saying the same.
 */
export const OBJECT_CHANGES = ['repointed', 'replaced', 'added', 'freed', 'rewritten'] as const;
export type ObjectChange = (typeof OBJECT_CHANGES)[number];

export type ChangeCounts = Readonly<Record<ObjectChange, number>>;

export interface KindCounts extends ChangeCounts {
  readonly kind: ObjectKind;
}

export interface ChangedObject {
  readonly objectNumber: number;
  readonly change: ObjectChange;
  readonly kind: ObjectKind;
  /** From 1: the first page that it belongs to. */
  readonly page: number | null;
  /** The qualified name of the field that it is, or belongs to. */
  readonly field: string | null;
  /** Of a dictionary that was replaced: the keys whose values differ; `stream` for the data of a stream. */
  readonly keys: readonly string[];
  /** For people, for example `page 1: content` or `field Amount: value`. */
  readonly words: string;
}

/** What the document says of itself. Whoever wrote the revision may have written anything there. */
export interface StatedFacts {
  /** ISO 8601, UTC: ModDate of the information dictionary. */
  readonly modifiedAt: string | null;
  readonly producer: string | null;
}

export interface TimelineRevision {
  /** From 1, the original. */
  readonly number: number;
  /** Its bytes in the file: from `startByte` up to, and without, `endByte`. */
  readonly startByte: number;
  readonly endByte: number;
  readonly crossReference: 'table' | 'stream' | 'hybrid';
  /** Null unless this revision wrote the information dictionary. */
  readonly stated: StatedFacts | null;
  readonly objects: ChangeCounts;
  /** Entries that say again where an object is. */
  readonly entriesRepeated: number;
  /** It brings no bytes of objects, only entries that lead to such as were there. */
  readonly onlyRepoints: boolean;
  /** Kinds without a change are left out. */
  readonly kinds: readonly KindCounts[];
  /** False where the document was not read as it was then: kinds are those of the newest, and nothing is compared. */
  readonly isCompared: boolean;
  /** The weightiest first; none of the original, which adds everything. */
  readonly listed: readonly ChangedObject[];
  readonly notListed: number;
}

export interface SignatureReach {
  /** Empty for a signature without a field. */
  readonly fieldName: string;
  readonly isTimestamp: boolean;
  /** As the file has it; null when it is no list of integers. */
  readonly byteRange: readonly number[] | null;
  /** What the range leaves out: `exact` is the signature's own value; null when it covers nothing. */
  readonly gap: 'exact' | 'digits-only' | 'padded' | 'foreign' | null;
  /** The byte after the last one covered; null when it covers nothing. */
  readonly endByte: number | null;
  /** The newest revision whose end it covers; null when it is the end of none. */
  readonly revision: number | null;
  /** From the first byte to the last, but for its own value and white space at the end. */
  readonly coversWholeFile: boolean;
  /** What stands behind the covered bytes; null when it covers nothing. */
  readonly followedBy: {
    readonly bytes: number;
    readonly onlyWhiteSpace: boolean;
    readonly revisions: number;
  } | null;
}

export interface RevisionTimeline {
  readonly sizeBytes: number;
  /** `repaired`: some entries led astray. `unreadable`: no revision can be told apart. */
  readonly crossReference: 'followed' | 'repaired' | 'unreadable';
  readonly count: number;
  /** Oldest first. */
  readonly revisions: readonly TimelineRevision[];
  /** How many older ones are left out. */
  readonly notListed: number;
  readonly signatureCount: number;
  /** Those that reach least far first. */
  readonly signatures: readonly SignatureReach[];
  /** Data behind the last revision that no cross-reference owns. */
  readonly trailing: { readonly startByte: number; readonly endByte: number } | null;
}

/** A timeline stays small, whatever the file. */
export const MAX_OBJECTS_LISTED_PER_REVISION = 50;
/** Of all revisions together; each lists ten at least. */
export const MAX_OBJECTS_LISTED = 1000;
export const MAX_SIGNATURES_LISTED = 100;
export const MAX_KEYS_LISTED = 8;
export const MAX_KEY_LENGTH = 64;
export const MAX_WORDS_LENGTH = 300;
