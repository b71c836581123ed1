/** What the API takes and answers. Made of the description of the API by `node tools/clients/write.ts`; do not edit. */

export interface AccountDeletion {
  /** It can still be cancelled. */
  readonly status: 'pending';
  /** When it was asked for. */
  readonly requestedAt: string;
  /** When the cooling-off ends. */
  readonly cancellableUntil: string;
}

export interface AddedFactor {
  /** With the first second factor; null with a further one. */
  readonly recoveryCodes: readonly string[] | null;
}

export interface Anomaly {
  /** What was found, for programs. */
  readonly type: 'INCREMENTAL_UPDATE_INJECTION' | 'POST_EOF_DATA' | 'HEADER_VERSION_MISMATCH' | 'SHADOW_CONTENT_DETECTED' | 'ORPHANED_SIGNATURE_FIELD' | (string & {});
  /** How grave it is. */
  readonly severity: Severity;
  /** What was found, for people. */
  readonly description: string;
  /** Where, for people, for example `bytes 18255-18310`; null for the whole document. */
  readonly location: string | null;
  /** Which of the findings of this type, for programs. */
  readonly finding?: 'HEADER_MISSING' | 'HEADER_DISPLACED' | 'VERSION_MALFORMED' | 'VERSION_UNKNOWN' | 'CATALOG_VERSION_UNKNOWN' | 'VERSIONS_DIFFER' | 'VERSION_TOO_LOW' | 'DATA_BEFORE_HEADER' | 'TRAILING_DATA' | 'TRAILING_OBJECTS' | 'TRAILING_PAYLOAD' | 'UNLISTED_OBJECTS' | 'RIVAL_OBJECTS' | 'DUPLICATE_OBJECTS' | 'MISPLACED_OBJECTS' | 'STREAM_LENGTH_WRONG' | 'PAGE_CONTENTS_MALFORMED' | 'SECOND_CATALOG' | 'UNUSED_PAGE' | 'UNUSED_PAGE_TREE' | 'UNUSED_FONT' | 'TEXT_UNDER_PICTURE' | 'TEXT_IN_HIDDEN_LAYER' | 'TEXT_UNDER_FIELD' | 'TEXT_UNDER_ANNOTATION' | 'APPEARANCE_CONTRADICTS_VALUE' | 'FIELD_OVER_FIELD' | 'LAYERS_DIFFER_IN_PRINT' | 'PDFIUM_DIFFERS' | 'PDFIUM_PAGES_DIFFER' | 'SCAN_DIFFERS' | 'SCAN_PAGES_DIFFER' | 'REVISION_CUT_OFF' | 'UPDATE_WITHOUT_CHANGE' | 'DATA_AFTER_COVERAGE' | 'MISPLACED_AFTER_SIGNING' | 'AMBIGUOUS_AFTER_SIGNING' | 'BYTE_RANGE_FOREIGN' | 'BYTE_RANGE_PADDED' | 'BYTE_RANGE_DELIMITERS' | 'BYTE_RANGE_SHORT' | 'SIGNATURE_WITHOUT_VALUE' | 'SIGNATURE_RESERVED' | 'SIGNATURE_WITHOUT_BYTE_RANGE' | 'SIGNATURES_SHARE_BYTES' | 'SIGNATURE_IN_SEVERAL_FIELDS' | 'SIGNATURE_WITHOUT_FIELD' | 'SIGNATURE_TAKEN_OUT' | 'FIELD_WITHOUT_SIGNATURE' | 'FIELD_WITH_EMPTY_TEXT' | 'FIELD_OUTSIDE_FORM' | 'FIELD_ON_NO_PAGE' | 'FLAGS_WITHOUT_SIGNATURE' | 'PAGE_CONTENT_CHANGED' | 'PAGES_CHANGED' | 'CATALOG_CHANGED' | 'ACTION_CHANGED' | 'ANNOTATION_CHANGED' | 'FIELD_ADDED' | 'FIELD_CHANGED' | 'FIELD_VALUE_REPLACED' | 'FIELD_STYLE_CHANGED' | 'FIELD_APPEARANCE_CHANGED' | 'FIELD_VISIBILITY_CHANGED' | 'SIGNATURE_FIELD_COVERS_TEXT' | 'SIGNATURE_CHANGED' | 'SIGNATURE_REUSED' | 'SIGNATURE_ADDED' | 'TIMESTAMP_ADDED' | 'NAVIGATION_CHANGED' | 'SPOKEN_TEXT_CHANGED' | 'STRUCTURE_CHANGED' | 'VALIDATION_DATA_ADDED' | 'METADATA_CHANGED' | (string & {}) | undefined;
  /** The data of the finding. Each finding has those members that its sentence needs. */
  readonly facts?: {
    /** How many objects, pages or other things the finding counts. */
    readonly count?: number | undefined;
    /** How many there are in all. */
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
  /** The key: not its secret. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** The first ten characters. */
  readonly keyPrefix: string;
  /** What it may do. */
  readonly scopes: readonly ('normalize' | 'read')[];
  /** When it stops to work; null for never. */
  readonly expiresAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** Neither revoked nor expired. */
  readonly isActive: boolean;
  /** To the minute; null before its first use. */
  readonly lastUsedAt: string | null;
}

export interface Attestation {
  /** The JSON-LD context. */
  readonly '@context': string;
  /** What it is. */
  readonly '@type': 'NormalizationAttestation';
  /** Of this schema. */
  readonly version: '1.0';
  /** The attestation. */
  readonly attestationId: string;
  /** When it was signed. */
  readonly issuedAt: string;
  /** Who signed it. */
  readonly issuer: {
    /** Its name. */
    readonly name: string;
    /** Where it publishes its keys. */
    readonly url: string;
    /** RFC 7638 thumbprint: the `kid` in the key set. */
    readonly publicKeyId: string;
  };
  /** The document it is about. */
  readonly subject: {
    /** SHA-256 of the document as it came, in hex. */
    readonly originalSha256: string;
    /** Its size. */
    readonly originalSizeBytes: number;
    /** SHA-256 of the canonical document, in hex. */
    readonly normalizedSha256: string;
    /** Its size. */
    readonly normalizedSizeBytes: number;
    /** SHA-256 of the text, whatever its layout; empty for a document without extractable text. */
    readonly contentHash: string;
  };
  /** How it was made. */
  readonly processing: {
    /** What it was made with, and by which versions. */
    readonly toolchainVersion: string;
    /** The version of the engine. */
    readonly engineVersion: string;
    /** The specification whose bytes these are. */
    readonly pipelineSpec: string;
    /** Of the image that ran; `unpinned` outside of one. */
    readonly dockerImageDigest: string;
    /** What the process that parsed the document was cut off from, as in `/readyz`. Absent in older attestations. */
    readonly parserIsolation?: 'full' | 'no-network' | 'network-access' | undefined;
    /** Milliseconds of work. */
    readonly processingTimeMs: number;
  };
  /** What was found. */
  readonly findings: {
    /** 100 for a document that gave no cause for anything. */
    readonly healthScore: number;
    /** Kinds of content that were taken out. */
    readonly contentRemoved: readonly string[];
    /** Kinds of damage that were repaired. */
    readonly structuralRepairs: readonly string[];
    /** How many warnings the report has. */
    readonly warningCount: number;
    /** The verdict on the original. Absent in older attestations. */
    readonly verdict?: AttestedVerdict | undefined;
  };
  /** The facts document that it belongs to. Absent in older attestations. */
  readonly facts?: NamedFacts | undefined;
  /** The signature over it. */
  readonly signature: {
    /** How it is signed. */
    readonly algorithm: 'ECDSA-P256-SHA256';
    /** DER signature over the RFC 8785 form of everything but this object: of the JSON as it came, since a model that writes times or nulls in another way has other bytes. */
    readonly value: string;
    /** The key set. */
    readonly publicKeyCertificate: string;
    /** TimeStampToken of RFC 3161 over the bytes of `value`: a third party says that the signature existed then. Absent where the service has no timestamp authority. */
    readonly timestamp?: string | undefined;
  };
}

/** The verdict on the original, without names and words of the document. */
export interface AttestedVerdict {
  /** A stable id; `/codes/{kind}` explains it. */
  readonly kind: string;
  /** From the best to the worst. */
  readonly level: 'good' | 'neutral' | 'caution' | 'danger';
}

export interface AuditEntry {
  /** 1, 2, 3 …, without a gap. */
  readonly sequence: number;
  /** When it was changed. */
  readonly at: string;
  /** A member; null is the service itself. */
  readonly actorId: string | null;
  /** What was done, for example `api-key.created`. */
  readonly action: string;
  /** Id of what was changed, where that is not the organization. */
  readonly target: string | null;
  /** What was changed: strings, numbers, truth values and null. */
  readonly details: Readonly<Record<string, unknown>>;
  /** SHA-256 over this entry and the hash of the one before, in hex. */
  readonly hash: string;
  /** Of the entry before; 64 zeros for the first. */
  readonly previousHash: string;
}

export interface AuditEntryPage {
  /** The newest first. */
  readonly items: readonly AuditEntry[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface AuditVerification {
  /** Whether every entry fits the one before it. */
  readonly intact: boolean;
  /** Sequence of the first entry that does not fit; null without. */
  readonly firstBreak: number | null;
}

export interface Batch {
  /** The batch: ask for it by this id. */
  readonly batchId: string;
  /** As it was given, or made by the service. */
  readonly name: string;
  /** `open` without submissions, `in_progress` while some are pending, then `complete`. */
  readonly status: 'open' | 'in_progress' | 'complete';
  /** As it was given with the request; null without. */
  readonly clientReference: string | null;
  /** As it was given with the request; empty without. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Submissions so far. */
  readonly total: number;
  /** Ended with SUCCESS. */
  readonly completed: number;
  /** Ended with FAILED. */
  readonly failed: number;
  /** Ended with REJECTED. */
  readonly rejected: number;
  /** When it was made. */
  readonly createdAt: string;
  /** The API key or the member whose request made it; null where that was not recorded. */
  readonly createdBy: CreatedBy | null;
  /** How many submissions will come; null where that was not said. */
  readonly expectedTotal: number | null;
  /** Since when it takes no more; null while it does. */
  readonly closedAt: string | null;
  /** When the last submission ended; null unless it is complete. */
  readonly completedAt: string | null;
  /** Paths of the API. */
  readonly links: {
    /** The batch. */
    readonly self: string;
    /** Its submissions. */
    readonly submissions: string;
  };
}

export interface BatchCompletedEvent {
  /** The kind of event. */
  readonly type: 'batch.completed';
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: BatchEventData;
}

export interface BatchEventData {
  /** The batch that is complete. */
  readonly batchId: string;
  /** Its name. */
  readonly name: string;
  /** Nothing of it is pending. */
  readonly status: 'complete';
  /** Its submissions. */
  readonly total: number;
  /** Those that ended with SUCCESS. */
  readonly completed: number;
  /** Those that ended with FAILED. */
  readonly failed: number;
  /** Those that ended with REJECTED. */
  readonly rejected: number;
  /** As it was given with the request; null without. */
  readonly clientReference: string | null;
  /** As it was given with the request; empty without. */
  readonly metadata: Readonly<Record<string, string>>;
  /** When the batch was made. */
  readonly createdAt: string;
  /** Milliseconds from there to the end of the last submission. */
  readonly durationMs: number;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The batch. */
    readonly batch: string;
    /** Its submissions. */
    readonly submissions: string;
  };
}

export interface BatchPage {
  /** The newest first. */
  readonly items: readonly Batch[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface BillingInfo {
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a period. */
  readonly monthlyDocLimit: number;
  /** Units of the period, delivered and under way, comparisons included. */
  readonly currentMonthUsage: number;
  /** How many of the documents are left. */
  readonly remainingQuota: number;
  /** Usage of the limit in percent; more than 100 where the plan allows it. */
  readonly usagePercent: number;
  /** Of the payment provider; null before the first payment. */
  readonly paymentCustomerId: string | null;
  /** Of the payment provider; null without a subscription. */
  readonly paymentSubscriptionId: string | null;
  /** How often is paid. */
  readonly billingInterval: 'month' | 'year';
  /** As the payment provider has it. */
  readonly subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'incomplete_expired' | 'canceled' | 'none' | (string & {});
  /** When the subscription is renewed, or ends. */
  readonly currentPeriodEnd: string | null;
  /** Whether the subscription ends then. */
  readonly cancelAtPeriodEnd: boolean;
  /** US dollars for a document beyond the limit. */
  readonly overageRatePerDoc: number;
  /** When documents are counted anew; by the month, also where a year is paid. */
  readonly quotaResetsAt: string;
}

export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

export interface CancelledDeletion {
  /** Nothing is deleted. */
  readonly status: 'cancelled';
  /** The same for people. */
  readonly message: string;
}

export interface CreatedApiKey {
  /** The key: not its secret. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** The first ten characters. */
  readonly keyPrefix: string;
  /** What it may do. */
  readonly scopes: readonly ('normalize' | 'read')[];
  /** When it stops to work; null for never. */
  readonly expiresAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** The secret: in this answer and no other. */
  readonly fullKey: string;
}

export interface CreatedBy {
  /** Whether a program or a person who was signed in. */
  readonly type: 'api_key' | 'member';
  /** Of the key or the member, also once they are gone. */
  readonly id: string;
}

export interface DailyStats {
  /** The first day. */
  readonly from: string;
  /** The last day, which is counted too. */
  readonly to: string;
  /** The oldest first; days without documents too. */
  readonly days: readonly {
    /** In UTC. */
    readonly date: string;
    /** That have ended. */
    readonly total: number;
    /** With SUCCESS. */
    readonly success: number;
    /** With FAILED. */
    readonly failed: number;
    /** With REJECTED. */
    readonly rejected: number;
    /** Of all documents. */
    readonly inputBytes: number;
    /** Of the outputs of what succeeded. */
    readonly outputBytes: number;
    /** Of what succeeded; null when there is none. */
    readonly averageProcessingMs: number | null;
  }[];
}

export interface DataExport {
  /** The export. */
  readonly exportId: string;
  /** How far it is. */
  readonly status: 'pending' | 'completed' | 'failed' | 'expired';
  /** When it was asked for. */
  readonly requestedAt: string;
  /** Once it is completed. */
  readonly completedAt?: string | undefined;
  /** When the archive goes: seven days after its completion. */
  readonly expiresAt?: string | undefined;
  /** Of the archive. */
  readonly sizeBytes?: number | undefined;
  /** Of the archive, in hex; once it is completed. */
  readonly sha256?: string | undefined;
}

export interface DataExportPage {
  /** The newest first. */
  readonly items: readonly DataExport[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface DeliveryAttempts {
  /** When the next one is due; null where there will be none. A receiver that mostly fails waits longer. */
  readonly nextAttemptAt: string | null;
  /** The oldest first. */
  readonly items: readonly {
    /** 1 for the first sequence of attempts, one more for each replay. */
    readonly sequence: number;
    /** Within its sequence. */
    readonly number: number;
    /** When it began. */
    readonly startedAt: string;
    /** When it ended; null while it is under way. */
    readonly endedAt: string | null;
    /** What the receiver answered; null where there was no answer. */
    readonly statusCode: number | null;
    /** Why it failed; null where it did not. */
    readonly error: 'dns_failure' | 'connect_timeout' | 'connection_failed' | 'tls_error' | 'timeout' | 'http_status' | 'redirect' | 'blocked_address' | 'endpoint_gone' | 'endpoint_inactive' | 'interrupted' | (string & {}) | null;
    /** The beginning of the answer; null where there was none. */
    readonly responseBody: string | null;
  }[];
}

export interface DeliveryPage {
  /** The newest first. */
  readonly items: readonly WebhookDelivery[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface DiffSummary {
  /** Entries of all lists. Documents that differ have one more where their object counts differ. */
  readonly totalChanges: number;
  /** How grave the gravest of them is. */
  readonly severity: 'none' | 'minor' | 'moderate' | 'major';
  /** Whether there is nothing to tell. */
  readonly identical: boolean;
}

export interface EmbeddedFile {
  /** As the document calls it, without folders and control characters; no path to write to. */
  readonly name: string;
  /** As the document says; null where it does not. */
  readonly mediaType: string | null;
  /** What it is to the document, for example `Alternative`; null where that is not said. */
  readonly relationship: string | null;
  /** Whether its content could be read. */
  readonly content: 'complete' | 'damaged' | 'not_read';
  /** Of the unpacked content; null unless that is complete. */
  readonly sizeBytes: number | null;
  /** Of the unpacked content; null unless that is complete. */
  readonly sha256: string | null;
}

export interface EmbeddedFiles {
  /** The invoice that `embedded_files_policy` keeps; null where none is kept. */
  readonly kept: EmbeddedFile | null;
  /** The files that are gone. */
  readonly removed: {
    /** How many. */
    readonly count: number;
    /** The first of them. */
    readonly listed: readonly EmbeddedFile[];
    /** How many there are beyond those that are listed. */
    readonly notListed: number;
  };
}

export interface EndpointSecret {
  /** The endpoint. */
  readonly id: string;
  /** What deliveries are signed with. */
  readonly signingSecret: string;
}

export interface Envelope {
  /** `application/vnd.in-toto+json`. */
  readonly payloadType: string;
  /** The Statement. */
  readonly payload: string;
  /** One of each key. */
  readonly signatures: readonly {
    /** The `kid` in the key set. */
    readonly keyid: string;
    /** Over type and payload, as DSSE joins them. */
    readonly sig: string;
  }[];
}

export interface Erasure {
  /** The erasure. */
  readonly erasureId: string;
  /** How far it is. */
  readonly status: 'scheduled' | 'completed';
  /** When it was asked for. */
  readonly requestedAt: string;
  /** When it was done; null before. */
  readonly completedAt: string | null;
  /** At the time of the request. */
  readonly matchedSubmissions: number;
  /** Erased so far. */
  readonly submissions: number;
  /** Originals and outputs that are gone. */
  readonly objectsRemoved: number;
  /** Objects of versions before that an organization shares; 0 once they are moved. */
  readonly objectsShared: number;
  /** Archives of exports that are gone. */
  readonly exportsRemoved: number;
  /** JWS in compact serialization, once it is completed. */
  readonly certificate: string | null;
}

export interface ErasurePage {
  /** The newest first. */
  readonly items: readonly Erasure[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface ExportLink {
  /** Leads to the archive, without credentials: for whoever has it. */
  readonly url: string;
  /** Until then. */
  readonly expiresAt: string;
}

export interface FailureInfo {
  /** Why, for programs. */
  readonly code: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {});
  /** Why, for people. */
  readonly message: string;
  /** The stage it ended at; null outside of the stages. */
  readonly stage: StageName | null;
  /** Of `POLICY_REJECTION` alone: which policy rejects the document, and why. */
  readonly reason?: 'SIGNED_PDF' | 'PDFA_COMPLIANCE_RISK' | 'GLYPH_MISSING' | (string & {}) | undefined;
  /** The data of the message. A failure has the members that its message needs. */
  readonly facts?: {
    /** The quantity of which the document has more than the limit. */
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
      /** Its name. */
      readonly name: string;
      /** Its method; null where the document does not define the filter. */
      readonly method: string | null;
    } | undefined;
    /** An entry of the encryption dictionary with another length than the standard asks for. */
    readonly encryptionEntry?: {
      /** Its name. */
      readonly name: string;
      /** Its length. */
      readonly bytes: number;
    } | undefined;
    /** Streams behind a filter that is not supported. */
    readonly unsupported?: {
      /** The kind of streams. */
      readonly part: 'streams' | 'stream' | 'content_stream' | 'cross_reference_stream' | 'object_stream' | (string & {});
      /** How many streams. */
      readonly count: number;
      /** The filter of the first one. */
      readonly filter: string;
    } | undefined;
    /** Active content that is left in the output. */
    readonly residue?: {
      /** How many traces. */
      readonly count: number;
      /** The first entry; null where only the embedded file that stays is missing. */
      readonly first: string | null;
    } | undefined;
    /** The output is refused when it is normalized again, or changes each time. */
    readonly isRefusedAgain?: boolean | undefined;
  } | undefined;
  /** The part of the document that the finding is about. */
  readonly place?: FindingPlace | undefined;
}

export interface FieldFault {
  /** The part of the request. */
  readonly in: 'form' | 'query' | 'path' | 'header' | 'body';
  /** The field; in a body of JSON a JSON pointer (RFC 6901). */
  readonly name: string;
  /** What is wrong with it, for programs. */
  readonly code: string;
  /** What is wrong with it, for people. */
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
  /** Its batch; null without. */
  readonly batchId: string | null;
  /** The verdict without names and words of the document. */
  readonly verdict: VerdictSummary;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The submission. */
    readonly submission: string;
  };
}

export interface FontList {
  /** How many fonts there are in all. */
  readonly count: number;
  /** The first of them by name. */
  readonly listed: readonly {
    /** The name of the font. */
    readonly name: string;
    /** The pages that use it; the first 20 ranges. */
    readonly pages: readonly PageRange[];
    /** How many pages use it. */
    readonly pageCount: number;
  }[];
}

export interface FoundPage {
  /** The submission whose canonical document has the page. */
  readonly submissionId: string;
  /** The number of the page in the canonical document, from 1. */
  readonly page: number;
  /** `page`: the page shows the same. `without_margins`: it does between its top and bottom margins. */
  readonly match: 'page' | 'without_margins' | (string & {});
  /** When the submission was accepted. */
  readonly createdAt: string;
  /** The SHA-256 of the canonical document. */
  readonly normalizedSha256: string;
}

export interface FoundPageList {
  /** The pages, in the order of the ids of their submissions. */
  readonly items: readonly FoundPage[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface Invitation {
  /** The invitation. */
  readonly invitationId: string;
  /** Who is invited. */
  readonly email: string;
  /** What they may do in the portal. */
  readonly role: 'admin' | 'member';
  /** It can still be accepted. */
  readonly status: 'pending';
  /** Until then. */
  readonly expiresAt: string;
}

export interface InvitationPreview {
  /** The organization that invites. */
  readonly organizationName: string;
  /** Who is invited. */
  readonly email: string;
  /** What they may do in it. */
  readonly role: MemberRole;
  /** Until then it can be accepted. */
  readonly expiresAt: string;
}

export interface KeySet {
  /** The current key first, then those that have retired. */
  readonly keys: readonly PublicJwk[];
}

export interface LeakVerdict {
  /** SHA-256 of the token, in hex. */
  readonly token_hash: string;
  /** As it was reported. */
  readonly token_type: string;
  /** Whether it was a key of ours. */
  readonly label: 'true_positive' | 'false_positive';
}

export interface Liveness {
  /** Whether the process does its work. */
  readonly status: 'ok' | 'stuck';
}

/** What somebody may do in the portal. */
export type MemberRole = 'owner' | 'admin' | 'member';

export interface Message {
  /** What happened, for people. */
  readonly message: string;
}

export interface NameList {
  /** How many there are in all. */
  readonly count: number;
  /** The first of them. */
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
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizationRejectedEvent {
  /** The kind of event. */
  readonly type: 'normalization.rejected';
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizationSuccessEvent {
  /** The kind of event. */
  readonly type: 'normalization.success';
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: SubmissionEventData;
}

export interface NormalizeResponse {
  /** The version of the API that the submission was made with. */
  readonly apiVersion: string;
  /** Of the request that made the submission. */
  readonly requestId: string;
  /** The submission: ask for it by this id. */
  readonly submissionId: string;
  /** Milliseconds of work; 0 while pending. */
  readonly processingTimeMs: number;
  /** How far it is, or how it ended. */
  readonly status: SubmissionStatus;
  /** As it was given with the request; null without. */
  readonly clientReference?: string | null | undefined;
  /** As it was given with the request; empty without. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The document as it came. */
  readonly original: OriginalInfo;
  /** The canonical document; null until there is one. */
  readonly normalized: NormalizedInfo | null;
  /** What was found and taken out; an empty object while pending. */
  readonly security: SecurityInfo;
  /** What was repaired and checked; an empty object while pending. */
  readonly validation: ValidationInfo;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** Signs of tampering; null while pending. */
  readonly tamperAnalysis: TamperAnalysis | null;
  /** What may matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Why there is no canonical document; null unless it ended without one. */
  readonly failure: FailureInfo | null;
}

export interface NormalizedInfo {
  /** SHA-256 of the canonical document, in hex. */
  readonly sha256: string;
  /** Its size. */
  readonly sizeBytes: number;
  /** The version of PDF in its header, for example `1.7`. */
  readonly pdfVersion: string;
  /** Whether it can be shown while it is still loading. */
  readonly linearized: boolean;
  /** SHA-256 of the text that the pages show; null where they show none. */
  readonly contentHash: string | null;
  /** What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other. */
  readonly contentHashAlgorithm: string | null;
  /** The specification whose bytes these are. */
  readonly pipelineSpec: string;
  /** Presigned for 15 minutes; null where nothing is stored (stateless). */
  readonly downloadUrl: string | null;
}

export interface ObjectId {
  /** The number of the object. */
  readonly number: number;
  /** Its generation. */
  readonly generation: number;
}

export interface Organization {
  /** The organization. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Its name in URLs. */
  readonly slug: string;
  /** A label; organizations have no schema of their own. */
  readonly schemaName: string;
  /** For bills and other mail; null where none was given. */
  readonly contactEmail: string | null;
  /** Where documents go that name no region; null where the service chooses. */
  readonly defaultRegion: Region | null;
  /** Where documents may go. */
  readonly allowedRegions: readonly Region[];
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a billing period. */
  readonly monthlyDocLimit: number;
  /** False once it is deactivated, for good. */
  readonly isActive: boolean;
  /** Whether members need a second factor. */
  readonly requireSecondFactor: boolean;
  /** When it was made. */
  readonly createdAt: string;
  /** The deletion that is pending; null where none is. */
  readonly deletion: AccountDeletion | null;
}

export interface OriginalInfo {
  /** SHA-256 of the document as it came, in hex. */
  readonly sha256: string;
  /** Its size. */
  readonly sizeBytes: number;
}

export interface PageAddress {
  /** The page to lead the person to. */
  readonly url: string;
}

export interface PageInfo {
  /** Counted from 1. */
  readonly pageNumber: number;
  /** The first 16 hex digits of a SHA-256 over all that the page shows. */
  readonly contentHash: string;
}

export interface PageOfReport {
  /** The number of the page in the canonical document, from 1. */
  readonly page: number;
  /** The SHA-256 of what the page shows. */
  readonly fingerprint: string;
  /** The same without the margins at the top and at the bottom; null where the rest is blank. */
  readonly withoutMargins: string | null;
}

export interface PageRange {
  /** The first page of the range, from 1. */
  readonly first: number;
  /** The last page of the range. */
  readonly last: number;
}

export interface PageReorder {
  /** Its page number in the first document, counted from 1. */
  readonly oldPosition: number;
  /** Its page number in the second document, counted from 1. */
  readonly newPosition: number;
  /** The first 16 hex digits of a SHA-256 over all that the page shows. */
  readonly contentHash: string;
}

export interface Passkey {
  /** The passkey. */
  readonly id: string;
  /** The name that its owner gave it. */
  readonly name: string;
  /** When it was registered. */
  readonly createdAt: string;
  /** When it was shown last; null before the first time. */
  readonly lastUsedAt: string | null;
}

export interface PasskeyAssertion {
  /** In base64url. */
  readonly id: string;
  /** In base64url. */
  readonly rawId: string;
  /** The only kind there is. */
  readonly type: 'public-key';
  /** Not looked at. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  /** Not looked at. */
  readonly authenticatorAttachment?: string | null | undefined;
  /** The answer of the authenticator. */
  readonly response: {
    /** In base64url. */
    readonly clientDataJSON: string;
    /** In base64url. */
    readonly authenticatorData: string;
    /** In base64url. */
    readonly signature: string;
  };
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface PasskeyCreationOptions {
  /** To be signed; good for five minutes, and once. */
  readonly challenge: string;
  /** The relying party: this service. */
  readonly rp: {
    /** A domain. */
    readonly id: string;
    /** For people. */
    readonly name: string;
  };
  /** Whose passkey it will be. */
  readonly user: {
    /** The member. */
    readonly id: string;
    /** Their address. */
    readonly name: string;
    /** For people. */
    readonly displayName: string;
  };
  /** The algorithms that are taken, the preferred one first. */
  readonly pubKeyCredParams: readonly {
    /** The only kind there is. */
    readonly type: 'public-key';
    /** A number of the IANA registry of COSE algorithms. */
    readonly alg: number;
  }[];
  /** The credentials that are registered already. */
  readonly excludeCredentials: readonly {
    /** The credential. */
    readonly id: string;
    /** The only kind there is. */
    readonly type: 'public-key';
  }[];
}

export interface PasskeyRegistration {
  /** In base64url. */
  readonly id: string;
  /** In base64url. */
  readonly rawId: string;
  /** The only kind there is. */
  readonly type: 'public-key';
  /** Not looked at. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  /** Not looked at. */
  readonly authenticatorAttachment?: string | null | undefined;
  /** The answer of the authenticator. */
  readonly response: {
    /** In base64url. */
    readonly clientDataJSON: string;
    /** In base64url. */
    readonly attestationObject: string;
    /** How the authenticator is reached. */
    readonly transports?: readonly string[] | undefined;
  };
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeyRequestOptions {
  /** To be signed; good for five minutes, and once. */
  readonly challenge: string;
  /** The domain of the relying party. */
  readonly rpId: string;
  /** The passkeys of the member. */
  readonly allowCredentials: readonly {
    /** The credential. */
    readonly id: string;
    /** The only kind there is. */
    readonly type: 'public-key';
  }[];
}

/** A plan. */
export type PlanTier = 'free' | 'starter' | 'growth' | 'pro';

export interface Problem {
  /** A page that explains the code. */
  readonly type: string;
  /** The code in words, the same at every occurrence. */
  readonly title: string;
  /** The status of the answer. */
  readonly status: number;
  /** What happened here, for people. */
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  /** What happened, for programs. There may be new codes at any time. */
  readonly code: 'validation_failed' | 'unknown_parameter' | 'malformed_request' | 'malformed_upload' | 'body_incomplete' | 'digest_mismatch' | 'document_encrypted' | 'not_a_pdf' | 'invalid_hash' | 'invalid_region' | 'region_not_allowed' | 'invalid_webhook_url' | 'batch_not_found' | 'weak_password' | 'invalid_or_expired_token' | 'ambiguous_credentials' | 'unsupported_api_version' | 'pipeline_spec_unavailable' | 'idempotency_key_conflict' | 'stateless_conflict' | 'invalid_signature' | 'owner_cannot_be_removed' | 'own_role_change' | 'export_not_ready' | 'cooling_off_expired' | 'missing_credentials' | 'invalid_api_key' | 'api_key_expired' | 'api_key_revoked' | 'api_key_required' | 'access_token_required' | 'invalid_token' | 'token_expired' | 'invalid_credentials' | 'mfa_required' | 'invalid_second_factor' | 'invalid_refresh_token' | 'quota_exceeded' | 'quota_reserved' | 'payment_past_due' | 'insufficient_scope' | 'insufficient_role' | 'email_not_verified' | 'reauthentication_required' | 'second_factor_required' | 'artifact_forbidden' | 'report_forbidden' | 'not_found' | 'method_not_allowed' | 'upload_stalled' | 'idempotency_key_in_use' | 'idempotency_outcome_unknown' | 'batch_closed' | 'organization_inactive' | 'slug_taken' | 'api_key_limit_reached' | 'api_key_inactive' | 'already_registered' | 'already_member' | 'webhook_limit_reached' | 'webhook_inactive' | 'file_too_large' | 'body_too_large' | 'unsupported_media_type' | 'precondition_failed' | 'range_not_satisfiable' | 'document_rejected' | 'document_failed' | 'idempotency_key_reused' | 'abnormal_usage' | 'rate_limited' | 'too_many_at_once' | 'too_many_streams' | 'headers_too_large' | 'internal_error' | 'payment_provider_error' | 'not_implemented' | 'service_unavailable' | 'processing_timeout' | (string & {});
  /** The id of the request, which leads support to it. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The faulty parts of the request, where there are some. */
  readonly errors?: readonly FieldFault[] | undefined;
  /** `region_not_allowed`: the regions that the organization may use. */
  readonly allowedRegions?: readonly Region[] | undefined;
  /** `batch_not_found`: the batch that was named. */
  readonly batchId?: string | undefined;
  /** `cooling_off_expired`: until then the deletion could be cancelled. */
  readonly cancellableUntil?: string | undefined;
  /** `export_not_ready`: how far the export is. */
  readonly exportStatus?: 'pending' | 'completed' | 'failed' | 'expired' | undefined;
  /** `mfa_required`: seconds in which `mfa_token` is good. */
  readonly expires_in?: number | undefined;
  /** Compare: why the file could not be read. */
  readonly failureCode?: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {}) | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the documents of a period. */
  readonly limit?: number | undefined;
  /** `file_too_large`, `body_too_large`: the most bytes that are taken. */
  readonly limitBytes?: number | undefined;
  /** `mfa_required`, `reauthentication_required`: any of these would do. */
  readonly methods?: readonly ('totp' | 'passkey' | 'recovery_code' | 'password' | (string & {}))[] | undefined;
  /** `mfa_required`: for `POST /api/auth/login/mfa`. */
  readonly mfa_token?: string | undefined;
  /** `file_too_large`, `quota_exceeded`, `quota_reserved`, `payment_past_due`: the plan. */
  readonly planTier?: PlanTier | undefined;
  /** `mfa_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  readonly publicKey?: PasskeyRequestOptions | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`, `abnormal_usage`: when documents are counted anew. */
  readonly resetsAt?: string | undefined;
  /** `not_found`: the kind of thing that was looked for. */
  readonly resource?: string | undefined;
  /** `insufficient_role`: any of these would do. */
  readonly roles?: readonly MemberRole[] | undefined;
  /** `insufficient_scope`: the scopes of which the key needs one, with spaces in between. */
  readonly scope?: string | undefined;
  /** `second_factor_required`: where one is set up. */
  readonly setUp?: readonly string[] | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: when the period began. */
  readonly startsAt?: string | undefined;
  /** `document_rejected`, `document_failed`: the answer that a form would have got. */
  readonly submission?: NormalizeResponse | undefined;
  /** `unsupported_api_version`: the versions that can be asked for. */
  readonly supported?: readonly string[] | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: the page for people who pay for more. */
  readonly upgradeUrl?: string | undefined;
  /** `quota_exceeded`, `quota_reserved`, `payment_past_due`: how many of the documents are used, those under way included. */
  readonly used?: number | undefined;
  /** `rate_limited`: the limits of `RateLimit-Policy` that are used up. */
  readonly 'violated-policies'?: readonly string[] | undefined;
}

export interface PublicJwk {
  /** The kind of key. */
  readonly kty: 'EC';
  /** It signs. */
  readonly use: 'sig';
  /** The algorithm. */
  readonly alg: 'ES256';
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** The curve. */
  readonly crv: 'P-256';
  /** Base64url of the coordinate. */
  readonly x: string;
  /** Base64url of the other coordinate. */
  readonly y: string;
  /** Since when it signs: nothing that it signed is older. */
  readonly 'x-created-at'?: string | undefined;
  /** Since when it signs no more; absent while it does. */
  readonly 'x-retired-at'?: string | undefined;
}

export interface Quota {
  /** The plan. */
  readonly planTier: PlanTier;
  /** Documents of a period. */
  readonly limit: number;
  /** Delivered and under way, comparisons included. */
  readonly used: number;
  /** How many of them are left. */
  readonly remaining: number;
  /** Whether the plan takes more than its documents, at a price. */
  readonly overageAllowed: boolean;
  /** When the period began. */
  readonly startsAt: string;
  /** When documents are counted anew. */
  readonly resetsAt: string;
  /** The most bytes a document may have. */
  readonly maxFileBytes: number;
  /** Documents that are processed at once; what is beyond waits its turn. */
  readonly concurrentJobs: number;
}

export interface Readiness {
  /** Whether requests should be sent here. */
  readonly status: 'ok' | 'unavailable' | 'draining';
  /** The parts that it works with. */
  readonly checks: {
    /** PostgreSQL. */
    readonly database: 'ok' | 'unavailable';
    /** Temporal. */
    readonly temporal: 'ok' | 'unavailable';
    /** The store of objects. */
    readonly storage: 'ok' | 'unavailable';
  };
  /** How many were seen within the last half minute. Null where the database does not say it now. */
  readonly workers: number | null;
}

export interface Received {
  /** The event was taken. */
  readonly received: boolean;
}

export interface RecoveryCodes {
  /** Each works once, in place of another second factor. They are in this answer and nowhere else. */
  readonly recoveryCodes: readonly string[];
}

/** Where documents are kept and processed. */
export type Region = 'ca-central-1' | 'us-east-2' | 'eu-central-1';

export interface Registered {
  /** `active` where an invitation confirms the address. */
  readonly status: 'pending_verification' | 'active';
  /** The address, in lower case. */
  readonly email: string;
}

export interface RegisteredPasskey {
  /** The passkey. */
  readonly id: string;
  /** The name that its owner gave it. */
  readonly name: string;
  /** When it was registered. */
  readonly createdAt: string;
  /** When it was shown last; null before the first time. */
  readonly lastUsedAt: string | null;
  /** With the first second factor; null with a further one. */
  readonly recoveryCodes: readonly string[] | null;
}

export interface RemovedMember {
  /** Who was removed. */
  readonly id: string;
  /** They no longer belong to the organization. */
  readonly status: 'removed';
}

export interface RemovedWebhook {
  /** The endpoint. */
  readonly id: string;
  /** Nothing is sent to it any more. */
  readonly status: 'deleted';
}

export interface ReplayedDeliveries {
  /** They are sent soon. */
  readonly status: 'queued';
  /** How many. */
  readonly deliveries: number;
}

export interface Report {
  /** The version of the API that the submission was made with. */
  readonly apiVersion: string;
  /** `sha256:` and the SHA-256 of the canonical document in hex. */
  readonly outputHash: string;
  /** The submission it is about. */
  readonly submissionId: string;
  /** When the submission ended. */
  readonly createdAt: string;
  /** Milliseconds of work. */
  readonly processingTimeMs: number;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** All stages in their order. */
  readonly stages: readonly Stage[];
  /** What may matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Signs of tampering. */
  readonly tamperAnalysis: {
    /** Whether anything was found. */
    readonly detected: boolean;
    /** What was found. */
    readonly findings: readonly Anomaly[];
  };
  /** Null where they cannot be told apart. */
  readonly revisions: Revisions | null;
  /** Null where no embedded file was met. */
  readonly embeddedFiles: EmbeddedFiles | null;
  /** What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other. */
  readonly contentHashAlgorithm: string | null;
  /** The specification of the output; null where there is none. */
  readonly pipelineSpec: string | null;
  /** The fingerprints of the pages of the output; null where none are stored. */
  readonly pages: readonly PageOfReport[] | null;
  /** The definition of the fingerprints, for example `page-1`; null without any. */
  readonly pageFingerprintAlgorithm: string | null;
  /** PDF/A validation of the output. */
  readonly validator: {
    /** Whether PDF/A validation ran. */
    readonly validated: boolean;
    /** Clauses of ISO 19005 that the output breaks. */
    readonly errors: readonly string[];
  };
}

export interface RequestedDeletion {
  /** It can still be cancelled. */
  readonly status: 'pending';
  /** When it was asked for. */
  readonly requestedAt: string;
  /** When the cooling-off ends. */
  readonly cancellableUntil: string;
  /** What happens now, for people. */
  readonly message: string;
}

export interface ResetFactors {
  /** Whose second factors were taken away. */
  readonly id: string;
  /** They have none any more. */
  readonly status: 'reset';
}

export interface Revision {
  /** Counted from 1. */
  readonly number: number;
  /** Where it begins in the original. */
  readonly startByte: number;
  /** Where it ends. */
  readonly endByte: number;
  /** Objects that were not there before. */
  readonly objectsAdded: number;
  /** Objects that replace others. */
  readonly objectsChanged: number;
  /** Objects that are there no more. */
  readonly objectsFreed: number;
  /** Signatures that cover it whole. */
  readonly coveringSignatures: number;
  /** The fields of those signatures. */
  readonly coveredBy: readonly string[];
}

export interface RevisionObject {
  /** Its number in the file. */
  readonly objectNumber: number;
  /** What the revision did to it. */
  readonly change: 'repointed' | 'replaced' | 'added' | 'freed' | 'rewritten';
  /** What it is there for; `container` holds other objects, or is a cross-reference stream. */
  readonly kind: 'page' | 'content' | 'field' | 'annotation' | 'signature' | 'action' | 'catalog' | 'font' | 'image' | 'structure' | 'metadata' | 'other' | 'container';
  /** The first page it belongs to, from 1; null where it belongs to none. */
  readonly page: number | null;
  /** The qualified name of the field it is, or belongs to. */
  readonly field: string | null;
  /** Keys whose values differ, of a dictionary that was replaced; `stream` for the data of a stream. */
  readonly keys: readonly string[];
  /** For people, for example `page 1: content` or `field Amount: value`. Names come from the file. */
  readonly words: string;
}

export interface Revisions {
  /** How often the document was saved, the first time included. */
  readonly count: number;
  /** The oldest first. */
  readonly listed: readonly Revision[];
  /** How many there are beyond those that are listed. */
  readonly notListed: number;
}

export interface Revoked {
  /** What was revoked. */
  readonly id: string;
  /** It is worth nothing any more. */
  readonly status: 'revoked';
}

/** How grave the findings of the tamper analysis are. */
export type RiskLevel = 'none' | 'low' | 'medium' | 'high' | 'critical';

export interface ScheduledErasure {
  /** Whether it will be done, or was only counted. */
  readonly status: 'scheduled' | 'dry_run';
  /** The same for people. */
  readonly message: string;
  /** Null for a dry run. */
  readonly erasureId: string | null;
  /** How many submissions are meant. */
  readonly matchedSubmissions: number;
  /** The same by specification and algorithm. */
  readonly matchedUnder: readonly {
    /** What they were normalized under; null for documents without an output. */
    readonly pipelineSpec: string | null;
    /** What the text was hashed by; null also where an old report does not tell. */
    readonly contentHashAlgorithm: string | null;
    /** How many of them. */
    readonly submissions: number;
  }[];
}

export interface SecondFactors {
  /** What a sign-in may show; empty where there is no second factor. */
  readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
  /** Whether the organization asks its members for one. */
  readonly required: boolean;
  /** The authenticator app; null without one. */
  readonly totp: {
    /** When it was set up. */
    readonly createdAt: string;
    /** When a code was shown last; null before the first time. */
    readonly lastUsedAt: string | null;
  } | null;
  /** In the order in which they were registered. */
  readonly passkeys: readonly Passkey[];
  /** How many recovery codes can still be used. */
  readonly recoveryCodesLeft: number;
}

export interface SecurityInfo {
  /** There was JavaScript, and it is gone. */
  readonly javascriptRemoved?: boolean | undefined;
  /** Something happened at opening, and does no more. */
  readonly openActionsRemoved?: boolean | undefined;
  /** There were embedded files, and they are gone. */
  readonly embeddedFilesRemoved?: boolean | undefined;
  /** There were sounds, films or 3D, and they are gone. */
  readonly richMediaRemoved?: boolean | undefined;
  /** Something started programs, and does no more. */
  readonly launchActionsRemoved?: boolean | undefined;
  /** There were incremental updates: now there is one revision. */
  readonly incrementalUpdatesRemoved?: boolean | undefined;
  /** There was a form: its fields are part of the pages now. */
  readonly acroformFlattened?: boolean | undefined;
  /** There were annotations, and they are gone, as `remove_annotations` asks. */
  readonly annotationsRemoved?: boolean | undefined;
  /** The document came encrypted, and is no more. */
  readonly encryptedInput?: boolean | undefined;
  /** The document came with signatures. */
  readonly digitalSignaturesDetected?: boolean | undefined;
  /** They are gone, as `signed_pdf_policy` asks. */
  readonly digitalSignaturesRemoved?: boolean | undefined;
  /** How many signatures there were. */
  readonly signatureCount?: number | undefined;
  /** What became of each signature. */
  readonly signatureVerificationResults?: readonly SignatureVerification[] | undefined;
  /** Of all signatures together. */
  readonly overallSignatureStatus?: 'ALL_VALID' | 'SOME_INVALID' | 'NONE' | undefined;
}

export interface Session {
  /** The sign-in. */
  readonly id: string;
  /** Whether this very call was made with it. */
  readonly current: boolean;
  /** The program that signed in, as it calls itself; null where it did not say. */
  readonly userAgent: string | null;
  /** When it began. */
  readonly createdAt: string;
  /** When a second factor was last shown; null without one. */
  readonly secondFactorAt: string | null;
  /** When it was renewed last. */
  readonly lastUsedAt: string;
  /** When it ends unless it is renewed. */
  readonly expiresAt: string;
}

/** How grave a finding is. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface SignatureList {
  /** How many signatures there are. */
  readonly count: number;
  /** The field of the first one; empty for a signature without a field. */
  readonly first: string;
  /** The reason of the first one. */
  readonly reason: 'BYTERANGE_INVALID' | 'UNSUPPORTED_SUBFILTER' | 'SIGNATURE_UNREADABLE' | 'CERTIFICATE_MISSING' | 'DIGEST_MISMATCH' | 'ALGORITHM_NOT_SUPPORTED' | 'CMS_INVALID' | 'WEAK_DIGEST' | 'MODIFIED_AFTER_SIGNING' | 'WEAK_KEY' | 'KEY_USAGE_NOT_ALLOWED' | 'EXTENDED_KEY_USAGE_NOT_ALLOWED' | 'CERTIFICATE_NOT_YET_VALID' | (string & {}) | null;
  /** The algorithm that is not supported; null where the reason is another one. */
  readonly algorithm: string | null;
}

export interface SignatureReach {
  /** Of its field; empty without one. */
  readonly fieldName: string;
  /** It is a document timestamp. */
  readonly isTimestamp: boolean;
  /** As the file has it; null when it is no list of integers. */
  readonly byteRange: readonly number[] | null;
  /** What the range leaves out: `foreign` is more than its own value. Null when it covers nothing. */
  readonly gap: 'exact' | 'digits-only' | 'padded' | 'foreign' | null;
  /** The byte after the last one covered; null when it covers nothing. */
  readonly endByte: number | null;
  /** The newest revision whose end it covers; null when it is the end of none. */
  readonly revision: number | null;
  /** All but its own value and white space at the end is covered. */
  readonly coversWholeFile: boolean;
  /** What stands behind the covered bytes; null when it covers nothing. */
  readonly followedBy: {
    /** Behind the last covered one. */
    readonly bytes: number;
    /** They are nothing else. */
    readonly onlyWhiteSpace: boolean;
    /** That end behind it. */
    readonly revisions: number;
  } | null;
}

export interface SignatureVerification {
  /** The field of the form that holds the signature. */
  readonly fieldName: string;
  /** Distinguished name of the certificate; null without a certificate. */
  readonly signerName: string | null;
  /** When, as the signature says: ISO 8601 in UTC. Null where it does not say. */
  readonly signedAt: string | null;
  /** Whether it holds, and covers what is shown. */
  readonly valid: boolean;
  /** The time that a valid timestamp proves, else the time of processing. */
  readonly certificateExpired: boolean;
  /** Null without trust anchors to hold the chain against. */
  readonly certificateChainTrusted: boolean | null;
  /** Whether somebody else attests the time. */
  readonly timestampPresent: boolean;
  /** Whether that attestation holds; null without one. */
  readonly timestampValid: boolean | null;
  /** The earliest time that a valid timestamp proves: ISO 8601 in UTC. The algorithms are checked at this time where its authority is trusted, and else as of now. Null without proof; absent in older reports. */
  readonly bestSignatureTime?: string | null | undefined;
  /** Why it is not valid: the first rule that it fails. Null where it is. */
  readonly reason: 'BYTERANGE_INVALID' | 'UNSUPPORTED_SUBFILTER' | 'SIGNATURE_UNREADABLE' | 'CERTIFICATE_MISSING' | 'DIGEST_MISMATCH' | 'ALGORITHM_NOT_SUPPORTED' | 'CMS_INVALID' | 'WEAK_DIGEST' | 'MODIFIED_AFTER_SIGNING' | 'WEAK_KEY' | 'KEY_USAGE_NOT_ALLOWED' | 'EXTENDED_KEY_USAGE_NOT_ALLOWED' | 'CERTIFICATE_NOT_YET_VALID' | (string & {}) | null;
}

export interface SignedIn {
  /** For Authorization: Bearer. */
  readonly access_token: string;
  /** The scheme of the token. */
  readonly token_type: 'Bearer';
  /** Seconds until the access token is worth nothing. */
  readonly expires_in: number;
  /** The same as in the cookie, for programs that keep none. Works once. */
  readonly refresh_token: string;
  /** Who signed in. */
  readonly user: {
    /** The member. */
    readonly id: string;
    /** Their address. */
    readonly email: string;
    /** Whether the address is confirmed. */
    readonly emailVerified: boolean;
  };
  /** The organization of the member. */
  readonly organization: {
    /** The organization. */
    readonly id: string;
    /** Its name in URLs. */
    readonly slug: string;
    /** What the member may do in it. */
    readonly role: MemberRole;
  };
}

export interface SigningSecret {
  /** What deliveries are signed with. */
  readonly signingSecret: string;
}

export interface Stage {
  /** Counted from 0. */
  readonly stage: number;
  /** Its name. */
  readonly name: StageName;
  /** How it ended, in a word. */
  readonly result: string;
  /** Of the tamper stage alone: what was found. */
  readonly findings?: readonly Anomaly[] | undefined;
  /** Milliseconds of work. */
  readonly durationMs: number;
}

/** A stage of the pipeline. */
export type StageName = 'PdfaDetection' | 'TamperDetection' | 'StructuralRepair' | 'DigitalSignatureDetection' | 'ActiveContentRemoval' | 'AcroFormHandling' | 'MetadataCanonical' | 'FontResourceValidation' | 'FinalRewrite' | 'ContentHash';

export interface Stats {
  /** Since the organization began. */
  readonly allTime: {
    /** That have ended. */
    readonly total: number;
    /** With SUCCESS. */
    readonly success: number;
    /** With FAILED. */
    readonly failed: number;
    /** With REJECTED. */
    readonly rejected: number;
  };
  /** Of the billing period. */
  readonly currentMonth: {
    /** That have ended. */
    readonly total: number;
    /** With SUCCESS. */
    readonly success: number;
    /** With FAILED. */
    readonly failed: number;
    /** With REJECTED. */
    readonly rejected: number;
  };
  /** Documents of a billing period. */
  readonly planLimit: number;
  /** Units delivered and under way, comparisons included. */
  readonly usedThisMonth: number;
  /** Usage of the limit in percent; more than 100 where the plan allows it. */
  readonly usageLimitPercent: number;
  /** Milliseconds; of what succeeded in the billing period; null when there is none. */
  readonly averageProcessingMs: number | null;
  /** The newest first. */
  readonly recentSubmissions: readonly {
    /** The submission. */
    readonly submissionId: string;
    /** How far it is, or how it ended. */
    readonly status: SubmissionStatus;
    /** When it was accepted. */
    readonly createdAt: string;
    /** When it ended; null before. */
    readonly completedAt: string | null;
    /** When the document was erased; null unless it was. */
    readonly erasedAt: string | null;
  }[];
}

export interface StructuralDiffReport {
  /** All of it in one look. */
  readonly summary: DiffSummary;
  /** Keys of the document information dictionary. */
  readonly metadata: readonly {
    /** The key. */
    readonly field: string;
    /** In the first document; null where it has none. */
    readonly oldValue: string | null;
    /** In the second document; null where it has none. */
    readonly newValue: string | null;
  }[];
  /** What became of the pages. */
  readonly pages: {
    /** Pages of the second document alone. */
    readonly added: readonly PageInfo[];
    /** Pages of the first document alone. */
    readonly removed: readonly PageInfo[];
    /** Pages that moved against the others. */
    readonly reordered: readonly PageReorder[];
    /** The same pages with other content. */
    readonly modified: readonly {
      /** Its page number in the first document, counted from 1. */
      readonly oldPosition: number;
      /** Its page number in the second document, counted from 1. */
      readonly newPosition: number;
      /** What the page shows in the first document. */
      readonly oldContentHash: string;
      /** What it shows in the second one. */
      readonly newContentHash: string;
      /** The words that differ, numbers first. Empty where both pages have the same words. Null where the words are unknown. */
      readonly textChanges: readonly {
        /** The words in the first document; null where it has none. */
        readonly before: string | null;
        /** The words in the second document; null where it has none. */
        readonly after: string | null;
      }[] | null;
    }[];
    /** Pages of the first document that are in the second one at another place, or with other margins. They are no changes besides those of the other lists. */
    readonly matches: readonly {
      /** Its page number in the first document, counted from 1. */
      readonly oldPosition: number;
      /** Its page number in the second document, counted from 1. */
      readonly newPosition: number;
      /** `page`: the page shows the same. `without_margins`: it does between its top and bottom margins. */
      readonly match: 'page' | 'without_margins' | (string & {});
    }[];
    /** Pages of the first document. Those that no list names are the same in both. */
    readonly totalA: number;
    /** Pages of the second document. */
    readonly totalB: number;
  };
  /** Entries of the cross-reference in use: approximate. */
  readonly objects: {
    /** How many more the second document has. */
    readonly added: number;
    /** How many fewer. */
    readonly removed: number;
    /** In the first document. */
    readonly totalA: number;
    /** In the second document. */
    readonly totalB: number;
  };
  /** Fields of forms. */
  readonly forms: readonly {
    /** Its full name. */
    readonly fieldName: string;
    /** What became of it from the first document to the second. */
    readonly action: 'added' | 'removed' | 'modified';
    /** In the first document; null where it has none. */
    readonly oldValue: string | null;
    /** In the second document; null where it has none. */
    readonly newValue: string | null;
  }[];
  /** Annotations of pages that both documents have. */
  readonly annotations: readonly {
    /** Counted from 1. */
    readonly page: number;
    /** Its subtype, for example `Link`. */
    readonly type: string;
    /** What became of it from the first document to the second. */
    readonly action: 'added' | 'removed' | 'modified';
  }[];
  /** Encryption, signatures and active content. */
  readonly security: readonly {
    /** The fact. */
    readonly field: 'AdditionalActions' | 'EmbeddedFiles' | 'Encrypted' | 'JavaScript' | 'LaunchAction' | 'OpenAction' | 'Permissions' | 'SignatureCount' | 'UsageRights' | 'XFA' | (string & {});
    /** In the first document. */
    readonly oldValue: string;
    /** In the second document. */
    readonly newValue: string;
  }[];
  /** Fonts that one of the documents has alone. */
  readonly fonts: readonly {
    /** Its base name, without subset tag. */
    readonly name: string;
    /** Which document has it. */
    readonly action: 'added' | 'removed';
  }[];
  /** What is no difference, and has to be known. */
  readonly warnings: readonly {
    /** What it warns of, for programs. */
    readonly code: 'PIPELINE_SPECS_DIFFER' | (string & {});
    /** The same for people. */
    readonly message: string;
    /** The data of the warning. */
    readonly facts?: {
      /** The specification under which the first file was normalized. */
      readonly pipelineSpecA: string;
      /** That of the second file. */
      readonly pipelineSpecB: string;
      /** Both were normalized again before the comparison. */
      readonly isNormalized: boolean;
    } | undefined;
  }[];
  /** In what the files differ without a change of the documents. */
  readonly ignored: readonly {
    /** In what the files differ, for programs. */
    readonly code: 'resource_names' | 'subset_tags' | 'number_digits' | 'content_operators' | 'dates' | 'document_information' | 'xmp_metadata' | 'file_identifiers' | 'file_layout' | (string & {});
    /** The same for people, as a part of a sentence. */
    readonly message: string;
  }[];
}

export interface Submission {
  /** The version of the API that the submission was made with. */
  readonly apiVersion: string;
  /** Of the request that made the submission. */
  readonly requestId: string;
  /** The submission: ask for it by this id. */
  readonly submissionId: string;
  /** Milliseconds of work; 0 while pending. */
  readonly processingTimeMs: number;
  /** How far it is, or how it ended. */
  readonly status: SubmissionStatus;
  /** As it was given with the request; null without. */
  readonly clientReference: string | null;
  /** As it was given with the request; empty without. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The document as it came. */
  readonly original: {
    /** SHA-256 in hex; null once the document is erased. */
    readonly sha256: string | null;
    /** Its size. */
    readonly sizeBytes: number;
  };
  /** The canonical document; null until there is one. */
  readonly normalized: NormalizedInfo | null;
  /** What was found and taken out; an empty object while pending. */
  readonly security: SecurityInfo;
  /** What was repaired and checked; an empty object while pending. */
  readonly validation: ValidationInfo;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** Signs of tampering; null while pending. */
  readonly tamperAnalysis: TamperAnalysis | null;
  /** What may matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Why there is no canonical document; null unless it ended without one. */
  readonly failure: FailureInfo | null;
  /** Its batch; null without. */
  readonly batchId: string | null;
  /** When it was accepted. */
  readonly createdAt: string;
  /** The API key or the member whose request made it; null where that was not recorded. */
  readonly createdBy: CreatedBy | null;
  /** When it ended; null before. */
  readonly completedAt: string | null;
  /** When the document was erased: only these facts of it are left. */
  readonly erasedAt: string | null;
  /** Paths of the API. */
  readonly links: SubmissionLinks;
  /** Its workflow in Temporal's web interface: told of one submission, where operators have set TEMPORAL_UI_URL. */
  readonly workflowUrl?: string | undefined;
}

export interface SubmissionEndEvent {
  /** Whose end it is. */
  readonly submissionId: string;
  /** The one it keeps. */
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';
  /** Why there is no output; null where there is one. */
  readonly failureCode: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | null;
  /** Where to read on. */
  readonly links: SubmissionLinks;
}

export interface SubmissionEventData {
  /** The submission that ended. */
  readonly submissionId: string;
  /** Its batch; null without. */
  readonly batchId: string | null;
  /** As it was given with the request; null without. */
  readonly clientReference: string | null;
  /** As it was given with the request; empty without. */
  readonly metadata: Readonly<Record<string, string>>;
  /** How it ended. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  /** Milliseconds of work. */
  readonly processingTimeMs: number;
  /** The document as it came. */
  readonly original: OriginalInfo;
  /** The canonical document; null where there is none. Fetch it by its hash. */
  readonly normalized: {
    /** SHA-256 of the canonical document, in hex. */
    readonly sha256: string;
    /** Its size. */
    readonly sizeBytes: number;
    /** The version of PDF in its header, for example `1.7`. */
    readonly pdfVersion: string;
    /** Whether it can be shown while it is still loading. */
    readonly linearized: boolean;
    /** SHA-256 of the text that the pages show; null where they show none. */
    readonly contentHash: string | null;
    /** What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other. */
    readonly contentHashAlgorithm: string | null;
    /** The specification whose bytes these are. */
    readonly pipelineSpec: string;
  } | null;
  /** Why there is no canonical document; null where there is one. */
  readonly failure: {
    /** Why, for programs. */
    readonly code: 'POLICY_REJECTION' | 'FILE_TOO_LARGE' | 'EMPTY_FILE' | 'NOT_A_PDF' | 'PASSWORD_REQUIRED' | 'UNSUPPORTED_ENCRYPTION' | 'UNSUPPORTED_FILTER' | 'CORRUPT_UNRECOVERABLE' | 'NO_PAGES' | 'RESOURCE_LIMIT_EXCEEDED' | 'XFA_DYNAMIC_UNSUPPORTED' | 'FLATTEN_FAILED' | 'ACTIVE_CONTENT_RESIDUE' | 'NOT_IDEMPOTENT' | 'OUTPUT_INVALID' | 'CONTENT_CHANGED' | 'PROCESSING_TIMEOUT' | 'PARSER_KILLED' | 'REPEATED_FAILURE' | 'WORKER_UNAVAILABLE' | 'STORAGE_ERROR' | 'CANCELLED' | 'ORGANIZATION_INACTIVE' | 'INTERNAL_ERROR' | (string & {});
    /** Why, for people. */
    readonly message: string;
    /** The stage it ended at; null outside of the stages. */
    readonly stage: StageName | null;
  } | null;
  /** The codes of the warnings, each once. */
  readonly warningCodes: readonly ('NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'INVOICE_NOT_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'XFA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_DECLARATION_INVALID' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | (string & {}))[];
  /** The verdict without names and words of the document; null in events of earlier versions. */
  readonly verdict: VerdictSummary | null;
  /** Of the tamper analysis; null where there was none. */
  readonly tamperRiskLevel: RiskLevel | null;
  /** Of all signatures together; null where nobody looked. */
  readonly overallSignatureStatus?: 'ALL_VALID' | 'SOME_INVALID' | 'NONE' | null | undefined;
  /** Paths of the API, for calls with your key. */
  readonly links: {
    /** The submission. */
    readonly submission: string;
    /** The canonical document, where there is one. */
    readonly artifact?: string | undefined;
    /** Its report. */
    readonly report?: string | undefined;
    /** The attestation of its original and output. */
    readonly attestation?: string | undefined;
    /** The certificate of its original and output. */
    readonly certificate?: string | undefined;
    /** The result of verifying its attestation and output now. */
    readonly verify?: string | undefined;
  };
}

export interface SubmissionFlaggedEvent {
  /** The kind of event. */
  readonly type: 'submission.flagged';
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts. */
  readonly data: FlaggedEventData;
}

export interface SubmissionLinks {
  /** The submission. */
  readonly self: string;
  /** Its report; null until it has ended, and once it is erased. */
  readonly report: string | null;
  /** The attestation of its original and output; null without. */
  readonly attestation: string | null;
  /** The certificate of its original and output; null without. */
  readonly certificate: string | null;
  /** The result of verifying its attestation and output now; null without. */
  readonly verify: string | null;
  /** The bytes that came; null where they are not kept. */
  readonly original: string | null;
  /** The revisions of its file; null until it has ended, and where nothing is known of them. */
  readonly revisions: string | null;
  /** All that proves it as one archive; null until it has ended, and where nothing of it is kept. */
  readonly evidence: string | null;
  /** How far it is, as a stream that ends with it. */
  readonly events: string;
}

export interface SubmissionPage {
  /** The newest first. */
  readonly items: readonly Submission[];
  /** Counted from 1; absent with a cursor. */
  readonly page?: number | undefined;
  /** The most that a page has. */
  readonly page_size: number;
  /** The number of items on all pages; absent with a cursor, with which the service counts nothing. */
  readonly total?: number | undefined;
  /** For the next page, as `cursor`; null on the last one. */
  readonly next_cursor: string | null;
}

export interface SubmissionReport {
  /** The version of the API that the submission was made with. */
  readonly apiVersion: string;
  /** `sha256:` and the SHA-256 of the canonical document in hex. */
  readonly outputHash: string | null;
  /** The submission it is about. */
  readonly submissionId: string;
  /** When the submission ended. */
  readonly createdAt: string;
  /** Milliseconds of work. */
  readonly processingTimeMs: number;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  /** All stages in their order. */
  readonly stages: readonly Stage[];
  /** What may matter to readers of the document. */
  readonly warnings: readonly WarningInfo[];
  /** Signs of tampering. */
  readonly tamperAnalysis: {
    /** Whether anything was found. */
    readonly detected: boolean;
    /** What was found. */
    readonly findings: readonly Anomaly[];
  };
  /** Null where they cannot be told apart. */
  readonly revisions: Revisions | null;
  /** Null where no embedded file was met. */
  readonly embeddedFiles: EmbeddedFiles | null;
  /** What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other. */
  readonly contentHashAlgorithm: string | null;
  /** The specification of the output; null where there is none. */
  readonly pipelineSpec: string | null;
  /** The fingerprints of the pages of the output; null where none are stored. */
  readonly pages: readonly PageOfReport[] | null;
  /** The definition of the fingerprints, for example `page-1`; null without any. */
  readonly pageFingerprintAlgorithm: string | null;
  /** PDF/A validation of the output. */
  readonly validator: {
    /** Whether PDF/A validation ran. */
    readonly validated: boolean;
    /** Clauses of ISO 19005 that the output breaks. */
    readonly errors: readonly string[];
  };
}

export interface SubmissionRevision {
  /** From 1, the original. */
  readonly number: number;
  /** Its first byte in the file. */
  readonly startByte: number;
  /** The byte after its last one: the file up to here is the document as it was then. */
  readonly endByte: number;
  /** The form of its cross-reference. */
  readonly crossReference: 'table' | 'stream' | 'hybrid';
  /** What it says of itself, which anybody can write; null where it wrote no information dictionary. */
  readonly stated: {
    /** ModDate of the information dictionary. */
    readonly modifiedAt: string | null;
    /** Producer of the information dictionary. */
    readonly producer: string | null;
  } | null;
  /** How many objects it changed, and how. */
  readonly objects: {
    /** Entries that lead to bytes of before this revision, where they did not lead before. */
    readonly repointed: number;
    /** Numbers in use that were given other bytes. */
    readonly replaced: number;
    /** Numbers that were not in use. */
    readonly added: number;
    /** Numbers given up. */
    readonly freed: number;
    /** Objects written once more that say the same. Counted as replaced where isCompared is false. */
    readonly rewritten: number;
  };
  /** Entries that say again where an object is. */
  readonly entriesRepeated: number;
  /** It brings no bytes of objects, only entries that lead to such as were there. */
  readonly onlyRepoints: boolean;
  /** The same counts by kind; kinds without a change are left out, and all where a revision has too many objects to look at. */
  readonly kinds: readonly {
    /** What it is there for; `container` holds other objects, or is a cross-reference stream. */
    readonly kind: 'page' | 'content' | 'field' | 'annotation' | 'signature' | 'action' | 'catalog' | 'font' | 'image' | 'structure' | 'metadata' | 'other' | 'container';
    /** Entries that lead to bytes of before this revision, where they did not lead before. */
    readonly repointed: number;
    /** Numbers in use that were given other bytes. */
    readonly replaced: number;
    /** Numbers that were not in use. */
    readonly added: number;
    /** Numbers given up. */
    readonly freed: number;
    /** Objects written once more that say the same. Counted as replaced where isCompared is false. */
    readonly rewritten: number;
  }[];
  /** False where the document was not read as it was then, for the file has too much: nothing is compared. */
  readonly isCompared: boolean;
  /** The weightiest changes first; none of the original, which adds everything. */
  readonly listed: readonly RevisionObject[];
  /** How many changes are not listed. */
  readonly notListed: number;
}

export interface SubmissionRevisions {
  /** Whose document it is. */
  readonly submissionId: string;
  /** Of the file. */
  readonly sizeBytes: number;
  /** `repaired`: some entries led astray. `unreadable`: no revision can be told apart, and none is listed. */
  readonly crossReference: 'followed' | 'repaired' | 'unreadable';
  /** How many revisions the file has. */
  readonly count: number;
  /** The newest of them, oldest first. */
  readonly revisions: readonly SubmissionRevision[];
  /** How many older revisions are left out. */
  readonly notListed: number;
  /** How many signatures the file has. */
  readonly signatureCount: number;
  /** Sorted by the end of the covered bytes. Whether they are valid is in the report. */
  readonly signatures: readonly SignatureReach[];
  /** Data behind the last revision that no cross-reference owns. */
  readonly trailing: {
    /** Its first byte. */
    readonly startByte: number;
    /** The byte after its last. */
    readonly endByte: number;
  } | null;
}

export interface SubmissionStageEvent {
  /** Its place in the pipeline, from 0. */
  readonly stage: number;
  /** Its name, as in the report. */
  readonly name: 'PdfaDetection' | 'TamperDetection' | 'StructuralRepair' | 'DigitalSignatureDetection' | 'ActiveContentRemoval' | 'AcroFormHandling' | 'MetadataCanonical' | 'FontResourceValidation' | 'FinalRewrite' | 'ContentHash';
  /** `failed` and `rejected` are of the stage in which the document ended. */
  readonly state: 'running' | 'done' | 'failed' | 'rejected' | 'not_reached';
}

/** How far a submission is, or how it ended. */
export type SubmissionStatus = 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';

export interface SubmissionStatusEvent {
  /** What the submission has become. */
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'REJECTED';
}

export interface TamperAnalysis {
  /** The gravest of what was found. */
  readonly riskLevel: RiskLevel;
  /** How much was found. */
  readonly anomaliesDetected: number;
  /** The findings. */
  readonly anomalies: readonly Anomaly[];
}

export interface TeamMember {
  /** The member. */
  readonly id: string;
  /** Their address. */
  readonly email: string;
  /** What they may do in the portal. */
  readonly role: MemberRole;
  /** Whether they can sign in. */
  readonly isActive: boolean;
  /** Whether the address is confirmed. */
  readonly emailVerified: boolean;
  /** Whether they have set up an authenticator app or a passkey. */
  readonly hasSecondFactor: boolean;
  /** When they joined. */
  readonly createdAt: string;
  /** When they signed in last; null before the first time. */
  readonly lastLoginAt: string | null;
}

export interface TestDelivery {
  /** It is sent soon. */
  readonly status: 'queued';
  /** The event. */
  readonly eventId: string;
  /** The delivery: the list of deliveries tells what became of it. */
  readonly deliveryId: string;
}

export interface TestEventData {
  /** The endpoint that is tested. */
  readonly webhookId: string;
}

export interface TextChange {
  /** The page, from 1. */
  readonly page: number;
  /** The words that were signed; null where words were added. */
  readonly before: string | null;
  /** The words that are shown now; null where words were removed. */
  readonly after: string | null;
}

export interface TotpSecret {
  /** To be typed into an app; base32. */
  readonly secret: string;
  /** The same for a QR code or a link. */
  readonly otpauthUri: string;
}

export interface ValidationInfo {
  /** The cross-reference was damaged, and was rebuilt. */
  readonly xrefRebuilt?: boolean | undefined;
  /** Object streams were written anew. */
  readonly objectStreamsRegenerated?: boolean | undefined;
  /** Something referred to objects that are not there. */
  readonly brokenReferencesDetected?: boolean | undefined;
  /** Fonts were used that the document does not hold. */
  readonly nonEmbeddedFontsDetected?: boolean | undefined;
  /** The document says that it is PDF/A. */
  readonly pdfaDeclared?: boolean | undefined;
  /** The level it says, for example `2b`; null where it says none. */
  readonly pdfaLevel?: string | null | undefined;
  /** The output declares the same level. */
  readonly pdfaPreserved?: boolean | undefined;
  /** The output keeps the rules of that level. */
  readonly pdfaCompliant?: boolean | undefined;
  /** Whether PDF/A validation ran; null when nothing was declared. */
  readonly validatorValidated?: boolean | null | undefined;
  /** Clauses of ISO 19005 that the output breaks. */
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

/** How much attention the document needs: `good`, `neutral`, `caution`, `danger`, from the best to the worst. */
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
  /** Whether signature and document hold. */
  readonly valid: boolean;
  /** This and the next two as the attestation has them. */
  readonly attestationId: string;
  /** SHA-256 of the canonical document, in hex. */
  readonly normalizedSha256: string;
  /** When it was signed. */
  readonly issuedAt: string;
  /** Why it is not valid; null where it is. */
  readonly reason: 'malformed' | 'unknown_key' | 'signature_invalid' | 'artifact_mismatch' | 'original_mismatch' | (string & {}) | null;
  /** The signed verdict on the original; null where it is not valid, and where the attestation says nothing of it. */
  readonly verdict: AttestedVerdict | null;
  /** The facts document that the attestation names; null where it is not valid, and where it names none. */
  readonly facts: NamedFacts | null;
}

export interface Version {
  /** Of the service. */
  readonly version: string;
  /** The newest that `Api-Version` can ask for. */
  readonly apiVersion: string;
  /** The specification that documents are normalized under now. */
  readonly pipelineSpec: string;
}

export interface WarningInfo {
  /** What it warns of, for programs. */
  readonly code: 'NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'INVOICE_NOT_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'XFA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_DECLARATION_INVALID' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | (string & {});
  /** The same for people. */
  readonly message: string;
  /** Which of the findings of this code; the code itself where it has one. */
  readonly finding?: 'NON_EMBEDDED_FONT' | 'FONT_SUBSTITUTED' | 'FONT_WIDTH_MISMATCH' | 'GLYPH_MISSING' | 'BROKEN_OBJECT_REFERENCE' | 'XREF_REBUILT' | 'REPAIRED_BY_FALLBACK' | 'STREAM_LENGTH_REPAIRED' | 'PAGE_TREE_REPAIRED' | 'UNDECODABLE_STREAM' | 'AMBIGUOUS_CONTENT' | 'MULTIPLE_REVISIONS' | 'PERMISSIONS_REMOVED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_INVALID' | 'SIGNATURE_APPEARANCE_FLATTENED' | 'SIGNED_PASSTHROUGH' | 'USAGE_RIGHTS_REMOVED' | 'ACTIVE_CONTENT_RETAINED' | 'INCREMENTAL_UPDATES_RETAINED' | 'ACTION_REMOVED' | 'URI_SCHEME_REMOVED' | 'EXTERNAL_REFERENCE_REMOVED' | 'EMBEDDED_FILE_REMOVED' | 'INVOICE_KEPT' | 'PORTFOLIO_CONTENTS_REMOVED' | 'RICH_MEDIA_REMOVED' | 'UNKNOWN_KEY_REMOVED' | 'OPTIONAL_CONTENT_CONDITIONAL' | 'COMPLEX_FORM' | 'APPEARANCE_REGENERATED' | 'HIDDEN_FIELD_DROPPED' | 'FIELD_VALUE_APPEARANCE_MISMATCH' | 'STRUCTURE_TREE_MODIFIED' | 'METADATA_CONFLICT' | 'METADATA_XMP_INVALID' | 'METADATA_CUSTOM_REMOVED' | 'PDFA_NOT_COMPLIANT' | 'PDFA_VALIDATION_FAILED' | 'PDFA_CLAIM_REMOVED' | 'PDFA_VALIDATOR_UNAVAILABLE' | 'LINEARIZATION_SKIPPED' | 'NO_EXTRACTABLE_TEXT' | 'HIDDEN_TEXT' | 'HIDDEN_LAYER' | 'OFF_PAGE_CONTENT' | 'RESULT_UNREADABLE' | 'XFA_DESCRIPTION_REMOVED' | 'XFA_PAGES_NOT_MADE' | 'PDFA_LEVEL_UNKNOWN' | 'PDFA_LEVEL_MISSPELT' | 'PDFA_ENCRYPTED' | 'INVOICE_NOT_DECLARED' | 'INVOICE_SCHEMA_NOT_DESCRIBED' | 'INVOICE_STANDARD_UNKNOWN' | 'INVOICE_FILE_MISSING' | 'INVOICE_WITH_TWO_NAMES' | 'INVOICE_RELATIONSHIP_UNKNOWN' | 'INVOICE_FORBIDDEN_BY_LEVEL' | 'INVOICE_NAME_SHARED' | 'INVOICE_OUTSIDE_DOCUMENT' | 'INVOICE_TOO_LARGE' | 'INVOICE_DAMAGED' | 'INVOICE_EMPTY' | 'INVOICE_MALFORMED' | 'INVOICE_ENCODING_CONTRADICTED' | 'INVOICE_ROOT_UNEXPECTED' | 'INVOICE_WITH_INSTRUCTIONS' | 'INVOICE_WITH_FOREIGN_ELEMENTS' | 'INVOICE_WITH_FILES' | (string & {}) | undefined;
  /** The data of the warning. Each warning has those members that its sentence needs. */
  readonly facts?: {
    /** How many things the warning counts. */
    readonly count?: number | undefined;
    /** Names of fonts, or keys of metadata. */
    readonly names?: NameList | undefined;
    /** The kinds of what `count` counts. */
    readonly kinds?: {
      /** How many kinds there are in all. */
      readonly count: number;
      /** The most frequent kinds, or fonts by name. */
      readonly listed: readonly {
        /** The kind, for example `JavaScript`. */
        readonly name: string;
        /** How many things are of this kind. */
        readonly count: number;
      }[];
    } | undefined;
    /** The part with the first one; absent for a page. */
    readonly part?: 'document' | 'catalog' | 'outline' | 'form' | 'objects' | undefined;
    /** The first of them, for example `OpenAction`. */
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
    /** How many characters. */
    readonly characterCount?: number | undefined;
    /** How many images. */
    readonly imageCount?: number | undefined;
    /** How many removed media have a picture on the page. */
    readonly pictureCount?: number | undefined;
    /** Embedded files. */
    readonly files?: {
      /** How many files there are in all. */
      readonly count: number;
      /** The first of them. */
      readonly listed: readonly EmbeddedFile[];
    } | undefined;
    /** The removed file that is the electronic invoice. */
    readonly invoice?: string | undefined;
    /** Signatures that are not valid. */
    readonly invalid?: SignatureList | undefined;
    /** Signatures that cannot be verified. */
    readonly unverifiable?: SignatureList | undefined;
    /** How many object streams have lost their last objects. */
    readonly cutObjectStreams?: number | undefined;
    /** How many streams have broken data. */
    readonly damagedCount?: number | undefined;
    /** Streams behind a filter that is not supported. */
    readonly unsupported?: {
      /** How many streams there are. */
      readonly count: number;
      /** The filter of the first one; empty for a filter without a name. */
      readonly filter: string;
      /** All of them are images. */
      readonly areImages: boolean;
    } | undefined;
    /** How many annotations became marked content. */
    readonly replacedCount?: number | undefined;
    /** How many annotations left the structure tree. */
    readonly removedCount?: number | undefined;
    /** How many properties of XMP metadata. */
    readonly propertyCount?: number | undefined;
    /** A level of PDF/A, for example `2b`. */
    readonly level?: string | undefined;
    /** The root element that an invoice must have. */
    readonly element?: string | undefined;
    /** Why the validator did not answer. */
    readonly reason?: string | undefined;
  } | undefined;
  /** The part of the document that the finding is about. */
  readonly place?: FindingPlace | undefined;
}

export interface WebhookConfig {
  /** The endpoint. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** What it is told. */
  readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | (string & {}))[];
  /** Whether anything is sent. */
  readonly active: boolean;
  /** When it was made. */
  readonly createdAt: string;
  /** The last success; null before the first. */
  readonly lastDeliveryAt: string | null;
  /** Why the service made it inactive: an answer 410, or five days of failures. Null where it did not. */
  readonly disabledReason: 'gone' | 'failing' | null;
}

export interface WebhookConfigWithSecret {
  /** The endpoint. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** What it is told. */
  readonly events: readonly ('normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | (string & {}))[];
  /** Whether anything is sent. */
  readonly active: boolean;
  /** When it was made. */
  readonly createdAt: string;
  /** The last success; null before the first. */
  readonly lastDeliveryAt: string | null;
  /** Why the service made it inactive: an answer 410, or five days of failures. Null where it did not. */
  readonly disabledReason: 'gone' | 'failing' | null;
  /** What deliveries are signed with: in this answer and no other. */
  readonly signingSecret: string;
}

export interface WebhookDelivery {
  /** The delivery. */
  readonly id: string;
  /** The event. */
  readonly eventId: string;
  /** Null for an address given with a request or a batch. */
  readonly webhookId: string | null;
  /** Where it goes. */
  readonly url: string;
  /** The kind of event. */
  readonly eventType: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | (string & {});
  /** The submission it is about; null where it is about none. */
  readonly submissionId: string | null;
  /** The batch it is about; null where it is about none. */
  readonly batchId: string | null;
  /** `dead` once all attempts have failed. */
  readonly status: 'pending' | 'delivered' | 'dead' | 'cancelled';
  /** Of the current sequence: a replay begins a new one. */
  readonly attempts: number;
  /** What the receiver answered last; null where there was no answer. */
  readonly lastStatusCode: number | null;
  /** Why the last attempt failed; null where it did not. */
  readonly lastError: 'dns_failure' | 'connect_timeout' | 'connection_failed' | 'tls_error' | 'timeout' | 'http_status' | 'redirect' | 'blocked_address' | 'endpoint_gone' | 'endpoint_inactive' | 'interrupted' | (string & {}) | null;
  /** The beginning of that answer; null where there was none. */
  readonly lastResponseBody: string | null;
  /** When it was tried first; null before. */
  readonly firstAttemptAt: string | null;
  /** When it was tried last; null before. */
  readonly lastAttemptAt: string | null;
  /** The body, as it is sent: one of the events, or one of a kind that is still to come. */
  readonly payload: NormalizationSuccessEvent | NormalizationFailureEvent | NormalizationRejectedEvent | SubmissionFlaggedEvent | BatchCompletedEvent | WebhookTestEvent | WebhookEvent;
}

export interface WebhookEvent {
  /** The kind of event. There may be new ones at any time. */
  readonly type: 'normalization.success' | 'normalization.failure' | 'normalization.rejected' | 'submission.flagged' | 'batch.completed' | 'webhook.test' | (string & {});
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
  readonly organizationId: string;
  /** The facts, as the kind of event has them. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookTestEvent {
  /** The kind of event. */
  readonly type: 'webhook.test';
  /** When it happened. */
  readonly timestamp: string;
  /** The version of the API whose shape this is. */
  readonly apiVersion: string;
  /** The same over all attempts and replays: what has been seen with it need not be done again. */
  readonly id: string;
  /** The organization it is about. */
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
