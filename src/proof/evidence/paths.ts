/** Paths of files in an archive, as the file systems of all programs understand them. `verify.py` has the same rules. */

/** Separators, drives and wildcards of Windows, and characters that are not seen. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}\p{Cf}]/u;
const MAX_PATH_BYTES = 255;
/** A version as VMS has it, which Info-ZIP leaves out of the name; and a name by which Windows may know a longer one. */
const OTHER_NAMES = [/;\d*$/, /^[^.~]{1,6}~\d+(?:\.[^.]{0,3})?$/];

/** Whether a path stays below the folder into which it is unpacked, and no system replaces a part of it. */
export function isPlainPath(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  // Windows leaves out dots and spaces at the end of a name; `.` and `..` are among these.
  const isPlain = parts.every(
    (part) => part !== '' && !/[. ]$/.test(part) && !OTHER_NAMES.some((form) => form.test(part)),
  );
  return isPlain && !FORBIDDEN.test(path) && new TextEncoder().encode(path).length <= MAX_PATH_BYTES;
}

/** One text for all spellings that some file system takes for one name: of letters, and of their accents. */
export function sameOnEverySystem(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
