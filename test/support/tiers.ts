/** The tier of a test file, by its name and place. docs/how-to.md lists the tiers. */

export type Tier = 'inner loop' | 'npm test' | 'nightly';

/** Tests of these folders need no server. */
const INNER_LOOP = /^(dev|portal|src|tools|test\/golden|test\/house)\//;

export function tierOf(path: string): Tier {
  if (path.endsWith('.nightly.test.ts')) return 'nightly';
  return INNER_LOOP.test(path) ? 'inner loop' : 'npm test';
}
