import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { MAX_REVISIONS_LISTED, type Revisions } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { reportFactsSchema } from '#src/contract/parser/report-schema.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello, signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const ada = createSigner();

async function revisionsOf(input: Uint8Array): Promise<Revisions | undefined> {
  const { report } = await normalize(input, DEFAULT_OPTIONS);
  expect(reportFactsSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report.revisions;
}

/** The position after the first `%%EOF` from this position on. */
function endAfter(pdf: Uint8Array, from = 0): number {
  return Buffer.from(pdf).indexOf('%%EOF', from) + '%%EOF'.length;
}

describe('revisions', () => {
  it('of a plain file are one', async () => {
    const pdf = helloPage();
    expect(await revisionsOf(pdf)).toEqual({
      count: 1,
      listed: [
        {
          number: 1,
          startByte: 0,
          endByte: endAfter(pdf),
          objectsAdded: 5,
          objectsChanged: 0,
          objectsFreed: 0,
          coveringSignatures: 0,
          coveredBy: [],
        },
      ],
      notListed: 0,
    });
  });

  it('tell what an update added, wrote again and gave up, and where it stands', async () => {
    const pdf = helloPage('x', { 6: '<<>>' });
    const updated = appendUpdate(pdf, { 4: { stream: '' }, 9: '<<>>' }, { freed: [6] });
    const revisions = await revisionsOf(updated);
    expect(revisions?.listed[1]).toMatchObject({
      number: 2,
      startByte: endAfter(pdf),
      endByte: endAfter(updated, pdf.length),
      objectsAdded: 1,
      objectsChanged: 1,
      objectsFreed: 1,
    });
  });

  it('tell which signatures cover them', async () => {
    const signed = signPdf(signedHello(ada), ada, { name: 'Second', field: 20, earlier: [10] });
    const revisions = await revisionsOf(appendUpdate(signed, { 30: '<<>>' }));
    expect(revisions?.listed.map(({ coveringSignatures, coveredBy }) => [coveringSignatures, coveredBy])).toEqual([
      [2, ['Second', 'Signature1']],
      [2, ['Second', 'Signature1']],
      [1, ['Second']],
      [0, []],
    ]);
  });

  it('are listed up to a limit, the newest', async () => {
    let pdf = helloPage();
    for (let number = 0; number < MAX_REVISIONS_LISTED; number++) pdf = appendUpdate(pdf, { 9: '<<>>' });
    const revisions = await revisionsOf(pdf);
    expect(revisions).toMatchObject({ count: MAX_REVISIONS_LISTED + 1, notListed: 1 });
    expect(revisions?.listed.map(({ number }) => number)).toEqual(
      Array.from({ length: MAX_REVISIONS_LISTED }, (_, index) => index + 2),
    );
  });

  it('are not told of a file that no cross-reference describes', async () => {
    const lost = Buffer.from(helloPage())
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n1');
    expect(await revisionsOf(new Uint8Array(Buffer.from(lost, 'latin1')))).toBeUndefined();
  });
});
