/** How the programs of the parsers are built: one file each, and what starts them. */
import { relative, sep } from 'node:path';
import { defineConfig, type RolldownOptions } from 'rolldown';

/** Waits while it is loaded, which a script cannot; and finds its WebAssembly by where it lies. */
const EXTERNAL = /^harfbuzzjs(?:\/|$)/;
const ROOT = `${import.meta.dirname.split(sep).slice(0, -3).join(sep)}${sep}`;
/** From the folder of what was built (`built-folder.ts`) to the root. */
const TO_ROOT = '../../../..';

/** One script without modules: V8 keeps what it has compiled of a script, and Node has no such thing for modules behind walls. */
function script(input: string, fileName: string): RolldownOptions {
  return {
    input: ROOT + input,
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
    output: { format: 'cjs', codeSplitting: false, entryFileNames: fileName },
  };
}

export default defineConfig([
  script('src/parser-host/child.ts', 'child.js'),
  script('src/parser-host/judge.ts', 'judge.js'),
  script('src/parser-host/programs/start.ts', 'start.cjs'),
  script('src/parser-host/programs/compile.ts', 'compile.cjs'),
]);
