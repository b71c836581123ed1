/** Finds the name that a mistyped name probably stands for. */

/** Longer names are no slips. */
const MAX_CHARS = 64;

/** The known name at the least edit distance, when that is a third of its length or less. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_CHARS) return undefined;
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.ceil(candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Levenshtein's, a row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
