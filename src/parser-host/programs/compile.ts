/** Runs the program that it is given, and keeps what V8 has compiled by the time it ends: the functions that were called. */
import { writeFileSync } from 'node:fs';
import { compiledOf, runScript } from './compiled-script.ts';

const program = process.argv[2] ?? '';
const script = runScript(program);
process.once('exit', () => writeFileSync(compiledOf(program), script.createCachedData()));
