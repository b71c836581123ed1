/** The layout of a file, read from its raw bytes before any repair. */
import type { Dict } from '#engine/pdf/syntax/objects.ts';

/** One entry of a cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8). */
export type XrefEntry =
  | { readonly kind: 'free' }
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'compressed'; readonly stream: number; readonly index: number };

/** One cross-reference section with its trailer. The XRefStm of a hybrid section is merged into it. */
export interface XrefSection {
  /** The start of the section in the file. */
  readonly offset: number;
  readonly kind: 'table' | 'stream';
  readonly entries: ReadonlyMap<number, XrefEntry>;
  readonly trailer: Dict;
}

export type ProblemCode =
  | 'header'
  | 'xref-rebuilt'
  | 'xref-offset'
  | 'stream-length'
  | 'broken-reference'
  | 'undecodable-stream'
  | 'page-tree'
  | 'syntax';

/** A fault and its interpretation, because parsing never fails. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The number of the affected object; null for the file itself. */
  readonly objectNumber: number | null;
}

export interface Structure {
  /** `%PDF-x.y` in the file; a null version for a malformed header, null for a missing one. */
  readonly header: { readonly offset: number; readonly version: string | null } | null;
  /** Newest first, in the order of the Prev entries; empty if the chain is broken. */
  readonly sections: readonly XrefSection[];
  /** True if the chain was unusable and a scan found the objects. */
  readonly xrefRebuilt: boolean;
  readonly hasObjectStreams: boolean;
  /** True if the file starts with a linearization dictionary that has the length of the file (annex F). */
  readonly linearized: boolean;
  /**
   * True if the file starts with a linearization dictionary whose length exceeds that of the file: the end is missing.
   */
  readonly truncated: boolean;
  readonly encrypted: boolean;
  /** The number of bytes before the header. The offsets in the file are shifted by it. */
  readonly baseOffset: number;
}
