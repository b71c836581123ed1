/** How warnings count and list. Every message stays short however large the document is. */

/** How many names or page ranges a message lists before it only counts. */
export const MAX_LISTED = 10;

/** Pages as people write them: `pages 1-3, 7`. Numbers from 1, ascending. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges.slice(0, MAX_LISTED).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${listed(shown, ranges.length)}`;
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

export function listed(items: readonly string[], total = items.length): string {
  const shown = items.slice(0, MAX_LISTED).join(', ');
  return total > MAX_LISTED ? `${shown} and ${total - MAX_LISTED} more` : shown;
}
