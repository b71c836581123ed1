import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { DRESSINGS } from '#test/support/builders/attack-dressings.ts';
import {
  certified,
  form,
  lookOf,
  type Objects,
  pageWith,
  sign,
  textField,
} from '#test/support/builders/signature-attacks.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { createAuthority, createSigner, signTimestamp } from '#test/support/builders/signer.ts';

const [ada, clock] = [createSigner(), createAuthority()];

/** The appearances that programs write when they fill in a field. */
const FONT = '/Resources<</Font<</F1 5 0 R>>>>';
const EMPTY_FORM: Objects = {
  3: pageWith('10 0 R 30 0 R'),
  30: textField('payee', '', 31),
  31: lookOf('', ''),
};
const filledWith = (stream: string): Objects => ({
  30: textField('payee', 'Ada Lovelace', 31),
  31: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 20]${FONT}`, stream },
});
const FILLINGS: readonly (readonly [program: string, update: Objects])[] = [
  [
    'Acrobat',
    filledWith('/Tx BMC \nq\n2 2 296 16 re\nW\nn\nBT\n/F1 12 Tf\n0 g\n2 6.548 Td\n(Ada Lovelace) Tj\nET\nQ\nEMC'),
  ],
  ['pdf.js', filledWith('/Tx BMC q BT /F1 12 Tf 0 g 1 0 0 1 2 6.5 Tm [(Ada ) -20 (Love) 0 (lace)] TJ ET Q EMC')],
  [
    'MuPDF',
    filledWith(
      '/Tx BMC\nq\n0 0 300 20 re\nW\nn\nBT\n/F1 12 Tf\n0 g\n2 5 Td\n(Ada) Tj\n22 0 Td\n( Lovelace) Tj\nET\nQ\nEMC\n',
    ),
  ],
  [
    'iText, with a border of four sides',
    filledWith(
      'q .1 g 1 19 m 299 19 l 300 20 l 0 20 l 1 19 l f 299 19 m 299 1 l 300 0 l 300 20 l 299 19 l f ' +
        '299 1 m 1 1 l 0 0 l 300 0 l 299 1 l f 1 1 m 1 19 l 0 20 l 0 0 l 1 1 l f Q ' +
        '/Tx BMC q BT /F1 12 Tf 2 6 Td (Ada Lovelace) Tj ET Q EMC',
    ),
  ],
  [
    'pdf-lib',
    filledWith('q\nq\n/Tx BMC\nq\nBT\n0 g\n/F1 12 Tf\n1 0 0 1 2 5 Tm\n<416461204c6f76656c616365> Tj\nET\nQ\nEMC\nQ\nQ'),
  ],
];
const FORMATTED: readonly (readonly [value: string, shown: string, script: string])[] = [
  ['1000', '1,000.00', 'AFNumber_Format'],
  ['1234.5', '1.234,50 EUR', 'AFNumber_Format'],
  ['3.14159', '$3.14', 'AFNumber_Format'],
  ['-1000', '\\(1,000.00\\)', 'AFNumber_Format'],
  ['0.5', '50.00%', 'AFPercent_Format'],
  ['1/5/2024', '05-Jan-24', 'AFDate_FormatEx'],
  ['5551234567', '\\(555\\) 123-4567', 'AFSpecial_Format'],
];
/** Encodings that need repair do not occur in ordinary files. All others are only another way to write a file. */
const WAYS = DRESSINGS.filter(({ level, isEncrypted }) => level < 3 && isEncrypted !== true);

async function expectQuiet(pdf: Uint8Array): Promise<void> {
  const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  expect(report.security.overallSignatureStatus).toBe('ALL_VALID');
  expect(report.tamperAnalysis?.anomalies.filter(isGrave)).toEqual([]);
}

const second = (pdf: Uint8Array, options: SignOptions): Uint8Array =>
  signPdf(pdf, ada, { name: 'Second', field: 20, earlier: [10], ...options });

describe.each(WAYS)('a signature holds, in $name, for', ({ dress }) => {
  it.each(FILLINGS)('a field that %s fills in', async (_, objects) => {
    await expectQuiet(dress(sign(EMPTY_FORM), { objects }));
  });

  it.each(FORMATTED)('a value %s that a script of the form shows as %s', async (value, shown, script) => {
    const field = (text: string): string =>
      textField('amount', text, 31).replace('/F 4', `/F 4/AA<</F<</S/JavaScript/JS(${script})>>>>`);
    const objects = { 30: field(value), 31: lookOf(shown) };
    await expectQuiet(dress(sign({ ...EMPTY_FORM, 30: field('') }), { objects }));
  });

  it('validation data', async () => {
    const objects = {
      1: form('10 0 R', '/DSS<</Certs[60 0 R]/VRI<<>>>>'),
      60: { stream: new Uint8Array(ada.certificate) },
    };
    await expectQuiet(dress(sign(), { objects }));
  });

  it.each(['Text', 'Highlight', 'Underline', 'StrikeOut'])('a comment, %s, where they are allowed', async (subtype) => {
    const note = `<</Type/Annot/Subtype/${subtype}/Rect[72 650 90 668]/QuadPoints[72 668 90 668 72 650 90 650]/F 4/Contents(Why?)>>`;
    await expectQuiet(dress(sign({}, certified(3)), { objects: { 3: pageWith('10 0 R 40 0 R'), 40: note } }));
  });
});

describe('a signature holds for', () => {
  it('fonts that a second signer adds to those of the form, and says nothing of them', async () => {
    const withFonts = (fonts: string): string =>
      `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R]/DR<</Font<<${fonts}>>>>>>>>`;
    const fonts = appendUpdate(sign({ 1: withFonts('/F1 5 0 R') }), { 1: withFonts('/F1 5 0 R/F2 5 0 R') });
    await expectQuiet(fonts);
    const { report } = await normalize(fonts, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
    expect(report.tamperAnalysis?.anomalies).toEqual([]);
  });

  it('a second approval beside the text', async () => {
    const objects = { 31: lookOf('Ada Lovelace') };
    await expectQuiet(second(sign(), { rect: '[72 100 372 120]/AP<</N 31 0 R>>', objects }));
  });

  it('one whose widget does not say that the new field is its parent', async () => {
    const objects = {
      3: pageWith('10 0 R 40 0 R'),
      20: '<</FT/Sig/T(Second)/Kids[40 0 R]/V 21 0 R>>',
      31: lookOf('Ada Lovelace'),
      40: '<</Type/Annot/Subtype/Widget/Rect[72 100 372 120]/F 132/P 3 0 R/AP<</N 31 0 R>>>>',
    };
    await expectQuiet(second(sign(), { objects }));
  });

  it('a document timestamp that brings what fields are written in', async () => {
    const written = '/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>';
    const stamped = second(sign(), {
      subFilter: 'ETSI.RFC3161',
      message: (data) => signTimestamp(clock, data),
      objects: { 1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 20 0 R]${written}>>>>` },
    });
    await expectQuiet(stamped);
    const { report } = await normalize(stamped, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
    expect(report.tamperAnalysis?.anomalies).toEqual([]);
  });

  it('a document timestamp', async () => {
    await expectQuiet(second(sign(), { subFilter: 'ETSI.RFC3161', message: (data) => signTimestamp(clock, data) }));
  });
});

describe('an honest file is not accused where', () => {
  const dss = { 1: form('10 0 R', '/DSS<</Certs[60 0 R]>>'), 60: { stream: new Uint8Array(ada.certificate) } };

  it('the trailer of its first revision states /Prev 0, and validation data follow', async () => {
    const text = Buffer.from(helloPage()).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Prev 0');
    const signed = signPdf(new Uint8Array(Buffer.from(text, 'latin1')), ada);
    for (const pdf of [signed, appendUpdate(signed, dss)]) {
      const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
      expect(report.security.overallSignatureStatus).toBe('ALL_VALID');
      expect(report.tamperAnalysis?.anomalies).toEqual([]);
    }
  });

  it('a program writes a trailer key of its own, before or after the signature', async () => {
    await expectQuiet(appendUpdate(sign({}, { trailer: '/Producer 1' }), dss));
    await expectQuiet(appendUpdate(sign(), dss, { trailer: '/Producer (7)' }));
  });

  it('an older state of it lies outside of the cross-reference chain', async () => {
    const first = Buffer.from(helloPage()).toString('latin1');
    const moved = (offset: string): string => String(Number(offset) + first.length).padStart(offset.length, '0');
    const later = Buffer.from(helloPage('Adieu, world'))
      .toString('latin1')
      .replace(/^%PDF-1.7\n/, `${'%'.padEnd(8)}\n`)
      .replaceAll(/^\d{10}(?= 00000 n)/gm, moved)
      .replace(/(?<=startxref\n)\d+/, moved);
    const signed = signPdf(new Uint8Array(Buffer.from(first + later, 'latin1')), ada);
    await expectQuiet(appendUpdate(signed, dss));
  });
});

describe('trailer /AdditionalStreams, where LibreOffice keeps the source of a document', () => {
  const source = (number: number): string =>
    `/AdditionalStreams[/application#2Fvnd.oasis.opendocument.text ${number} 0 R]`;

  it('may lead to another number after a signature, since no reader shows what is there', async () => {
    const signed = sign({ 40: { stream: 'PK' } }, { trailer: source(40) });
    const { report } = await normalize(appendUpdate(signed, { 41: '<<>>' }, { trailer: source(41) }), DEFAULT_OPTIONS);
    expect(report.security.signatureVerificationResults).toMatchObject([{ valid: true }]);
    expect(report.tamperAnalysis?.anomalies.some(isGrave)).toBe(false);
  });

  it('does not excuse a change of what a page shows', async () => {
    const signed = sign({}, { trailer: source(4) });
    const changed = appendUpdate(signed, { 4: { stream: 'BT ET' } }, { trailer: source(4) });
    const { report } = await normalize(changed, DEFAULT_OPTIONS);
    expect(report.security.signatureVerificationResults).toMatchObject([{ reason: 'MODIFIED_AFTER_SIGNING' }]);
  });
});
