import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOURCES } from './sources.ts';
import { writeSources } from './write-sources.ts';

test('the lines of a source have each of its marks, with the fields of its kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  writeSources(folder);
  const fields = { check: 7, field: 7, image: 6, line: 5, link: 6, outline: 4, page: 3, rect: 7, text: 9, title: 2 };
  for (const { name, title, pages } of SOURCES) {
    const lines = readFileSync(join(folder, `${name}.marks`), 'utf8')
      .split('\n')
      .slice(0, -1);
    const rows = lines.map((line) => line.split('\t'));
    expect(rows[0]).toEqual(['title', title]);
    expect(rows.slice(1).map(([op]) => op)).toEqual(pages.flatMap((page) => ['page', ...page.map(({ op }) => op)]));
    for (const row of rows) expect(fields).toMatchObject({ [row[0] ?? '']: row.length });
  }
  rmSync(folder, { recursive: true });
});
