/** Bundles programs of this repository for Node. */
import { relative, resolve, sep } from 'node:path';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';

const ROOT = `${resolve(import.meta.dirname, '..')}${sep}`;
/** From an output (`dist.ts`) to the root of the repository. */
const TO_ROOT = '../..';

/** Node files read their data, such as fonts and WebAssembly, from beside their source, which stays where it is. */
const FILES_BESIDE_SOURCES = {
  name: 'files-beside-sources',
  transform(code: string, id: string) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const path = `${TO_ROOT}/${relative(ROOT, id).replaceAll(sep, '/')}`;
    const url = `new URL(${JSON.stringify(path)}, import.meta.url)`;
    return code.replaceAll('import.meta.url', `${url}.href`);
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
