/** A failure of the engine: a code, data and a place, and no sentence. */

/** The failure codes of the engine. The policies and the service have the others. */
export const ENGINE_FAILURE_CODES = [
  'EMPTY_FILE',
  'NOT_A_PDF',
  'PASSWORD_REQUIRED',
  'UNSUPPORTED_ENCRYPTION',
  'UNSUPPORTED_FILTER',
  'CORRUPT_UNRECOVERABLE',
  'NO_PAGES',
  'RESOURCE_LIMIT_EXCEEDED',
  'XFA_DYNAMIC_UNSUPPORTED',
  'ACTIVE_CONTENT_RESIDUE',
  'NOT_IDEMPOTENT',
] as const;
export type EngineFailureCode = (typeof ENGINE_FAILURE_CODES)[number];

/** The quantities of a document that the engine counts and limits. An id never changes. */
export const LIMITED_QUANTITIES = [
  'objects',
  'objectWords',
  'writtenNodes',
  'pages',
  'treeNodes',
  'treeEntries',
  'copiedBytes',
  'widgets',
  'contentBytes',
  'operators',
  'xrefSections',
  'xrefEntries',
  'packedObjects',
  'objectStreamBytes',
  'textContentBytes',
  'textForms',
  'glyphs',
  'textUnits',
  'cmapEntries',
  'postQuantumBytes',
  'nesting',
  'filtersPerStream',
  'decodedBytes',
  'decodingBytes',
  'readBytes',
  'predictorRowBytes',
  'savedStates',
  'operandItems',
  'pageContentBytes',
  'pageTreeDepth',
  'signatures',
  'signedBytes',
  'trailers',
  'reportedDifferences',
] as const;
export type LimitedQuantity = (typeof LIMITED_QUANTITIES)[number];

/** Data of a failure. A failure has the members that its sentence needs. */
export interface FailureDetails {
  /** The quantity of which the document has more than the limit. */
  readonly limit?: LimitedQuantity;
  /** The security handler, its version and its revision (ISO 32000-2, 7.6.2). */
  readonly encryption?: { readonly handler: string; readonly version: number; readonly revision: number };
  /** A crypt filter and its method; null if the document does not define the filter. */
  readonly cryptFilter?: { readonly name: string; readonly method: string | null };
  /** An entry of the encryption dictionary whose length is not the standard's. */
  readonly encryptionEntry?: { readonly name: string; readonly bytes: number };
  /** The number of streams with an unsupported filter, and the filter of the first one. */
  readonly unsupported?: { readonly part: UndecodablePart; readonly count: number; readonly filter: string };
  /**
   * The number of entries of active content in the output, and the first one; null if only the remaining embedded file
   * is missing.
   */
  readonly residue?: { readonly count: number; readonly first: string | null };
  /** True if the engine rejects the output as input; false if each run changes the output. */
  readonly isRefusedAgain?: boolean;
}

export const UNDECODABLE_PARTS = [
  'streams',
  'stream',
  'content_stream',
  'cross_reference_stream',
  'object_stream',
] as const;
export type UndecodablePart = (typeof UNDECODABLE_PARTS)[number];
