import { compare, contentHash, inspect, isCanonical, normalize } from '@fixpoint/engine';
import { expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';

const HELLO = helloPage();

test('the package normalizes, inspects and compares by its own name', async () => {
  const { bytes, report } = await normalize(HELLO);
  expect(report.status).toBe('SUCCESS');
  expect(await inspect(HELLO)).toMatchObject({ report: { normalized: report.normalized } });
  expect(await contentHash(bytes ?? HELLO)).toBe(report.normalized?.contentHash);
  expect(await compare(HELLO, bytes ?? HELLO)).toMatchObject({
    kind: 'report',
    report: { summary: { identical: true } },
  });
});

test('a canonical PDF is its own canonical form, under its options alone', async () => {
  const { bytes } = await normalize(HELLO, { linearize: false });
  expect(await isCanonical(HELLO)).toBe(false);
  expect(await isCanonical(bytes ?? HELLO, { linearize: false })).toBe(true);
  expect(await isCanonical(bytes ?? HELLO)).toBe(false);
});

test('the content hash of bytes without a canonical form is null', async () => {
  expect(await contentHash(new Uint8Array([1, 2, 3]))).toBeNull();
});
