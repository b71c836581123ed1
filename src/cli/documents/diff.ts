/** `fixpoint diff`: the structural comparison of two documents, in lines or as JSON. */
import {
  type Comparison,
  type FormChange,
  ignoredSentence,
  type PageMatchOfTwo,
  type StructuralDiffReport,
} from '#domain/compare.ts';
import { SERVICE_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import { pageChangeSentence } from '#domain/verdict/comparison-words.ts';
import { counted } from '#domain/verdict/words.ts';
import { ParserFailure, type ParserPool } from '#src/parser-host/pool.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { inOneLine, printable, say } from '#src/cli/terminal.ts';
import { bytesOf, checkInputs, MAX_BYTES } from './inputs.ts';
import { exitCodeOf, OWNED, WAIT_MS, withPool } from './parsers.ts';

export interface DiffFlags {
  readonly json: boolean;
  readonly exitCode: boolean;
  readonly normalizeFirst: boolean;
}

/** Every list is cut here for people; `--json` has all. */
const MAX_LISTED = 20;

/** With `--exit-code` 1 when they differ, as `git diff` has it. */
export async function diffFiles(a: string, b: string, flags: DiffFlags): Promise<number> {
  checkInputs([a, b]);
  const [first, second] = [await bytesOf(a), await bytesOf(b)];
  if (!(first instanceof Uint8Array)) return faulty(a, first);
  if (!(second instanceof Uint8Array)) return faulty(b, second);
  if (first.length + second.length > MAX_BYTES)
    return faulty(b, {
      code: 'FILE_TOO_LARGE',
      message: `Together they are larger than ${MAX_BYTES / 1024 / 1024} MiB.`,
    });
  const comparison = await withPool({ jobs: 1 }, (pool) => compared(pool, first, second, flags.normalizeFirst));
  if (comparison.kind === 'failure') {
    const { file, code, message } = comparison.failure;
    return faulty(file === 'file_b' ? b : a, { code, message });
  }
  const { report } = comparison;
  if (flags.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else process.stdout.write(printable(`${linesOf(report).join('\n')}\n`));
  return flags.exitCode && !report.summary.identical ? EXIT.differs : EXIT.done;
}

function faulty(file: string, { code, message }: { readonly code: string; readonly message: string }): number {
  say(`FAILED   ${inOneLine(file)}  ${code}: ${message}`);
  return exitCodeOf({ status: 'FAILED', code });
}

async function compared(pool: ParserPool, a: Uint8Array, b: Uint8Array, normalizeFirst: boolean): Promise<Comparison> {
  const documents = new Uint8Array(Buffer.concat([a, b]));
  const request = { ...OWNED, documents, sizeBytesA: a.length, normalizeFirst, signal: interrupted };
  try {
    return await pool.compare('diff', request, WAIT_MS);
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof ParserFailure)) throw error;
    const { code } = error;
    return { kind: 'failure', failure: { file: null, code, message: SERVICE_FAILURE_MESSAGES[code] } };
  }
}

/** `3 changes, major`, then a line for each of them. */
function linesOf(report: StructuralDiffReport) {
  const { summary, pages, objects, metadata, forms, annotations, security, fonts, warnings, ignored } = report;
  const changes = counted(summary.totalChanges, 'change');
  const head = summary.identical ? 'No difference was found.' : `${changes}, ${summary.severity}`;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'pages',
      [
        ...(pages.totalA === pages.totalB ? [] : [`${pages.totalA} before, ${pages.totalB} now`]),
        ...pages.removed.map(({ pageNumber }) => `- page ${pageNumber}`),
        ...pages.added.map(({ pageNumber }) => `+ page ${pageNumber}`),
        ...pages.modified.map(
          (page) => `~ page ${movedWords(page.oldPosition, page.newPosition)}: ${pageChangeSentence(page)}`,
        ),
        ...pages.reordered.map(
          ({ oldPosition, newPosition }) => `~ page ${movedWords(oldPosition, newPosition)} moved`,
        ),
      ],
    ],
    ['pages found again', pages.matches.map(matchWords)],
    ['security', security.map(({ field, oldValue, newValue }) => `~ ${field}: ${valueWords(oldValue, newValue)}`)],
    ['form fields', forms.map(fieldWords)],
    ['annotations', annotations.map(({ action, type, page }) => `${SIGNS[action]} ${type} on page ${page}`)],
    ['metadata', metadata.map(({ field, oldValue, newValue }) => `~ ${field}: ${valueWords(oldValue, newValue)}`)],
    ['fonts', fonts.map(({ name, action }) => `${SIGNS[action]} ${name}`)],
    // The number of changes counts them.
    [
      'objects',
      summary.identical || objects.totalA === objects.totalB ? [] : [`${objects.totalA} before, ${objects.totalB} now`],
    ],
    ['warnings', warnings.map(({ code, message }) => `${code}: ${message}`)],
  ];
  const sentence = ignoredSentence(ignored);
  return [head, ...sections.flatMap(([name, lines]) => sectionOf(name, lines)), ...(sentence === '' ? [] : [sentence])];
}

const SIGNS = { added: '+', removed: '-', modified: '~' } as const;

function sectionOf(name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LISTED;
  const shown = lines.slice(0, MAX_LISTED).map((line) => `  ${inOneLine(line)}`);
  return [name, ...shown, ...(more > 0 ? [`  and ${more} more (--json has all)`] : [])];
}

function fieldWords({ action, fieldName, oldValue, newValue }: FormChange): string {
  const values = oldValue === null && newValue === null ? '' : `: ${valueWords(oldValue, newValue)}`;
  return `${SIGNS[action]} ${fieldName}${values}`;
}

function matchWords({ oldPosition, newPosition, match }: PageMatchOfTwo): string {
  const words = `= page ${oldPosition} before is page ${newPosition} now`;
  return match === 'page' ? words : `${words}, apart from its margins`;
}

function movedWords(from: number, to: number): string {
  return from === to ? String(from) : `${from} → ${to}`;
}

function valueWords(before: string | null, now: string | null): string {
  return `${before === null ? 'none' : JSON.stringify(before)} → ${now === null ? 'none' : JSON.stringify(now)}`;
}
