import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EngineOptions } from '#domain/pipeline.ts';
import type { Loader, Normalized } from '#engine/index.ts';
import { normalize } from '#engine/normalize.ts';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';
import { goldenCases } from './cases.ts';

const ENGINE = join(import.meta.dirname, '../../src/engine');
const { resolve } = createRequire(join(ENGINE, 'index.ts'));
const MODULES: Readonly<Record<string, string>> = {
  'brotli.wasm': resolve('brotli-dec-wasm/web/bg.wasm'),
  'libdeflate.wasm': join(ENGINE, 'pdf/filters/libdeflate/libdeflate.wasm'),
  'pdfium.wasm': resolve('@embedpdf/pdfium/pdfium.wasm'),
};
/** The package of HarfBuzz asks for its module beside the bundle. */
const HARFBUZZ = resolve('harfbuzzjs/dist/harfbuzz.wasm');
const PAGE = `<!doctype html><title>Engine</title>
<script type="module">import * as engine from '/bundle/index.js'; globalThis.engine = engine</script>`;
/** As much as a page may load before its first document. */
const MAX_FIRST_LOAD_BYTES = 1.5 * 1024 * 1024;

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();

  test('every golden case has the report and the bytes that it has under Node', async () => {
    const folder = ownFolder(onTestFinished);
    await bundle(folder);
    const origin = await serve(folder);
    const page = await visitors.newPage({ origins: [origin] });
    await page.goto(`${origin}/`);
    for (const { name, path, options } of goldenCases()) {
      const input = readFileSync(path);
      const { bytes, report } = await normalize(new Uint8Array(input), options);
      const output = bytes && createHash('sha256').update(bytes).digest('hex');
      const answer = await page.evaluate(normalizeInPage, { base64: input.toString('base64'), options });
      expect([name, answer]).toEqual([name, { output, report: JSON.stringify(report) }]);
    }
  });

  test('a page loads little before its first document', async () => {
    const folder = ownFolder(onTestFinished);
    await bundle(folder);
    const scripts = readdirSync(folder).map((name) => join(folder, name));
    const sizes = [...scripts, MODULES['libdeflate.wasm'] ?? ''].map((path) => gzipSync(readFileSync(path)).length);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    console.log(`The engine without fonts has ${size} bytes as gzip.`);
    expect(size).toBeLessThan(MAX_FIRST_LOAD_BYTES);
  });
});

interface Exports {
  normalize(bytes: Uint8Array, options: Partial<EngineOptions>): Promise<Normalized>;
  useLoader(loader: Loader): void;
}

/** Runs in the page, so that it knows nothing of this module. */
async function normalizeInPage({ base64, options }: { base64: string; options: Partial<EngineOptions> }) {
  const { engine } = globalThis as unknown as { engine: Exports };
  const fetched = async (path: string) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  engine.useLoader({
    loadFile: (path) => fetched(`/engine/${path}`),
    loadModule: async (name) => new WebAssembly.Module(await fetched(`/modules/${name}.wasm`)),
  });
  const input = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { bytes, report } = await engine.normalize(input, options);
  const hash = bytes && new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  const output = hash && Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { output, report: JSON.stringify(report) };
}

async function bundle(folder: string): Promise<void> {
  // HarfBuzz imports a module of Node by name, and only under Node.
  const made = await rolldown({ input: join(ENGINE, 'index.ts'), platform: 'browser', external: ['module'] });
  await made.write({ dir: folder, format: 'esm', minify: true, chunkFileNames: '[name].js' });
  await made.close();
}

async function serve(folder: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const path = fileOf(url, folder);
    if (path === undefined) return response.setHeader('Content-Type', 'text/html').end(PAGE);
    response.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
    return response.end(readFileSync(path));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fileOf(url: string, folder: string): string | undefined {
  const [, kind, ...names] = url.split('/');
  const name = names.join('/');
  if (kind === 'engine') return join(ENGINE, name);
  if (kind === 'modules') return MODULES[name];
  if (kind === 'bundle') return name === 'harfbuzz.wasm' ? HARFBUZZ : join(folder, name);
  return undefined;
}
