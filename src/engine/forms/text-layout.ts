/** Line breaks and font size of variable text (ISO 32000-2, 12.7.4.3), computed in thousandths of an em. */
import { clustersOf, type FontChoice, widthOf } from './text/set-text.ts';

/** The distance of base lines in ems, which is the height of a line. */
export const LINE_HEIGHT = 1.15;

const SMALLEST_SIZE = 4;
const LARGEST_MULTILINE_SIZE = 12;
const LARGEST_SIZE = 144;

export interface Room {
  readonly width: number;
  readonly height: number;
}

// oxlint-disable-next-line no-control-regex
const LINE_END = /\r\n?|[\u2028\u2029\u000b\u000c\u0085]/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/**
 * The text with line feeds as line ends and without control characters. In a single line, line ends and tabs become
 * spaces.
 */
export function cleanValue(text: string, multiline: boolean): string {
  const lines = text.replace(LINE_END, '\n').replace(CONTROL, '');
  return multiline ? lines.replaceAll('\t', '    ') : lines.replace(/[\n\t]/g, ' ');
}

/** The size at which one line fits, for a field without a fixed size. */
export function singleLineSize(text: string, fonts: FontChoice, { width, height }: Room): number {
  const advance = widthOf(text, fonts) / 1000;
  const widest = advance > 0 ? width / advance : LARGEST_SIZE;
  return roundDown(Math.max(SMALLEST_SIZE, Math.min(height / LINE_HEIGHT, widest, LARGEST_SIZE)));
}

/** The greatest size, in half points, at which all lines fit. */
export function multilineSize(text: string, fonts: FontChoice, room: Room): number {
  for (let size = LARGEST_MULTILINE_SIZE; size > SMALLEST_SIZE; size -= 0.5) {
    const lines = wrap(text, fonts, size, room.width);
    if (lines.length * LINE_HEIGHT * size <= room.height) return size;
  }
  return SMALLEST_SIZE;
}

/** Breaks text at spaces, and inside of words that are wider than a line. */
export function wrap(text: string, fonts: FontChoice, size: number, width: number): string[] {
  const available = (width * 1000) / size;
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, fonts, available));
}

function wrapParagraph(paragraph: string, fonts: FontChoice, available: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of paragraph.match(/ *[^ ]+| +$/g) ?? ['']) {
    const advance = widthOf(word, fonts);
    if (used + advance <= available) {
      line += word;
      used += advance;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = splitWord(line === '' ? word : word.trimStart(), fonts, available);
    line = pieces.pop() ?? '';
    for (const piece of pieces) lines.push(piece);
    used = widthOf(line, fonts);
  }
  return [...lines, line];
}

function splitWord(word: string, fonts: FontChoice, available: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of clustersOf(word)) {
    const advance = widthOf(character, fonts);
    if (piece !== '' && used + advance > available) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += advance;
  }
  pieces.push(piece);
  return pieces;
}

function roundDown(size: number): number {
  return Math.floor(size * 100) / 100;
}
