/** What the API takes and answers. Made of the description of the API by `node tools/clients/write.ts`; do not edit. */

export interface AccountDeletion {
  /** The deletion can still be cancelled. */
  readonly status: 'pending';
  /** The time of the request. */
  readonly requestedAt: string;
  /** The end of the time for cancelling. */
  readonly cancellableUntil: string;
}

export interface AddedFactor {
  /** Recovery codes with the first second factor; null with a further one. */
  readonly recoveryCodes: readonly string[] | null;
}

export interface Anomaly {
  /** The type of the finding, for programs. */
  readonly type: 'INCREMENTAL_UPDATE_INJECTION' | 'POST_EOF_DATA' | 'HEADER_VERSION_MISMATCH' | 'SHADOW_CONTENT_DETECTED' | 'ORPHANED_SIGNATURE_FIELD' | (string & {});
  /** The severity of the finding. */
  readonly severity: Severity;
  /** The finding for people. */
  readonly description: string;
  /** The place for people, for example `bytes 18255-18310`; null for the whole document. */
  readonly location: string | null;
  /** The finding within its type, for programs. */
  readonly finding?: 'HEADER_MISSING' | 'HEADER_DISPLACED' | 'VERSION_MALFORMED' | 'VERSION_UNKNOWN' | 'CATALOG_VERSION_UNKNOWN' | 'VERSIONS_DIFFER' | 'VERSION_TOO_LOW' | 'DATA_BEFORE_HEADER' | 'TRAILING_DATA' | 'TRAILING_OBJECTS' | 'TRAILING_PAYLOAD' | 'UNLISTED_OBJECTS' | 'RIVAL_OBJECTS' | 'DUPLICATE_OBJECTS' | 'MISPLACED_OBJECTS' | 'STREAM_LENGTH_WRONG' | 'PAGE_CONTENTS_MALFORMED' | 'SECOND_CATALOG' | 'UNUSED_PAGE' | 'UNUSED_PAGE_TREE' | 'UNUSED_FONT' | 'TEXT_UNDER_PICTURE' | 'TEXT_IN_HIDDEN_LAYER' | 'TEXT_UNDER_FIELD' | 'TEXT_UNDER_ANNOTATION' | 'APPEARANCE_CONTRADICTS_VALUE' | 'FIELD_OVER_FIELD' | 'LAYERS_DIFFER_IN_PRINT' | 'PDFIUM_DIFFERS' | 'PDFIUM_PAGES_DIFFER' | 'SCAN_DIFFERS' | 'SCAN_PAGES_DIFFER' | 'REVISION_CUT_OFF' | 'UPDATE_WITHOUT_CHANGE' | 'DATA_AFTER_COVERAGE' | 'MISPLACED_AFTER_SIGNING' | 'AMBIGUOUS_AFTER_SIGNING' | 'BYTE_RANGE_FOREIGN' | 'BYTE_RANGE_PADDED' | 'BYTE_RANGE_DELIMITERS' | 'BYTE_RANGE_SHORT' | 'SIGNATURE_WITHOUT_VALUE' | 'SIGNATURE_RESERVED' | 'SIGNATURE_WITHOUT_BYTE_RANGE' | 'SIGNATURES_SHARE_BYTES' | 'SIGNATURE_IN_SEVERAL_FIELDS' | 'SIGNATURE_WITHOUT_FIELD' | 'SIGNATURE_TAKEN_OUT' | 'FIELD_WITHOUT_SIGNATURE' | 'FIELD_WITH_EMPTY_TEXT' | 'FIELD_OUTSIDE_FORM' | 'FIELD_ON_NO_PAGE' | 'FLAGS_WITHOUT_SIGNATURE' | 'PAGE_CONTENT_CHANGED' | 'PAGES_CHANGED' | 'CATALOG_CHANGED' | 'ACTION_CHANGED' | 'ANNOTATION_CHANGED' | 'FIELD_ADDED' | 'FIELD_CHANGED' | 'FIELD_VALUE_REPLACED' | 'FIELD_STYLE_CHANGED' | 'FIELD_APPEARANCE_CHANGED' | 'FIELD_VISIBILITY_CHANGED' | 'SIGNATURE_FIELD_COVERS_TEXT' | 'SIGNATURE_CHANGED' | 'SIGNATURE_REUSED' | 'SIGNATURE_ADDED' | 'TIMESTAMP_ADDED' | 'NAVIGATION_CHANGED' | 'SPOKEN_TEXT_CHANGED' | 'STRUCTURE_CHANGED' | 'VALIDATION_DATA_ADDED' | 'METADATA_CHANGED' | (string & {}) | undefined;
  /** The data of the finding. A finding has only the members that its sentence needs. */
  readonly facts?: {
    /** The number of objects, pages or other things that the finding counts. */
    readonly count?: number | undefined;
    /** The total number. */
    readonly total?: number | undefined;
    /** A number of bytes. */
    readonly bytes?: number | undefined;
    /** The position of a byte in the original. */
    readonly position?: number | undefined;
    /** A revision of the original, from 1. */
    readonly revision?: number | undefined;
    /** The number of pages in this reading. */
    readonly pageCount?: number | undefined;
    /** The number of pages in another reading. */
    readonly otherPageCount?: number | undefined;
    /** A second object. */
    readonly otherObject?: ObjectId | undefined;
    /** A version of PDF. */
    readonly version?: string | undefined;
    /** Another version of PDF. */
    readonly otherVersion?: string | undefined;
    /** The entry that was changed, for example `page /Contents`. */
    readonly entry?: string | undefined;
    /** A signature covers the state before the change. */
    readonly isAfterSigning?: boolean | undefined;
    /** The change replaced or hid something that was shown. */
    readonly hides?: boolean | undefined;
  } | undefined;
  /** The part of the document that the finding is about. */
  readonly place?: FindingPlace | undefined;
}

export interface ApiKey {
  /** The id of the key, which is not its secret. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  /** The first ten characters of the key. */
  readonly keyPrefix: string;
  /** The scopes of the key. */
  readonly scopes: readonly ('normalize' | 'read')[];
  /** The end of the key; null if it has none. */
  readonly expiresAt: string | null;
  /** The time of creation. */
  readonly createdAt: string;
  /** An active key is neither revoked nor expired. */
  readonly isActive: boolean;
  /** The last use to the minute; null before the first use. */
  readonly lastUsedAt: string | null;
}

export interface Attestation {
  /** The JSON-LD context. */
  readonly '@context': string;
  /** The type of the attestation. */
  readonly '@type': 'NormalizationAttestation';
  /** The version of this schema. */
  readonly version: '1.0';
  /** The id of the attestation. */
  readonly attestationId: string;
  /** The time of signing. */
  readonly issuedAt: string;
  /** The service that signed the attestation. */
  readonly issuer: {
    /** The name of the service. */
    readonly name: string;
    /** The address of its keys. */
    readonly url: string;
    /** RFC 7638 thumbprint: the `kid` in the key set. */
    readonly publicKeyId: string;
  };
  /** The document of the attestation. */
  readonly subject: {
    /** SHA-256 of the original, in hex. */
    readonly originalSha256: string;
    /** The size in bytes. */
    readonly originalSizeBytes: number;
    /** SHA-256 of the canonical document, in hex. */
    readonly normalizedSha256: string;
    /** The size in bytes. */
    readonly normalizedSizeBytes: number;
    /** SHA-256 of the text, independent of its layout; empty for a document without extractable text. */
    readonly contentHash: string;
  };
  /** The process that made the document. */
  readonly processing: {
    /** The tools of the service with their versions. */
    readonly toolchainVersion: string;
    /** The version of the engine. */
    readonly engineVersion: string;
    /** The pipeline specification of the output. */
    readonly pipelineSpec: string;
    /** The digest of the image that ran; `unpinned` outside of an image. */
    readonly dockerImageDigest: string;
    /** The isolation of the parser process, as in `/readyz`. Absent in older attestations. */
    readonly parserIsolation?: 'full' | 'no-network' | 'network-access' | undefined;
    /** The processing time in milliseconds. */
    readonly processingTimeMs: number;
  };
  /** The findings about the document. */
  readonly findings: {
    /** 100 for a document without any problem. */
    readonly healthScore: number;
    /** Kinds of removed content. */
    readonly contentRemoved: readonly string[];
    /** Kinds of repaired damage. */
    readonly structuralRepairs: readonly string[];
    /** The number of warnings in the report. */
    readonly warningCount: number;
    /** The verdict on the original. Absent in older attestations. */
    readonly verdict?: AttestedVerdict | undefined;
  };
  /** The facts document of the attestation. Absent in older attestations. */
  readonly facts?: NamedFacts | undefined;
  /** The signature over the attestation. */
  readonly signature: {
    /** The algorithm of the signature. */
    readonly algorithm: 'ECDSA-P256-SHA256';
    /** The DER signature over the RFC 8785 form of everything but this object. Use the JSON as it came, because a model that writes times or nulls in another way changes the bytes. */
    readonly value: string;
    /** The address of the key set. */
    readonly publicKeyCertificate: string;
    /** The TimeStampToken of RFC 3161 over the bytes of `value`, by which a third party proves the time of the signature. Absent where the service has no timestamp authority. */
    readonly timestamp?: string | undefined;
  };
}

/** The verdict on the original, without names and words of the document. */
export interface AttestedVerdict {
  /** A stable id; `/codes/{kind}` explains it. */
  readonly kind: string;
  /** The level of the verdict, from the best to the worst. */
  readonly level: 'good' | 'neutral' | 'caution' | 'danger';
}

export interface AuditEntry {
  /** The sequence number from 1, without a gap. */
  readonly sequence: number;
  /** The time of the change. */
  readonly at: string;
  /** The member who acted; null for the service itself. */
  readonly actorId: string | null;
  /** The action, for example `api-key.created`. */
  readonly action: string;
  /** The id of the changed object; null for the organization. */
  readonly target: string | null;
  /** The change: strings, numbers, truth values and null. */
  readonly details: Readonly<Record<string, unknown>>;
  /** SHA-256 of this entry and the hash of the previous one, in hex. */
  readonly hash: string;
  /** The hash of the previous entry. The first entry has 64 zeros. */
  readonly previousHash: string;
}

export interface AuditEntryPage {
  /** Entries, the newest first. */
  readonly items: readonly AuditEntry[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface AuditVerification {
  /** Whether every entry fits the previous one. */
  readonly intact: boolean;
  /** The sequence number of the first entry that does not fit; null without one. */
  readonly firstBreak: number | null;
}

export interface Batch {
  /** The id of the batch. */
  readonly batchId: string;
  /** The name from the request, or one that the service made. */
  readonly name: string;
  /** `open` without submissions, `in_progress` while some are pending, then `complete`. */
  readonly status: 'open' | 'in_progress' | 'complete';
  /** The value from the request; null without one. */
  readonly clientReference: string | null;
  /** The value from the request; empty without one. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The number of submissions so far. */
  readonly total: number;
  /** Submissions that ended with SUCCESS. */
  readonly completed: number;
  /** Submissions that ended with FAILED. */
  readonly failed: number;
  /** Submissions that ended with REJECTED. */
  readonly rejected: number;
  /** The time of creation. */
  readonly createdAt: string;
  /** The API key or the member of the request; null in older records. */
  readonly createdBy: CreatedBy | null;
  /** The number of submissions that will come; null if the request did not contain it. */
  readonly expectedTotal: number | null;
  /** The time of the closing; null while the batch takes submissions. */
  readonly closedAt: string | null;
  /** The end of the last submission; null unless the batch is complete. */
  readonly completedAt: string | null;
  /** Paths of the API. */
  readonly links: {
    /** The path of the batch. */
    readonly self: string;
    /** The path of its submissions. */
    readonly submissions: string;
  };
}

export interface BatchCompletedEvent {
  /** The kind of event. */
  readonly type: 'batch.completed';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: BatchEventData;
}

export interface BatchEventData {
  /** The batch that is complete. */
  readonly batchId: string;
  /** The name of the batch. */
  readonly name: string;
  /** A complete batch has no pending submission. */
  readonly status: 'complete';
  /** The number of submissions. */
  readonly total: number;
  /** Submissions that ended with SUCCESS. */
  readonly completed: number;
  /** Submissions that ended with FAILED. */
  readonly failed: number;
  /** Submissions that ended with REJECTED. */
  readonly rejected: number;
  /** The value from the request; null without one. */
  readonly clientReference: string | null;
  /** The value from the request; empty without one. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The time of the creation of the batch. */
  readonly createdAt: string;
  /** Milliseconds from the creation to the end of the last submission. */
  readonly durationMs: number;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The path of the batch. */
    readonly batch: string;
    /** The path of its submissions. */
    readonly submissions: string;
  };
}

export interface BatchPage {
  /** Batches, the newest first. */
  readonly items: readonly Batch[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface BillingInfo {
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a period. */
  readonly monthlyDocLimit: number;
  /** Units of the period, delivered and in progress, with comparisons. */
  readonly currentMonthUsage: number;
  /** The number of documents left. */
  readonly remainingQuota: number;
  /** Usage of the limit in percent. A plan that allows it can exceed 100. */
  readonly usagePercent: number;
  /** The id of the customer at the payment provider; null before the first payment. */
  readonly paymentCustomerId: string | null;
  /** The id of the subscription at the payment provider; null without one. */
  readonly paymentSubscriptionId: string | null;
  /** The interval of the payments. */
  readonly billingInterval: 'month' | 'year';
  /** The status at the payment provider. */
  readonly subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'incomplete_expired' | 'canceled' | 'none' | (string & {});
  /** The time of renewal, or the end of the subscription. */
  readonly currentPeriodEnd: string | null;
  /** Whether the subscription ends at that time. */
  readonly cancelAtPeriodEnd: boolean;
  /** The price in US dollars of a document beyond the limit. */
  readonly overageRatePerDoc: number;
  /** The start of the next monthly period, also for plans that are paid by the year. */
  readonly quotaResetsAt: string;
}

export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

export interface CancelledDeletion {
  /** The service deletes nothing. */
  readonly status: 'cancelled';
  /** The outcome for people. */
  readonly message: string;
}

export interface CreatedApiKey {
  /** The id of the key, which is not its secret. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  /** The first ten characters of the key. */
  readonly keyPrefix: string;
  /** The scopes of the key. */
  readonly scopes: readonly ('normalize' | 'read')[];
  /** The end of the key; null if it has none. */
  readonly expiresAt: string | null;
  /** The time of creation. */
  readonly createdAt: string;
  /** The secret. No other answer contains it. */
  readonly fullKey: string;
}

export interface CreatedBy {
  /** Whether a program acted or a member who was signed in. */
  readonly type: 'api_key' | 'member';
  /** The id of the key or the member, also after their removal. */
  readonly id: string;
}

export interface DailyStats {
  /** The first day. */
  readonly from: string;
  /** The last day, which is included. */
  readonly to: string;
  /** Days, the oldest first, with days without documents. */
  readonly days: readonly {
    /** The day, in UTC. */
    readonly date: string;
    /** Submissions that have ended. */
    readonly total: number;
    /** Submissions that ended with SUCCESS. */
    readonly success: number;
    /** Submissions that ended with FAILED. */
    readonly failed: number;
    /** Submissions that ended with REJECTED. */
    readonly rejected: number;
    /** The size of all documents. */
    readonly inputBytes: number;
    /** The size of the outputs of successful submissions. */
    readonly outputBytes: number;
    /** The average for successful submissions; null without any. */
    readonly averageProcessingMs: number | null;
  }[];
}

export interface DataExport {
  /** The id of the export. */
  readonly exportId: string;
  /** The state of the export. */
  readonly status: 'pending' | 'completed' | 'failed' | 'expired';
  /** The time of the request. */
  readonly requestedAt: string;
  /** The time of completion; absent before. */
  readonly completedAt?: string | undefined;
  /** The time at which the service deletes the archive: seven days after its completion. */
  readonly expiresAt?: string | undefined;
  /** The size of the archive in bytes. */
  readonly sizeBytes?: number | undefined;
  /** SHA-256 of the archive, in hex; absent before its completion. */
  readonly sha256?: string | undefined;
}

export interface DataExportPage {
  /** Exports, the newest first. */
  readonly items: readonly DataExport[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface DeliveryAttempts {
  /** The time of the next attempt; null without one. A receiver that mostly fails waits longer. */
  readonly nextAttemptAt: string | null;
  /** Attempts, the oldest first. */
  readonly items: readonly {
    /** 1 for the first sequence of attempts, and one more for each replay. */
    readonly sequence: number;
    /** The number of the attempt in its sequence. */
    readonly number: number;
    /** The start of the attempt. */
    readonly startedAt: string;
    /** The end of the attempt; null before. */
    readonly endedAt: string | null;
    /** The status of the answer; null without an answer. */
    readonly statusCode: number | null;
    /** The reason for the failure; null without a failure. */
    readonly error: 'dns_failure' | 'connect_timeout' | 'connection_failed' | 'tls_error' | 'timeout' | 'http_status' | 'redirect' | 'blocked_address' | 'endpoint_gone' | 'endpoint_inactive' | 'interrupted' | (string & {}) | null;
    /** The beginning of the answer; null without one. */
    readonly responseBody: string | null;
  }[];
}

export interface DeliveryPage {
  /** Deliveries, the newest first. */
  readonly items: readonly WebhookDelivery[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface DiffSummary {
  /** The number of entries in all lists. A difference between the object counts of different documents counts as one entry. */
  readonly totalChanges: number;
  /** The most serious level of these differences. */
  readonly severity: 'none' | 'minor' | 'moderate' | 'major';
  /** Whether the documents have no difference. */
  readonly identical: boolean;
}

export interface EmbeddedFile {
  /** The name in the document, without folders and control characters. It is no path to write to. */
  readonly name: string;
  /** The media type that the document states; null without one. */
  readonly mediaType: string | null;
  /** The relation to the document, for example `Alternative`; null if the document states none. */
  readonly relationship: string | null;
  /** Whether the service could read the content. */
  readonly content: 'complete' | 'damaged' | 'not_read';
  /** The size of the unpacked content; null unless the content is complete. */
  readonly sizeBytes: number | null;
  /** The SHA-256 of the unpacked content; null unless the content is complete. */
  readonly sha256: string | null;
}

export interface EmbeddedFiles {
  /** The invoice that `embedded_files_policy` preserves; null without one. */
  readonly kept: EmbeddedFile | null;
  /** The removed files. */
  readonly removed: {
    /** The number of files. */
    readonly count: number;
    /** The first files. */
    readonly listed: readonly EmbeddedFile[];
    /** The number of files beyond the listed ones. */
    readonly notListed: number;
  };
}

export interface EndpointSecret {
  /** The id of the endpoint. */
  readonly id: string;
  /** The secret that signs deliveries. */
  readonly signingSecret: string;
}

export interface Envelope {
  /** The media type `application/vnd.in-toto+json`. */
  readonly payloadType: string;
  /** The Statement in Base64. */
  readonly payload: string;
  /** Signatures, one of each key. */
  readonly signatures: readonly {
    /** The `kid` in the key set. */
    readonly keyid: string;
    /** The signature over type and payload, as DSSE joins them. */
    readonly sig: string;
  }[];
}

export interface Erasure {
  /** The id of the erasure. */
  readonly erasureId: string;
  /** The state of the erasure. */
  readonly status: 'scheduled' | 'completed';
  /** The time of the request. */
  readonly requestedAt: string;
  /** The time of completion; null before. */
  readonly completedAt: string | null;
  /** The number of submissions at the time of the request. */
  readonly matchedSubmissions: number;
  /** The number of erased submissions so far. */
  readonly submissions: number;
  /** Deleted originals and outputs. */
  readonly objectsRemoved: number;
  /** Objects from earlier versions that an organization shares; 0 after their move. */
  readonly objectsShared: number;
  /** Deleted archives of exports. */
  readonly exportsRemoved: number;
  /** The certificate as a JWS in compact serialization; absent before completion. */
  readonly certificate: string | null;
}

export interface ErasurePage {
  /** Erasures, the newest first. */
  readonly items: readonly Erasure[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface ExportLink {
  /** An address of the archive that needs no credentials. Everybody with the address can read the archive. */
  readonly url: string;
  /** The end of the address. */
  readonly expiresAt: string;
}

export interface FailureInfo {
  /** The code of the failure, for programs. */
  readonly code: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {});
  /** The reason for people. */
  readonly message: string;
  /** The stage at which the submission ended; null outside of the stages. */
  readonly stage: StageName | null;
  /** The policy that rejects the document, and the reason. Only `POLICY_REJECTION` has it. */
  readonly reason?: 'SIGNED_PDF' | 'PDFA_COMPLIANCE_RISK' | 'GLYPH_MISSING' | (string & {}) | undefined;
  /** The data of the message. A failure has only the members that its message needs. */
  readonly facts?: {
    /** The quantity that exceeds its limit. */
    readonly limit?: 'objects' | 'objectWords' | 'writtenNodes' | 'pages' | 'treeNodes' | 'treeEntries' | 'copiedBytes' | 'widgets' | 'contentBytes' | 'operators' | 'xrefSections' | 'xrefEntries' | 'packedObjects' | 'objectStreamBytes' | 'textContentBytes' | 'textForms' | 'glyphs' | 'textUnits' | 'cmapEntries' | 'postQuantumBytes' | 'nesting' | 'filtersPerStream' | 'decodedBytes' | 'decodingBytes' | 'readBytes' | 'predictorRowBytes' | 'savedStates' | 'operandItems' | 'pageContentBytes' | 'pageTreeDepth' | 'signatures' | 'signedBytes' | 'trailers' | 'reportedDifferences' | (string & {}) | undefined;
    /** A security handler, version or revision that is not supported. */
    readonly encryption?: {
      /** The security handler. */
      readonly handler: string;
      /** `V` of the encryption dictionary. */
      readonly version: number;
      /** `R` of the encryption dictionary. */
      readonly revision: number;
    } | undefined;
    /** A crypt filter that is not supported. */
    readonly cryptFilter?: {
      /** The name of the crypt filter. */
      readonly name: string;
      /** The method of the filter; null if the document does not define the filter. */
      readonly method: string | null;
    } | undefined;
    /** An entry of the encryption dictionary whose length differs from the standard. */
    readonly encryptionEntry?: {
      /** The name of the entry. */
      readonly name: string;
      /** The length of the entry. */
      readonly bytes: number;
    } | undefined;
    /** Streams behind a filter that is not supported. */
    readonly unsupported?: {
      /** The kind of streams. */
      readonly part: 'streams' | 'stream' | 'content_stream' | 'cross_reference_stream' | 'object_stream' | (string & {});
      /** The number of streams. */
      readonly count: number;
      /** The filter of the first one. */
      readonly filter: string;
    } | undefined;
    /** Active content that is left in the output. */
    readonly residue?: {
      /** The number of traces. */
      readonly count: number;
      /** The first entry; null if only the embedded file that stays is missing. */
      readonly first: string | null;
    } | undefined;
    /** The service refused or changed the output when it normalized the output again. */
    readonly isRefusedAgain?: boolean | undefined;
  } | undefined;
  /** The part of the document that the finding is about. */
  readonly place?: FindingPlace | undefined;
}

export interface FieldFault {
  /** The part of the request. */
  readonly in: 'form' | 'query' | 'path' | 'header' | 'body';
  /** The field. In a JSON body it is a JSON pointer (RFC 6901). */
  readonly name: string;
  /** The code of the fault, for programs. */
  readonly code: string;
  /** The fault for people. */
  readonly detail: string;
}

export interface FindingPlace {
  /** The pages, as ranges; the first 20 of them. */
  readonly pages: readonly PageRange[];
  /** The number of these pages. */
  readonly pageCount: number;
  /** The first object; null where the finding names none. */
  readonly object: ObjectId | null;
  /** The bytes of the original; null where the finding names none. */
  readonly byteRange: ByteRange | null;
  /** The form fields, by their qualified names; the first 20 of them. */
  readonly fields: readonly string[];
  /** The number of these fields. */
  readonly fieldCount: number;
  /** The fields of the signatures; empty for a signature without a field. */
  readonly signatures: readonly string[];
  /** The number of these signatures. */
  readonly signatureCount: number;
}

export interface FlaggedEventData {
  /** The submission. */
  readonly submissionId: string;
  /** The batch of the submission; null without one. */
  readonly batchId: string | null;
  /** The verdict without names and words of the document. */
  readonly verdict: VerdictSummary;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The path of the submission. */
    readonly submission: string;
  };
}

export interface FontList {
  /** The number of fonts. */
  readonly count: number;
  /** The first fonts by name. */
  readonly listed: readonly {
    /** The name of the font. */
    readonly name: string;
    /** The pages that use it; the first 20 ranges. */
    readonly pages: readonly PageRange[];
    /** The number of pages that use the font. */
    readonly pageCount: number;
  }[];
}

export interface FoundPage {
  /** The submission whose canonical document has the page. */
  readonly submissionId: string;
  /** The number of the page in the canonical document, from 1. */
  readonly page: number;
  /** `page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins. */
  readonly match: 'page' | 'without_margins' | (string & {});
  /** The time of the acceptance of the submission. */
  readonly createdAt: string;
  /** The SHA-256 of the canonical document. */
  readonly normalizedSha256: string;
}

export interface FoundPageList {
  /** The pages, in the order of the ids of their submissions. */
  readonly items: readonly FoundPage[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface Invitation {
  /** The id of the invitation. */
  readonly invitationId: string;
  /** The address of the invited person. */
  readonly email: string;
  /** The role of the new member in the portal. */
  readonly role: 'admin' | 'member';
  /** The person can still accept the invitation. */
  readonly status: 'pending';
  /** The end of the invitation. */
  readonly expiresAt: string;
}

export interface InvitationPreview {
  /** The organization that invites. */
  readonly organizationName: string;
  /** The address of the invited person. */
  readonly email: string;
  /** The role of the new member in the organization. */
  readonly role: MemberRole;
  /** The end of the invitation. */
  readonly expiresAt: string;
}

export interface KeySet {
  /** Keys, the current key first, then the retired ones. */
  readonly keys: readonly PublicJwk[];
}

export interface LeakVerdict {
  /** SHA-256 of the token, in hex. */
  readonly token_hash: string;
  /** The type from the report. */
  readonly token_type: string;
  /** Whether the service made the key. */
  readonly label: 'true_positive' | 'false_positive';
}

export interface Liveness {
  /** Whether the process does its work. */
  readonly status: 'ok' | 'stuck';
}

/** The role of a member in the portal. */
export type MemberRole = 'owner' | 'admin' | 'member';

export interface Message {
  /** The outcome, for people. */
  readonly message: string;
}

export interface NameList {
  /** The total number. */
  readonly count: number;
  /** The first entries. */
  readonly listed: readonly string[];
}

/** The facts document of the submission for which the attestation was made. */
export interface NamedFacts {
  /** The submission for which the attestation was made. */
  readonly submissionId: string;
  /** SHA-256 of its facts document, in hex. */
  readonly sha256: string;
}

export interface NormalizationFailureEvent {
  /** The kind of event. */
  readonly type: 'normalization.failure';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizationRejectedEvent {
  /** The kind of event. */
  readonly type: 'normalization.rejected';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizationSuccessEvent {
  /** The kind of event. */
  readonly type: 'normalization.success';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizeResponse {
  /** The version of the API in the request. */
  readonly apiVersion: string;
  /** The id of the request that made the submission. */
  readonly requestId: string;
  /** The id of the submission. */
  readonly submissionId: string;
  /** The processing time in milliseconds; 0 while pending. */
  readonly processingTimeMs: number;
  /** The current or the final status. */
  readonly status: SubmissionStatus;
  /** The value from the request; null without one. */
  readonly clientReference?: string | null | undefined;
  /** The value from the request; empty without one. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The document as it came. */
  readonly original: OriginalInfo;
  /** The canonical document; null without one. */
  readonly normalized: NormalizedInfo | null;
  /** What was found and taken out; an empty object while pending. */
  readonly security: SecurityInfo;
  /** What was repaired and checked; an empty object while pending. */
  readonly validation: ValidationInfo;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** Signs of tampering; null while pending. */
  readonly tamperAnalysis: TamperAnalysis | null;
  /** Facts that matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** The reason for the missing canonical document; null unless the submission ended without one. */
  readonly failure: FailureInfo | null;
}

export interface NormalizedInfo {
  /** SHA-256 of the canonical document, in hex. */
  readonly sha256: string;
  /** The size in bytes. */
  readonly sizeBytes: number;
  /** The version of PDF in its header, for example `1.7`. */
  readonly pdfVersion: string;
  /** Whether a reader can show the document while it loads. */
  readonly linearized: boolean;
  /** SHA-256 of the text that the pages show; null without text. */
  readonly contentHash: string | null;
  /** The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared. */
  readonly contentHashAlgorithm: string | null;
  /** The pipeline specification of the output. */
  readonly pipelineSpec: string;
  /** An address that is valid for 15 minutes; null for stateless submissions, which have no stored output. */
  readonly downloadUrl: string | null;
}

export interface ObjectId {
  /** The number of the object. */
  readonly number: number;
  /** The generation of the object. */
  readonly generation: number;
}

export interface Organization {
  /** The id of the organization. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  /** The name in URLs. */
  readonly slug: string;
  /** A label. Organizations have no schema of their own. */
  readonly schemaName: string;
  /** The address for bills and other mail; null without one. */
  readonly contactEmail: string | null;
  /** The region of documents that name none; null if the service chooses. */
  readonly defaultRegion: Region | null;
  /** The regions that documents may use. */
  readonly allowedRegions: readonly Region[];
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a billing period. */
  readonly monthlyDocLimit: number;
  /** False after the deactivation, which is final. */
  readonly isActive: boolean;
  /** Whether members need a second factor. */
  readonly requireSecondFactor: boolean;
  /** The time of creation. */
  readonly createdAt: string;
  /** The pending deletion; null without one. */
  readonly deletion: AccountDeletion | null;
}

export interface OriginalInfo {
  /** SHA-256 of the original, in hex. */
  readonly sha256: string;
  /** The size in bytes. */
  readonly sizeBytes: number;
}

export interface PageAddress {
  /** The address of the page for the person. */
  readonly url: string;
}

export interface PageInfo {
  /** The number of the page, from 1. */
  readonly pageNumber: number;
  /** The first 16 hex digits of a SHA-256 of all visible content of the page. */
  readonly contentHash: string;
}

export interface PageOfReport {
  /** The number of the page in the canonical document, from 1. */
  readonly page: number;
  /** The SHA-256 of all visible content of the page. */
  readonly fingerprint: string;
  /** The fingerprint without the margins at the top and at the bottom; null if the rest is blank. */
  readonly withoutMargins: string | null;
}

export interface PageRange {
  /** The first page of the range, from 1. */
  readonly first: number;
  /** The last page of the range. */
  readonly last: number;
}

export interface PageReorder {
  /** The page number in the first document, from 1. */
  readonly oldPosition: number;
  /** The page number in the second document, from 1. */
  readonly newPosition: number;
  /** The first 16 hex digits of a SHA-256 of all visible content of the page. */
  readonly contentHash: string;
}

export interface Passkey {
  /** The id of the passkey. */
  readonly id: string;
  /** The name that the owner gave to the passkey. */
  readonly name: string;
  /** The time of registration. */
  readonly createdAt: string;
  /** The time of its last use; null before the first one. */
  readonly lastUsedAt: string | null;
}

export interface PasskeyAssertion {
  /** Bytes in base64url. */
  readonly id: string;
  /** Bytes in base64url. */
  readonly rawId: string;
  /** The type, which is always the same. */
  readonly type: 'public-key';
  /** The service ignores this member. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  /** The service ignores this member. */
  readonly authenticatorAttachment?: string | null | undefined;
  /** The answer of the authenticator. */
  readonly response: {
    /** Bytes in base64url. */
    readonly clientDataJSON: string;
    /** Bytes in base64url. */
    readonly authenticatorData: string;
    /** Bytes in base64url. */
    readonly signature: string;
  };
}

/** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface PasskeyCreationOptions {
  /** The challenge to sign, valid for one use within five minutes. */
  readonly challenge: string;
  /** The relying party: this service. */
  readonly rp: {
    /** The domain of the service. */
    readonly id: string;
    /** The name for people. */
    readonly name: string;
  };
  /** The owner of the new passkey. */
  readonly user: {
    /** The id of the member. */
    readonly id: string;
    /** The address of the member. */
    readonly name: string;
    /** The name for people. */
    readonly displayName: string;
  };
  /** The accepted algorithms, the preferred one first. */
  readonly pubKeyCredParams: readonly {
    /** The type, which is always the same. */
    readonly type: 'public-key';
    /** A number of the IANA registry of COSE algorithms. */
    readonly alg: number;
  }[];
  /** The registered credentials. */
  readonly excludeCredentials: readonly {
    /** The id of the credential. */
    readonly id: string;
    /** The type, which is always the same. */
    readonly type: 'public-key';
  }[];
}

export interface PasskeyRegistration {
  /** Bytes in base64url. */
  readonly id: string;
  /** Bytes in base64url. */
  readonly rawId: string;
  /** The type, which is always the same. */
  readonly type: 'public-key';
  /** The service ignores this member. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  /** The service ignores this member. */
  readonly authenticatorAttachment?: string | null | undefined;
  /** The answer of the authenticator. */
  readonly response: {
    /** Bytes in base64url. */
    readonly clientDataJSON: string;
    /** Bytes in base64url. */
    readonly attestationObject: string;
    /** The connections to the authenticator. */
    readonly transports?: readonly string[] | undefined;
  };
}

/** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeyRequestOptions {
  /** The challenge to sign, valid for one use within five minutes. */
  readonly challenge: string;
  /** The domain of the relying party. */
  readonly rpId: string;
  /** The passkeys of the member. */
  readonly allowCredentials: readonly {
    /** The id of the credential. */
    readonly id: string;
    /** The type, which is always the same. */
    readonly type: 'public-key';
  }[];
}

/** A plan. */
export type PlanTier = 'free' | 'starter' | 'growth' | 'pro';

export interface Problem {
  /** A page that explains the code. */
  readonly type: string;
  /** The name of the code, the same at every occurrence. */
  readonly title: string;
  /** The status of the answer. */
  readonly status: number;
  /** The error for people. */
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  /** The code of the error, for programs. Later versions of the service may add codes. */
  readonly code: 'validation_failed' | 'unknown_parameter' | 'malformed_request' | 'malformed_upload' | 'body_incomplete' | 'digest_mismatch' | 'document_encrypted' | 'not_a_pdf' | 'invalid_hash' | 'invalid_region' | 'region_not_allowed' | 'invalid_webhook_url' | 'batch_not_found' | 'weak_password' | 'invalid_or_expired_token' | 'ambiguous_credentials' | 'unsupported_api_version' | 'pipeline_spec_unavailable' | 'idempotency_key_conflict' | 'stateless_conflict' | 'invalid_signature' | 'owner_cannot_be_removed' | 'own_role_change' | 'export_not_ready' | 'cooling_off_expired' | 'missing_credentials' | 'invalid_api_key' | 'api_key_expired' | 'api_key_revoked' | 'api_key_required' | 'access_token_required' | 'invalid_token' | 'token_expired' | 'invalid_credentials' | 'mfa_required' | 'invalid_second_factor' | 'invalid_refresh_token' | 'quota_exceeded' | 'quota_reserved' | 'payment_past_due' | 'insufficient_scope' | 'insufficient_role' | 'email_not_verified' | 'reauthentication_required' | 'second_factor_required' | 'artifact_forbidden' | 'report_forbidden' | 'not_found' | 'method_not_allowed' | 'upload_stalled' | 'idempotency_key_in_use' | 'idempotency_outcome_unknown' | 'batch_closed' | 'organization_inactive' | 'slug_taken' | 'api_key_limit_reached' | 'api_key_inactive' | 'already_registered' | 'already_member' | 'webhook_limit_reached' | 'webhook_inactive' | 'file_too_large' | 'body_too_large' | 'unsupported_media_type' | 'precondition_failed' | 'range_not_satisfiable' | 'document_rejected' | 'document_failed' | 'idempotency_key_reused' | 'abnormal_usage' | 'rate_limited' | 'too_many_at_once' | 'too_many_streams' | 'headers_too_large' | 'internal_error' | 'payment_provider_error' | 'not_implemented' | 'service_unavailable' | 'processing_timeout' | (string & {});
  /** The id of the request. Support finds the request by it. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The faulty parts of the request; absent without any. */
  readonly errors?: readonly FieldFault[] | undefined;
  /** `region_not_allowed`: the regions that the organization may use. */
  readonly allowedRegions?: readonly Region[] | undefined;
  /** `batch_not_found`: the id from the request. */
  readonly batchId?: string | undefined;
  /** `cooling_off_expired`: the end of the time for cancelling. */
  readonly cancellableUntil?: string | undefined;
  /** `export_not_ready`: the state of the export. */
  readonly exportStatus?: 'pending' | 'completed' | 'failed' | 'expired' | undefined;
  /** `mfa_required`: the seconds in which `mfa_token` is valid. */
  readonly expires_in?: number | undefined;
  /** Compare: the reason why the file is unreadable. */
  readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {}) | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the documents of a period. */
  readonly limit?: number | undefined;
  /** `file_too_large`, `body_too_large`: the limit in bytes. */
  readonly limitBytes?: number | undefined;
  /** `mfa_required`, `reauthentication_required`: the methods, each of which is enough. */
  readonly methods?: readonly ('totp' | 'passkey' | 'recovery_code' | 'password' | (string & {}))[] | undefined;
  /** `mfa_required`: the token for `POST /api/auth/login/mfa`. */
  readonly mfa_token?: string | undefined;
  /** `file_too_large`, `quota_exceeded`, `quota_reserved`, `payment_past_due`: the plan. */
  readonly planTier?: PlanTier | undefined;
  /** `mfa_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  readonly publicKey?: PasskeyRequestOptions | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`, `abnormal_usage`: the start of the next period. */
  readonly resetsAt?: string | undefined;
  /** `not_found`: the kind of the missing object. */
  readonly resource?: string | undefined;
  /** `insufficient_role`: the roles, each of which is enough. */
  readonly roles?: readonly MemberRole[] | undefined;
  /** `insufficient_scope`: the scopes with spaces in between, each of which is enough. */
  readonly scope?: string | undefined;
  /** `second_factor_required`: the page to set one up. */
  readonly setUp?: readonly string[] | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the start of the period. */
  readonly startsAt?: string | undefined;
  /** `document_rejected`, `document_failed`: the answer that a form would have got. */
  readonly submission?: NormalizeResponse | undefined;
  /** `unsupported_api_version`: the versions of the API. */
  readonly supported?: readonly string[] | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the page to buy more. */
  readonly upgradeUrl?: string | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the number of used documents, with those in progress. */
  readonly used?: number | undefined;
  /** `rate_limited`: the used up limits of `RateLimit-Policy`. */
  readonly 'violated-policies'?: readonly string[] | undefined;
}

export interface PublicJwk {
  /** The kind of key. */
  readonly kty: 'EC';
  /** The use of the key: it signs. */
  readonly use: 'sig';
  /** The algorithm. */
  readonly alg: 'ES256';
  /** The RFC 7638 thumbprint of the key. */
  readonly kid: string;
  /** The curve of the key. */
  readonly crv: 'P-256';
  /** The coordinate in Base64url. */
  readonly x: string;
  /** The other coordinate in Base64url. */
  readonly y: string;
  /** The start of the use of the key. All its signatures are newer. */
  readonly 'x-created-at'?: string | undefined;
  /** The end of the use of the key; absent for the current key. */
  readonly 'x-retired-at'?: string | undefined;
}

export interface Quota {
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a period. */
  readonly limit: number;
  /** Units of the period, delivered and in progress, with comparisons. */
  readonly used: number;
  /** The number of documents left. */
  readonly remaining: number;
  /** Whether the plan takes documents beyond its limit, at a price. */
  readonly overageAllowed: boolean;
  /** The start of the period. */
  readonly startsAt: string;
  /** The start of the next period. */
  readonly resetsAt: string;
  /** The limit of the size of a document in bytes. */
  readonly maxFileBytes: number;
  /** The number of documents that the service processes at once. More documents wait. */
  readonly concurrentJobs: number;
}

export interface Readiness {
  /** Whether this process can take requests. */
  readonly status: 'ok' | 'unavailable' | 'draining';
  /** The parts that the process needs. */
  readonly checks: {
    /** The state of PostgreSQL. */
    readonly database: 'ok' | 'unavailable';
    /** The state of Temporal. */
    readonly temporal: 'ok' | 'unavailable';
    /** The state of the object store. */
    readonly storage: 'ok' | 'unavailable';
  };
  /** The number of workers that the database saw within the last half minute; null if the database does not answer. */
  readonly workers: number | null;
}

export interface Received {
  /** The service accepted the event. */
  readonly received: boolean;
}

export interface RecoveryCodes {
  /** Recovery codes. Each works once, in place of another second factor. No other answer contains them. */
  readonly recoveryCodes: readonly string[];
}

/** The region that stores and processes documents. */
export type Region = 'ca-central-1' | 'us-east-2' | 'eu-central-1';

export interface Registered {
  /** `active` if an invitation confirms the address. */
  readonly status: 'pending_verification' | 'active';
  /** The address, in lower case. */
  readonly email: string;
}

export interface RegisteredPasskey {
  /** The id of the passkey. */
  readonly id: string;
  /** The name that the owner gave to the passkey. */
  readonly name: string;
  /** The time of registration. */
  readonly createdAt: string;
  /** The time of its last use; null before the first one. */
  readonly lastUsedAt: string | null;
  /** Recovery codes with the first second factor; null with a further one. */
  readonly recoveryCodes: readonly string[] | null;
}

export interface RemovedMember {
  /** The id of the removed member. */
  readonly id: string;
  /** The member no longer belongs to the organization. */
  readonly status: 'removed';
}

export interface RemovedWebhook {
  /** The id of the endpoint. */
  readonly id: string;
  /** The service sends nothing to the endpoint any more. */
  readonly status: 'deleted';
}

export interface ReplayedDeliveries {
  /** The service sends the deliveries soon. */
  readonly status: 'queued';
  /** The number of deliveries. */
  readonly deliveries: number;
}

export interface Report {
  /** The version of the API in the request. */
  readonly apiVersion: string;
  /** `sha256:` and the SHA-256 of the canonical document in hex. */
  readonly outputHash: string;
  /** The submission of the report. */
  readonly submissionId: string;
  /** The end of the submission. */
  readonly createdAt: string;
  /** The processing time in milliseconds. */
  readonly processingTimeMs: number;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** All stages in their order. */
  readonly stages: readonly Stage[];
  /** Facts that matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Signs of tampering. */
  readonly tamperAnalysis: {
    /** Whether the analysis has findings. */
    readonly detected: boolean;
    /** The findings. */
    readonly findings: readonly Anomaly[];
  };
  /** The revisions; null if the service could not separate them. */
  readonly revisions: Revisions | null;
  /** The embedded files; null without any. */
  readonly embeddedFiles: EmbeddedFiles | null;
  /** The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared. */
  readonly contentHashAlgorithm: string | null;
  /** The specification of the output; null without one. */
  readonly pipelineSpec: string | null;
  /** The fingerprints of the pages of the output; null where none are stored. */
  readonly pages: readonly PageOfReport[] | null;
  /** The definition of the fingerprints, for example `page-1`; null without any. */
  readonly pageFingerprintAlgorithm: string | null;
  /** PDF/A validation of the output. */
  readonly validator: {
    /** Whether PDF/A validation ran. */
    readonly validated: boolean;
    /** Clauses of ISO 19005 that the output violates. */
    readonly errors: readonly string[];
  };
}

export interface RequestedDeletion {
  /** The deletion can still be cancelled. */
  readonly status: 'pending';
  /** The time of the request. */
  readonly requestedAt: string;
  /** The end of the time for cancelling. */
  readonly cancellableUntil: string;
  /** The next step, for people. */
  readonly message: string;
}

export interface ResetFactors {
  /** The member without the second factors. */
  readonly id: string;
  /** The member has no second factor any more. */
  readonly status: 'reset';
}

export interface Revision {
  /** The number of the revision, from 1. */
  readonly number: number;
  /** The first byte in the original. */
  readonly startByte: number;
  /** The byte after the last one. */
  readonly endByte: number;
  /** New objects. */
  readonly objectsAdded: number;
  /** Objects that replace earlier ones. */
  readonly objectsChanged: number;
  /** Deleted objects. */
  readonly objectsFreed: number;
  /** The number of signatures that cover the whole revision. */
  readonly coveringSignatures: number;
  /** The fields of those signatures. */
  readonly coveredBy: readonly string[];
}

export interface RevisionObject {
  /** The number of the object in the file. */
  readonly objectNumber: number;
  /** The change of the object in the revision. */
  readonly change: 'repointed' | 'replaced' | 'added' | 'freed' | 'rewritten';
  /** The purpose of the object. `container` holds other objects, or is a cross-reference stream. */
  readonly kind: 'page' | 'content' | 'field' | 'annotation' | 'signature' | 'action' | 'catalog' | 'font' | 'image' | 'structure' | 'metadata' | 'other' | 'container';
  /** The first page of the object, from 1; null without one. */
  readonly page: number | null;
  /** The qualified name of the field; null without one. */
  readonly field: string | null;
  /** The keys with different values in a replaced dictionary. `stream` stands for the data of a stream. */
  readonly keys: readonly string[];
  /** The change for people, for example `page 1: content` or `field Amount: value`. Names come from the file. */
  readonly words: string;
}

export interface Revisions {
  /** The number of saves, with the first one. */
  readonly count: number;
  /** Revisions, the oldest first. */
  readonly listed: readonly Revision[];
  /** The number of entries beyond the listed ones. */
  readonly notListed: number;
}

export interface Revoked {
  /** The id of the revoked key or invitation. */
  readonly id: string;
  /** The key or invitation is no longer valid. */
  readonly status: 'revoked';
}

/** The most serious level of the findings of the tamper analysis. */
export type RiskLevel = 'none' | 'low' | 'medium' | 'high' | 'critical';

export interface ScheduledErasure {
  /** Whether the service will erase documents, or only counted them. */
  readonly status: 'scheduled' | 'dry_run';
  /** The outcome for people. */
  readonly message: string;
  /** The id of the erasure; null for a dry run. */
  readonly erasureId: string | null;
  /** The number of submissions. */
  readonly matchedSubmissions: number;
  /** The number of submissions by specification and algorithm. */
  readonly matchedUnder: readonly {
    /** The specification of the output; null for documents without an output. */
    readonly pipelineSpec: string | null;
    /** The algorithm of the text hash; null also if an old report does not contain it. */
    readonly contentHashAlgorithm: string | null;
    /** The number of submissions with this specification and algorithm. */
    readonly submissions: number;
  }[];
}

export interface SecondFactors {
  /** The methods for a sign-in; empty without a second factor. */
  readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
  /** Whether the organization requires a second factor of its members. */
  readonly required: boolean;
  /** The authenticator app; null without one. */
  readonly totp: {
    /** The time of the setup. */
    readonly createdAt: string;
    /** The time of the last code; null before the first one. */
    readonly lastUsedAt: string | null;
  } | null;
  /** Passkeys in the order of their registration. */
  readonly passkeys: readonly Passkey[];
  /** The number of unused recovery codes. */
  readonly recoveryCodesLeft: number;
}

export interface SecurityInfo {
  /** The service removed JavaScript. */
  readonly javascriptRemoved?: boolean | undefined;
  /** The service removed an action at opening. */
  readonly openActionsRemoved?: boolean | undefined;
  /** The service removed embedded files. */
  readonly embeddedFilesRemoved?: boolean | undefined;
  /** The service removed sounds, films or 3D content. */
  readonly richMediaRemoved?: boolean | undefined;
  /** The service removed an action that starts programs. */
  readonly launchActionsRemoved?: boolean | undefined;
  /** The service made one revision of several. */
  readonly incrementalUpdatesRemoved?: boolean | undefined;
  /** The service made the fields of a form part of the pages. */
  readonly acroformFlattened?: boolean | undefined;
  /** The service removed annotations, as `remove_annotations` asks. */
  readonly annotationsRemoved?: boolean | undefined;
  /** The service removed the encryption. */
  readonly encryptedInput?: boolean | undefined;
  /** The original has signatures. */
  readonly digitalSignaturesDetected?: boolean | undefined;
  /** The service removed the signatures, as `signed_pdf_policy` asks. */
  readonly digitalSignaturesRemoved?: boolean | undefined;
  /** The number of signatures. */
  readonly signatureCount?: number | undefined;
  /** The result of each signature. */
  readonly signatureVerificationResults?: readonly SignatureVerification[] | undefined;
  /** The status of all signatures together. */
  readonly overallSignatureStatus?: 'ALL_VALID' | 'SOME_INVALID' | 'NONE' | undefined;
}

export interface Session {
  /** The id of the sign-in. */
  readonly id: string;
  /** Whether this call used the sign-in. */
  readonly current: boolean;
  /** The `User-Agent` of the program that signed in; null if it sent none. */
  readonly userAgent: string | null;
  /** The time of the sign-in. */
  readonly createdAt: string;
  /** The time of the last proof by a second factor; null without one. */
  readonly secondFactorAt: string | null;
  /** The time of the last renewal. */
  readonly lastUsedAt: string;
  /** The end of the sign-in unless a renewal extends it. */
  readonly expiresAt: string;
}

/** The severity of a finding. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface SignatureList {
  /** The number of signatures. */
  readonly count: number;
  /** The field of the first one; empty for a signature without a field. */
  readonly first: string;
  /** The reason of the first one. */
  readonly reason: 'BYTERANGE_INVALID' | 'UNSUPPORTED_SUBFILTER' | 'SIGNATURE_UNREADABLE' | 'CERTIFICATE_MISSING' | 'DIGEST_MISMATCH' | 'ALGORITHM_NOT_SUPPORTED' | 'CMS_INVALID' | 'WEAK_DIGEST' | 'MODIFIED_AFTER_SIGNING' | 'WEAK_KEY' | 'KEY_USAGE_NOT_ALLOWED' | 'EXTENDED_KEY_USAGE_NOT_ALLOWED' | 'CERTIFICATE_NOT_YET_VALID' | (string & {}) | null;
  /** The algorithm that is not supported; null where the reason is another one. */
  readonly algorithm: string | null;
}

export interface SignatureReach {
  /** The name of the field; empty without one. */
  readonly fieldName: string;
  /** The signature is a timestamp of the document. */
  readonly isTimestamp: boolean;
  /** The byte range in the file; null if it is no list of integers. */
  readonly byteRange: readonly number[] | null;
  /** The bytes that the range leaves out. `foreign` is more than the value of the signature. Null if the range covers nothing. */
  readonly gap: 'exact' | 'digits-only' | 'padded' | 'foreign' | null;
  /** The byte after the last covered one; null if the range covers nothing. */
  readonly endByte: number | null;
  /** The newest revision with a covered end; null if the coverage ends inside of a revision. */
  readonly revision: number | null;
  /** The range covers all but the value of the signature and white space at the end. */
  readonly coversWholeFile: boolean;
  /** The bytes after the covered ones; null if the range covers nothing. */
  readonly followedBy: {
    /** The number of bytes after the last covered one. */
    readonly bytes: number;
    /** The rest is white space. */
    readonly onlyWhiteSpace: boolean;
    /** The number of revisions that end after the covered bytes. */
    readonly revisions: number;
  } | null;
}

export interface SignatureVerification {
  /** The field of the form that holds the signature. */
  readonly fieldName: string;
  /** Distinguished name of the certificate; null without a certificate. */
  readonly signerName: string | null;
  /** The time that the signature states, in ISO 8601 and UTC; null without one. */
  readonly signedAt: string | null;
  /** Whether the signature is valid and covers the visible content. */
  readonly valid: boolean;
  /** The time that a valid timestamp proves, else the time of processing. */
  readonly certificateExpired: boolean;
  /** Whether the certificate leads to a trust anchor; null where the service has no trust anchors. */
  readonly certificateChainTrusted: boolean | null;
  /** Whether a third party attests the time. */
  readonly timestampPresent: boolean;
  /** Whether the timestamp is valid; null without one. */
  readonly timestampValid: boolean | null;
  /** The earliest time that a valid timestamp proves, in ISO 8601 and UTC. A trusted timestamp authority makes it the time at which the algorithms are checked. Otherwise they are checked as of now. Null without proof. Absent in older reports. */
  readonly bestSignatureTime?: string | null | undefined;
  /** The first rule that the signature fails; null for a valid signature. */
  readonly reason: 'BYTERANGE_INVALID' | 'UNSUPPORTED_SUBFILTER' | 'SIGNATURE_UNREADABLE' | 'CERTIFICATE_MISSING' | 'DIGEST_MISMATCH' | 'ALGORITHM_NOT_SUPPORTED' | 'CMS_INVALID' | 'WEAK_DIGEST' | 'MODIFIED_AFTER_SIGNING' | 'WEAK_KEY' | 'KEY_USAGE_NOT_ALLOWED' | 'EXTENDED_KEY_USAGE_NOT_ALLOWED' | 'CERTIFICATE_NOT_YET_VALID' | (string & {}) | null;
}

export interface SignedIn {
  /** The token for the header `Authorization: Bearer`. */
  readonly access_token: string;
  /** The scheme of the token. */
  readonly token_type: 'Bearer';
  /** The number of seconds in which the access token is valid. */
  readonly expires_in: number;
  /** The value of the cookie, for programs without cookies. It works once. */
  readonly refresh_token: string;
  /** The member who signed in. */
  readonly user: {
    /** The id of the member. */
    readonly id: string;
    /** The address of the member. */
    readonly email: string;
    /** Whether the address is confirmed. */
    readonly emailVerified: boolean;
  };
  /** The organization of the member. */
  readonly organization: {
    /** The id of the organization. */
    readonly id: string;
    /** The name of the organization in URLs. */
    readonly slug: string;
    /** The role of the member in the organization. */
    readonly role: MemberRole;
  };
}

export interface SigningSecret {
  /** The secret that signs deliveries. */
  readonly signingSecret: string;
}

export interface Stage {
  /** The number of the stage, from 0. */
  readonly stage: number;
  /** The name of the stage. */
  readonly name: StageName;
  /** The result in a word. */
  readonly result: string;
  /** The findings of the tamper stage; absent in other stages. */
  readonly findings?: readonly Anomaly[] | undefined;
  /** The processing time in milliseconds. */
  readonly durationMs: number;
}

/** A stage of the pipeline. */
export type StageName = 'PdfaDetection' | 'TamperDetection' | 'StructuralRepair' | 'DigitalSignatureDetection' | 'ActiveContentRemoval' | 'AcroFormHandling' | 'MetadataCanonical' | 'FontResourceValidation' | 'FinalRewrite' | 'ContentHash';

export interface Stats {
  /** Documents since the creation of the organization. */
  readonly allTime: {
    /** Submissions that have ended. */
    readonly total: number;
    /** Submissions that ended with SUCCESS. */
    readonly success: number;
    /** Submissions that ended with FAILED. */
    readonly failed: number;
    /** Submissions that ended with REJECTED. */
    readonly rejected: number;
  };
  /** Documents of the billing period. */
  readonly currentMonth: {
    /** Submissions that have ended. */
    readonly total: number;
    /** Submissions that ended with SUCCESS. */
    readonly success: number;
    /** Submissions that ended with FAILED. */
    readonly failed: number;
    /** Submissions that ended with REJECTED. */
    readonly rejected: number;
  };
  /** Documents of a billing period. */
  readonly planLimit: number;
  /** Units delivered and in progress, with comparisons. */
  readonly usedThisMonth: number;
  /** Usage of the limit in percent. A plan that allows it can exceed 100. */
  readonly usageLimitPercent: number;
  /** The average processing time in milliseconds of successful submissions in the billing period; null without any. */
  readonly averageProcessingMs: number | null;
  /** Submissions, the newest first. */
  readonly recentSubmissions: readonly {
    /** The id of the submission. */
    readonly submissionId: string;
    /** The current or the final status. */
    readonly status: SubmissionStatus;
    /** The time of acceptance. */
    readonly createdAt: string;
    /** The time of its end; null before. */
    readonly completedAt: string | null;
    /** The time of the erasure; null unless the document is erased. */
    readonly erasedAt: string | null;
  }[];
}

export interface StructuralDiffReport {
  /** All of it in one look. */
  readonly summary: DiffSummary;
  /** Differences between the document information dictionaries. */
  readonly metadata: readonly {
    /** The key of the entry. */
    readonly field: string;
    /** The value in the first document; null without one. */
    readonly oldValue: string | null;
    /** The value in the second document; null without one. */
    readonly newValue: string | null;
  }[];
  /** The differences between the pages. */
  readonly pages: {
    /** Pages that only the second document has. */
    readonly added: readonly PageInfo[];
    /** Pages that only the first document has. */
    readonly removed: readonly PageInfo[];
    /** Pages at another place among the other pages. */
    readonly reordered: readonly PageReorder[];
    /** Pages of both documents with different content. */
    readonly modified: readonly {
      /** The page number in the first document, from 1. */
      readonly oldPosition: number;
      /** The page number in the second document, from 1. */
      readonly newPosition: number;
      /** The content of the page in the first document. */
      readonly oldContentHash: string;
      /** The content of the page in the second document. */
      readonly newContentHash: string;
      /** The words that differ, numbers first. Empty if both pages have the same words. Null if the words are unknown. */
      readonly textChanges: readonly {
        /** The words in the first document; null without any. */
        readonly before: string | null;
        /** The words in the second document; null without any. */
        readonly after: string | null;
      }[] | null;
    }[];
    /** Pages of the first document that the second one has at another place, or with other margins. The other lists cover their changes. */
    readonly matches: readonly {
      /** The page number in the first document, from 1. */
      readonly oldPosition: number;
      /** The page number in the second document, from 1. */
      readonly newPosition: number;
      /** `page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins. */
      readonly match: 'page' | 'without_margins' | (string & {});
    }[];
    /** Pages of the first document. A page that no list names is the same in both documents. */
    readonly totalA: number;
    /** Pages of the second document. */
    readonly totalB: number;
  };
  /** Approximate numbers of objects: entries of the cross-reference in use. */
  readonly objects: {
    /** The number of objects that only the second document has. */
    readonly added: number;
    /** The number of objects that only the first document has. */
    readonly removed: number;
    /** The number in the first document. */
    readonly totalA: number;
    /** The number in the second document. */
    readonly totalB: number;
  };
  /** Form fields. */
  readonly forms: readonly {
    /** The full name of the field. */
    readonly fieldName: string;
    /** The difference between the first and the second document. */
    readonly action: 'added' | 'removed' | 'modified';
    /** The value in the first document; null without one. */
    readonly oldValue: string | null;
    /** The value in the second document; null without one. */
    readonly newValue: string | null;
  }[];
  /** Annotations on pages that both documents have. */
  readonly annotations: readonly {
    /** The number of the page, from 1. */
    readonly page: number;
    /** The subtype of the annotation, for example `Link`. */
    readonly type: string;
    /** The difference between the first and the second document. */
    readonly action: 'added' | 'removed' | 'modified';
  }[];
  /** Facts about encryption, signatures and active content. */
  readonly security: readonly {
    /** The name of the fact. */
    readonly field: 'AdditionalActions' | 'EmbeddedFiles' | 'Encrypted' | 'JavaScript' | 'LaunchAction' | 'OpenAction' | 'Permissions' | 'SignatureCount' | 'UsageRights' | 'XFA' | (string & {});
    /** The value in the first document. */
    readonly oldValue: string;
    /** The value in the second document. */
    readonly newValue: string;
  }[];
  /** Fonts that only one of the documents has. */
  readonly fonts: readonly {
    /** The base name of the font without the subset tag. */
    readonly name: string;
    /** The change of the font from the first to the second document. */
    readonly action: 'added' | 'removed';
  }[];
  /** Facts that are no differences, but matter to readers. */
  readonly warnings: readonly {
    /** The code of the warning, for programs. */
    readonly code: 'PIPELINE_SPECS_DIFFER' | (string & {});
    /** The warning for people. */
    readonly message: string;
    /** The data of the warning. */
    readonly facts?: {
      /** The specification under which the first file was normalized. */
      readonly pipelineSpecA: string;
      /** The specification under which the second file was normalized. */
      readonly pipelineSpecB: string;
      /** The service normalized both files again before the comparison. */
      readonly isNormalized: boolean;
    } | undefined;
  }[];
  /** Properties in which the files differ although the documents are the same. */
  readonly ignored: readonly {
    /** The code of the property, for programs. */
    readonly code: 'resource_names' | 'subset_tags' | 'number_digits' | 'content_operators' | 'dates' | 'document_information' | 'xmp_metadata' | 'file_identifiers' | 'file_layout' | (string & {});
    /** The property for people, as a part of a sentence. */
    readonly message: string;
  }[];
}

export interface Submission {
  /** The version of the API in the request. */
  readonly apiVersion: string;
  /** The id of the request that made the submission. */
  readonly requestId: string;
  /** The id of the submission. */
  readonly submissionId: string;
  /** The processing time in milliseconds; 0 while pending. */
  readonly processingTimeMs: number;
  /** The current or the final status. */
  readonly status: SubmissionStatus;
  /** The value from the request; null without one. */
  readonly clientReference: string | null;
  /** The value from the request; empty without one. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The submitted document. */
  readonly original: {
    /** SHA-256 in hex; null once the document is erased. */
    readonly sha256: string | null;
    /** The size in bytes. */
    readonly sizeBytes: number;
  };
  /** The canonical document; null without one. */
  readonly normalized: NormalizedInfo | null;
  /** What was found and taken out; an empty object while pending. */
  readonly security: SecurityInfo;
  /** What was repaired and checked; an empty object while pending. */
  readonly validation: ValidationInfo;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** Signs of tampering; null while pending. */
  readonly tamperAnalysis: TamperAnalysis | null;
  /** Facts that matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** The reason for the missing canonical document; null unless the submission ended without one. */
  readonly failure: FailureInfo | null;
  /** The batch of the submission; null without one. */
  readonly batchId: string | null;
  /** The time of acceptance. */
  readonly createdAt: string;
  /** The API key or the member of the request; null in older records. */
  readonly createdBy: CreatedBy | null;
  /** The time of its end; null before. */
  readonly completedAt: string | null;
  /** The time of the erasure. An erased submission has only these members. */
  readonly erasedAt: string | null;
  /** Paths of the API. */
  readonly links: SubmissionLinks;
  /** The address of the workflow in the web interface of Temporal; absent in lists, and without the setting `TEMPORAL_UI_URL`. */
  readonly workflowUrl?: string | undefined;
}

export interface SubmissionEndEvent {
  /** The id of the submission that ended. */
  readonly submissionId: string;
  /** The final status. */
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';
  /** The reason for the missing output; null with an output. */
  readonly failureCode: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | null;
  /** Paths to read on. */
  readonly links: SubmissionLinks;
}

export interface SubmissionEventData {
  /** The submission that ended. */
  readonly submissionId: string;
  /** The batch of the submission; null without one. */
  readonly batchId: string | null;
  /** The value from the request; null without one. */
  readonly clientReference: string | null;
  /** The value from the request; empty without one. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The final status. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  /** The processing time in milliseconds. */
  readonly processingTimeMs: number;
  /** The document as it came. */
  readonly original: OriginalInfo;
  /** The hash of the canonical document, by which you can fetch it; null without one. */
  readonly normalized: {
    /** SHA-256 of the canonical document, in hex. */
    readonly sha256: string;
    /** The size in bytes. */
    readonly sizeBytes: number;
    /** The version of PDF in its header, for example `1.7`. */
    readonly pdfVersion: string;
    /** Whether a reader can show the document while it loads. */
    readonly linearized: boolean;
    /** SHA-256 of the text that the pages show; null without text. */
    readonly contentHash: string | null;
    /** The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared. */
    readonly contentHashAlgorithm: string | null;
    /** The pipeline specification of the output. */
    readonly pipelineSpec: string;
  } | null;
  /** The reason for the missing canonical document; null if there is one. */
  readonly failure: {
    /** The code of the failure, for programs. */
    readonly code: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {});
    /** The reason for people. */
    readonly message: string;
    /** The stage at which the submission ended; null outside of the stages. */
    readonly stage: StageName | null;
  } | null;
  /** The codes of the warnings, each once. */
  readonly warningCodes: readonly ('NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'INVOICE_NOT_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'XFA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_DECLARATION_INVALID' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | (string & {}))[];
  /** The verdict without names and words of the document; null in events of earlier versions of the service. */
  readonly verdict: VerdictSummary | null;
  /** The risk from the tamper analysis; null without an analysis. */
  readonly tamperRiskLevel: RiskLevel | null;
  /** The status of all signatures together; null if the service did not check them. */
  readonly overallSignatureStatus?: 'ALL_VALID' | 'SOME_INVALID' | 'NONE' | null | undefined;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The path of the submission. */
    readonly submission: string;
    /** The path of the canonical document; absent without one. */
    readonly artifact?: string | undefined;
    /** The path of the report. */
    readonly report?: string | undefined;
    /** The attestation of its original and output. */
    readonly attestation?: string | undefined;
    /** The certificate of its original and output. */
    readonly certificate?: string | undefined;
    /** The path that verifies the attestation and the output again. */
    readonly verify?: string | undefined;
  };
}

export interface SubmissionFlaggedEvent {
  /** The kind of event. */
  readonly type: 'submission.flagged';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: FlaggedEventData;
}

export interface SubmissionLinks {
  /** The path of the submission. */
  readonly self: string;
  /** The path of the report; null before the end and after an erasure. */
  readonly report: string | null;
  /** The path of the attestation of its original and output; null without one. */
  readonly attestation: string | null;
  /** The path of the certificate of its original and output; null without one. */
  readonly certificate: string | null;
  /** The path that verifies the attestation and the output again; null without them. */
  readonly verify: string | null;
  /** The path of the submitted bytes; null if the service does not store them. */
  readonly original: string | null;
  /** The path of the revisions of the file; null before the end, and without revisions. */
  readonly revisions: string | null;
  /** The path of the evidence archive; null before the end, and without stored evidence. */
  readonly evidence: string | null;
  /** The path of a stream of progress that ends with the submission. */
  readonly events: string;
}

export interface SubmissionPage {
  /** Submissions, the newest first. */
  readonly items: readonly Submission[];
  /** The number of the page, from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The limit of items on a page. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, because the service then counts nothing. */
  readonly total?: number | undefined;
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

export interface SubmissionReport {
  /** The version of the API in the request. */
  readonly apiVersion: string;
  /** `sha256:` and the SHA-256 of the canonical document in hex. */
  readonly outputHash: string | null;
  /** The submission of the report. */
  readonly submissionId: string;
  /** The end of the submission. */
  readonly createdAt: string;
  /** The processing time in milliseconds. */
  readonly processingTimeMs: number;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** All stages in their order. */
  readonly stages: readonly Stage[];
  /** Facts that matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Signs of tampering. */
  readonly tamperAnalysis: {
    /** Whether the analysis has findings. */
    readonly detected: boolean;
    /** The findings. */
    readonly findings: readonly Anomaly[];
  };
  /** The revisions; null if the service could not separate them. */
  readonly revisions: Revisions | null;
  /** The embedded files; null without any. */
  readonly embeddedFiles: EmbeddedFiles | null;
  /** The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared. */
  readonly contentHashAlgorithm: string | null;
  /** The specification of the output; null without one. */
  readonly pipelineSpec: string | null;
  /** The fingerprints of the pages of the output; null where none are stored. */
  readonly pages: readonly PageOfReport[] | null;
  /** The definition of the fingerprints, for example `page-1`; null without any. */
  readonly pageFingerprintAlgorithm: string | null;
  /** PDF/A validation of the output. */
  readonly validator: {
    /** Whether PDF/A validation ran. */
    readonly validated: boolean;
    /** Clauses of ISO 19005 that the output violates. */
    readonly errors: readonly string[];
  };
}

export interface SubmissionRevision {
  /** The number of the revision. The original is 1. */
  readonly number: number;
  /** The first byte in the file. */
  readonly startByte: number;
  /** The byte after the last one. The file up to this byte is this state of the document. */
  readonly endByte: number;
  /** The form of its cross-reference. */
  readonly crossReference: 'table' | 'stream' | 'hybrid';
  /** The statement of the revision about itself, which anybody can write; null without an information dictionary. */
  readonly stated: {
    /** ModDate of the information dictionary. */
    readonly modifiedAt: string | null;
    /** Producer of the information dictionary. */
    readonly producer: string | null;
  } | null;
  /** The numbers of changed objects, by the kind of change. */
  readonly objects: {
    /** New references to bytes before this revision. */
    readonly repointed: number;
    /** Object numbers in use with new bytes. */
    readonly replaced: number;
    /** Object numbers that were free before. */
    readonly added: number;
    /** Object numbers that became free. */
    readonly freed: number;
    /** Objects with the same value as before. They count as replaced if `isCompared` is false. */
    readonly rewritten: number;
  };
  /** References that repeat the position of an object. */
  readonly entriesRepeated: number;
  /** The revision adds no bytes of objects, only references to earlier bytes. */
  readonly onlyRepoints: boolean;
  /** The same counts by the kind of object. Kinds without a change are absent. All are absent if the revision has too many objects. */
  readonly kinds: readonly {
    /** The purpose of the object. `container` holds other objects, or is a cross-reference stream. */
    readonly kind: 'page' | 'content' | 'field' | 'annotation' | 'signature' | 'action' | 'catalog' | 'font' | 'image' | 'structure' | 'metadata' | 'other' | 'container';
    /** New references to bytes before this revision. */
    readonly repointed: number;
    /** Object numbers in use with new bytes. */
    readonly replaced: number;
    /** Object numbers that were free before. */
    readonly added: number;
    /** Object numbers that became free. */
    readonly freed: number;
    /** Objects with the same value as before. They count as replaced if `isCompared` is false. */
    readonly rewritten: number;
  }[];
  /** False if the file has too much to read this state of the document. The service then compares nothing. */
  readonly isCompared: boolean;
  /** The most important changes first. The original has none, because it adds everything. */
  readonly listed: readonly RevisionObject[];
  /** The number of changes that the list leaves out. */
  readonly notListed: number;
}

export interface SubmissionRevisions {
  /** The submission of the document. */
  readonly submissionId: string;
  /** The size of the file. */
  readonly sizeBytes: number;
  /** `repaired`: the service corrected some references. `unreadable`: the service could not separate the revisions, and lists none. */
  readonly crossReference: 'followed' | 'repaired' | 'unreadable';
  /** The number of revisions of the file. */
  readonly count: number;
  /** The newest revisions, oldest first. */
  readonly revisions: readonly SubmissionRevision[];
  /** The number of older revisions that the list leaves out. */
  readonly notListed: number;
  /** The number of signatures of the file. */
  readonly signatureCount: number;
  /** Signatures by the end of the covered bytes. The report says whether they are valid. */
  readonly signatures: readonly SignatureReach[];
  /** Data after the last revision that no cross-reference owns. */
  readonly trailing: {
    /** The first byte. */
    readonly startByte: number;
    /** The byte after the last one. */
    readonly endByte: number;
  } | null;
}

export interface SubmissionStageEvent {
  /** The place of the stage in the pipeline, from 0. */
  readonly stage: number;
  /** The name of the stage in the report. */
  readonly name: 'PdfaDetection' | 'TamperDetection' | 'StructuralRepair' | 'DigitalSignatureDetection' | 'ActiveContentRemoval' | 'AcroFormHandling' | 'MetadataCanonical' | 'FontResourceValidation' | 'FinalRewrite' | 'ContentHash';
  /** `failed` and `rejected` are for the stage at which the document ended. */
  readonly state: 'running' | 'done' | 'failed' | 'rejected' | 'not_reached';
}

/** The current or the final status of a submission. */
export type SubmissionStatus = 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';

export interface SubmissionStatusEvent {
  /** The new status of the submission. */
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';
}

export interface TamperAnalysis {
  /** The most serious level of the findings. */
  readonly riskLevel: RiskLevel;
  /** The number of findings. */
  readonly anomaliesDetected: number;
  /** The findings. */
  readonly anomalies: readonly Anomaly[];
}

export interface TeamMember {
  /** The id of the member. */
  readonly id: string;
  /** The address of the member. */
  readonly email: string;
  /** The role of the member in the portal. */
  readonly role: MemberRole;
  /** Whether the member can sign in. */
  readonly isActive: boolean;
  /** Whether the address is confirmed. */
  readonly emailVerified: boolean;
  /** Whether the member has set up an authenticator app or a passkey. */
  readonly hasSecondFactor: boolean;
  /** The time at which the member joined. */
  readonly createdAt: string;
  /** The last sign-in; null before the first one. */
  readonly lastLoginAt: string | null;
}

export interface TestDelivery {
  /** The service sends the event soon. */
  readonly status: 'queued';
  /** The id of the event. */
  readonly eventId: string;
  /** The id of the delivery, whose outcome is in the list of deliveries. */
  readonly deliveryId: string;
}

export interface TestEventData {
  /** The endpoint of the test. */
  readonly webhookId: string;
}

export interface TextChange {
  /** The number of the page, from 1. */
  readonly page: number;
  /** The signed words; null for added words. */
  readonly before: string | null;
  /** The words now on the page; null for removed words. */
  readonly after: string | null;
}

export interface TotpSecret {
  /** The secret in base32, to type into an app. */
  readonly secret: string;
  /** The secret as an address for a QR code or a link. */
  readonly otpauthUri: string;
}

export interface ValidationInfo {
  /** The service rebuilt a damaged cross-reference. */
  readonly xrefRebuilt?: boolean | undefined;
  /** The service wrote object streams again. */
  readonly objectStreamsRegenerated?: boolean | undefined;
  /** The service repaired references to missing objects. */
  readonly brokenReferencesDetected?: boolean | undefined;
  /** The document uses fonts that it does not contain. */
  readonly nonEmbeddedFontsDetected?: boolean | undefined;
  /** The document declares PDF/A. */
  readonly pdfaDeclared?: boolean | undefined;
  /** The declared level, for example `2b`; null without one. */
  readonly pdfaLevel?: string | null | undefined;
  /** The output declares the same level. */
  readonly pdfaPreserved?: boolean | undefined;
  /** The output follows the rules of that level. */
  readonly pdfaCompliant?: boolean | undefined;
  /** Whether PDF/A validation ran; null without a declaration. */
  readonly validatorValidated?: boolean | null | undefined;
  /** Clauses of ISO 19005 that the output violates. */
  readonly validatorErrors?: readonly string[] | undefined;
}

export interface Verdict {
  /** The verdict, for programs. */
  readonly kind: 'changed_after_signing' | 'signed_bytes_changed' | 'signature_proves_nothing' | 'altered_structure' | 'signature_forgeable' | 'certificate_not_for_signing' | 'cannot_be_judged' | 'signature_not_valid' | 'failed' | 'signatures_unknown' | 'findings_unknown' | 'finding_unknown' | 'timestamped_with_finding' | 'timestamp_proves_nothing' | 'timestamped_by_trusted' | 'timestamped' | 'signed_and_prepared' | 'signed_with_finding' | 'signed_weakly' | 'signer_not_trusted' | 'certificate_expired' | 'timestamp_not_reliable' | 'signed_coverage_unknown' | 'signed_and_extended' | 'signed_unchanged_trusted' | 'signed_unchanged' | 'field_shows_other_value' | 'unsigned_with_finding' | 'repaired' | 'rejected' | 'content_removed' | 'hidden_content' | 'signatures_not_checked' | 'minor_finding' | 'no_findings' | 'normalized' | 'not_known' | 'waiting' | 'under_way' | 'erased' | (string & {});
  /** The level of this kind. */
  readonly level: VerdictLevel;
  /** A word or two for people. */
  readonly label: string;
  /** The verdict for people. Names and words of the document in it come from the file. */
  readonly sentence: string;
  /** Further sentences for people. */
  readonly notes: readonly string[];
  /** Each signature once, in the order of signing. */
  readonly signers: readonly VerdictSigner[];
  /** The words that changed after the document was signed, numbers first. Null where no change followed a signature, or the words are unknown. */
  readonly changes: readonly TextChange[] | null;
  /** The pages that the verdict is about. */
  readonly pages: readonly PageRange[];
}

/** The attention that the document needs: `good`, `neutral`, `caution`, `danger`, from the best to the worst. */
export type VerdictLevel = 'good' | 'neutral' | 'caution' | 'danger';

export interface VerdictSigner {
  /** The name that the certificate states; null where it states none. */
  readonly name: string | null;
  /** The form field that holds the signature; empty for a signature without a field. */
  readonly fieldName: string;
  /** The time that the signature states: ISO 8601 in UTC. Null without one. */
  readonly signedAt: string | null;
  /** Whether the signature is valid. */
  readonly valid: boolean;
  /** The reason of `signatureVerificationResults`; null without one. */
  readonly reason: string | null;
  /** Whether the certificate leads to a trust anchor and has not expired; null where the service has no trust anchors. */
  readonly certificateTrusted: boolean | null;
  /** Whether this is a timestamp of the document, and no signature of a person. */
  readonly isTimestamp: boolean;
  /** The last revision that the signature covers, from 1; null where that is unknown. */
  readonly revision: number | null;
}

export interface VerdictSummary {
  /** The verdict, for programs. */
  readonly kind: 'changed_after_signing' | 'signed_bytes_changed' | 'signature_proves_nothing' | 'altered_structure' | 'signature_forgeable' | 'certificate_not_for_signing' | 'cannot_be_judged' | 'signature_not_valid' | 'failed' | 'signatures_unknown' | 'findings_unknown' | 'finding_unknown' | 'timestamped_with_finding' | 'timestamp_proves_nothing' | 'timestamped_by_trusted' | 'timestamped' | 'signed_and_prepared' | 'signed_with_finding' | 'signed_weakly' | 'signer_not_trusted' | 'certificate_expired' | 'timestamp_not_reliable' | 'signed_coverage_unknown' | 'signed_and_extended' | 'signed_unchanged_trusted' | 'signed_unchanged' | 'field_shows_other_value' | 'unsigned_with_finding' | 'repaired' | 'rejected' | 'content_removed' | 'hidden_content' | 'signatures_not_checked' | 'minor_finding' | 'no_findings' | 'normalized' | 'not_known' | 'waiting' | 'under_way' | 'erased' | (string & {});
  /** The level of this kind. */
  readonly level: VerdictLevel;
}

export interface Verification {
  /** Whether the signature and the document are valid. */
  readonly valid: boolean;
  /** The hash in the attestation, like the next two members. */
  readonly attestationId: string;
  /** SHA-256 of the canonical document, in hex. */
  readonly normalizedSha256: string;
  /** The time of signing. */
  readonly issuedAt: string;
  /** The reason why the attestation is not valid; null for a valid one. */
  readonly reason: 'malformed' | 'unknown_key' | 'signature_invalid' | 'artifact_mismatch' | 'original_mismatch' | (string & {}) | null;
  /** The signed verdict on the original; null if the attestation is not valid or contains no verdict. */
  readonly verdict: AttestedVerdict | null;
  /** The facts document of the attestation; null if the attestation is not valid or names none. */
  readonly facts: NamedFacts | null;
}

export interface Version {
  /** The version of the service. */
  readonly version: string;
  /** The newest version that `Api-Version` can name. */
  readonly apiVersion: string;
  /** The current pipeline specification for new documents. */
  readonly pipelineSpec: string;
}

export interface WarningInfo {
  /** The code of the warning, for programs. */
  readonly code: 'NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'INVOICE_NOT_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'XFA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_DECLARATION_INVALID' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | (string & {});
  /** The warning for people. */
  readonly message: string;
  /** The finding within its code. A code with one finding repeats the code. */
  readonly finding?: 'NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | 'XFA_DESCRIPTION_REMOVED' | 'XFA_PAGES_NOT_MADE' | 'PDFA_LEVEL_UNKNOWN' | 'PDFA_LEVEL_MISSPELT' | 'PDFA_ENCRYPTED' | 'INVOICE_NOT_DECLARED' | 'INVOICE_SCHEMA_NOT_DESCRIBED' | 'INVOICE_STANDARD_UNKNOWN' | 'INVOICE_FILE_MISSING' | 'INVOICE_WITH_TWO_NAMES' | 'INVOICE_RELATIONSHIP_UNKNOWN' | 'INVOICE_FORBIDDEN_BY_LEVEL' | 'INVOICE_NAME_SHARED' | 'INVOICE_OUTSIDE_DOCUMENT' | 'INVOICE_TOO_LARGE' | 'INVOICE_DAMAGED' | 'INVOICE_EMPTY' | 'INVOICE_MALFORMED' | 'INVOICE_ENCODING_CONTRADICTED' | 'INVOICE_ROOT_UNEXPECTED' | 'INVOICE_WITH_INSTRUCTIONS' | 'INVOICE_WITH_FOREIGN_ELEMENTS' | 'INVOICE_WITH_FILES' | (string & {}) | undefined;
  /** The data of the warning. A warning has only the members that its sentence needs. */
  readonly facts?: {
    /** The number of things that the warning counts. */
    readonly count?: number | undefined;
    /** Names of fonts, or keys of metadata. */
    readonly names?: NameList | undefined;
    /** The kinds of the counted things. */
    readonly kinds?: {
      /** The number of kinds. */
      readonly count: number;
      /** The most frequent kinds, or fonts by name. */
      readonly listed: readonly {
        /** The kind, for example `JavaScript`. */
        readonly name: string;
        /** The number of things of this kind. */
        readonly count: number;
      }[];
    } | undefined;
    /** The part with the first entry; absent for a page. */
    readonly part?: 'document' | 'catalog' | 'outline' | 'form' | 'objects' | undefined;
    /** The first entry, for example `OpenAction`. */
    readonly entry?: string | undefined;
    /** Fonts without a program in the output. */
    readonly remainingFonts?: FontList | undefined;
    /** Fonts that have a substitute in the output. */
    readonly substitutedFonts?: FontList | undefined;
    /** Fonts for which no substitute has all glyphs. */
    readonly fonts?: NameList | undefined;
    /** Glyphs that no substitute has. */
    readonly glyphs?: NameList | undefined;
    /** Characters of field values without a font, such as `U+0041`. */
    readonly characters?: NameList | undefined;
    /** The number of characters. */
    readonly characterCount?: number | undefined;
    /** The number of images. */
    readonly imageCount?: number | undefined;
    /** The number of removed media with a picture on the page. */
    readonly pictureCount?: number | undefined;
    /** Embedded files. */
    readonly files?: {
      /** The number of files. */
      readonly count: number;
      /** The first files. */
      readonly listed: readonly EmbeddedFile[];
    } | undefined;
    /** The removed file that is the electronic invoice. */
    readonly invoice?: string | undefined;
    /** Signatures that are not valid. */
    readonly invalid?: SignatureList | undefined;
    /** Signatures that cannot be verified. */
    readonly unverifiable?: SignatureList | undefined;
    /** The number of object streams without their last objects. */
    readonly cutObjectStreams?: number | undefined;
    /** The number of streams with broken data. */
    readonly damagedCount?: number | undefined;
    /** Streams behind a filter that is not supported. */
    readonly unsupported?: {
      /** The number of streams. */
      readonly count: number;
      /** The filter of the first one; empty for a filter without a name. */
      readonly filter: string;
      /** All streams are images. */
      readonly areImages: boolean;
    } | undefined;
    /** The number of annotations that became marked content. */
    readonly replacedCount?: number | undefined;
    /** The number of annotations that left the structure tree. */
    readonly removedCount?: number | undefined;
    /** The number of properties of XMP metadata. */
    readonly propertyCount?: number | undefined;
    /** A PDF/A level, for example `2b`. */
    readonly level?: string | undefined;
    /** The root element that an invoice must have. */
    readonly element?: string | undefined;
    /** The reason for the missing answer of the validator. */
    readonly reason?: string | undefined;
  } | undefined;
  /** The part of the document that the finding is about. */
  readonly place?: FindingPlace | undefined;
}

export interface WebhookConfig {
  /** The id of the endpoint. */
  readonly id: string;
  /** The address of the receiver. */
  readonly url: string;
  /** The types of events for the endpoint. */
  readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | (string & {}))[];
  /** Whether the service sends events to the endpoint. */
  readonly active: boolean;
  /** The time of creation. */
  readonly createdAt: string;
  /** The last success; null before the first. */
  readonly lastDeliveryAt: string | null;
  /** The reason why the service made the endpoint inactive: an answer 410, or five days of failures. Null otherwise. */
  readonly disabledReason: 'gone' | 'failing' | null;
}

export interface WebhookConfigWithSecret {
  /** The id of the endpoint. */
  readonly id: string;
  /** The address of the receiver. */
  readonly url: string;
  /** The types of events for the endpoint. */
  readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | (string & {}))[];
  /** Whether the service sends events to the endpoint. */
  readonly active: boolean;
  /** The time of creation. */
  readonly createdAt: string;
  /** The last success; null before the first. */
  readonly lastDeliveryAt: string | null;
  /** The reason why the service made the endpoint inactive: an answer 410, or five days of failures. Null otherwise. */
  readonly disabledReason: 'gone' | 'failing' | null;
  /** The secret that signs deliveries. No other answer contains it. */
  readonly signingSecret: string;
}

export interface WebhookDelivery {
  /** The id of the delivery. */
  readonly id: string;
  /** The id of the event. */
  readonly eventId: string;
  /** The id of the endpoint; null for an address from a request or a batch. */
  readonly webhookId: string | null;
  /** The address of the receiver. */
  readonly url: string;
  /** The kind of event. */
  readonly eventType: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | (string & {});
  /** The submission of the event; null without one. */
  readonly submissionId: string | null;
  /** The batch of the event; null without one. */
  readonly batchId: string | null;
  /** The status; `dead` after the failure of all attempts. */
  readonly status: 'pending' | 'delivered' | 'dead' | 'cancelled';
  /** The number of attempts in the current sequence. A replay begins a new sequence. */
  readonly attempts: number;
  /** The status of the last answer; null without an answer. */
  readonly lastStatusCode: number | null;
  /** The reason for the failure of the last attempt; null without a failure. */
  readonly lastError: 'dns_failure' | 'connect_timeout' | 'connection_failed' | 'tls_error' | 'timeout' | 'http_status' | 'redirect' | 'blocked_address' | 'endpoint_gone' | 'endpoint_inactive' | 'interrupted' | (string & {}) | null;
  /** The beginning of that answer; null without one. */
  readonly lastResponseBody: string | null;
  /** The time of the first attempt; null before. */
  readonly firstAttemptAt: string | null;
  /** The time of the last attempt; null before. */
  readonly lastAttemptAt: string | null;
  /** The body of the delivery: one of the events, or an event of a later version. */
  readonly payload: NormalizationSuccessEvent | NormalizationFailureEvent | NormalizationRejectedEvent | SubmissionFlaggedEvent | BatchCompletedEvent | WebhookTestEvent | WebhookEvent;
}

export interface WebhookEvent {
  /** The kind of event. Later versions of the service may add kinds. */
  readonly type: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | (string & {});
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The data of the event. Its members depend on the kind. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookTestEvent {
  /** The kind of event. */
  readonly type: 'webhook.test';
  /** The time of the event. */
  readonly timestamp: string;
  /** The version of the API that defines this event. */
  readonly apiVersion: string;
  /** The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled. */
  readonly id: string;
  /** The organization of the event. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: TestEventData;
}

export type ProblemCode =
  | 'validation_failed'
  | 'unknown_parameter'
  | 'malformed_request'
  | 'malformed_upload'
  | 'body_incomplete'
  | 'digest_mismatch'
  | 'document_encrypted'
  | 'not_a_pdf'
  | 'invalid_hash'
  | 'invalid_region'
  | 'region_not_allowed'
  | 'invalid_webhook_url'
  | 'batch_not_found'
  | 'weak_password'
  | 'invalid_or_expired_token'
  | 'ambiguous_credentials'
  | 'unsupported_api_version'
  | 'pipeline_spec_unavailable'
  | 'idempotency_key_conflict'
  | 'stateless_conflict'
  | 'invalid_signature'
  | 'owner_cannot_be_removed'
  | 'own_role_change'
  | 'export_not_ready'
  | 'cooling_off_expired'
  | 'missing_credentials'
  | 'invalid_api_key'
  | 'api_key_expired'
  | 'api_key_revoked'
  | 'api_key_required'
  | 'access_token_required'
  | 'invalid_token'
  | 'token_expired'
  | 'invalid_credentials'
  | 'mfa_required'
  | 'invalid_second_factor'
  | 'invalid_refresh_token'
  | 'quota_exceeded'
  | 'quota_reserved'
  | 'payment_past_due'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'email_not_verified'
  | 'reauthentication_required'
  | 'second_factor_required'
  | 'artifact_forbidden'
  | 'report_forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'upload_stalled'
  | 'idempotency_key_in_use'
  | 'idempotency_outcome_unknown'
  | 'batch_closed'
  | 'organization_inactive'
  | 'slug_taken'
  | 'api_key_limit_reached'
  | 'api_key_inactive'
  | 'already_registered'
  | 'already_member'
  | 'webhook_limit_reached'
  | 'webhook_inactive'
  | 'file_too_large'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'document_rejected'
  | 'document_failed'
  | 'idempotency_key_reused'
  | 'abnormal_usage'
  | 'rate_limited'
  | 'too_many_at_once'
  | 'too_many_streams'
  | 'headers_too_large'
  | 'internal_error'
  | 'payment_provider_error'
  | 'not_implemented'
  | 'service_unavailable'
  | 'processing_timeout';
