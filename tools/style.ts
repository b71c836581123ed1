/** Checks comments, strings, Markdown and commit titles that are newer than docs/STYLE.md, whose table lists the words. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { proseOf } from './prose.ts';

/** The last commit before the rules. Another commit can be named to see the faults of older text. */
const [base = '198a9e74b35e824f80e47ad3b134ec1cc98d8dab'] = process.argv.slice(2);
/** The examples of the test break the rules. */
const FILES = ['*.md', '*.[jt]s', '*.tsx', '*.mjs', ':!tools/style.test.ts'];
/** A question may start with these words. In strings, such as names of tests, a small letter may start a sentence. */
const OPENING =
  /(?:^[\s>#*|/\d.\0-]*|[.!?:|]\s+|\0["'`]?)((?:W|(?<=\0["'`])w)(?:hat|hoever)|That which|Of these|Meant is)\s+\w(?![^.!?|\0]*\?)/gm;
/** Descriptions of the API and of settings have no such opening, in older lines neither. */
const DESCRIPTION = {
  pattern: /(?<=(?:\.describe\(|\b(?:summary|description):)\s*['"`])(?:Wh(?!ether)[a-z]+|How|Of|As|That|In what)\b/g,
  hint: 'describe by a noun or by a sentence that begins with its subject',
};
const TITLE = { pattern: /^(?![A-Z].{0,70}[^.]$).+$/g, hint: 'a capital first, at most 72 characters, no period' };

const phrases = (cell = ''): RegExp => new RegExp(`\\b(?:${cell.match(/(?<=`)[^`,]+(?=`)/g)?.join('|')})\\b`, 'gi');
const guide = readFileSync(new URL('../docs/STYLE.md', import.meta.url), 'utf8');
const rows = [...guide.matchAll(/^\| (`[^|]*) \| ([^|]*) \|([^|]*)\|$/gm)];
const ALLOWED = phrases(rows.map((row) => row[3]).join(''));
const RULES = rows.map(([, words, instead]) => ({ pattern: phrases(words), hint: `write: ${instead}` }));
RULES.push({ pattern: OPENING, hint: 'start with a subject that has a name' });

export function faultsOf(prose: string, rules = RULES): { line: number; fault: string }[] {
  const text = prose.replace(ALLOWED, (allowed) => '_'.repeat(allowed.length));
  return rules.flatMap(({ pattern, hint }) =>
    Array.from(text.matchAll(pattern), ({ 0: hit, 1: word = hit, index }) => {
      const line = text.slice(0, index + hit.indexOf(word)).split('\n').length;
      return { line, fault: `"${word}": ${hint}` };
    }),
  );
}

export const titleFaults = (title: string): string[] =>
  faultsOf(proseOf(title), [...RULES, TITLE]).map(({ fault }) => fault);

export const descriptionFaults = (source: string): ReturnType<typeof faultsOf> => faultsOf(source, [DESCRIPTION]);

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout.match(/.+/g) ?? [];

/** A line that was only moved is not new. */
function* faultsSince(commit: string): Generator<string> {
  const diff = git('diff', '--unified=0', '--no-ext-diff', commit).map((row) => [row[0], row.slice(1).trim()] as const);
  const removed = new Set(diff.flatMap(([sign, line]) => (sign === '-' ? line : [])));
  const added = new Set(diff.flatMap(([sign, line]) => (sign === '+' && !removed.has(line) ? line : [])));
  for (const path of git('diff', '--name-only', '--diff-filter=d', commit, '--', ...FILES)) {
    const source = readFileSync(path, 'utf8');
    const faults = faultsOf(proseOf(source, path));
    const isNew = ({ line }: { line: number }): boolean => added.has(source.split('\n')[line - 1]?.trim() ?? '');
    yield* faults.filter(isNew).map(({ line, fault }) => `${path}:${line}: ${fault}`);
  }
  for (const path of git('grep', '-lE', '\\.describe\\(|summary:|description:', '--', ...FILES)) {
    const faults = descriptionFaults(readFileSync(path, 'utf8'));
    yield* faults.map(({ line, fault }) => `${path}:${line}: ${fault}`);
  }
  for (const row of git('log', '--no-merges', '--format=%h %s', `${commit}..`))
    yield* titleFaults(row.replace(/^\w+ /, '')).map((fault) => `commit ${row}: ${fault}`);
}

if (import.meta.main) {
  const hasBase = git('cat-file', '-t', base)[0] === 'commit';
  if (!hasBase) console.log(`style: not run, because this clone has no commit ${base}`);
  const faults = hasBase ? [...faultsSince(base)] : [];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
