/**
 * The revisions of a file (ISO 32000-2, 7.5.6) with their objects, and the reach of each signature. These facts are
 * stored beside the report, which has only counts.
 */

/**
 * The purpose of an object. `container` stands for object streams and cross-reference streams, which hold other
 * objects.
 */
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
 * The change of an object by a revision. `repointed`: its entry refers to bytes that were in the file before and
 * belonged to another object or to none. `rewritten`: the revision wrote the same content again.
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
  /** The first page that the object belongs to, from 1. */
  readonly page: number | null;
  /** The qualified name of the field that the object is or belongs to. */
  readonly field: string | null;
  /** The keys of a replaced dictionary whose values differ; `stream` stands for the data of a stream. */
  readonly keys: readonly string[];
  /** A text for readers, for example `page 1: content` or `field Amount: value`. */
  readonly words: string;
}

/** The statements of the document about itself. The writer of the revision can write anything here. */
export interface StatedFacts {
  /** ISO 8601, UTC: ModDate of the information dictionary. */
  readonly modifiedAt: string | null;
  readonly producer: string | null;
}

export interface TimelineRevision {
  /** 1 is the original. */
  readonly number: number;
  /** The bytes of the revision start at `startByte` and end before `endByte`. */
  readonly startByte: number;
  readonly endByte: number;
  readonly crossReference: 'table' | 'stream' | 'hybrid';
  /** Null unless this revision wrote the information dictionary. */
  readonly stated: StatedFacts | null;
  readonly objects: ChangeCounts;
  /** The number of entries that repeat the position of an object. */
  readonly entriesRepeated: number;
  /** True if the revision has no bytes of objects and only entries that refer to earlier bytes. */
  readonly onlyRepoints: boolean;
  /** Kinds without a change are left out. */
  readonly kinds: readonly KindCounts[];
  /**
   * False if the older state could not be read. The kinds are then those of the newest state, and no values are
   * compared.
   */
  readonly isCompared: boolean;
  /** The most important changes first. The list of the original is empty, because the original adds everything. */
  readonly listed: readonly ChangedObject[];
  readonly notListed: number;
}

export interface SignatureReach {
  /** Empty for a signature without a field. */
  readonly fieldName: string;
  readonly isTimestamp: boolean;
  /** The value in the file; null if it is not a list of integers. */
  readonly byteRange: readonly number[] | null;
  /**
   * The form of the bytes that the range leaves out: `exact` is the signature's own value; null if it covers nothing.
   */
  readonly gap: 'exact' | 'digits-only' | 'padded' | 'foreign' | null;
  /** The first byte after the covered bytes; null if the signature covers nothing. */
  readonly endByte: number | null;
  /** The newest revision whose end the signature covers; null if it covers no such end. */
  readonly revision: number | null;
  /** True if the range covers all bytes except its own value and white space at the end. */
  readonly coversWholeFile: boolean;
  /** The data after the covered bytes; null if the signature covers nothing. */
  readonly followedBy: {
    readonly bytes: number;
    readonly onlyWhiteSpace: boolean;
    readonly revisions: number;
  } | null;
}

export interface RevisionTimeline {
  readonly sizeBytes: number;
  /** `repaired`: some entries pointed to wrong places. `unreadable`: the revisions cannot be separated. */
  readonly crossReference: 'followed' | 'repaired' | 'unreadable';
  readonly count: number;
  /** Oldest first. */
  readonly revisions: readonly TimelineRevision[];
  /** The number of older revisions that are left out. */
  readonly notListed: number;
  readonly signatureCount: number;
  /** The signatures with the shortest reach come first. */
  readonly signatures: readonly SignatureReach[];
  /** Data after the last revision that no cross-reference refers to. */
  readonly trailing: { readonly startByte: number; readonly endByte: number } | null;
}

/** The limit keeps a timeline small for every file. */
export const MAX_OBJECTS_LISTED_PER_REVISION = 50;
/** The limit for all revisions together. Each revision lists at least ten. */
export const MAX_OBJECTS_LISTED = 1000;
export const MAX_SIGNATURES_LISTED = 100;
export const MAX_KEYS_LISTED = 8;
export const MAX_KEY_LENGTH = 64;
export const MAX_WORDS_LENGTH = 300;
