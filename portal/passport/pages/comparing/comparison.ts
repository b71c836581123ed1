/** Compares the pages of two documents: their texts first, which is quick, and then their pictures. */
import { DrawingError } from '#portal/passport/pages/drawing/drawing-error.ts';
import type { FramedDocument } from '#portal/passport/pages/drawing/framed-document.ts';
import { COMPARED_SIZE, pixelDifferenceOf } from './pixel-difference.ts';
import { isSameText } from './text-difference.ts';

/**
 * `unseen`: what programs read on the page differs, and nothing that is drawn does. `unknown`: one of the two could not be
 * read or drawn.
 */
export type Verdict = 'same' | 'text' | 'unseen' | 'look' | 'size' | 'only_left' | 'only_right' | 'unknown';

/** The part of a document that is compared. */
export type Comparable = Pick<FramedDocument, 'read' | 'draw'>;

export interface Compared {
  readonly document: Comparable;
  readonly pages: number;
}

interface Comparing {
  readonly onVerdict: (page: number, verdict: Verdict) => void;
  /** Called for each page whose texts were read. */
  readonly onRead: () => void;
  readonly signal: AbortSignal;
  /** The shown page, which is compared first. */
  readonly first: number;
}

/** A file of a few bytes may say that it has a million pages. */
export const MAX_COMPARED_PAGES = 2_000;

/** The compared part of a document. */
export function comparedPart({ document, pages }: Compared): Compared {
  return { document, pages: Math.min(pages, MAX_COMPARED_PAGES) };
}

/** Tells the verdict of each page once. Ends early when the signal says so. */
export async function comparePages(left: Compared, right: Compared, comparing: Comparing): Promise<void> {
  const { onVerdict, onRead, signal, first } = comparing;
  const common = Math.min(left.pages, right.pages);
  for (let page = common + 1; page <= left.pages; page += 1) onVerdict(page, 'only_left');
  for (let page = common + 1; page <= right.pages; page += 1) onVerdict(page, 'only_right');
  const asking = { urgency: 'later', signal } as const;
  const sameText: number[] = [];
  const otherText: number[] = [];
  for (const page of inOrder(common, first)) {
    const texts = await both(left, right, ({ document }) => document.read(page, asking), signal);
    if (signal.aborted) return;
    if (texts === null) onVerdict(page, 'unknown');
    else (isSameText(...texts) ? sameText : otherText).push(page);
    onRead();
  }
  const look = async (page: number): Promise<Verdict> => {
    const drawings = await both(left, right, ({ document }) => document.draw(page, COMPARED_SIZE, asking), signal);
    return drawings === null ? 'unknown' : lookOf(...drawings);
  };
  for (const page of otherText) {
    const found = await look(page);
    if (signal.aborted) return;
    onVerdict(page, found === 'same' ? 'unseen' : 'text');
  }
  for (const page of sameText) {
    const found = await look(page);
    if (signal.aborted) return;
    onVerdict(page, found);
  }
}

function lookOf(...drawings: Parameters<typeof pixelDifferenceOf>): Verdict {
  const { isSameSize, share } = pixelDifferenceOf(...drawings);
  if (!isSameSize) return 'size';
  return share === 0 ? 'same' : 'look';
}

/** Each document has its own frame, so that both work at the same time. Null if one of them fails. */
async function both<T>(
  left: Compared,
  right: Compared,
  ask: (side: Compared) => Promise<T>,
  signal: AbortSignal,
): Promise<readonly [T, T] | null> {
  try {
    return await Promise.all([ask(left), ask(right)]);
  } catch (error) {
    if (error instanceof DrawingError || signal.aborted) return null;
    throw error;
  }
}

function* inOrder(pages: number, first: number): Generator<number> {
  if (first <= pages) yield first;
  for (let page = 1; page <= pages; page += 1) if (page !== first) yield page;
}

/** `1–2, 4, 6–48`. */
export function rangesText(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
