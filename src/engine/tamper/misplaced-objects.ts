/**
 * Finds updates whose cross-reference does not lead to its objects. Readers that repair the file find the objects
 * anyway.
 */
import { headerAt } from '#engine/pdf/read/loader.ts';
import type { XrefEntry } from '#engine/pdf/read/structure.ts';

/** Objects whose entry in an update does not lead to them. */
export function misplacedObjects(bytes: Uint8Array, entries: ReadonlyMap<number, XrefEntry>): number[] {
  const misplaced: number[] = [];
  for (const [number, entry] of entries) {
    if (entry.kind === 'offset' && headerAt(bytes, entry.offset, number) < 0) misplaced.push(number);
  }
  return misplaced.toSorted((a, b) => a - b);
}
