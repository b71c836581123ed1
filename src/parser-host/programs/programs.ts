/**
 * The programs of the parsers. A built program starts in a fifth of the time, because from the sources Node reads some
 * hundred files, strips their types and compiles them at each start.
 */
import { join } from 'node:path';
import { isUpToDate, OUTPUTS } from '#src/dist.ts';
import { VERIFIER_PROGRAM, PARSER_PROGRAM } from '#src/parser-host/child-programs.ts';

/** The paths of the programs. */
export interface Programs {
  readonly entry: string;
  readonly verifierEntry: string;
}

const SOURCES: Programs = { entry: PARSER_PROGRAM, verifierEntry: VERIFIER_PROGRAM };
const BUILT: Programs = {
  entry: join(OUTPUTS.parsers, 'child.cjs'),
  verifierEntry: join(OUTPUTS.parsers, 'verifier.cjs'),
};

/** The built programs. In development the sources run instead if a built program is missing or older. */
export function parserPrograms({ isProduction = false } = {}): Programs {
  return isProduction || isUpToDate(OUTPUTS.parsers) ? BUILT : SOURCES;
}
