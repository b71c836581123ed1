/** How the programs of the parsers are built: one file each, and one that they share. */
import { relative, sep } from 'node:path';
import { defineConfig } from 'rolldown';

/** These find their WebAssembly by where they lie. */
const EXTERNAL = /^(?:@embedpdf\/pdfium|harfbuzzjs|qpdf-wasm)(?:\/|$)/;
const ROOT = `${import.meta.dirname.split(sep).slice(0, -3).join(sep)}${sep}`;
/** From the folder of what was built (`built-folder.ts`) to the root. */
const TO_ROOT = '../../../..';

export default defineConfig({
  input: ['child', 'judge'].map((name) => `${ROOT}src/parser-host/${name}.ts`),
  platform: 'node',
  external: EXTERNAL,
  plugins: [
    {
      name: 'files-beside-the-sources',
      /** Fonts, character maps and WebAssembly of ours are read from beside the module that needs them. */
      transform(code, id) {
        if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.url')) return null;
        const source = `${TO_ROOT}/${relative(ROOT, id).replaceAll(sep, '/')}`;
        return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`);
      },
    },
  ],
  output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'engine-[hash].mjs' },
});
