/** Builds `dist/cli/`: the document commands, as `fixpoint.mjs` loads them. */
import { join } from 'node:path';
import { bundleSources } from '#src/bundle-sources.ts';
import { OUTPUTS, replaceOutput } from '#src/dist.ts';

/** Packages that each call loads; the others stay where they are. */
const BUNDLED = /^(?:[./#]|commander|zod)/;

await replaceOutput(OUTPUTS.cli, async (dir) => {
  const input = { main: join(import.meta.dirname, 'main.ts') };
  const external = (id: string) => !BUNDLED.test(id);
  const sources = await bundleSources({ input, external }, { dir, format: 'esm', minify: false });
  return [...sources, 'package-lock.json'];
});
