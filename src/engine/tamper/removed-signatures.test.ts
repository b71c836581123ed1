import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import type { TamperAnalysis } from '#domain/report.ts';
import { normalize } from '#test/support/normalize.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello, signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const ada = createSigner();
const bob = createSigner({ commonName: 'Bob' });

const PLAIN_CATALOG = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R]>>>>';
const EMPTY_FIELD = '<</FT/Sig/T(Signature1)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 132/P 3 0 R>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>';

async function analyse(pdf: Uint8Array): Promise<TamperAnalysis | null> {
  return (await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' })).report.tamperAnalysis;
}

const removal = (analysis: TamperAnalysis | null) =>
  analysis?.anomalies.find(({ description }) => description.startsWith('The signature Signature1 was taken out'));

describe('a signature that an update takes out', () => {
  it.each([
    ['and overwrites', appendUpdate(signedHello(ada), { 1: PLAIN_CATALOG, 10: EMPTY_FIELD, 11: '<<>>' })],
    ['and frees', appendUpdate(signedHello(ada), { 1: PLAIN_CATALOG, 10: EMPTY_FIELD }, { freed: [11] })],
    [
      'with its field',
      appendUpdate(signedHello(ada), { 1: '<</Type/Catalog/Pages 2 0 R>>', 3: PAGE, 10: 'null', 11: 'null' }),
    ],
    [
      'with what it signed',
      appendUpdate(signedHello(ada), { 4: { stream: 'BT (Pay 900) Tj ET' }, 10: EMPTY_FIELD, 11: '<<>>' }),
    ],
  ])('is told as grave: %s', async (_, pdf) => {
    const analysis = await analyse(pdf);
    expect(['high', 'critical']).toContain(analysis?.riskLevel);
    expect(removal(analysis)).toMatchObject({
      type: 'ORPHANED_SIGNATURE_FIELD',
      severity: 'high',
      location: 'field Signature1',
    });
  });

  it('is not hidden by a later update', async () => {
    const removed = appendUpdate(signedHello(ada), { 10: EMPTY_FIELD, 11: '<<>>' });
    expect(removal(await analyse(appendUpdate(removed, { 40: '<<>>' })))).toMatchObject({ severity: 'high' });
  });

  it('leaves it to be looked at where another signature followed, whose signer saw the document without it', async () => {
    const removed = appendUpdate(signedHello(ada), { 1: PLAIN_CATALOG, 3: PAGE, 10: EMPTY_FIELD, 11: '<<>>' });
    const analysis = await analyse(signPdf(removed, bob, { name: 'Second', field: 20 }));
    expect(removal(analysis)).toMatchObject({ severity: 'medium' });
    expect(analysis?.riskLevel).toBe('medium');
  });

  it('is told of nothing else', async () => {
    expect(removal(await analyse(signedHello(ada)))).toBeUndefined();
    expect(
      removal(await analyse(signPdf(signedHello(ada), bob, { name: 'Second', field: 20, earlier: [10] }))),
    ).toBeUndefined();
    const reserved = signedHello(ada, { message: () => Buffer.alloc(64) });
    expect(removal(await analyse(appendUpdate(reserved, { 10: EMPTY_FIELD, 11: '<<>>' })))).toBeUndefined();
    expect(removal(await analyse(helloPage()))).toBeUndefined();
  });

  it('is no usage right of a reader', async () => {
    const rights = signedHello(ada, {
      entries: '/Reference[<</TransformMethod/UR3>>]',
      catalog: '/Perms<</UR3 11 0 R>>',
      objects: { 10: EMPTY_FIELD },
    });
    expect(removal(await analyse(appendUpdate(rights, { 1: PLAIN_CATALOG, 11: '<<>>' })))).toBeUndefined();
  });
});
