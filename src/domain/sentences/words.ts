/** Parts of sentences: counts, lists, pages and names out of a file. */
import type { PageRange, Place } from '#domain/findings/finding.ts';

const MAX_NAME_LENGTH = 60;
/** A sentence lists at most this many pages or names. */
const MAX_LISTED = 5;

/** A name from the file, safe within a sentence: no controls, no marks that change the direction of writing, cut. */
export function quoted(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  if (plain === '') return 'without a name';
  const cut = [...plain].slice(0, MAX_NAME_LENGTH).join('');
  return /^[\w.-]+$/.test(cut) && cut === plain ? cut : `"${cut}${cut === plain ? '' : '…'}"`;
}

/** `a, b and 3 more`. */
export function enumerated(items: readonly string[], count = items.length): string {
  const listed = items.slice(0, MAX_LISTED);
  const more = count - listed.length;
  const parts = more > 0 ? [...listed, `${more} more`] : listed;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** `pages 1, 2 and 3`. */
export function pagesOneByOne({ pages, pageCount }: Place): string {
  const numbers = firstPages(pages, MAX_LISTED).map(String);
  return `${pageCount === 1 ? 'page' : 'pages'} ${enumerated(numbers, pageCount)}`;
}

function firstPages(ranges: readonly PageRange[], most: number): number[] {
  const pages: number[] = [];
  for (const { first, last } of ranges) {
    for (let page = first; page <= last && pages.length < most; page++) pages.push(page);
  }
  return pages;
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Where a finding is, for example `bytes 18255-18310`, `object 12 0`, `field payee` or `page 2`. */
export function placeWords({ byteRange, object, fields, signatures, pages }: Place): string | null {
  if (byteRange) return `bytes ${byteRange.start}-${byteRange.end}`;
  if (object) return objectWords(object);
  const name = fields[0] ?? signatures[0];
  if (name !== undefined) return name === '' ? 'a signature field without a name' : `field ${quoted(name)}`;
  return pages[0] === undefined ? null : `page ${pages[0].first}`;
}

export function objectWords({ number, generation }: { readonly number: number; readonly generation: number }): string {
  return `object ${number} ${generation}`;
}
