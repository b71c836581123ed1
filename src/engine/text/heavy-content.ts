/**
 * What one content stream costs the second reader in memory, estimated from its operators: it keeps an object for all
 * that is painted, the graphics state each was painted in, and with each level of marked content all levels above it.
 *
 * The figures are what PDFium's memory was seen to grow by, rounded up; counting them takes the place of running out.
 */
import { viewOf } from '#engine/pdf/syntax/byte-search.ts';
import { type Operation, scanContent } from '#engine/content/operations.ts';
import { type Budget, exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { PdfString } from '#engine/pdf/syntax/objects.ts';

/** No content keeps more for each of its own bytes: text does, by the character. */
export const KEPT_PER_BYTE = 100;
/** Each use of a form is a document part of its own. */
export const KEPT_PER_FORM = 5000;

export const KEPT_PER_CHARACTER = 100;
const KEPT_PER_NUMBER = 120;
const KEPT_PER_STATE = 450;

const LETTER_Q = 0x71;

/** What an operator adds by itself. */
const KEPT: ReadonlyMap<string, number> = new Map([
  ...['b', 'b*', 'B', 'B*', 'f', 'f*', 'F', 's', 'S'].map((operator) => [operator, 300] as const),
  ...['Tj', 'TJ', "'", '"'].map((operator) => [operator, 320] as const),
  ...['BMC', 'BDC'].map((operator) => [operator, 400] as const),
  ...['l', 'm', 'c', 'v', 'y'].map((operator) => [operator, 72] as const),
  ['Do', 100],
  ['sh', 100],
  ['BI', 750],
]);

/** What makes the next painting keep a state of its own. */
const STATES: ReadonlySet<string> = new Set(
  ['g', 'G', 'rg', 'RG', 'k', 'K', 'cs', 'CS', 'sc', 'SC', 'scn', 'SCN'].concat([
    'w',
    'd',
    'J',
    'j',
    'M',
    'i',
    'ri',
    'gs',
    'W',
    'W*',
    'cm',
    'Tf',
    'Tz',
    'Tc',
    'Tw',
    'Tr',
  ]),
);

/** How much memory reading the content takes, forms not counted. */
export function keptBytes(content: Uint8Array, budget: Budget): number {
  let kept = 0;
  let isNewState = false;
  scanContent(content, budget, (operation) => {
    const own = KEPT.get(operation.operator);
    if (own === undefined) isNewState ||= STATES.has(operation.operator);
    else {
      kept += own + (isNewState ? KEPT_PER_STATE : 0) + keptByOperands(operation);
      isNewState = false;
    }
  });
  return kept;
}

function keptByOperands({ operator, operands, start, end }: Operation): number {
  if (operator === 'BI') return end - start;
  const [shown] = operands.slice(-1);
  if (shown instanceof PdfString) return shown.bytes.length * KEPT_PER_CHARACTER;
  if (operator !== 'TJ' || !Array.isArray(shown)) return 0;
  let kept = 0;
  for (const item of shown)
    kept += item instanceof PdfString ? item.bytes.length * KEPT_PER_CHARACTER : KEPT_PER_NUMBER;
  return kept;
}

/** Ends the document when states or marked content are nested too deep. */
export function refuseHeavyContent(content: Uint8Array, budget: Budget): void {
  if (!mayBeHeavy(content)) return;
  let saved = 0;
  let marked = 0;
  scanContent(content, budget, ({ operator }) => {
    if (operator === 'q') saved++;
    else if (operator === 'Q') saved = Math.max(0, saved - 1);
    else if (operator === 'BMC' || operator === 'BDC') marked++;
    else if (operator === 'EMC') marked = Math.max(0, marked - 1);
    if (saved > LIMITS.savedStates) exceeded('saved graphics states');
    if (marked > LIMITS.markedContentDepth) exceeded('nested marked content');
  });
}

/** What can be told without reading operators: nearly all content is light. */
function mayBeHeavy(content: Uint8Array): boolean {
  const view = viewOf(content);
  if (occursOften(view, 'BMC') || occursOften(view, 'BDC')) return true;
  if (content.length <= LIMITS.savedStates) return false;
  let letters = 0;
  for (const byte of content) if (byte === LETTER_Q) letters++;
  return letters > LIMITS.savedStates;
}

/**
 * Whether it occurs more than half as often as may be open at once, so that two kinds of operator together are no more.
 */
function occursOften(view: Buffer, operator: string): boolean {
  let count = 0;
  for (let at = view.indexOf(operator); at >= 0; at = view.indexOf(operator, at + 3)) {
    if (++count > LIMITS.markedContentDepth / 2) return true;
  }
  return false;
}
