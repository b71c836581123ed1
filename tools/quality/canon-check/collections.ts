/**
 * `node tools/quality/canon-check/collections.ts`: writes Adobe's tables from CIDs to text for `canon-check` (clause 22.6 of `contentHash`).
 *
 * pdfminer.six has tables of its own, which differ from Adobe's in thousands of CIDs.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOfCode } from '#engine/fonts/unicode/cmap.ts';
import { predefinedCMap } from '#engine/fonts/unicode/predefined-cmaps.ts';

const ORDERINGS = ['CNS1', 'GB1', 'Japan1', 'Korea1'];
export const COLLECTIONS = join(import.meta.dirname, '../../../clients/canon-check/src/canon_hash/collections.jsonl');

/** One line for each collection: the text of each CID from 0, or null. */
export function collections(): string {
  return ORDERINGS.map((ordering) => `${JSON.stringify({ ordering, texts: textsOf(ordering) })}\n`).join('');
}

function textsOf(ordering: string): (string | null)[] {
  const cmap = predefinedCMap(`Adobe-${ordering}-UCS2`);
  if (!cmap) throw new Error(`There is no table of Adobe-${ordering}.`);
  const last = Math.max(...Array.from(cmap.texts.ranges(), (range) => range.last));
  return Array.from({ length: last + 1 }, (_, cid) => textOfCode(cmap.texts, cid) ?? null);
}

if (import.meta.main) writeFileSync(COLLECTIONS, collections());
