/** Tests that one folder converts facts into sentences, and that no code reads a fact from a sentence. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODE_KINDS } from '#domain/codes/codes.ts';
import { ANOMALY_FINDINGS } from '#domain/findings/anomaly-findings.ts';
import { WARNING_FINDINGS } from '#domain/findings/warning-findings.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The code files that match, without tests. */
function sources(...patterns: string[]): { path: string; text: string }[] {
  return globSync(patterns, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$|node_modules|dist\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

test('the engine makes no sentences about findings and warnings', () => {
  const engine = sources('src/engine/**/*.ts');
  expect(engine.length).toBeGreaterThan(200);
  const importing = engine.filter(({ text }) => text.includes('#domain/sentences'));
  expect(importing.map(({ path }) => path)).toEqual([]);
  const writing = engine.filter(({ text }) => WARNING_WITH_SENTENCE.test(text));
  expect(writing.map(({ path }) => path)).toEqual([]);
  expect("{ code: 'XREF_REBUILT', message: 'The cross-reference was unusable.' }").toMatch(WARNING_WITH_SENTENCE);
});

/** Code that makes a warning with a message beside its code. */
const WARNING_WITH_SENTENCE = new RegExp(`code: '(?:${WARNING_FINDINGS.join('|')})',\\s*message`);

const SENTENCES = '(?:description|message|location)';
const SEARCHES = '(?:match|matchAll|search|split|indexOf|lastIndexOf|includes|startsWith|endsWith|replace|replaceAll)';
/** Code that searches a sentence or matches it with a pattern, except for messages of exceptions. */
const READS_SENTENCE = new RegExp(
  `\\b(?<!(?:error|cause)\\.)${SENTENCES}(?: \\?\\? '')?\\)*\\??\\.(?:${SEARCHES})\\(|` +
    `\\.(?:exec|test)\\((?!(?:error|cause)\\.)(?:[\\w.?]+\\.)?${SENTENCES}\\b(?![.(])`,
  'g',
);

/** These places read no fact about a document. */
const ALLOWED = [
  // The command line writes the names of options in its own form.
  'src/cli/documents/parsers.ts: message.replaceAll(',
  // The texts of the validator have line breaks.
  'src/validator/report.ts: description.replaceAll(',
  // An XML library reports its errors as text.
  'src/trusted-lists/signature.ts: message).split(',
];

test('no program reads a fact out of a sentence', () => {
  const read = sources('{src,api,portal,activities,workflows,temporal,clients,tools,dev}/**/*.{ts,tsx}').flatMap(
    ({ path, text }) => (text.match(READS_SENTENCE) ?? []).map((hit) => `${path}: ${hit}`),
  );
  expect(read.filter((hit) => !ALLOWED.includes(hit))).toEqual([]);
  expect(read).toEqual(expect.arrayContaining(ALLOWED));
});

test.each([
  "/^bytes (\\d+)/.exec(location ?? '')",
  "anomaly.description.split(' (')",
  '/: (\\d+) \\(/u.exec(message)',
  'PATTERN.test(warning.message)',
  "code === 'NON_EMBEDDED_FONT' && message.includes('without a program')",
  "/^([A-Z_]+): /.exec(failure?.message ?? '')",
  "(failure.message ?? '').startsWith('SIGNED_PDF')",
])('the search for readers of sentences finds %s', (reader) => {
  expect(reader.match(READS_SENTENCE)).not.toBeNull();
});

test('every finding has a page of its own', () => {
  const codes = CODE_KINDS.flatMap(({ codes: ofKind }) => [...ofKind.keys()]);
  expect(codes).toEqual(expect.arrayContaining([...ANOMALY_FINDINGS, ...WARNING_FINDINGS]));
  expect(new Set(codes).size).toBe(codes.length);
});
