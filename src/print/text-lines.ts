/**
 * Text as lines of a width. Letters that the font of the page lacks are drawn by the engine in fonts of its own, which
 * are not known here: their width is a guess on the safe side.
 */

export interface Measure {
  /** Whether the font has the character. */
  has(character: string): boolean;
  /** In ems, of characters that the font has. */
  widthOf(text: string): number;
}

export interface TextLine {
  readonly text: string;
  /** Whether it has characters that the font lacks. */
  readonly isForeign: boolean;
}

/** Scripts that a face of the engine draws. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]$/u;
/** What nobody sees, or turns and moves what stands around it; but for what joins letters. */
const UNSEEN = /^(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]$/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** Written as wide as high. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;
const CAPITAL = /\p{Lu}/u;
const WIDE_EMS = 1;
const OTHER_EMS = 0.8;
/** A character with the marks on it. */
const CLUSTERS = /\P{M}[\p{M}\u200C\u200D]*|\p{M}+/gu;
const ASCII = /^[\u0020-\u007E]$/;

/**
 * Text by strangers, on one line and cut where it would be longer than that: what cannot be seen, and what no font of ours has, is shown
 * by its number rather than not at all.
 *
 * @param isPlain whether everything beyond ASCII is
 */
export function spelled(text: string, most: number, isPlain: boolean): string {
  const shown: string[] = [];
  let length = 0;
  for (const character of text) {
    const sign = isDrawn(character, isPlain) ? character : numberOf(character);
    length += sign.length;
    if (length > most) return `${shown.join('')}...`;
    shown.push(sign);
  }
  return shown.join('');
}

function isDrawn(character: string, isPlain: boolean): boolean {
  if (ASCII.test(character)) return true;
  return !isPlain && DRAWN.test(character) && !UNSEEN.test(character) && !PICTURE.test(character);
}

function numberOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Breaks at line ends and spaces, and a word that is longer than a line wherever the line ends. */
export function textLines(text: string, measure: Measure, ems: number): TextLine[] {
  return text
    .split('\n')
    .flatMap((paragraph) => wrapped(paragraph, (part) => widthOf(part, measure), ems))
    .map((line) => ({ text: line, isForeign: Array.from(line).some((character) => !measure.has(character)) }));
}

function wrapped(text: string, width: (part: string) => number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (width(longer) <= most) {
      line = longer;
      continue;
    }
    // The space stays, for whoever reads the words and not the lines.
    if (line !== '') lines.push(`${line} `);
    const [last = '', ...full] = pieces(word, width, most).toReversed();
    lines.push(...full.toReversed());
    line = last;
  }
  return [...lines, line];
}

function pieces(word: string, width: (part: string) => number, most: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const cluster of word.match(CLUSTERS) ?? []) {
    if (piece !== '' && width(piece + cluster) > most) {
      found.push(piece);
      piece = '';
    }
    piece += cluster;
  }
  return [...found, piece];
}

function widthOf(text: string, measure: Measure): number {
  let known = '';
  let guessed = 0;
  for (const character of text) {
    if (measure.has(character)) known += character;
    else guessed += WIDE.test(character) || CAPITAL.test(character) ? WIDE_EMS : OTHER_EMS;
  }
  return measure.widthOf(known) + guessed;
}
