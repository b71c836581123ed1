/** A program of the parsers with its code that V8 has compiled. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** The wrapper of CommonJS modules in Node (https://nodejs.org/api/modules.html#the-module-wrapper). */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';

type Wrapped = (...given: readonly unknown[]) => void;

/** The path of the compiled code of a program. */
export const compiledOf = (program: string) => `${program}.compiled`;

/**
 * Runs a CommonJS program.
 * @param compiled the result of `createCachedData`. Code of another V8 version is ignored, and the program is compiled
 * again
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
