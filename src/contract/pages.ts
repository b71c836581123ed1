/** Pages that are known again by their fingerprints. */
import { z } from 'zod';
import { PAGE_FINGERPRINT_ALGORITHM, PAGE_MATCHES } from '#domain/pages/fingerprints.ts';
import { dateTime, growing, page as listPage, sha256 } from './values.ts';

const pageNumber = z.int().positive().describe('The number of the page in the canonical document, from 1.');

export const FoundPage = z.object({
  submissionId: z.uuid().describe('The submission whose canonical document has the page.'),
  page: pageNumber,
  match: growing(PAGE_MATCHES).describe(
    '`page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins.',
  ),
  createdAt: dateTime.describe('The time of the acceptance of the submission.'),
  normalizedSha256: sha256.describe('The SHA-256 of the canonical document.'),
});

export const FoundPageList = z.object({
  items: z.array(FoundPage).describe('The pages, in the order of the ids of their submissions.'),
  ...listPage,
});

export const PageOfReport = z.object({
  page: pageNumber,
  fingerprint: sha256.describe('The SHA-256 of all visible content of the page.'),
  withoutMargins: sha256
    .nullable()
    .describe('The fingerprint without the margins at the top and at the bottom; null if the rest is blank.'),
});

export const pagesOfReport = {
  pages: z
    .array(PageOfReport)
    .nullable()
    .describe('The fingerprints of the pages of the output; null where none are stored.'),
  pageFingerprintAlgorithm: z
    .string()
    .nullable()
    .describe(`The definition of the fingerprints, for example \`${PAGE_FINGERPRINT_ALGORITHM}\`; null without any.`),
};
