import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { LIMITS, POST_QUANTUM_SIGNATURE_BYTES } from '#engine/pdf/budget.ts';
import { createSigner, signMessage, signTimestamp } from '#test/support/builders/signer.ts';
import { signedHello, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const MOST = LIMITS.postQuantumBytes / POST_QUANTUM_SIGNATURE_BYTES;
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
/** ML-DSA is the fastest to verify and counts like the others. */
const ada = createSigner({ kind: 'ml-dsa-44' });

/** A signed document with further fields that repeat the signature. Each one is verified. */
function repeated(count: number, options: SignOptions = {}): Uint8Array {
  const signed = signedHello(ada, { room: 12_000, ...options });
  const text = Buffer.from(signed).toString('latin1');
  const [range] = /\/ByteRange\[[\d ]+\]/.exec(text) ?? expect.fail('no range');
  const [, contents = ''] = /\/Contents(<[\da-f]{2000,}>)/.exec(text) ?? [];
  const numbers = Array.from({ length: count }, (_, index) => 100 + 2 * index);
  const subFilter = options.subFilter ?? 'ETSI.CAdES.detached';
  const fields = numbers.flatMap((number) => [
    [number, `<</FT/Sig/T(${number})/V ${number + 1} 0 R>>`],
    [number + 1, `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}${range}/Contents 50 0 R>>`],
  ]);
  const names = [10, ...numbers].map((number) => `${number} 0 R`).join(' ');
  const catalog = `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${names}]>>>>`;
  return appendUpdate(signed, { 1: catalog, 50: contents, ...Object.fromEntries(fields) });
}

async function failureOf(pdf: Uint8Array): Promise<string | undefined> {
  const { report } = await normalize(pdf, OPTIONS);
  return report.failure?.code;
}

test('a document with a few post-quantum signatures is verified', async () => {
  expect(await failureOf(repeated(3))).toBeUndefined();
});

test('the verifications of post-quantum signatures end by their count', async () => {
  expect(await failureOf(repeated(MOST + 10))).toBe('RESOURCE_LIMIT_EXCEEDED');
});

test('the tokens of timestamp authorities with such keys count as well', async () => {
  const token = { subFilter: 'ETSI.RFC3161', message: (data: Buffer) => signTimestamp(ada, data) };
  expect(await failureOf(repeated(MOST + 10, token))).toBe('RESOURCE_LIMIT_EXCEEDED');
  const stamped = { message: (data: Buffer) => signMessage(createSigner(), data, { timestampBy: ada }) };
  expect(await failureOf(repeated(MOST + 10, stamped))).toBe('RESOURCE_LIMIT_EXCEEDED');
});
