/** Bundles programs of this repository for Node. */
import { dirname, relative, resolve, sep } from 'node:path';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';

const ROOT = `${resolve(import.meta.dirname, '..')}${sep}`;
/** From an output (`dist.ts`) to the root of the repository. */
const TO_ROOT = '../..';

/** A bundled module still finds the files beside its source: fonts, WebAssembly and programs that it starts. */
const FILES_BESIDE_SOURCES = {
  name: 'files-beside-sources',
  transform(code: string, id: string) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const path = `${TO_ROOT}/${relative(ROOT, id).replaceAll(sep, '/')}`;
    const resolved = (to: string) =>
      `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${JSON.stringify(to)})`;
    return code.replaceAll(/import\.meta\.(url|dirname|filename)/g, (_, name) => {
      if (name === 'url') return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
      return resolved(name === 'filename' ? path : dirname(path));
    });
  },
};

/** Writes the bundle, and returns the sources of this repository that it was made of. */
export async function bundleSources(input: InputOptions, output: OutputOptions): Promise<string[]> {
  const bundle = await rolldown({ platform: 'node', ...input, plugins: [FILES_BESIDE_SOURCES] });
  try {
    await bundle.write(output);
    const files = await bundle.watchFiles;
    return files.filter((file) => file.startsWith(ROOT) && !file.includes('node_modules'));
  } finally {
    await bundle.close();
  }
}
