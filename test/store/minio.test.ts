import { describe } from 'vitest';
import { startMinio, testObjectStore } from './object-store.ts';

describe('MinIO', () => {
  testObjectStore(startMinio);
});
