/** Prints the outcome of each golden case under `node --conditions=portable`, a line each: its name and the expectation. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { useLoader, withResources } from '#platform';
import { goldenCases, outcomeOf } from './cases.ts';

const ENGINE = join(import.meta.dirname, '../../src/engine');
const { resolve } = createRequire(join(ENGINE, 'index.ts'));
const MODULES = {
  brotli: resolve('brotli-dec-wasm/web/bg.wasm'),
  libdeflate: join(ENGINE, 'pdf/filters/libdeflate/libdeflate.wasm'),
  pdfium: resolve('@embedpdf/pdfium/pdfium.wasm'),
  qpdf: resolve('qpdf-wasm/qpdf.wasm'),
};

let loads = 0;
useLoader({
  async loadFile(path) {
    loads++;
    return new Uint8Array(await readFile(join(ENGINE, path)));
  },
  async loadModule(name) {
    loads++;
    return new WebAssembly.Module(await readFile(MODULES[name]));
  },
});

for (const golden of goldenCases()) {
  const outcome = await withResources(() => outcomeOf(golden));
  console.log(JSON.stringify({ name: golden.name, outcome }));
}
if (loads === 0) throw new Error('The platform of Node answered: it asks no loader.');
