/** Writes the lists of the API's operations that the portal calls by name: `node tools/portal/write-operations.ts`. */
import { writeFileSync } from 'node:fs';
import { operationFiles } from './operations.ts';

for (const [path, text] of operationFiles()) writeFileSync(path, text);
