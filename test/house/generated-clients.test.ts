/** The clients have what the API has. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { OPERATIONS as CLIENT_OPERATIONS } from '#clients/typescript/generated/operations.ts';
import { BY_HAND, OF_OTHERS } from '#tools/clients/description.ts';
import { clientFiles } from '#tools/clients/files.ts';

test('what is generated is what the description gives: `node tools/clients/write.ts` writes it', () => {
  for (const [path, text] of clientFiles()) expect(readFileSync(path, 'utf8')).toBe(text);
});

test('every operation is in the clients, but for those that only others call', () => {
  const described = OPERATIONS.filter(({ isPage = false }) => !isPage).map(({ id }) => id);
  expect(new Set([...Object.keys(CLIENT_OPERATIONS), ...BY_HAND, ...OF_OTHERS])).toEqual(new Set(described));
});
