/** The name of a document: the one that its sender gave, or the beginning of its id. */
import type { Submission } from '#portal/api/answers.ts';

/** The portal notes the name of a file here. Programs of customers often use the same word. */
const NAME_IN_METADATA = 'filename';
const NAMES = [NAME_IN_METADATA, 'name', 'title'];
const MAX_VALUE_CHARACTERS = 500;
const SHOWN_OF_ID = 8;

type Named = Pick<Submission, 'metadata' | 'clientReference' | 'submissionId'>;

/** Null where the sender gave no name. */
function givenName({ metadata, clientReference }: Named): string | null {
  const name = NAMES.map((one) => metadata[one]).find((value) => value !== undefined && value.trim() !== '');
  return name ?? clientReference;
}

export function nameOf(submission: Named): string {
  return givenName(submission)?.trim() || unnamedDocument(submission.submissionId);
}

export function unnamedDocument(submissionId: string): string {
  return `Document ${submissionId.slice(0, SHOWN_OF_ID)}`;
}

/** The form that the API takes: it limits the length, and removes characters that are not stored. */
export function nameForMetadata(fileName: string): Readonly<Record<string, string>> {
  const value = fileName.toWellFormed().replaceAll('\0', '').slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  return value === '' ? {} : { [NAME_IN_METADATA]: value };
}
