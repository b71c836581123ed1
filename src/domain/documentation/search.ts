/** Finds pages of the documentation by words. The service and the pages in the browser search by the same rules. */

export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  readonly chapter: string;
  readonly summary: string;
  readonly headings: string;
  /** Every word of the page once, with spaces between. */
  readonly words: string;
}

const WORD = /[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)*/gu;
const MAX_WORDS = 12;

/** In lower case; a code or a name with points is one word, and each of its parts is one besides. */
export function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().match(WORD) ?? [];
  return whole.flatMap((word) => {
    const parts = word.split(/[_.-]/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/**
 * The pages that have every word of the query, each as the beginning of one of theirs; the best first. What stands in a
 * title counts most.
 */
export function search(entries: readonly SearchEntry[], query: string, limit: number): SearchEntry[] {
  const asked = (query.toLowerCase().match(WORD) ?? []).slice(0, MAX_WORDS);
  if (asked.length === 0) return [];
  const scored = entries.map((entry, position) => ({ entry, position, score: scoreOf(entry, asked) }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** Zero when a word is missing. */
function scoreOf(entry: SearchEntry, asked: readonly string[]): number {
  const places = [
    { text: entry.title, weight: 20 },
    { text: entry.headings, weight: 6 },
    { text: entry.summary, weight: 5 },
    { text: entry.words, weight: 1 },
  ].map(({ text, weight }) => ({ words: wordsOf(text), weight }));
  let sum = 0;
  for (const word of asked) {
    const points = places.map(({ words, weight }) => {
      if (words.includes(word)) return 2 * weight;
      return words.some((one) => one.startsWith(word)) ? weight : 0;
    });
    const best = Math.max(...points);
    if (best === 0) return 0;
    sum += best + (points.at(-1) ?? 0) / 10;
  }
  return sum;
}
