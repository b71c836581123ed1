/** What a document is called: by whoever sent it, or else by its hash. */
import type { Submission } from '#portal/api/answers.ts';

/** The portal notes the name of a file here. Programs of customers often use the same word. */
const NAME_IN_METADATA = 'filename';
const NAMES = [NAME_IN_METADATA, 'name', 'title'];
const MAX_VALUE_CHARACTERS = 500;
const SHOWN_OF_HASH = 12;

type Named = Pick<Submission, 'metadata' | 'clientReference' | 'original' | 'submissionId'>;

/** Null where nobody called it anything. */
export function givenName({ metadata, clientReference }: Pick<Named, 'metadata' | 'clientReference'>): string | null {
  const name = NAMES.map((one) => metadata[one]).find((value) => value !== undefined && value.trim() !== '');
  return name ?? clientReference;
}

export function nameOf(submission: Named): string {
  const { original, submissionId } = submission;
  return givenName(submission) ?? (original.sha256 ?? submissionId).slice(0, SHOWN_OF_HASH);
}

/** As the API takes it: values are not longer, and hold no character that is not stored. */
export function nameForMetadata(fileName: string): Readonly<Record<string, string>> {
  const value = fileName.toWellFormed().replaceAll('\0', '').slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  return value === '' ? {} : { [NAME_IN_METADATA]: value };
}
