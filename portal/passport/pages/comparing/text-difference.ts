/** The differences between the texts of two pages, in words. */

/** A run of words that stands in one text where the other has another one, or none. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

export interface TextDifference {
  /** The first changes in the order of the page. */
  readonly listed: readonly TextChange[];
  readonly notListed: number;
}

export const MAX_CHANGES_LISTED = 12;
/** Texts that differ in more words than this are different texts. The rest after the last common word is one change. */
const MAX_EDITS = 1_500;

/** The changes from the left text to the right text. Texts that differ only in white space count as the same. */
export function differenceOf(left: string, right: string): TextDifference {
  const changes = changesBetween(wordsOf(left), wordsOf(right));
  return { listed: changes.slice(0, MAX_CHANGES_LISTED), notListed: Math.max(0, changes.length - MAX_CHANGES_LISTED) };
}

/** True if both texts are equal. */
export function isSameText(left: string, right: string): boolean {
  return left === right || wordsOf(left).join(' ') === wordsOf(right).join(' ');
}

/** These scripts have no spaces between words, so each character counts as a word. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORD = new RegExp(`${WITHOUT_SPACES.source}|(?:(?!${WITHOUT_SPACES.source})\\S)+`, 'gu');

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(WORD) ?? [];
}

function joined(words: readonly string[]): string {
  const spaced = words.map((word, index) => {
    const before = words[index - 1];
    const isClose = before === undefined || (WITHOUT_SPACES.test(word) && WITHOUT_SPACES.test(before));
    return isClose ? word : ` ${word}`;
  });
  return spaced.join('');
}

function changesBetween(left: readonly string[], right: readonly string[]): readonly TextChange[] {
  const changes: TextChange[] = [];
  let [leftAt, rightAt] = [0, 0];
  const told = (leftEnd: number, rightEnd: number) => {
    if (leftEnd === leftAt && rightEnd === rightAt) return;
    changes.push({ before: joined(left.slice(leftAt, leftEnd)), after: joined(right.slice(rightAt, rightEnd)) });
  };
  for (const [leftWord, rightWord] of commonWords(left, right)) {
    told(leftWord, rightWord);
    [leftAt, rightAt] = [leftWord + 1, rightWord + 1];
  }
  told(left.length, right.length);
  return changes;
}

/**
 * The positions of words that both have, by the algorithm of Myers (1986): the fewest edits lead from one to the
 * other. After too many edits the comparison continues with the common words at the end.
 */
function commonWords(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const start = lengthOfCommonStart(left, right);
  const end = lengthOfCommonStart(left.slice(start).toReversed(), right.slice(start).toReversed());
  const middle = shortestEdit(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([x, y]) => [x + start, y + start] as const),
    ...Array.from({ length: end }, (_, index) => [left.length - end + index, right.length - end + index] as const),
  ];
}

function lengthOfCommonStart(left: readonly string[], right: readonly string[]): number {
  const shorter = Math.min(left.length, right.length);
  let length = 0;
  while (length < shorter && left[length] === right[length]) length += 1;
  return length;
}

function shortestEdit(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const most = Math.min(left.length + right.length, MAX_EDITS);
  // The furthest point of each diagonal after this number of edits. Diagonals go from -edits to edits.
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => furthest[diagonal + most + 1] ?? 0;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice(most + 1 - edits - 1, most + 1 + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let x = isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      furthest[diagonal + most + 1] = x;
      if (x >= left.length && x - diagonal >= right.length) return pathBack(trace, left.length, right.length);
    }
  }
  return [];
}

/** The common words on the way back from the ends of both, last edit first. */
function pathBack(trace: readonly Int32Array[], leftLength: number, rightLength: number): readonly [number, number][] {
  const path: [number, number][] = [];
  let [x, y] = [leftLength, rightLength];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const row = trace[edits];
    const at = (diagonal: number) => row?.[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const before = isDown ? diagonal + 1 : diagonal - 1;
    const startX = edits === 0 ? 0 : at(before);
    const startY = startX - (edits === 0 ? 0 : before);
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      path.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  return path.toReversed();
}
