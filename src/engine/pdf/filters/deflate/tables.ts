/** How match lengths and distances are spelled (RFC 1951, 3.2.5). */

export const END_OF_BLOCK = 256;
export const LITERAL_SYMBOLS = 286;
export const DISTANCE_SYMBOLS = 30;
const FIRST_LENGTH_SYMBOL = 257;
const SHORTEST_MATCH = 3;
const LONGEST_MATCH = 258;

/** Extra bits after each length symbol from 257 on, and after each distance symbol. */
export const LENGTH_EXTRA = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  1,
  2,
  2,
  2,
  2,
  3,
  3,
  3,
  3,
  4,
  4,
  4,
  4,
  5,
  5,
  5,
  5,
  0,
);
export const DISTANCE_EXTRA = Uint8Array.from({ length: DISTANCE_SYMBOLS }, (_, symbol) =>
  Math.max(0, (symbol >> 1) - 1),
);

/** The least length (less 3) and the least distance (less 1) of each symbol. */
export const LENGTH_BASE = bases(LENGTH_EXTRA);
export const DISTANCE_BASE = bases(DISTANCE_EXTRA);
LENGTH_BASE[28] = LONGEST_MATCH - SHORTEST_MATCH;

/** The symbol of a length less 3. */
export const LENGTH_SYMBOL = new Uint16Array(256);
for (let symbol = 0; symbol < LENGTH_BASE.length; symbol++) {
  LENGTH_SYMBOL.fill(FIRST_LENGTH_SYMBOL + symbol, LENGTH_BASE[symbol]);
}

/** The symbol of a distance less 1: below 256 at that index, above at 256 + (distance >> 7). */
export const DISTANCE_SYMBOL = new Uint8Array(512);
for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol++) {
  const base = DISTANCE_BASE[symbol] ?? 0;
  if (base < 256) DISTANCE_SYMBOL.fill(symbol, base, 256);
  else DISTANCE_SYMBOL.fill(symbol, 256 + (base >> 7));
}

function bases(extra: Uint8Array): Uint16Array {
  const result = new Uint16Array(extra.length);
  for (let symbol = 0, base = 0; symbol < extra.length; symbol++) {
    result[symbol] = base;
    base += 1 << (extra[symbol] ?? 0);
  }
  return result;
}

export function fixedLengths(): Uint8Array {
  return new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
}
