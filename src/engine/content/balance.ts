/**
 * Prepares page content so that more can be drawn after it in the coordinate system of the page. The content must close
 * everything that it opens, and must not close our own brackets (ISO 32000-2, 8.4.2 and 14.6).
 */
import type { Budget } from '#engine/pdf/budget.ts';
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { type Operation, scanContent } from './operations.ts';

export interface ContentBalance {
  /** Offsets of the operators `Q` that restore nothing. */
  readonly strayRestores: readonly number[];
  /** The end of the last complete operation. */
  readonly end: number;
  /** The operators that close the open brackets, in order. */
  readonly closing: readonly string[];
  /** The greatest marked-content identifier in the content; -1 if there is none. */
  readonly greatestMcid: number;
}

const PATH_START: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h', 'W', 'W*']);
const PATH_END: ReadonlySet<string> = new Set(['n', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);

export function balanceOf(bytes: Uint8Array, budget: Budget): ContentBalance {
  const strayRestores: number[] = [];
  let saved = 0;
  let marked = 0;
  let inText = false;
  let inPath = false;
  let greatestMcid = -1;
  const visit = ({ operator, operands, start }: Operation): void => {
    if (operator === 'q') saved++;
    else if (operator === 'Q' && saved > 0) saved--;
    else if (operator === 'Q') strayRestores.push(start);
    else if (operator === 'BT') inText = true;
    else if (operator === 'ET') inText = false;
    else if (operator === 'BMC' || operator === 'BDC') marked++;
    else if (operator === 'EMC') marked = Math.max(0, marked - 1);
    else if (PATH_START.has(operator)) inPath = true;
    else if (PATH_END.has(operator)) inPath = false;
    if (operator === 'BDC') greatestMcid = Math.max(greatestMcid, mcidOf(operands[1]));
  };
  const end = scanContent(bytes, budget, visit);
  const closing = [
    ...(inPath ? ['n'] : []),
    ...(inText ? ['ET'] : []),
    ...Array.from({ length: marked }, () => 'EMC'),
    ...Array.from({ length: saved }, () => 'Q'),
  ];
  return { strayRestores, end, closing, greatestMcid };
}

function mcidOf(properties: PdfObject | undefined): number {
  return properties instanceof Dict ? (properties.integer('MCID') ?? -1) : -1;
}
