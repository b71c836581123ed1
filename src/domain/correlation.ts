/** Values with which callers find a submission or a batch in their own records. */

export type Metadata = Readonly<Record<string, string>>;

export interface Correlation {
  /** The id of the caller's own record; need not be unique. */
  readonly clientReference: string | null;
  readonly metadata: Metadata;
}

export const MAX_REFERENCE_CHARS = 255;
export const MAX_METADATA_ENTRIES = 20;
export const MAX_METADATA_VALUE_CHARS = 500;
export const METADATA_NAME = /^[A-Za-z0-9_.-]{1,40}$/;

/** As columns keep it: those of rows from before have neither. */
export function correlationOf(row: {
  readonly clientReference?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}): Correlation {
  return { clientReference: row.clientReference ?? null, metadata: row.metadata ?? {} };
}
