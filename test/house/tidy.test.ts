import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PIPELINE_SPEC, STAGE_NAMES } from '#domain/pipeline.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Files that are committed or about to be, without ignored ones. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const sources = files.filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !path.startsWith('src/engine/fonts/data/'));

test('imports go down or through a room, never up', () => {
  // Names of rooms belong to the manifest of the repository: a package with one of its own has none.
  const ours = sources.filter((path) => !path.startsWith('clients/'));
  const upwards = ours.filter((path) => /from '\.\.\//.test(read(path)));
  expect(upwards).toEqual([]);
});

test('no folder of code has more than twenty files directly in it', () => {
  const counts = new Map<string, number>();
  for (const path of sources.filter((name) => !/^test\/|\.test\.ts$/.test(name))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

test('every file of code says at its top what it is', () => {
  const silent = sources.filter(
    (path) => !/\.test\.ts$|\.d\.ts$|config\.ts$/.test(path) && !/^(#!.*\n)?\/\*\*/.test(read(path)),
  );
  expect(silent).toEqual([]);
});

test('no unfinished work is left in the code', () => {
  const unfinished = sources.filter((path) => /\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b/.test(read(path)));
  expect(unfinished).toEqual([]);
});

test('every stage of the pipeline has one file, numbered, and a test beside it', () => {
  const stages = readdirSync(join(ROOT, 'src/engine/stages'));
  for (const [number, name] of STAGE_NAMES.entries()) {
    const slug = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    const file = `${String(number).padStart(2, '0')}-${slug}`;
    expect(stages).toContain(`${file}.ts`);
    expect(stages).toContain(`${file}.test.ts`);
  }
});

test('packages with one door are imported there and nowhere else', () => {
  const doors = {
    'qpdf-wasm': 'src/engine/qpdf.ts',
    '@embedpdf/pdfium': 'src/engine/text/pdfium.ts',
    'brotli-dec-wasm': 'src/engine/pdf/filters/brotli.ts',
  };
  for (const [name, door] of Object.entries(doors)) {
    const users = sources.filter((path) => new RegExp(`from '${name}`).test(read(path)));
    expect(users).toEqual([door]);
  }
});

test('pdf-lib draws our own pages, builds documents of tests and of warm-ups and never meets a customer', () => {
  const users = sources.filter((path) => /from 'pdf-lib/.test(read(path)));
  const ours = users.filter((path) => !/^(test|tools)\/|\.test\.ts$/.test(path));
  expect(ours).toEqual(['src/parser-host/programs/warm-up-documents.ts', 'src/print/tagged-document.ts']);
});

test('every fixture has a row with its origin, and the row its file', () => {
  const rows = [...read('fixtures/README.md').matchAll(/^\| `([^`]+)` \|.*$/gm)];
  const named = rows.map(([, name = '']) => name).toSorted();
  const folderOf = new Map(
    ['pdf', 'demo', 'histories', 'norm-1'].flatMap((folder) =>
      readdirSync(join(ROOT, 'fixtures', folder)).map((name) => [name, folder] as const),
    ),
  );
  expect(named).toEqual([...folderOf.keys()].toSorted());
  for (const [row, name = ''] of rows.filter(([, file]) => file?.endsWith('.pdf'))) {
    const hash = createHash('sha256')
      .update(readFileSync(join(ROOT, 'fixtures', folderOf.get(name) ?? '', name)))
      .digest('hex');
    expect(row).toContain(hash);
  }
});

test('the page of the canon has a row and the reasons of the specification that is written', () => {
  const page = read('docs/canon.md');
  expect(page).toContain(`| \`${PIPELINE_SPEC}\` |`);
  expect(page).toContain(`\`${PIPELINE_SPEC}\` writes these classes differently`);
});

test('every dependency has a row with its licence', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const engine = JSON.parse(read('src/engine/package.json'));
  const page = read('docs/dependencies.md');
  const patterns = [...page.matchAll(/`([@\w./*-]+)`/g)].map(([, name = '']) => name);
  const listed = (name: string): boolean =>
    patterns.some((pattern) => pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1))));
  const missing = Object.keys({ ...dependencies, ...optionalDependencies, ...engine.dependencies }).filter(
    (name) => !listed(name),
  );
  expect(missing).toEqual([]);
});

test('versions are exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)));
  expect(loose).toEqual([]);
});

test('the package of the engine has the version of the project, and no other versions of its packages', () => {
  const { version } = JSON.parse(read('package.json'));
  const engine = JSON.parse(read('src/engine/package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  expect(engine.version).toBe(version);
  const named = Object.entries({ ...engine.dependencies, ...engine.devDependencies });
  const other = named.filter(([name, one]) => packages[`node_modules/${name}`]?.version !== one);
  expect(other).toEqual([]);
});

test('every place that the pages name is there', () => {
  const pages = ['README.md', ...files.filter((path) => /^docs\/.*\.md$/.test(path))];
  const known = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
  const lost = pages.flatMap((page) => {
    const named = [
      ...read(page).matchAll(
        /`((?:api|activities|clients|dev|docs|fixtures|src|temporal|test|tools|workflows)\/[\w./-]+)`/g,
      ),
    ];
    return named.flatMap(([, path = '']) => (known.has(path.replace(/\/$/, '')) ? [] : [`${page}: ${path}`]));
  });
  expect(lost).toEqual([]);
});

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
