/**
 * The font programs of the substitutes, read from the data files beside this module. Each is read once at its first use
 * and never written.
 */
import { readData } from '#platform';
import { advancesOf } from './cff/advance.ts';
import { type CffProgram, parseCff } from './cff/cff.ts';
import type { StandardFont } from './standard-metrics.ts';

export interface FontProgram {
  /** The whole program, a bare CFF, as in a FontFile3 stream. */
  readonly bytes: Uint8Array;
  readonly cff: CffProgram;
  /** Advance widths by glyph name. */
  readonly advances: ReadonlyMap<string, number>;
}

const PROGRAMS = new Map<StandardFont, FontProgram>();

/** The substitute of a standard font (data/README.md). Callers must not change its bytes. */
export function programOf(font: StandardFont): FontProgram {
  const known = PROGRAMS.get(font);
  if (known !== undefined) return known;
  const bytes = readData(`fonts/data/${font}.cff`);
  const cff = parseCff(bytes);
  const program = { bytes, cff, advances: advancesOf(cff) };
  PROGRAMS.set(font, program);
  return program;
}
