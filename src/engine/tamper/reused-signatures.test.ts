import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { type EngineReport, isGrave } from '#domain/report.ts';
import { normalize } from '#test/support/normalize.ts';
import { appendPacked, textOf } from '#test/support/builders/packed-update.ts';
import { form, type Objects, pageWith, sign } from '#test/support/builders/signature-attacks.ts';
import { signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { createAuthority, createSigner, signTimestamp } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const LOOK = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 50]', stream: '0 0 200 50 re S' };
const SHOWN = '/Rect[100 100 300 150]/AP<</N 32 0 R>>';
const UNSEEN = '/Rect[0 0 0 0]';
const ada = createSigner();

const widget = (name: string, place: string, value = ''): string =>
  `<</FT/Sig/T(${name})/Type/Annot/Subtype/Widget${place}/F 4/P 3 0 R${value}>>`;
/** Both fields are in the form and on the page. */
const both = (evil: string): Record<number, string> => ({
  1: form('10 0 R 30 0 R'),
  3: pageWith('10 0 R 30 0 R'),
  30: evil,
});
const recycled = (place: string): Record<number, string> => both(widget('Evil', place, '/V 11 0 R'));
/** A signature of an earlier revision that no field of the document has. */
const phantom = (objects: Objects = {}): Uint8Array => sign({ 1: form(''), 3: pageWith(''), ...objects });
const valueOf = (pdf: Uint8Array): string => /11 0 obj\n(<<\/Type\/Sig[^]*?>>)\nendobj\n/.exec(textOf(pdf))?.[1] ?? '';
const withEmptyField = (value = ''): SignOptions['objects'] => both(widget('Empty', SHOWN, value));

const ATTACKS: readonly { name: string; build: () => Uint8Array; signed?: string }[] = [
  {
    name: 'a new field that shows has the signature of another field',
    build: () => appendUpdate(sign(), { ...recycled(SHOWN), 32: LOOK }),
  },
  {
    name: 'a new field that shows nothing has the signature of another field',
    build: () => appendUpdate(sign(), recycled(UNSEEN)),
  },
  {
    name: 'the new field is in an object stream',
    build: () => appendPacked(sign(), recycled(SHOWN), { 32: LOOK }),
  },
  {
    name: 'a new field has a signature that no field had',
    build: () =>
      appendUpdate(phantom(), {
        1: form('30 0 R'),
        3: pageWith('30 0 R'),
        30: widget('Evil', SHOWN, '/V 11 0 R'),
        32: LOOK,
      }),
  },
  {
    name: 'a field that was signed and in no form comes into the form',
    build: () => appendUpdate(phantom(), { 1: form('10 0 R'), 3: pageWith('10 0 R') }),
  },
  {
    name: 'a new field has a copy of a signature that no field had',
    build: () => {
      const pdf = phantom();
      const value = valueOf(pdf);
      return appendUpdate(pdf, { 1: form('30 0 R'), 30: widget('Evil', SHOWN, '/V 31 0 R'), 31: value, 32: LOOK });
    },
  },
  {
    name: 'an empty field gets the signature of another field',
    build: () => appendUpdate(sign(withEmptyField()), { 30: widget('Empty', SHOWN, '/V 11 0 R'), 32: LOOK }),
  },
  {
    name: 'the missing value of a field becomes a copy of an older signature',
    build: () => {
      const pdf = phantom({ ...withEmptyField('/V 31 0 R'), 1: form('30 0 R'), 3: pageWith('30 0 R') });
      return appendUpdate(pdf, { 31: valueOf(pdf) });
    },
  },
  {
    name: 'a new field has an older signature from the field above it',
    build: () =>
      appendUpdate(sign(), {
        1: form('10 0 R 33 0 R'),
        3: pageWith('10 0 R 30 0 R'),
        30: `<</Type/Annot/Subtype/Widget/Parent 33 0 R${SHOWN}/F 4/P 3 0 R>>`,
        32: LOOK,
        33: '<</FT/Sig/T(Evil)/Kids[30 0 R]/V 11 0 R>>',
      }),
  },
  {
    name: 'a new field that shows has an older document timestamp',
    build: () => {
      const authority = createAuthority();
      const stamped = sign({}, { subFilter: 'ETSI.RFC3161', message: (data) => signTimestamp(authority, data) });
      return appendUpdate(stamped, { ...recycled(SHOWN), 32: LOOK });
    },
  },
  {
    name: 'an empty field that shows gets a document timestamp',
    build: () => {
      const stamp = { ...withEmptyField(), 32: LOOK };
      const message = (data: Buffer): Buffer => signTimestamp(createAuthority(), data);
      const options = { field: 30, earlier: [10], name: 'Empty', rect: '[100 100 300 150]', message };
      return signPdf(sign(stamp), ada, { ...options, subFilter: 'ETSI.RFC3161' });
    },
  },
];

async function reportOf(input: Uint8Array): Promise<EngineReport> {
  return (await normalize(input, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' })).report;
}

describe('a signature that is older than its field', () => {
  it.each(ATTACKS)('$name', async ({ build }) => {
    const input = build();
    const { security, tamperAnalysis } = await reportOf(input);
    const results = security.signatureVerificationResults;
    const names = results.map(({ fieldName }) => fieldName);
    expect(tamperAnalysis?.anomalies.some(isGrave)).toBe(true);
    expect(results.length).toBeGreaterThan(0);
    expect(
      results.filter(({ fieldName }) => fieldName !== 'Empty' || names.length === 1).some(({ valid }) => valid),
    ).toBe(false);
    expect(security.overallSignatureStatus).toBe('SOME_INVALID');
    if (textOf(input).includes('/Fields[10 0 R')) expect(names).toContain('Signature1');
  });
});

it('a field that was empty and is signed by its own revision is valid, and so is the signature before it', async () => {
  const options = { field: 30, earlier: [10], name: 'Empty', rect: '[100 100 300 150]' };
  const { security, tamperAnalysis } = await reportOf(signPdf(sign(withEmptyField()), ada, options));
  expect(security.signatureVerificationResults.map(({ valid }) => valid)).toEqual([true, true]);
  expect(tamperAnalysis?.anomalies.some(isGrave)).toBe(false);
});
