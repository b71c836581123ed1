/** The sentence about a document that failed. */
import { FAILURES } from '#domain/codes/failures.ts';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['PASSWORD_REQUIRED', 'This document opens only with a password. We could not read it.'],
  ['UNSUPPORTED_ENCRYPTION', 'This document is encrypted in a way that is not supported. We could not read it.'],
  ['UNSUPPORTED_FILTER', 'This document holds data in an encoding that is not supported, and was not normalized.'],
  ['CORRUPT_UNRECOVERABLE', 'This file is damaged beyond repair. We could not read it.'],
  ['NO_PAGES', 'No pages were found in this document.'],
  ['RESOURCE_LIMIT_EXCEEDED', 'This document exceeds a limit of the service, and was not normalized.'],
  ['XFA_DYNAMIC_UNSUPPORTED', 'The pages of this document exist only as an XFA form, and were not normalized.'],
  ['CANCELLED', 'Processing was cancelled before it ended. We did not read the document.'],
  ['ORGANIZATION_INACTIVE', 'The organization was deactivated before this document was processed.'],
]);

/** One of ours, which says nothing of the document, gets the same sentence as all of its kind. */
export function failureSentence(code: string | null): string {
  const sentence = code === null ? undefined : SENTENCES.get(code);
  if (sentence !== undefined) return sentence;
  if (!isKnown(code)) return 'This document was not normalized, for an unknown reason.';
  return FAILURES[code].retryable
    ? 'The service could not finish this document. The cause is not the document.'
    : `This document was not normalized: ${lowerFirst(FAILURES[code].title)}.`;
}

function isKnown(code: string | null): code is keyof typeof FAILURES {
  return code !== null && Object.hasOwn(FAILURES, code);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
