/** Paths of files in an archive, as the file systems of all programs understand them. `verify.py` has the same rules. */

/** Separators, drives and wildcards of Windows, and characters that are not seen. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}\p{Cf}]/u;
const MAX_PATH_BYTES = 255;

/** Whether a path stays below the folder into which it is unpacked, and no system replaces a part of it. */
export function isPlainPath(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  // Windows leaves out dots and spaces at the end of a name; `.` and `..` are among these.
  const isPlain = parts.every((part) => part !== '' && !/[. ]$/.test(part));
  return isPlain && !FORBIDDEN.test(path) && new TextEncoder().encode(path).length <= MAX_PATH_BYTES;
}

/** One text for all spellings that some file system takes for one name: of letters, and of their accents. */
export function sameOnEverySystem(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
