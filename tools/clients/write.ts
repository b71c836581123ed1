/** Writes the parts of the clients that follow from the description of the API: `node tools/clients/write.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientFiles } from './files.ts';

for (const [path, text] of clientFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
