import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { ANOMALY_FINDINGS, CHANGE_FINDINGS, STANDING_FINDINGS } from '#domain/findings/anomaly-findings.ts';
import { type Facts, type Place, placeOf } from '#domain/findings/finding.ts';
import { exampleOf } from '#domain/codes/findings.ts';
import type { Anomaly } from '#domain/report.ts';
import { factsSchema, placeSchema } from '#src/contract/parser/finding-schema.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { normalize } from '#test/support/normalize.ts';
import { describeAnomaly } from './describe.ts';
import { quoted } from './words.ts';

/** Words that only those understand who know how a PDF is written. */
const JARGON =
  /\b(?:objects?|xref|cross-reference|catalog|dictionary|stream|ByteRange|annotations?|widget|trailer|revision|EOF|null|undefined)\b|\/[A-Z]/;

const MANY = placeOf({
  pages: [0, 4],
  fields: ['a', 'b'],
  signatures: ['A', 'B'],
  object: 12,
  byteRange: [18255, 18310],
});

const CHANGED = CHANGE_FINDINGS.flatMap((finding) =>
  [true, false].flatMap((hides) =>
    [true, false].flatMap((isAfterSigning) =>
      [MANY, placeOf({ byteRange: [1, 2] })].map((place) => ({ finding, hides, isAfterSigning, place })),
    ),
  ),
);

describe('every finding', () => {
  it.each(STANDING_FINDINGS)('%s is a sentence without jargon', (finding) => {
    const example = exampleOf(finding);
    check(example.facts, example.place, describeAnomaly(example));
    check(example.facts, MANY, describeAnomaly({ ...example, place: MANY }));
  });

  it.each(CHANGED)(
    '$finding is a sentence without jargon, hides: $hides, signed: $isAfterSigning',
    ({ finding, hides, isAfterSigning, place }) => {
      const example = exampleOf(finding);
      const facts = { ...example.facts, hides, isAfterSigning };
      check(facts, place, describeAnomaly({ ...example, facts, place }));
    },
  );

  it('has one id with data that pass the schema', () => {
    for (const { facts, place } of ANOMALY_FINDINGS.map(exampleOf)) {
      expect(factsSchema.parse(facts)).toEqual(facts);
      expect(placeSchema.parse(place)).toEqual(place);
    }
  });

  function check(facts: Facts, place: Place, { description, location }: Anomaly): void {
    const [, sentence = '', technical = ''] = /^([^(]*?) \((.*)\)\.$/.exec(description) ?? [];
    expect(sentence).toMatch(/^[A-Z0-9][^()]*[\w"]$/);
    expect(sentence).not.toMatch(JARGON);
    expect(description).not.toMatch(/ {2}|\bundefined\b|\bNaN\b/);
    expect(technical).not.toBe('');
    expect({ facts, place, location }).not.toMatchObject({ location: null });
  }
});

describe('the place of a finding', () => {
  it('lists the first ranges of pages and counts all pages', () => {
    const pages = Array.from({ length: 200 }, (_, index) => 2 * index);
    const place = placeOf({ pages });
    expect(place.pages).toHaveLength(20);
    expect(place.pageCount).toBe(200);
    expect(placeOf({ pages: [0, 1, 2, 6] }).pages).toEqual([
      { first: 1, last: 3 },
      { first: 7, last: 7 },
    ]);
  });

  it('has names of the file as data, cut and well-formed', () => {
    const place = placeOf({ fields: ['a\u0000b', 'x'.repeat(5000), '\ud800'] });
    expect(placeSchema.parse(place).fields).toEqual(['a b', 'x'.repeat(256), '\ufffd']);
  });
});

describe('a name from the file', () => {
  it.each([
    ['payee', 'payee'],
    ['form1.payee-2', 'form1.payee-2'],
    ['the payee', '"the payee"'],
    ['', 'without a name'],
    ['\u0000\u202e', 'without a name'],
    ['a\u202eb\nc', '"a b c"'],
    ['say "no"', `"say 'no'"`],
    ['x'.repeat(500), `"${'x'.repeat(60)}…"`],
  ])('%j is written %j', (name, written) => {
    expect(quoted(name)).toBe(written);
  });
});

describe('the report', () => {
  const ada = createSigner();

  async function sentences(input: Uint8Array): Promise<string[]> {
    const { report } = await normalize(input, DEFAULT_OPTIONS);
    return (report.tamperAnalysis?.anomalies ?? []).map(({ description }) => description);
  }

  it('names page, signature, object and revision', async () => {
    const changed = appendUpdate(signPdf(helloPage(), ada), { 4: { stream: 'BT (Pay 9) Tj ET' } });
    expect(await sentences(changed)).toEqual([
      'Page 1 shows other content than when the signature Signature1 was made (page content, object 4 0, revision 3).',
    ]);
  });

  it('tells the fonts and colours of fields from what they are filled in with', async () => {
    const form = (entries: string, field: string): Record<number, string> => ({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[30 0 R 10 0 R]${entries}>>>>`,
      30: `<</FT/Tx/T(payee)/Type/Annot/Subtype/Widget/Rect[0 0 99 20]/P 3 0 R${field}>>`,
    });
    const objects = form('/DA(/F1 9 Tf)/DR<</Font<</F1 5 0 R>>>>', '/DA(/F1 9 Tf)');
    const signed = signPdf(helloPage(), ada, { earlier: [30], objects });
    const fonts =
      'The fonts, sizes or colours that form fields are written in were changed after the signature Signature1 was made';
    expect(
      await sentences(appendUpdate(signed, form('/DA(/F1 1 Tf)/DR<</Font<</F1 5 0 R>>>>', '/DA(/F1 9 Tf)'))),
    ).toEqual([`${fonts} (form /DA, object 1 0, revision 3).`]);
    expect(await sentences(appendUpdate(signed, form('/DA(/F1 9 Tf)', '/DA(/F1 9 Tf)')))).toEqual([
      `${fonts} (form /DR, object 1 0, revision 3).`,
    ]);
    const restyled = form('/DA(/F1 9 Tf)/DR<</Font<</F1 5 0 R>>>>', '/DA(/F1 1 Tf)');
    expect(await sentences(appendUpdate(signed, restyled))).toEqual([
      'The form field payee on page 1 was given another font, size, colour or place for its text after the signature Signature1 was made (field /DA, object 30 0, revision 3).',
    ]);
  });

  it('names every page that changed, the first five of them', async () => {
    const numbers = [3, 6, 7, 8, 9, 12, 13];
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R';
    const pages = Object.fromEntries(numbers.map((number) => [number, `${page}>>`]));
    const book = helloPage('x', {
      ...pages,
      2: `<</Type/Pages/Count 7/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    });
    const turned = Object.fromEntries(numbers.slice(1).map((number) => [number, `${page}/Rotate 90>>`]));
    expect(await sentences(appendUpdate(book, turned))).toEqual([
      'Pages 2, 3, 4, 5, 6 and 1 more have other content since the file was saved again ' +
        '(page /Rotate, object 6 0, revision 2, and 5 more).',
    ]);
  });
});
