/** The reason why a file that a call names cannot be read, for people. */
import { isSystemError, reasonOf } from '#src/system-error.ts';

/** Node reads names of files as UTF-8, and a name of other bytes reaches this program with this character in their place. */
const REPLACEMENT = '\uFFFD';

export function unreadableReason(file: string, error: unknown): string {
  if (!isSystemError(error) || error.code !== 'ENOENT') return reasonOf(error);
  if (file.includes(REPLACEMENT)) return 'its name is not UTF-8, so that Node cannot open it: rename it';
  return 'there is no such file';
}
