/**
 * Compiles the package in whose folder it is started, when npm packs it: what its entries reach goes to `dist`, under the
 * names of the sources. The JavaScript is what Node makes of the sources when it runs them, so both forms do the same.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { bundlePrograms } from '#src/parser-host/programs/bundle.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const DIST = resolve('dist');
/** What a module reads from beside it, and the licence that goes with it. */
const DATA: Readonly<Record<string, string>> = {
  'src/engine/fonts/opentype.ts': 'src/engine/fonts/faces/*.ttf.br',
  'src/engine/fonts/programs.ts': 'src/engine/fonts/data/*.cff',
  'src/engine/fonts/unicode/predefined-cmaps.ts': 'src/engine/fonts/data/cmaps/cmaps.bin',
  'src/engine/pdf/filters/libdeflate/module.ts': 'src/engine/pdf/filters/libdeflate/{libdeflate.wasm,README.md}',
};
/** The package with this module starts parsers, and has their built programs. */
const PARSER_PROGRAMS = 'src/parser-host/programs/programs.js';
/** Whatever imports a module, up to its name. */
const IMPORT = /^((?:import|export)\b[^'"]*?\bfrom |import |.*?\bimport\()(['"])([^'"\n]+)\2/gm;

const Manifest = z.object({
  // A package is for Node.
  imports: z
    .record(z.string(), z.union([z.string(), z.object({ node: z.string() }).transform(({ node }) => node)]))
    .default({}),
  exports: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});
const { imports } = Manifest.parse(readJson(join(ROOT, 'package.json')));
const manifest = Manifest.parse(readJson('package.json'));
const { files } = z.object({ files: z.array(z.string()) }).parse(readJson('tsconfig.json'));
const entries = files.map((file) => relative(ROOT, resolve(file)));

rmSync(DIST, { recursive: true, force: true });
for (const notice of ['LICENSE', 'NOTICE']) copy(notice);
writeAll(entries, '.js', (source) => stripTypeScriptTypes(readFileSync(join(ROOT, source), 'utf8')));
// Without what V8 has compiled, which is for the platform that it was compiled on.
if (existsSync(join(DIST, PARSER_PROGRAMS))) await bundlePrograms(join(DIST, 'dist/parsers'));
// What nobody imports needs none.
if (manifest.exports !== undefined) writeDeclarations();

function writeDeclarations(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-declarations-'));
  try {
    const compiler = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', '.', '--outDir', folder];
    const { status } = spawnSync(process.execPath, compiler, { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The declarations cannot be made.');
    writeAll(entries, '.d.ts', (source) => readFileSync(join(folder, source).replace(/\.ts$/, '.d.ts'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of each source that is reached; sources are named by their path in the repository. */
function writeAll(sources: readonly string[], kind: string, textOf: (source: string) => string): void {
  const waiting = [...sources];
  const seen = new Set<string>();
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (seen.has(source)) continue;
    seen.add(source);
    const from = source;
    const text = textOf(from).replaceAll(IMPORT, (whole, before: string, quote: string, name: string) => {
      const imported = sourceOf(name, from);
      if (imported === null) return whole;
      waiting.push(imported);
      const path = relative(dirname(from), imported).replace(/\.ts$/, '.js');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    write(from.replace(/\.ts$/, kind), text);
    if (kind === '.js') copyData(from);
  }
}

/** Null for Node's own modules and for packages; these the manifest must name. */
function sourceOf(name: string, from: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name);
  const exact = imports[name];
  if (exact !== undefined) return join(exact);
  const room = Object.keys(imports).find((pattern) => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
  if (room !== undefined) return join(imports[room]?.slice(0, -1) ?? '', name.slice(room.length - 1));
  const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).some(
    (one) => name === one || name.startsWith(`${one}/`),
  );
  if (!name.startsWith('node:') && !named)
    throw new Error(`${from} imports ${name}, which the manifest does not name.`);
  return null;
}

function copyData(source: string): void {
  const pattern = DATA[source];
  for (const path of pattern === undefined ? [] : globSync(pattern, { cwd: ROOT })) copy(path);
}

function copy(path: string): void {
  mkdirSync(dirname(join(DIST, path)), { recursive: true });
  copyFileSync(join(ROOT, path), join(DIST, path));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(DIST, path)), { recursive: true });
  writeFileSync(join(DIST, path), text);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
