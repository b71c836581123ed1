/** Tests that bytes are equal for any earlier work of the process, any stack and any Node. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { createParserPool } from '#src/parser-host/pool.ts';
import { attempt } from '#test/hostile/attempt.ts';
import { SHAPES } from '#test/hostile/shapes/index.ts';
import { ownFolder } from '#test/support/folder.ts';

const SCRIPT = join(import.meta.dirname, 'digest-all.ts');
const FIXTURES = join(import.meta.dirname, '../../fixtures/pdf');
/** Documents on which other engines vary between runs: nested objects that a larger stack would accept. */
const NESTS = SHAPES.filter(({ name }) => /^arrays (?:498|499|4,000) deep$/.test(name));

const scratch = ownFolder(afterAll);

const nests = NESTS.map((shape) => {
  const path = join(scratch, `${shape.name}.pdf`);
  writeFileSync(path, shape.build(1));
  return path;
});
const files = [
  ...readdirSync(FIXTURES)
    .filter((file) => file.endsWith('.pdf'))
    .toSorted()
    .map((file) => join(FIXTURES, file)),
  ...nests,
];

function digests({
  node = process.execPath,
  flags = [],
  warmUps = 0,
}: {
  node?: string;
  flags?: readonly string[];
  warmUps?: number;
}): string {
  return execFileSync(node, ['--no-warnings', ...flags, SCRIPT, String(warmUps), ...files], { encoding: 'utf8' });
}

const cold = digests({});

test('the files are worth the comparison', () => {
  const lines = cold.trim().split('\n');
  expect(lines).toHaveLength(files.length);
  expect(lines.filter((line) => line.includes(' SUCCESS '))).not.toHaveLength(0);
  expect(lines.filter((line) => line.includes('RESOURCE_LIMIT_EXCEEDED'))).toHaveLength(2);
});

test('after three hundred documents', () => {
  expect(digests({ warmUps: 300 })).toBe(cold);
});

// V8's own is 984 KiB on 64-bit machines.
test.each([492, 1968])('with a stack of %i KiB', (kibibytes) => {
  expect(digests({ flags: [`--stack-size=${kibibytes}`] })).toBe(cold);
});

test('without optimizing compilers', () => {
  expect(digests({ flags: ['--no-opt', '--no-maglev', '--no-sparkplug'] })).toBe(cold);
});

test('in the sandboxed child', async () => {
  const pool = createParserPool({ processes: 2, memoryMb: 768, maxWaiting: files.length });
  const options = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
  const lines: string[] = [];
  for (const file of files) {
    const { bytes, report } = await attempt(pool, basename(file), new Uint8Array(readFileSync(file)), options);
    const digest = bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
    lines.push(`${basename(file)} ${report?.status} ${report?.failure?.code ?? ''} ${digest}\n`);
  }
  await pool.close();
  expect(lines.join('')).toBe(cold);
});

test('in another major version of Node', ({ skip }) => {
  const other = otherNode();
  if (other === undefined) return skip('another Node that runs TypeScript');
  expect(digests({ node: other })).toBe(cold);
});

/** A Node of another major version on the PATH that strips types itself. */
function otherNode(): string | undefined {
  const [, own] = process.version.match(/^v(\d+)/) ?? [];
  const found = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' }).stdout?.trim().split('\n') ?? [];
  return found.find((path) => {
    const probe = `process.stdout.write(process.versions.node.split('.')[0] + ' ' + Boolean(process.features.typescript))`;
    const [major, strips] = spawnSync(path, ['-e', probe], { encoding: 'utf8' }).stdout?.split(' ') ?? [];
    return major !== own && strips === 'true';
  });
}
