import { describe } from 'vitest';
import { startVersity, testObjectStore } from './object-store.ts';

describe('Versity S3 Gateway', () => {
  testObjectStore(startVersity);
});
