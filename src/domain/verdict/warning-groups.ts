/** Warnings that mean the same to somebody who asks whether a document is what it seems. */

/** After these warnings the pages may differ from those of the author. */
export const REPAIRS = [
  'REPAIRED_BY_FALLBACK',
  'XREF_REBUILT',
  'PAGE_TREE_REPAIRED',
  'UNDECODABLE_STREAM',
  'AMBIGUOUS_CONTENT',
] as const;

export const HIDDEN_CONTENT = ['HIDDEN_TEXT', 'HIDDEN_LAYER', 'OFF_PAGE_CONTENT'] as const;

/** Warnings that a good document may have. */
export const HARMLESS: ReadonlySet<string> = new Set([
  'FONT_SUBSTITUTED',
  'NON_EMBEDDED_FONT',
  'BROKEN_OBJECT_REFERENCE',
  'STREAM_LENGTH_REPAIRED',
  'MULTIPLE_REVISIONS',
  'LINEARIZATION_SKIPPED',
  'SIGNATURE_REMOVED',
  'SIGNATURE_APPEARANCE_FLATTENED',
  'SIGNED_PASSTHROUGH',
  'INCREMENTAL_UPDATES_RETAINED',
  'UNKNOWN_KEY_REMOVED',
  'STRUCTURE_TREE_MODIFIED',
  'METADATA_CONFLICT',
  'METADATA_CUSTOM_REMOVED',
]);
