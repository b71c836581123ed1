/** The text that fields show is signed content, like the text of a page. */
import { describe, expect, it } from 'vitest';
import type { BuiltObject, BuiltStream } from '#test/support/builders/pdf.ts';
import {
  certified,
  form,
  lookOf,
  type Objects,
  pageWith,
  PAID_LOOK,
  RESOURCES,
  sign,
  textField,
} from '#test/support/builders/signature-attacks.ts';
import { signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { verdictOf } from '#test/support/signature-verdict.ts';

const QUIET = { status: 'ALL_VALID', grave: [] };
const eve = createSigner();
const OVER_VALUE = '/Rect[218 440 400 470]';
const OVER_TEXT = '[60 680 360 740]';
const BESIDE = '[60 80 360 140]';
const look = (stream: string): BuiltStream => ({ dict: `/Subtype/Form/BBox[0 0 182 30]${RESOURCES}`, stream });
const OTHER_VALUE = look('1 g 0 0 182 30 re f 0 g BT /F1 12 Tf 2 10 Td (900,000) Tj ET');
const signatureField = (rect: string, entries = ''): string =>
  `<</FT/Sig/T(Second)/Type/Annot/Subtype/Widget/Rect${rect}/F 4/P 3 0 R${entries}>>`;

function filled(level: SignOptions, more: Objects = {}): Uint8Array {
  const objects = { 3: pageWith('10 0 R 30 0 R'), 30: textField('amount', '100', 31), 31: lookOf('100', '') };
  return sign({ 1: form('10 0 R 30 0 R', level.catalog), ...objects, ...more }, level);
}

/** A second signature after the document, in field number 20. */
function signedAgain(pdf: Uint8Array, rect: string, appearance: BuiltObject, level: SignOptions = {}, flags = 4) {
  const objects = {
    1: form('10 0 R 30 0 R 20 0 R', level.catalog),
    3: pageWith('10 0 R 30 0 R 20 0 R'),
    20: signatureField(rect, '/V 21 0 R/AP<</N 41 0 R>>').replace('/F 4', `/F ${flags}`),
    41: appearance,
  };
  return signPdf(pdf, eve, { name: 'Second', field: 20, earlier: [10, 30], objects });
}

describe('after level 3 no comment may hide the value of a field:', () => {
  it.each<readonly [how: string, annotation: string, more: Objects]>([
    ['an appearance', `/Subtype/FreeText${OVER_VALUE}/AP<</N 41 0 R>>`, { 41: OTHER_VALUE }],
    ['a background', `/Subtype/FreeText${OVER_VALUE}/C[1 1 1]/Contents(900,000)/DA(/F1 12 Tf 0 g)`, {}],
    ['an interior colour', `/Subtype/Square${OVER_VALUE}/IC[1 1 1]`, {}],
    ['an icon', '/Subtype/Text/Rect[220 445 240 465]/Contents(x)', {}],
    [
      'a text that continues the value',
      '/Subtype/FreeText/Rect[242 445 300 465]/AP<</N 41 0 R>>',
      { 41: look('BT /F1 12 Tf 0 8 Td (,000) Tj ET') },
    ],
  ])('by %s', async (_, annotation, more) => {
    const update = { 3: pageWith('10 0 R 30 0 R 40 0 R'), 40: `<</Type/Annot/F 4${annotation}>>`, ...more };
    const { status, grave } = await verdictOf(appendUpdate(filled(certified(3)), update));
    expect([status, grave]).toEqual(['SOME_INVALID', ['ANNOTATION_CHANGED']]);
  });

  it('and one that lies below the field hides nothing', async () => {
    const below = `<</Type/Annot/F 4/Subtype/Square${OVER_VALUE}/IC[1 1 1]>>`;
    const pdf = appendUpdate(filled(certified(3)), { 3: pageWith('40 0 R 10 0 R 30 0 R'), 40: below });
    expect(await verdictOf(pdf)).toEqual(QUIET);
  });
});

describe('a second signature', () => {
  it('may not hide the value of a field', async () => {
    const pdf = signedAgain(filled({}), '[218 440 400 470]', OTHER_VALUE);
    expect((await verdictOf(pdf)).grave).toEqual(['SIGNATURE_FIELD_COVERS_TEXT']);
  });

  it('may not have a size or a direction of its own on the screen', async () => {
    for (const flags of [12, 20])
      expect((await verdictOf(signedAgain(filled({}), BESIDE, PAID_LOOK, {}, flags))).grave).toEqual([
        'SIGNATURE_FIELD_COVERS_TEXT',
      ]);
  });

  it.each<readonly [signature: string, level: SignOptions]>([
    ['an approval', {}],
    ['level 2', certified(2)],
    ['level 3', certified(3)],
  ])('may not hide text in a field that was ready for it, after %s', async (_, level) => {
    const ready = (rect: string): Uint8Array =>
      filled(level, {
        1: form('10 0 R 30 0 R 20 0 R', level.catalog),
        3: pageWith('10 0 R 30 0 R 20 0 R'),
        20: signatureField(rect),
      });
    const hidden = await verdictOf(signedAgain(ready(OVER_TEXT), OVER_TEXT, PAID_LOOK, level));
    expect(hidden).toEqual({ status: 'SOME_INVALID', grave: ['SIGNATURE_FIELD_COVERS_TEXT'] });
    expect(await verdictOf(signedAgain(ready(BESIDE), BESIDE, PAID_LOOK, level))).toEqual(QUIET);
  });
});

describe('an empty signature field may not hide text by its background', () => {
  const PAGE = { 1: form('10 0 R 30 0 R 20 0 R'), 3: pageWith('10 0 R 30 0 R 20 0 R') };
  const painted = (rect: string): Objects => ({ 20: signatureField(rect, '/MK<</BG[1 1 1]>>') });

  it('as it is added', async () => {
    expect((await verdictOf(appendUpdate(filled({}), { ...PAGE, ...painted(OVER_TEXT) }))).grave).toEqual([
      'FIELD_ADDED',
    ]);
    expect(await verdictOf(appendUpdate(filled({}), { ...PAGE, ...painted(BESIDE) }))).toEqual(QUIET);
  });

  it('that it gets', async () => {
    const pdf = filled({}, { ...PAGE, 20: signatureField(OVER_TEXT) });
    expect((await verdictOf(appendUpdate(pdf, painted(OVER_TEXT)))).grave).toEqual(['SIGNATURE_FIELD_COVERS_TEXT']);
  });
});
