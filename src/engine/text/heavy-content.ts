/**
 * Refuses one content stream that would fill the second reader's memory: it keeps an object for everything painted and
 * for every saved graphics state, and with each level of marked content all levels above it.
 */
import { scanContent } from '#engine/content/operations.ts';
import { type Budget, exceeded, LIMITS } from '#engine/pdf/budget.ts';

/** A painting with its operands takes at least as many bytes, as `()Tj` does. */
const BYTES_PER_PAINTING = 4;
const LETTER_Q = 0x71;

const PAINTING: ReadonlySet<string> = new Set([
  'b',
  'b*',
  'B',
  'B*',
  'f',
  'f*',
  'F',
  's',
  'S',
  'Tj',
  'TJ',
  "'",
  '"',
  'Do',
  'sh',
  'BI',
]);

export function refuseHeavyContent(content: Uint8Array, budget: Budget): void {
  if (!mayBeHeavy(content)) return;
  let painted = 0;
  let saved = 0;
  let marked = 0;
  scanContent(content, budget, ({ operator }) => {
    if (PAINTING.has(operator)) painted++;
    else if (operator === 'q') saved++;
    else if (operator === 'Q') saved = Math.max(0, saved - 1);
    else if (operator === 'BMC' || operator === 'BDC') marked++;
    else if (operator === 'EMC') marked = Math.max(0, marked - 1);
    if (painted > LIMITS.paintingsPerPage) exceeded('paintings on a page');
    if (saved > LIMITS.savedStates) exceeded('saved graphics states');
    if (marked > LIMITS.markedContentDepth) exceeded('nested marked content');
  });
}

/** What can be told without reading operators: nearly all content is light. */
function mayBeHeavy(content: Uint8Array): boolean {
  if (content.length > BYTES_PER_PAINTING * LIMITS.paintingsPerPage) return true;
  const view = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (occursOften(view, 'BMC') || occursOften(view, 'BDC')) return true;
  if (content.length <= LIMITS.savedStates) return false;
  let letters = 0;
  for (const byte of content) if (byte === LETTER_Q) letters++;
  return letters > LIMITS.savedStates;
}

/** More than half of what may be open at once, so that two kinds of operator together are no more. */
function occursOften(view: Buffer, operator: string): boolean {
  let count = 0;
  for (let at = view.indexOf(operator); at >= 0; at = view.indexOf(operator, at + 3)) {
    if (++count > LIMITS.markedContentDepth / 2) return true;
  }
  return false;
}
