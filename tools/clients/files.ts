/** The expected path and text of each generated file of the clients. A test compares them. */
import { join, resolve } from 'node:path';
import { readDescription } from './description.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';

const CLIENTS = resolve(import.meta.dirname, '../../clients');

export function clientFiles(): readonly (readonly [path: string, text: string])[] {
  const description = readDescription();
  const at =
    (folder: string) =>
    ([name, text]: readonly [string, string]) =>
      [join(CLIENTS, folder, name), text] as const;
  return [
    ...typescriptFiles(description).map(at('typescript/generated')),
    ...pythonFiles(description).map(at('python/src/fixpoint_client/generated')),
  ];
}
