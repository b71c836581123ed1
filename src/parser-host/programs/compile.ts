/** Runs the given program and stores the functions that V8 has compiled by its end. */
import { writeFileSync } from 'node:fs';
import { compiledOf, runScript } from './compiled-script.ts';

const program = process.argv[2] ?? '';
const script = runScript(program);
process.once('exit', () => writeFileSync(compiledOf(program), script.createCachedData()));
