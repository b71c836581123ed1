import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { verifyOutput } from './verify-output.ts';
import { normalize } from './normalize.ts';

const OPTIONS = { ...DEFAULT_OPTIONS, validationTimeMs: 0 };

describe('a judge', () => {
  test.each([true, false])(
    'agrees to what the pipeline makes, and says the same of it (linearized: %s)',
    async (linearize) => {
      const options = { ...OPTIONS, linearize };
      const { bytes, report } = await normalize(readFileSync('fixtures/pdf/hello.pdf'), options);
      for (const rewrites of [true, false]) {
        const { objection, normalized } = await verifyOutput(bytes ?? new Uint8Array(), options, rewrites);
        expect([objection, normalized]).toEqual([null, report.normalized]);
      }
    },
  );

  test('objects to a document that the pipeline would write otherwise, and to what is no document', async () => {
    const objectionTo = async (bytes: Uint8Array) => (await verifyOutput(bytes, OPTIONS, true)).objection;
    expect(await objectionTo(helloPage())).toBe('it changes when it is normalized again');
    expect(await objectionTo(Buffer.from('nothing'))).toBe('it is refused: NOT_A_PDF');
  });

  test('objects to active content in an output that it does not write again', async () => {
    const output = helloPage('Hello', { 6: '<</S/JavaScript/JS(app.alert\\(1\\))>>' });
    expect((await verifyOutput(output, OPTIONS, false)).objection).toBe('it is refused: ACTIVE_CONTENT_RESIDUE');
  });

  test('objects to what another reader finds fault with', async () => {
    const { bytes } = await normalize(readFileSync('fixtures/pdf/hello.pdf'), { ...OPTIONS, linearize: true });
    const output = Buffer.from(bytes ?? []);
    // The object number of the first page in the linearization dictionary.
    output[output.indexOf('/O ') + 3] = 0x39;
    expect((await verifyOutput(output, { ...OPTIONS, linearize: true }, false)).objection).toContain(
      'first page object',
    );
  });
});
