/** Builds `dist/parsers/`. */
import { OUTPUTS, replaceOutput } from '#src/dist.ts';
import { bundlePrograms } from './bundle.ts';
import { compilePrograms } from './warm-up.ts';

await replaceOutput(OUTPUTS.parsers, async (folder) => {
  const sources = await bundlePrograms(folder);
  await compilePrograms(folder);
  return sources;
});
