/**
 * Tests that the checker in `clients/canon-check` agrees with the engine: on canonical files, on broken ones, and on
 * the text.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requires } from '#test/support/requires.ts';
import { inputOf, readVectors } from '#tools/generate/vectors/vector.ts';
import { answerOf } from './answer.ts';
import { canonicalFiles } from './files.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TESTS = join(ROOT, 'clients/canon-check/tests');
const MUTATIONS = 120;
const imports = (modules: string) => spawnSync('python3', ['-c', `import ${modules}`]).status === 0;
const hasFonts = requires('python3 with the packages deflate and fonttools', imports('deflate, fontTools'));
const hasMaps = requires(
  'python3 with the packages deflate, fonttools and pdfminer.six',
  imports('deflate, fontTools, pdfminer'),
);

const folder = mkdtempSync(join(tmpdir(), 'fixpoint-canon-check-'));
const outputs = join(folder, 'outputs.jsonl');
let count = 0;

beforeAll(async () => {
  const rows: object[] = [];
  for await (const { bytes, sha256, contentHash } of canonicalFiles(
    globSync(join(ROOT, 'fixtures/pdf/*.pdf')).toSorted(),
  ))
    rows.push({ ...write(`${sha256}.pdf`, bytes), canonical: true, contentHash });
  writeRows(outputs, rows);
  count = rows.length;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('canon-check', () => {
  test('accepts what the engine writes', hasFonts, () => {
    expect(count).toBeGreaterThan(30);
    expect(agreement(outputs)).toBe(`${count} of ${count} files agree`);
  });

  test('refuses files that break one clause, as the engine does', hasFonts, async () => {
    const mutated = python('mutations.py', outputs, join(folder, 'mutated'), String(MUTATIONS));
    const rows: { path: string; canonical?: boolean }[] = mutated
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const row of rows) row.canonical = (await answerOf(readFileSync(row.path))).canonical ?? false;
    expect(rows.filter(({ canonical }) => !canonical).length).toBeGreaterThan(MUTATIONS / 2);
    const truth = join(folder, 'mutated.jsonl');
    writeRows(truth, rows);
    expect(agreement(truth)).toBe(`${rows.length} of ${rows.length} files agree`);
  });

  test('names the clause and the object', hasFonts, () => {
    const [line = ''] = readFileSync(outputs, 'utf8').split('\n');
    const bytes = readFileSync(JSON.parse(line).path);
    const { path } = write('tail.pdf', Buffer.concat([bytes, Buffer.from('\n')]));
    const src = join(ROOT, 'clients/canon-check/src');
    const { status, stdout } = spawnSync('python3', ['-m', 'canon_check', '--json', path], {
      cwd: src,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ canonical: false, findings: [{ clause: '2.9', offset: bytes.length }] });
  });

  test('computes the contentHash of the engine', hasMaps, () => {
    expect(agreement('--content-hash', outputs)).toBe(`${count} of ${count} files agree`);
  });

  test('computes the contentHash of every vector of text', hasMaps, async () => {
    const rows: object[] = [];
    for (const vector of readVectors().filter(({ compares }) => compares === 'contentHash')) {
      const { output, sha256, contentHash } = await answerOf(inputOf(vector));
      if (output) rows.push({ ...write(`${sha256}.pdf`, output), canonical: true, contentHash });
    }
    expect(rows.length).toBeGreaterThan(250);
    const texts = join(folder, 'texts.jsonl');
    writeRows(texts, rows);
    expect(agreement('--content-hash', texts)).toBe(`${rows.length} of ${rows.length} files agree`);
  });
});

function write(name: string, bytes: Uint8Array): { path: string } {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path };
}

function writeRows(path: string, rows: readonly object[]): void {
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function python(script: string, ...args: string[]): string {
  const { stdout } = spawnSync('python3', [join(TESTS, script), ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout;
}

/** The sentence about the agreement, or the whole output if files differ. */
function agreement(...args: string[]): string {
  const printed = python('agreement.py', ...args);
  return /^(\d+) of \1 files agree/m.exec(printed)?.[0] ?? printed;
}
