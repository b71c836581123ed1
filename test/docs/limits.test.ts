import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS } from '#engine/pdf/budget.ts';

const GUIDE = readFileSync('docs/guides/limits.md', 'utf8');
const MIB = 1024 * 1024;

test.each([
  ['pages', LIMITS.pages.toLocaleString('en')],
  ['objects', LIMITS.objects.toLocaleString('en')],
  ['form fields that are drawn', LIMITS.widgets.toLocaleString('en')],
  ['one stream, unpacked', `${LIMITS.decodedBytesPerStream / MIB} MiB`],
  ['filters on one stream', String(LIMITS.filtersPerStream)],
  ['levels of nesting', String(LIMITS.nesting)],
])('the guide to limits says what the engine allows of %s', (what, limit) => {
  expect(GUIDE).toContain(`| ${what} | ${limit} |`);
});
