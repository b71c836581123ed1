/** How long test files take, as `test/support/durations.ts` recorded it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SECONDS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../durations.json'), 'utf8'),
);

/** A file of less than a second is not recorded. */
export function recordedSeconds(path: string): number {
  return SECONDS[path] ?? 0;
}
