/** Path and text of each generated file of the clients as it ought to be; a test compares. */
import { join, resolve } from 'node:path';
import { readDescription } from './description.ts';
import { typescriptFiles } from './typescript.ts';

const CLIENTS = resolve(import.meta.dirname, '../../clients');

export function clientFiles(): readonly (readonly [path: string, text: string])[] {
  const description = readDescription();
  return typescriptFiles(description).map(([name, text]) => [join(CLIENTS, 'typescript/generated', name), text]);
}
