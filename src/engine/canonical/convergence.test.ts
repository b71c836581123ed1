import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { baseDocuments, SEMANTIC, SYNTACTIC } from '#test/support/builders/variants.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';

async function hashOf(file: Uint8Array): Promise<string> {
  const { bytes, report } = await normalize(file, { ...DEFAULT_OPTIONS, linearize: false });
  if (!bytes) throw new Error(`The variant was not normalized: ${report.failure?.message}`);
  return createHash('sha256').update(bytes).digest('hex');
}

const variants = Object.entries({ ...SYNTACTIC, ...SEMANTIC });

describe.each(Object.entries(baseDocuments()))('%s', (_, model) => {
  test.each(variants)('%s: the same bytes', async (_name, variant) => {
    expect(await hashOf(await variant(model))).toBe(await hashOf(serialize(model)));
  });
});

test.each(variants)('%s is another file, or the above would prove nothing', async (_, variant) => {
  const { book } = baseDocuments();
  expect(Buffer.compare(await variant(book), serialize(book))).not.toBe(0);
});
