/** The table of codes and its page say the same. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';

test('docs/errors.md has one row per code, with its status and whether to try again', async () => {
  const page = await readFile('docs/errors.md', 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (yes|no) \|/gm)].map(([, ...cells]) => cells);
  const defined = Object.entries(ERRORS).map(([code, kind]) => [code, `${kind.status}`, kind.retryable ? 'yes' : 'no']);
  expect(documented).toEqual(defined);
});
