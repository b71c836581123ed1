/**
 * `npm run test:changed` and `npm run test:related FILES` run the tests that import a changed or named file, need no server
 * and take a few seconds. A line at the end names the others; `--all` runs them too.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification } from 'vitest/node';
import { recordedSeconds } from './recorded-durations.ts';
import { tierOf } from './tiers.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Two cores run all faster files within 15 seconds. */
const FEW_SECONDS = 3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const [command, ...files] = positionals;
for (const file of command === 'test:related' ? files : []) {
  if (existsSync(file)) continue;
  console.error(`${file} does not exist.`);
  process.exit(1);
}
const sources =
  command === 'test:changed' ? { changed: files[0] ?? true } : { related: files.map((file) => resolve(file)) };
const vitest = await createVitest({ root: ROOT, run: true, watch: false, passWithNoTests: true, ...sources });

const pathOf = ({ moduleId }: TestSpecification) => relative(ROOT, moduleId);
const isNear = (path: string) => tierOf(path) === 'inner loop' && recordedSeconds(path) < FEW_SECONDS;
const related = await vitest.getRelevantTestSpecifications();
const chosen = values.all ? related : related.filter((one) => isNear(pathOf(one)));
await vitest.standalone();
await vitest.runTestSpecifications(chosen);
await vitest.close();

const left = related.filter((one) => !chosen.includes(one)).map(pathOf);
if (left.length > 0) {
  const folders = [...new Set(left.map(dirname))].toSorted().join(', ');
  console.log(`Left out, since they need servers or more than ${FEW_SECONDS} s: ${left.length} files of ${folders}.`);
  console.log(`They run with: npm run ${command} -- --all ${files.join(' ')}`);
}
