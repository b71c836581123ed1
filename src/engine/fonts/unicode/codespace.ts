/** Splits a shown string into codes of one to four bytes (ISO 32000-2, 9.7.6.3). */
import type { Budget } from '#engine/pdf/budget.ts';
import type { CodespaceRange } from './cmap.ts';

export interface CodeReader {
  /** The length of the code at this position: at least 1, and at most the number of remaining bytes. */
  lengthAt(bytes: Uint8Array, at: number): number;
}

/** Each code has two bytes. */
export const IDENTITY_CODES: CodeReader = { lengthAt: (bytes, at) => Math.min(2, bytes.length - at) };

const MAX_CODE_BYTES = 4;

/** The search through this many ranges costs as much as one glyph. */
const RANGES_PER_GLYPH = 4;

/**
 * The shortest code that lies in a range. Without such a range, the length is that of the shortest range with the same
 * first byte, or of the shortest range of all.
 */
export function codespaceOf(ranges: readonly CodespaceRange[], budget: Budget): CodeReader {
  const ascending = ranges.toSorted((a, b) => a.length - b.length);
  const byFirst: (readonly CodespaceRange[] | undefined)[] = Array.from({ length: 256 }, () => undefined);
  const candidatesFor = (first: number): readonly CodespaceRange[] => {
    const known = byFirst[first];
    if (known) return known;
    budget.spend('cmapEntries', ascending.length);
    const candidates = ascending.filter((range) => isWithin(range, first, 0));
    byFirst[first] = candidates;
    return candidates;
  };
  const shortest = ascending[0]?.length ?? MAX_CODE_BYTES;
  return {
    lengthAt(bytes, at) {
      const left = bytes.length - at;
      const candidates = candidatesFor(bytes[at] ?? 0);
      if (candidates.length > RANGES_PER_GLYPH) budget.spend('glyphs', Math.ceil(candidates.length / RANGES_PER_GLYPH));
      for (const range of candidates) if (range.length <= left && holds(range, bytes, at)) return range.length;
      return Math.min(left, candidates[0]?.length ?? shortest);
    },
  };
}

function holds(range: CodespaceRange, bytes: Uint8Array, at: number): boolean {
  for (let index = 1; index < range.length; index++) if (!isWithin(range, bytes[at + index] ?? 0, index)) return false;
  return true;
}

function isWithin({ length, low, high }: CodespaceRange, byte: number, index: number): boolean {
  const divisor = 256 ** (length - 1 - index);
  return byte >= Math.floor(low / divisor) % 256 && byte <= Math.floor(high / divisor) % 256;
}
