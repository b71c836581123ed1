import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildLibdeflate, CannotBuild } from './build.ts';

const COMMITTED = join(import.meta.dirname, '../../../src/engine/pdf/filters/libdeflate/libdeflate.wasm');

test('the committed module is what its sources are compiled to', { timeout: 120_000 }, () => {
  const built = buildOrTellWhyNot();
  if (built === null) return;
  expect(Buffer.compare(built, readFileSync(COMMITTED))).toBe(0);
});

function buildOrTellWhyNot(): Uint8Array | null {
  try {
    return buildLibdeflate();
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.info(`libdeflate.wasm is not built again here: ${error.message}`);
    return null;
  }
}
