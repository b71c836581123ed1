/** The text of a key, which a setting holds, or a file that another setting names. */
import { readFile } from 'node:fs/promises';

interface KeyPlace {
  /** The setting; the one with the suffix `_FILE` names the file. */
  readonly name: string;
  /** The process that needs the key, at the start of a sentence. */
  readonly process: string;
  readonly text: string | null;
  readonly file: string | null;
}

/** @param Failure the error of a key that is not stated, stated twice or not readable */
export async function readKeyText(
  { name, process, text, file }: KeyPlace,
  Failure: new (message: string, options?: ErrorOptions) => Error,
): Promise<string> {
  if (text !== null && file !== null) throw new Failure(`Set ${name} or ${name}_FILE, not both.`);
  if (text !== null) return text;
  if (file === null) throw new Failure(`${process} needs ${name} or ${name}_FILE (docs/operate/operations.md).`);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Failure(`The file that ${name}_FILE names cannot be read.`, { cause });
  });
}
