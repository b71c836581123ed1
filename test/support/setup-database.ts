/** Gives each test file of the service its own database before it runs. */
import { afterAll, inject } from 'vitest';
import { dropDatabase, ownDatabase } from './own-database.ts';

const parts = inject('parts');
const shared = { ...parts };
Object.assign(parts, await ownDatabase(shared));

afterAll(async () => {
  await dropDatabase(parts);
  Object.assign(parts, shared);
});
