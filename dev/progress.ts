/** Shows the progress of a start: one line for each part, redrawn in place on a terminal. */

export type PartState = 'waits' | 'works' | 'ready' | 'failed';

export interface Progress {
  update(part: string, state: PartState, detail?: string): void;
  /** Prints a separate line that stays. */
  say(text: string): void;
  /** Ends the reports of parts that still work, so that the process can end. */
  close(): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const MARKS: Record<PartState, string> = { waits: '·', works: '…', ready: '✔', failed: '✖' };
const COLORS: Record<PartState, number> = { waits: 90, works: 36, ready: 32, failed: 31 };
/** The seconds of each part at a first start on two cores, measured with downloads (docs/engine/performance.md). */
const USUAL_SECONDS: Readonly<Record<string, number>> = {
  postgres: 2,
  store: 4,
  temporal: 2,
  workflows: 3,
  worker: 3,
  api: 3,
  portal: 26,
  verapdf: 10,
  demo: 13,
};
const NAME_WIDTH = 12;
const TIME_WIDTH = 8;
/** A terminal that reports 0 does not know its width and gets this one too. */
const DEFAULT_COLUMNS = 80;
/** Each part reports at least this often. */
const REMIND_EVERY_MS = { terminal: 1_000, log: 10_000 };

interface Row {
  readonly state: PartState;
  readonly detail: string;
  readonly startedAtMs: number;
  readonly tookMs: number | null;
}

export function createProgress(output: Output, env: NodeJS.ProcessEnv): Progress {
  const inPlace = output.isTTY === true && env['TERM'] !== 'dumb';
  const colored = inPlace && !env['NO_COLOR'];
  const rows = new Map<string, Row>();
  let drawnLines = 0;
  let timer: NodeJS.Timeout | undefined;

  const line = (part: string, row: Row, detail: string) => {
    const mark = colored ? `\u001b[${COLORS[row.state]}m${MARKS[row.state]}\u001b[0m` : MARKS[row.state];
    const took = row.tookMs === null ? '' : `${(row.tookMs / 1000).toFixed(1)} s`;
    return `  ${part.padEnd(NAME_WIDTH)} ${mark} ${detail} ${took.padStart(inPlace ? TIME_WIDTH : 0)}`.trimEnd();
  };
  /** A counter may be cut to one line, but a reason may not. */
  const linesInPlace = (part: string, row: Row) => {
    const columns = output.columns || DEFAULT_COLUMNS;
    const width = Math.max(10, columns - NAME_WIDTH - TIME_WIDTH - 6);
    const detail = row.state === 'works' ? `${row.detail}${elapsed(part, row)}` : row.detail;
    const [first = '', ...rest] = wrapped(detail, width);
    const more = row.state === 'failed' ? rest.map((text) => ' '.repeat(NAME_WIDTH + 5) + text) : [];
    return [line(part, row, first.padEnd(width)), ...more];
  };
  const draw = () => {
    const lines = [...rows].flatMap(([part, row]) => linesInPlace(part, row));
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A` : '';
    const rest = drawnLines > lines.length ? '\u001b[J' : '';
    output.write(up + lines.map((text) => `\u001b[2K${text}\n`).join('') + rest);
    drawnLines = lines.length;
  };
  const remind = () => {
    const working = [...rows].filter(([, { state }]) => state === 'works');
    if (inPlace) draw();
    else for (const [part, row] of working) output.write(`${line(part, row, `${row.detail}${elapsed(part, row)}`)}\n`);
  };
  /** The timer runs while a part works. */
  const watch = () => {
    clearInterval(timer);
    timer = undefined;
    if (![...rows.values()].some(({ state }) => state === 'works')) return;
    timer = setInterval(remind, inPlace ? REMIND_EVERY_MS.terminal : REMIND_EVERY_MS.log);
    timer.unref();
  };

  return {
    update: (part, state, detail = '') => {
      const before = rows.get(part);
      if (before?.state === state && before.detail === detail) return;
      const now = performance.now();
      const isUnderWay = before?.state === 'works' || before?.state === 'failed';
      const startedAtMs = isUnderWay ? before.startedAtMs : now;
      const row = { state, detail, startedAtMs, tookMs: state === 'ready' ? now - startedAtMs : null };
      rows.set(part, row);
      if (inPlace) draw();
      // The counters of a long build change too often for a log, so a log gets a new line only when the words change.
      else if (before?.state !== state || words(before.detail) !== words(detail))
        output.write(`${line(part, row, detail)}\n`);
      else return;
      watch();
    },
    say: (text) => {
      output.write(`${text}\n`);
      drawnLines = 0;
      if (inPlace) for (const [part, { state }] of rows) if (state !== 'works') rows.delete(part);
    },
    close: () => clearInterval(timer),
  };
}

/** For example `, 12 s of about 40 s`; empty in the first second. */
function elapsed(part: string, { startedAtMs }: Row): string {
  const seconds = Math.floor((performance.now() - startedAtMs) / 1000);
  const usual = USUAL_SECONDS[part];
  if (seconds < 1) return '';
  return usual === undefined ? `, ${seconds} s` : `, ${seconds} s of about ${usual} s`;
}

/** Wraps the text between words that are short enough. */
function wrapped(text: string, width: number): string[] {
  const lines = text.match(new RegExp(`.{1,${width}}(?:\\s|$)|.{1,${width}}`, 'gu')) ?? [];
  return lines.map((line) => line.trimEnd());
}

function words(detail: string): string {
  return detail.replace(/\d+/g, '#');
}
