/**
 * `node test/support/durations.ts RESULTS…` records how long each test file took. RESULTS are files that
 * `npm test -- --reporter=json --outputFile=RESULTS` wrote. Files without a result keep their recorded duration.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'test/durations.json');

const durationsSchema = z.record(z.string(), z.number());
const resultsSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const durations = new Map(Object.entries(durationsSchema.parse(readJson(FILE))));
for (const path of process.argv.slice(2)) {
  for (const { name, startTime, endTime } of resultsSchema.parse(readJson(path)).testResults) {
    durations.set(relative(ROOT, name).replaceAll('\\', '/'), Math.round((endTime - startTime) / 1000));
  }
}
const listed = [...durations].filter(([path, seconds]) => seconds >= 1 && existsSync(join(ROOT, path)));
const longestFirst = listed.toSorted(([a, first], [b, second]) => second - first || a.localeCompare(b));
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`);
