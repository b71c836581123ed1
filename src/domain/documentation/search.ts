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

export type Search = (query: string, limit: number) => SearchEntry[];

/** The searched parts of a page with their weights. A word counts more in a part that describes the page. */
const WEIGHTS = { title: 20, headings: 6, summary: 5, words: 1 } as const;
const PLACES = ['title', 'headings', 'summary', 'words'] as const;

/**
 * Finds the pages that have every word of a query, each as the beginning of one of theirs; the best first. A search goes over
 * some hundred kilobytes of text.
 */
export function searchOf(entries: readonly SearchEntry[]): Search {
  const pages = entries.map((entry, position) => ({
    entry,
    position,
    places: PLACES.map((place) => ({ text: spaced(entry[place]), weight: WEIGHTS[place] })),
  }));
  return (query, limit) => {
    const asked = [...new Set(query.toLowerCase().match(WORD) ?? [])].slice(0, MAX_WORDS);
    if (asked.length === 0) return [];
    return pages
      .map((page) => ({ ...page, score: scoreOf(page.places, asked) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.position - b.position)
      .slice(0, limit)
      .map(({ entry }) => entry);
  };
}

/** Every word with a space before and behind it. */
function spaced(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}

/** Zero when a word is missing; a whole word counts twice of its beginning, and so does a second place a little. */
function scoreOf(
  places: readonly { readonly text: string; readonly weight: number }[],
  asked: readonly string[],
): number {
  let sum = 0;
  for (const word of asked) {
    const points = places.map(({ text, weight }) => {
      if (text.includes(` ${word} `)) return 2 * weight;
      return text.includes(` ${word}`) ? weight : 0;
    });
    const best = Math.max(...points);
    if (best === 0) return 0;
    sum += best + points.reduce((total, one) => total + one, 0) / 10;
  }
  return sum;
}
