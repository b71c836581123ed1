/** What a passport is headed with: the name somebody gave the document, or the beginning of its id. */
import { givenName } from '#portal/documents/names.ts';

type Named = Parameters<typeof givenName>[0] & { readonly submissionId: string };

const LONGEST = 120;

export function documentName(submission: Named): string {
  const name = givenName(submission)?.trim() ?? '';
  if (name === '') return `Document ${submission.submissionId.slice(0, 8)}`;
  return name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name;
}
