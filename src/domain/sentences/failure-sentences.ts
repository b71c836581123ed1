/** The sentences of failures: those of the document, and those of the service that could not finish its work. */
import type { EngineFailureCode, FailureDetails, LimitedQuantity, UndecodablePart } from '#domain/findings/failure.ts';
import type { Place } from '#domain/findings/finding.ts';
import type { ServiceFailureCode } from '#domain/submission.ts';

/** The code is the contract; these sentences are for people. */
export const SERVICE_FAILURE_MESSAGES: Readonly<Record<ServiceFailureCode, string>> = {
  PARSER_KILLED: 'The parser ended while working on this document, also in a fresh process.',
  PROCESSING_TIMEOUT: 'Processing took longer than is allowed for a document of this size, also in a fresh process.',
  REPEATED_FAILURE: 'The document was not tried, because it has ended the parser twice within a day.',
  WORKER_UNAVAILABLE: 'No worker could finish the document in time.',
  STORAGE_ERROR: 'The document could not be read from or written to storage.',
  CANCELLED: 'Processing was ended before it was done.',
  ORGANIZATION_INACTIVE: 'The organization was deactivated before the document was processed.',
  INTERNAL_ERROR: 'An unexpected error ended processing.',
};

export const COMPARISON_FAILURE_MESSAGES: Readonly<Record<ServiceFailureCode, string>> = {
  PARSER_KILLED: 'The documents could not be compared: the parser ended twice under them.',
  PROCESSING_TIMEOUT: 'The comparison took too long.',
  REPEATED_FAILURE: 'The documents could not be compared.',
  WORKER_UNAVAILABLE: 'No worker was free for the comparison.',
  STORAGE_ERROR: 'The documents could not be fetched.',
  CANCELLED: 'The comparison was ended before it was done.',
  ORGANIZATION_INACTIVE: 'The organization was deactivated.',
  INTERNAL_ERROR: 'The comparison failed through a fault of the service.',
};

type Sentence = (facts: FailureDetails, place: Place | undefined) => string;

export const FAILURE_SENTENCES: Readonly<Record<EngineFailureCode, Sentence>> = {
  EMPTY_FILE: () => 'The file is empty.',
  NOT_A_PDF: () => 'No PDF header in the first 8,192 bytes.',
  PASSWORD_REQUIRED: () => 'The document opens only with a password.',
  UNSUPPORTED_ENCRYPTION: encryptionSentence,
  UNSUPPORTED_FILTER: ({ unsupported }, place) =>
    `Data behind a filter that is not supported: ${unsupported ? undecodableWords(unsupported, place) : 'unknown'}.`,
  CORRUPT_UNRECOVERABLE: () => 'No document catalog was found.',
  NO_PAGES: () => 'The document has no pages.',
  RESOURCE_LIMIT_EXCEEDED: ({ limit }) =>
    limit === 'reportedDifferences'
      ? 'The documents differ in more places than a report can hold.'
      : `The document exceeds the limit of ${limit === undefined ? 'an unknown quantity' : QUANTITIES[limit]}.`,
  XFA_DYNAMIC_UNSUPPORTED: () => 'The pages of this form exist only in a processor of dynamic XFA.',
  ACTIVE_CONTENT_RESIDUE: ({ residue }, place) =>
    `Active content is left in the output: ${traceWords(residue?.first ?? null, place)} and ${(residue?.count ?? 1) - 1} more.`,
  NOT_IDEMPOTENT: ({ isRefusedAgain = false }) =>
    isRefusedAgain
      ? 'The output is refused when it is normalized again.'
      : 'The output changes each time it is normalized again.',
};

const QUANTITIES: Readonly<Record<Exclude<LimitedQuantity, 'reportedDifferences'>, string>> = {
  objects: 'objects',
  objectWords: 'objects and the values they hold',
  writtenNodes: 'arrays, dictionaries and strings that are written',
  pages: 'pages',
  treeNodes: 'tree nodes',
  treeEntries: 'tree entries',
  copiedBytes: 'strings that many refer to',
  widgets: 'widgets',
  contentBytes: 'content bytes',
  operators: 'operators',
  xrefSections: 'cross-reference sections',
  xrefEntries: 'cross-reference entries',
  packedObjects: 'objects in object streams',
  objectStreamBytes: 'object stream bytes',
  textContentBytes: 'content that text is read from',
  textForms: 'painted forms',
  glyphs: 'shown glyphs',
  textUnits: 'text that glyphs stand for',
  cmapEntries: 'entries of character maps',
  postQuantumBytes: 'post-quantum signatures and what they sign',
  nesting: 'nesting',
  filtersPerStream: 'filters per stream',
  decodedBytes: 'decoded bytes',
  decodingBytes: 'decoded bytes, counting every time',
  readBytes: 'bytes read',
  predictorRowBytes: 'predictor row bytes',
  savedStates: 'saved graphics states',
  operandItems: 'items in an operand',
  pageContentBytes: 'content of a page',
  pageTreeDepth: 'page tree depth',
  signatures: 'signatures',
  signedBytes: 'signed bytes',
  trailers: 'trailers',
};

function encryptionSentence({ encryption, cryptFilter, encryptionEntry }: FailureDetails): string {
  if (cryptFilter) {
    const { name, method } = cryptFilter;
    const words = method === null ? 'which is not defined' : `method ${printableName(method)}`;
    return `Crypt filter ${printableName(name)}, ${words}.`;
  }
  if (encryptionEntry) return `The ${encryptionEntry.name} entry has ${encryptionEntry.bytes} bytes.`;
  const { handler = 'unknown', version = 0, revision = 0 } = encryption ?? {};
  return `Security handler ${printableName(handler)}, V ${version}, R ${revision}.`;
}

const PARTS: Readonly<Record<Exclude<UndecodablePart, 'streams'>, string>> = {
  stream: 'a stream',
  content_stream: 'a content stream',
  cross_reference_stream: 'a cross-reference stream',
  object_stream: 'an object stream',
};

/** Counts streams, and names the filter and the page of the first: `2 streams, first FooDecode on page 1`. */
function undecodableWords(
  { part, count, filter }: NonNullable<FailureDetails['unsupported']>,
  place: Place | undefined,
): string {
  if (part !== 'streams') return `${PARTS[part]}, ${printableName(filter)}`;
  const page = place?.pages[0]?.first;
  const where = page === undefined ? '' : ` on page ${page}`;
  return `${count} ${count === 1 ? 'stream' : 'streams'}, first ${printableName(filter)}${where}`;
}

function traceWords(entry: string | null, place: Place | undefined): string {
  if (entry === null) return 'no trace of the embedded file that stays';
  return `${entry} in ${place?.object ? `object ${place.object.number}` : 'the catalog'}`;
}

const MAX_NAME_LENGTH = 40;

/** A name of the document as it may stand in a message. */
function printableName(name: string): string {
  return name === '' ? 'a filter without a name' : name.slice(0, MAX_NAME_LENGTH).replace(/[^!-~]/g, '?');
}
