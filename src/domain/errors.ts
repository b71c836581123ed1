/**
 * Every problem the service answers with: one row per code, and the one class that carries a code.
 * The codes are part of the contract; `docs/errors.md` has a paragraph for each.
 */

interface ErrorKind {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The same words for every occurrence (RFC 9457, section 3.1.4). */
  readonly title: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
}

export const ERRORS = {
  validation_failed: { status: 400, title: 'Request validation failed', retryable: false },
  unknown_parameter: { status: 400, title: 'Unknown parameter', retryable: false },
  not_available: { status: 400, title: 'Not available in this version', retryable: false },
  malformed_upload: { status: 400, title: 'Upload could not be read', retryable: false },
  document_encrypted: { status: 400, title: 'Document is encrypted', retryable: false },
  not_a_pdf: { status: 400, title: 'Not a PDF', retryable: false },
  invalid_hash: { status: 400, title: 'Not a SHA-256', retryable: false },
  invalid_region: { status: 400, title: 'Unknown region', retryable: false },
  region_not_allowed: { status: 400, title: 'Region not allowed', retryable: false },
  ambiguous_credentials: { status: 400, title: 'Two different credentials', retryable: false },
  unsupported_api_version: { status: 400, title: 'Unsupported API version', retryable: false },
  missing_credentials: { status: 401, title: 'API key missing', retryable: false },
  invalid_api_key: { status: 401, title: 'API key invalid', retryable: false },
  api_key_expired: { status: 401, title: 'API key expired', retryable: false },
  api_key_revoked: { status: 401, title: 'API key revoked', retryable: false },
  api_key_required: { status: 401, title: 'API key required', retryable: false },
  insufficient_scope: { status: 403, title: 'Scope missing', retryable: false },
  artifact_forbidden: { status: 403, title: 'Artifact belongs to another organization', retryable: false },
  report_forbidden: { status: 403, title: 'Report belongs to another organization', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  upload_stalled: { status: 408, title: 'Upload stalled', retryable: true },
  file_too_large: { status: 413, title: 'File too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retryable: false },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable', retryable: false },
  document_rejected: { status: 422, title: 'Document rejected', retryable: false },
  document_failed: { status: 422, title: 'Document could not be normalized', retryable: false },
  internal_error: { status: 500, title: 'Internal error', retryable: true },
  service_unavailable: { status: 503, title: 'Service unavailable', retryable: true },
  processing_timeout: { status: 504, title: 'Processing took too long', retryable: true },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof ERRORS;

/** One faulty part of a request. */
export interface FieldError {
  readonly in: 'form' | 'query' | 'path' | 'header' | 'body';
  readonly name: string;
  readonly code: string;
  readonly detail: string;
}

interface ServiceErrorOptions {
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  /** Extension members of the problem body, for example `limitBytes`. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An answer the service gives on purpose. `detail` is for the caller to read: no secrets, no internals. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.members = options.members ?? {};
  }
}
