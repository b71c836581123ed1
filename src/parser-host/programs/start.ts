/** Starts the program whose name it has itself, from what was compiled of it. */
import { readFileSync } from 'node:fs';
import { compiledOf, runScript } from './compiled-script.ts';

const program = import.meta.filename.replace(/\.cjs$/, '.js');
const { cachedDataRejected } = runScript(program, readFileSync(compiledOf(program)));
if (cachedDataRejected) process.stderr.write(`${program} was compiled by another Node\n`);
