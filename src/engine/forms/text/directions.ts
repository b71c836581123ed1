/** Splits a line into runs of one direction, in visual order (Unicode Standard Annex 9). */
import bidiFactory from 'bidi-js/dist/bidi.mjs';

export interface DirectionRun {
  readonly text: string;
  readonly rightToLeft: boolean;
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const BIDI = bidiFactory();

/**
 * The cost of embeddings grows with the square of their number, so text that is longer than any line is processed in
 * parts.
 */
const MAX_UNITS = 1024;

export function directionRuns(line: string): DirectionRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return line === '' ? [] : [{ text: line, rightToLeft: false }];
  return partsOf(line).flatMap(orderedRuns);
}

function partsOf(line: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (part.length >= MAX_UNITS) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function orderedRuns(line: string): DirectionRun[] {
  const { levels } = BIDI.getEmbeddingLevels(line, 'auto');
  const runs: { level: number; text: string }[] = [];
  let index = 0;
  for (const character of line) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last !== undefined && last.level === level) last.text += character;
    else runs.push({ level, text: character });
    index += character.length;
  }
  return inVisualOrder(runs).map(({ level, text }) => ({ text, rightToLeft: level % 2 === 1 }));
}

/** The mirror image of a character in a right-to-left run, if it has one. */
export function mirrored(character: string): string {
  return BIDI.getMirroredCharacter(character) ?? character;
}

/**
 * Rule L2: from the highest level down to the lowest level with an odd number, each sequence at that level or above is
 * reversed.
 */
function inVisualOrder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length;) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end + 1;
    }
  }
  return ordered;
}
