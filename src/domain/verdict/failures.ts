/** What a failure says of the document, in a sentence. */
import { FAILURES } from '#domain/codes/failures.ts';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['PASSWORD_REQUIRED', 'This document opens only with a password: nothing is known of it.'],
  ['UNSUPPORTED_ENCRYPTION', 'This document is encrypted in a way that is not supported: nothing is known of it.'],
  ['UNSUPPORTED_FILTER', 'This document holds data in an encoding that is not supported, and was not normalized.'],
  ['CORRUPT_UNRECOVERABLE', 'This file is damaged beyond repair: nothing can be said of it.'],
  ['NO_PAGES', 'No pages were found in this document.'],
  ['RESOURCE_LIMIT_EXCEEDED', 'This document asks for more work than one document may, and was not normalized.'],
  ['XFA_DYNAMIC_UNSUPPORTED', 'The pages of this document exist only as an XFA form, and were not normalized.'],
  ['CANCELLED', 'Processing was ended before it was done: nothing is known of this document.'],
  ['ORGANIZATION_INACTIVE', 'The organization was deactivated before this document had its turn.'],
]);

/** One of ours, which says nothing of the document, gets the same sentence as all of its kind. */
export function failureSentence(code: string | null): string {
  const sentence = code === null ? undefined : SENTENCES.get(code);
  if (sentence !== undefined) return sentence;
  if (!isKnown(code)) return 'This document was not normalized, for a reason that this page does not know.';
  return FAILURES[code].retryable
    ? 'The service did not finish this document, which says nothing of the document itself.'
    : `This document was not normalized: ${lowerFirst(FAILURES[code].title)}.`;
}

function isKnown(code: string | null): code is keyof typeof FAILURES {
  return code !== null && Object.hasOwn(FAILURES, code);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
