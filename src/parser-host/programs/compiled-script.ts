/** A program of the parsers beside what V8 has compiled of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** As Node's own modules of CommonJS begin (https://nodejs.org/api/modules.html#the-module-wrapper). */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';

type Wrapped = (...given: readonly unknown[]) => void;

/** Where what was compiled of a program lies. */
export const compiledOf = (program: string) => `${program}.compiled`;

/**
 * Runs a program of CommonJS.
 *
 * @param compiled of `createCachedData`; what another version of V8 has made is not taken, and the program is compiled anew
 */
export function runScript(program: string, compiled?: Buffer): Script {
  const script = new Script(`${HEAD}${readFileSync(program, 'latin1')}\n})`, {
    filename: program,
    cachedData: compiled,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  const run: Wrapped = script.runInThisContext();
  run(module.exports, createRequire(program), module, program, dirname(program));
  return script;
}
