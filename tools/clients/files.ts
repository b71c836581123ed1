/** Path and text of each generated file of the clients as it ought to be; a test compares. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDescription } from './description.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';

/** The Python client verifies evidence by the program that lies in it. */
const PROGRAM = resolve(import.meta.dirname, '../../src/export/evidence/verify.py');
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
    at('python/src/fixpoint_client/generated')(['evidence_program.py', readFileSync(PROGRAM, 'utf8')]),
  ];
}
