/** The content of a terminal after all its output: lines, and the few control sequences that we write. */
const ESCAPE = '\u001b';
const TOKENS = new RegExp(`${ESCAPE}\\[(\\d*)([A-Za-z])|(\\r?\\n)|([^\\r])`, 'g');

export function screenOf(written: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  for (const [, count, sequence, newline, character = ''] of written.matchAll(TOKENS)) {
    if (newline !== undefined) lines[++row] ??= '';
    else if (sequence === 'A') row = Math.max(0, row - Number(count));
    else if (sequence === 'K') lines[row] = '';
    else if (sequence === 'J') lines.splice(row, Infinity, '');
    else lines[row] += character;
  }
  return lines.map((line) => line.trimEnd()).slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
