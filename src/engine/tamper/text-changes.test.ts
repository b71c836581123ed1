import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { MAX_TEXT_CHANGES, MAX_TEXT_LENGTH, type TextChange } from '#engine/facts/text-changes.ts';
import { normalize } from '#engine/normalize.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const ada = createSigner();
const signed = (text: string): Uint8Array => signPdf(helloPage(text), ada);
const showing = (text: string) => ({ stream: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET` });

async function changesIn(pdf: Uint8Array): Promise<readonly TextChange[] | null | undefined> {
  const { report } = await normalize(pdf, DEFAULT_OPTIONS);
  return report.textChanges;
}

describe('the words that changed after signing', () => {
  it('are the changed ones alone, with their page', async () => {
    const forged = appendUpdate(signed('The fee is EUR 4,800 a month'), {
      4: showing('The fee is EUR 48,000 a month'),
    });
    expect(await changesIn(forged)).toEqual([{ page: 1, before: '4,800', after: '48,000' }]);
  });

  it('begin with numbers', async () => {
    const forged = appendUpdate(signed('Alice pays 100 to Bob'), { 4: showing('Carol pays 900 to Eve') });
    expect(await changesIn(forged)).toEqual([
      { page: 1, before: '100', after: '900' },
      { page: 1, before: 'Alice', after: 'Carol' },
      { page: 1, before: 'Bob', after: 'Eve' },
    ]);
  });

  it('have null on the side where there were none', async () => {
    const forged = appendUpdate(signed('Pay if satisfied'), { 4: showing('Pay 900') });
    expect(await changesIn(forged)).toEqual([{ page: 1, before: 'if satisfied', after: '900' }]);
    const longer = appendUpdate(signed('Pay'), { 4: showing('Pay 900') });
    expect(await changesIn(longer)).toEqual([{ page: 1, before: null, after: '900' }]);
  });

  it('are those of an annotation that an update put over the page', async () => {
    const forged = appendUpdate(signed('Pay 100'), {
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[10 0 R 30 0 R]>>',
      30: '<</Type/Annot/Subtype/FreeText/Rect[60 680 360 740]/F 4/AP<</N 31 0 R>>>>',
      31: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 60]/Resources<</Font<</F1 5 0 R>>>>',
        stream: 'BT /F1 24 Tf 2 10 Td (Pay 1,000,000) Tj ET',
      },
    });
    expect(await changesIn(forged)).toEqual([{ page: 1, before: null, after: 'Pay 1,000,000' }]);
  });

  it('are few and short, however much was changed', async () => {
    const words = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? `a${index}` : `same${index}`));
    const others = words.map((word) => word.replace(/^a/, 'b'));
    const many = await changesIn(appendUpdate(signed(words.join(' ')), { 4: showing(others.join(' ')) }));
    expect(many).toHaveLength(MAX_TEXT_CHANGES);
    const [long] = (await changesIn(appendUpdate(signed('x'), { 4: showing('y'.repeat(5000)) }))) ?? [];
    expect(long?.after).toHaveLength(MAX_TEXT_LENGTH);
  });

  it('are unknown where glyphs are placed one by one', async () => {
    const scattered = [...'100000000'].map((digit, index) => `1 0 0 1 ${72 + index * 90} 700 Tm (${digit}) Tj`);
    const forged = appendUpdate(signed('Pay 100'), { 4: { stream: `BT /F1 24 Tf ${scattered.join(' ')} ET` } });
    expect(await changesIn(forged)).toBeNull();
  });

  it('are asked for only where a document was changed after it was signed', async () => {
    expect(await changesIn(helloPage('Pay 100'))).toBeUndefined();
    expect(await changesIn(signed('Pay 100'))).toBeUndefined();
    const unsigned = appendUpdate(helloPage('Pay 100'), { 4: showing('Pay 900') });
    expect(await changesIn(unsigned)).toBeUndefined();
  });
});
