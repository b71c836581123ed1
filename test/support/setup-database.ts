/** Runs before each file of tests of the service and gives it a database of its own. */
import { afterAll, inject } from 'vitest';
import { dropDatabase, ownDatabase } from './own-database.ts';

const parts = inject('parts');
const shared = { ...parts };
Object.assign(parts, await ownDatabase(shared));

afterAll(async () => {
  await dropDatabase(parts);
  Object.assign(parts, shared);
});
