/** How a file is laid out, as read from its raw bytes before any repair. */
import type { Dict } from '#engine/pdf/syntax/objects.ts';

/** One entry of a cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8). */
export type XrefEntry =
  | { readonly kind: 'free' }
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'compressed'; readonly stream: number; readonly index: number };

/** One cross-reference section with its trailer; a hybrid section's XRefStm is merged into it. */
export interface XrefSection {
  /** Where the section starts in the file. */
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

/** Something that was wrong and how it was read; parsing never fails. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The object concerned, null for the file itself. */
  readonly objectNumber: number | null;
}

export interface Structure {
  /** `%PDF-x.y` as found; null version when malformed, null header when missing. */
  readonly header: { readonly offset: number; readonly version: string | null } | null;
  /** Newest first, as the chain of Prev gives them; empty when the chain could not be followed. */
  readonly sections: readonly XrefSection[];
  /** The chain was unusable and objects were found by scanning. */
  readonly xrefRebuilt: boolean;
  readonly hasObjectStreams: boolean;
  /** A linearization dictionary heads the file and its length is that of the file (Annex F). */
  readonly linearized: boolean;
  /** A linearization dictionary heads the file, and its length is more than the file has: the end is missing. */
  readonly truncated: boolean;
  readonly encrypted: boolean;
  /** Number of bytes before the header, by which offsets in the file are shifted. */
  readonly baseOffset: number;
}
