/** The codes with which a document can fail, and the codes of warnings about a document that did not. */
export * from '#engine/facts/warning-codes.ts';

export const FAILURE_CODES = [
  'POLICY_REJECTION',
  'FILE_TOO_LARGE',
  'EMPTY_FILE',
  'NOT_A_PDF',
  'PASSWORD_REQUIRED',
  'UNSUPPORTED_ENCRYPTION',
  'UNSUPPORTED_FILTER',
  'CORRUPT_UNRECOVERABLE',
  'NO_PAGES',
  'RESOURCE_LIMIT_EXCEEDED',
  'XFA_DYNAMIC_UNSUPPORTED',
  'FLATTEN_FAILED',
  'ACTIVE_CONTENT_RESIDUE',
  'NOT_IDEMPOTENT',
  'OUTPUT_INVALID',
  'CONTENT_CHANGED',
  'PROCESSING_TIMEOUT',
  'PARSER_KILLED',
  'REPEATED_FAILURE',
  'WORKER_UNAVAILABLE',
  'STORAGE_ERROR',
  'CANCELLED',
  'ORGANIZATION_INACTIVE',
  'INTERNAL_ERROR',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];
