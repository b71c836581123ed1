/** Tests that row-level security alone separates organizations if the queries omit the organization. */
import { expect, test } from 'vitest';
import { matrixOf } from './leaks/matrix-of.ts';
import { withoutFilter, withoutWalls } from './leaks/views.ts';

test('sees nothing of another one where the queries have forgotten the organization', async () => {
  const stripped = new Set<string>();
  const { cells, leaks, wrong } = await matrixOf((database) => withoutFilter(database, stripped));
  console.info(`${cells.length} cells without the application's filter: ${leaks.length} leaks`);
  expect(leaks).toEqual([]);
  expect(wrong).toEqual([]);
  expect(stripped.size).toBeGreaterThan(20);
});

test('would see it all without row-level security as well', async () => {
  const { leaks } = await matrixOf(withoutWalls, ({ method }) => method === 'get');
  const ways = new Set(leaks.map((leak) => leak.split(' ')[0]));
  console.info(`${leaks.length} leaks in ${ways.size} operations with neither wall`);
  for (const id of ['getSubmission', 'getBatch', 'listWebhooks', 'listTeam', 'listApiKeys', 'listAuditLog']) {
    expect(ways).toContain(id);
  }
});
