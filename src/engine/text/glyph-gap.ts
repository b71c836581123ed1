/**
 * Whether glyphs that follow each other are separate words. What lies between the end of one and the start of the next is
 * measured in thousandths of the em of the next, rounded to whole ones, so that how numbers are written cannot matter
 * and small errors of rounding rarely do (`docs/content-hash.md`).
 */

/** Further on than this along the line is a space. */
const MAX_FORWARD = 150;
/** Further back than this is another line or column; less is an accent, or a letter drawn again. */
const MAX_BACKWARD = 2000;
/** Further than this across the line is another line. */
const MAX_ACROSS = 500;

/** Vectors in the coordinates of the page: an em along the line, an em across it, and the way between the glyphs. */
export interface Gap {
  readonly along: readonly [x: number, y: number];
  readonly across: readonly [x: number, y: number];
  readonly way: readonly [x: number, y: number];
}

export function isWordGap({ along, across, way }: Gap): boolean {
  const area = along[0] * across[1] - along[1] * across[0];
  if (area === 0 || !Number.isFinite(area)) return way[0] !== 0 || way[1] !== 0;
  const forward = Math.round((1000 * (way[0] * across[1] - way[1] * across[0])) / area);
  const sideways = Math.round((1000 * (along[0] * way[1] - along[1] * way[0])) / area);
  return forward > MAX_FORWARD || forward < -MAX_BACKWARD || Math.abs(sideways) > MAX_ACROSS;
}
