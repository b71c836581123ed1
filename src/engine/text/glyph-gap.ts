/**
 * Decides whether two consecutive glyphs belong to separate words. The gap from the end of the first to the start of
 * the second is measured in thousandths of the em of the second, as integers. The spelling of numbers thus has no
 * effect, and rounding errors rarely have one (`docs/content-hash.md`).
 */

/** A greater distance forward along the line is a space. */
const MAX_FORWARD = 150;
/**
 * A greater distance backward is another line or column. A smaller one is an accent or a letter that is drawn again.
 */
const MAX_BACKWARD = 2000;
/** A greater distance across the line is another line. */
const MAX_ACROSS = 500;

/**
 * Vectors in the coordinates of the page: an em along the line, an em across it, and the distance between the glyphs.
 */
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
