/** Starts the program of its own name, with the code that V8 has compiled if there is any. */
import { existsSync, readFileSync } from 'node:fs';
import { compiledOf, runScript } from './compiled-script.ts';

const program = (process.argv[1] ?? '').replace(/\.cjs$/, '.js');
const compiled = compiledOf(program);
const { cachedDataRejected } = runScript(program, existsSync(compiled) ? readFileSync(compiled) : undefined);
if (cachedDataRejected) process.stderr.write(`${program} was compiled by another Node\n`);
