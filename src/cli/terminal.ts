/** Output for people: lines on standard error, a counter at the bottom of a terminal, and colours if wanted. */
import type { VerdictLevel } from '#domain/verdict/kinds.ts';

/** A line of talk. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Controls of a terminal, and what turns the direction of writing: names of files and words of documents may hold them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066\u2067]/gu;

/** The text without anything that a terminal would obey, but for the ends of lines. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => (character === '\n' ? character : '\ufffd'));
}

/** The same in one line, for what is quoted in one. */
export function inOneLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, '\ufffd');
}

export interface Counter {
  /** A line above the counter. */
  say(text: string): void;
  /** One more is done; `name` is what comes next or was last. */
  count(name: string): void;
  /** Takes the counter away. */
  end(): void;
}

/** This width is also taken where a terminal says 0 because it does not know. */
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[2K';

/** `12/100  name` on a terminal where there is more than one; nothing but the lines elsewhere. */
export function counterOf(total: number): Counter {
  const output = process.stderr;
  const isShown = total > 1 && isLively(output);
  let done = 0;
  let last = '';
  const draw = () => {
    if (isShown) output.write(CLEAR_LINE + cut(`${done}/${total}  ${last}`, (output.columns || DEFAULT_COLUMNS) - 1));
  };
  draw();
  return {
    say(text) {
      output.write(`${isShown ? CLEAR_LINE : ''}${printable(text)}\n`);
      draw();
    },
    count(name) {
      done += 1;
      last = inOneLine(name);
      draw();
    },
    end() {
      if (isShown) output.write(CLEAR_LINE);
    },
  };
}

function cut(text: string, columns: number): string {
  const signs = [...text];
  return signs.length <= columns ? text : `${signs.slice(0, columns - 1).join('')}…`;
}

function isLively(output: NodeJS.WriteStream): boolean {
  return output.isTTY && process.env['TERM'] !== 'dumb';
}

const COLORS: Readonly<Record<VerdictLevel, number>> = { danger: 31, caution: 33, neutral: 36, good: 32 };

/** Colours for a terminal that wants them (`NO_COLOR`), and no change elsewhere. */
export function painter(): (tone: VerdictLevel, text: string) => string {
  const isColored = isLively(process.stdout) && !process.env['NO_COLOR'];
  return (tone, text) => (isColored ? `\u001b[${COLORS[tone]}m${text}\u001b[0m` : text);
}
