/** Facts become sentences in one folder, and nothing reads a fact out of a sentence. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODE_KINDS } from '#domain/codes/codes.ts';
import { ANOMALY_FINDINGS } from '#domain/findings/anomaly-findings.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Files of code that match, without tests. */
function sources(...patterns: string[]): { path: string; text: string }[] {
  return globSync(patterns, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$|node_modules|dist\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

test('the engine makes no sentences about findings', () => {
  const engine = sources('src/engine/**/*.ts');
  expect(engine.length).toBeGreaterThan(200);
  const importing = engine.filter(({ text }) => text.includes('#domain/sentences'));
  expect(importing.map(({ path }) => path)).toEqual([]);
});

/** `description` and `location` of a finding, as the subject of a search or the argument of a pattern. */
const READS_SENTENCE =
  /\b(?:anomaly|finding)\??\.(?:description|location)\)*\??\.(?:match|matchAll|search|split|indexOf|includes|startsWith|replace|replaceAll|slice)\(|\.(?:exec|test)\((?:anomaly|finding)?\??\.?(?:description|location)\b(?!\.)/g;

test('no program reads a finding out of its sentence', () => {
  const read = sources('{src,api,portal,activities,workflows,clients,tools}/**/*.{ts,tsx}').flatMap(({ path, text }) =>
    (text.match(READS_SENTENCE) ?? []).map((hit) => `${path}: ${hit}`),
  );
  expect(read).toEqual([]);
  expect("/^bytes (\\d+)/.exec(location ?? '')".match(READS_SENTENCE)).not.toBeNull();
  expect("anomaly.description.split(' (')".match(READS_SENTENCE)).not.toBeNull();
});

test('every finding has a page of its own', () => {
  const codes = CODE_KINDS.flatMap(({ codes: ofKind }) => [...ofKind.keys()]);
  expect(codes).toEqual(expect.arrayContaining([...ANOMALY_FINDINGS]));
  expect(new Set(codes).size).toBe(codes.length);
});
