import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { renderPage } from '#engine/text/pdfium.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { canonicalize } from './canonical.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const canonical = (file: Uint8Array): Uint8Array => writeWithTable(canonicalize(openDocument(file)), '1.7');
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A PDF with one page whose content is object 4. */
function onePage(resources: string, content: string, more: Objects = {}, page = ''): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    4: { stream: content },
    10: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    11: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  });
}

/** The decoded data of all streams of the file. */
function contentsOf(file: Uint8Array): string {
  const text = latin1(file);
  return [...text.matchAll(/\/Filter\/FlateDecode[^>]*?\/Length (\d+).*?stream\n/gs)]
    .map((match) => {
      const start = match.index + match[0].length;
      return latin1(inflateSync(Buffer.from(text.slice(start, start + Number(match[1])), 'latin1')));
    })
    .join('\n--\n');
}

const form = (resources: string, stream: string): BuiltObject => ({
  dict: `/Subtype/Form/BBox[0 0 99 99]/Resources<<${resources}>>`,
  stream,
});

const TYPE_3 =
  '/Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]';
const ENCODING = '/Encoding<</Differences[97/a/b]>>';

const text = (first: string, second: string): string => `BT ${first} 20 Tf 5 50 Td (ab) Tj ${second} 20 Tf (cd) Tj ET`;

/** Each pair has the names of one program and the names of another one. */
const PAIRS: readonly (readonly [string, Uint8Array, Uint8Array])[] = [
  [
    'fonts',
    onePage('/Font<</F1 10 0 R/F2 11 0 R>>', text('/F1', '/F2')),
    onePage('/Font<</F2 10 0 R/F1 11 0 R>>', text('/F2', '/F1')),
  ],
  [
    'two names of one font',
    onePage('/Font<</A 10 0 R/B 11 0 R/C 10 0 R>>', `${text('/A', '/B')} ${text('/C', '/B')}`),
    onePage('/Font<</A 10 0 R/B 11 0 R>>', `${text('/A', '/B')} ${text('/A', '/B')}`),
  ],
  [
    'two names of equal graphics states',
    onePage('/ExtGState<</A<</ca .5>>/B<</ca 1.0 /LW 3>>/C 12 0 R>>', '/A gs/B gs/C gs 0 0 50 50 re f', {
      12: '<</ca 0.5>>',
    }),
    onePage('/ExtGState<</B<</ca .5>>/A<</LW 3/ca 1.0>>>>', '/B gs/A gs/B gs 0 0 50 50 re f'),
  ],
  [
    'escaped names and names that others have in the end',
    onePage(
      '/ExtGState<</A#20b<</ca .5>>/G0<</LW 9>>/X<</ca .1>>>>',
      '/A#20b gs 0 0 50 50 re f/G0 gs 0 0 50 50 re S/X gs 0 0 9 9 re f',
    ),
    onePage(
      '/ExtGState<</a<</ca .5>>/b<</LW 9>>/c<</ca .1>>>>',
      '/a gs 0 0 50 50 re f/b gs 0 0 50 50 re S/c gs 0 0 9 9 re f',
    ),
  ],
  [
    'colour spaces, patterns, shadings and properties',
    onePage(
      '/ColorSpace<</Cs8[/Separation/C0/DeviceRGB 14 0 R]/P[/Pattern/DeviceRGB]>>/Pattern<</Pt 12 0 R/U 15 0 R>>/Shading<</Sh 13 0 R>>/Properties<</MC0<</MCID 3>>>>',
      '/Span/MC0 BDC/Cs8 cs .5 scn 0 0 20 20 re f/Cs8 CS .4 SCN 0 0 20 20 re S/Pattern cs/Pt scn 30 0 20 20 re f/P cs 1 0 0/U scn 30 30 20 20 re f/Sh sh EMC',
      patternObjects('Im0'),
    ),
    onePage(
      '/ColorSpace<</a[/Separation/C0/DeviceRGB 14 0 R]/b[/Pattern/DeviceRGB]>>/Pattern<</a 12 0 R/b 15 0 R>>/Shading<</a 13 0 R>>/Properties<</a<</MCID 3>>>>',
      '/Span/a BDC/a cs .5 scn 0 0 20 20 re f/a CS .4 SCN 0 0 20 20 re S/Pattern cs/a scn 30 0 20 20 re f/b cs 1 0 0/b scn 30 30 20 20 re f/a sh EMC',
      patternObjects('Fm1'),
    ),
  ],
  [
    'an inline image',
    onePage(
      '/ColorSpace<</Cs1[/Indexed/DeviceRGB 1<ff000000ff00>]>>',
      'q 40 0 0 40 9 9 cm BI/W 2/H 1/BPC 1/CS/Cs1/F/AHx ID 40>EI Q',
    ),
    onePage(
      '/ColorSpace<</x[/Indexed/DeviceRGB 1<ff000000ff00>]>>',
      'q 40 0 0 40 9 9 cm BI/CS/x/W 2/H 1/BPC 1/F/AHx ID 40>EI Q',
    ),
  ],
  [
    'nested forms',
    onePage('/XObject<</Fm0 12 0 R/Fm1 13 0 R>>', '/Fm1 Do/Fm0 Do', {
      12: form('/XObject<</Fm0 13 0 R>>/Font<</T 10 0 R>>', `/Fm0 Do ${text('/T', '/T')}`),
      13: form('/ExtGState<</R7<</ca .5>>>>', '/R7 gs 0 0 50 50 re f'),
    }),
    onePage('/XObject<</b 12 0 R/a 13 0 R>>', '/a Do/b Do', {
      12: form('/XObject<</y 13 0 R>>/Font<</z 10 0 R>>', `/y Do ${text('/z', '/z')}`),
      13: form('/ExtGState<</q<</ca .5>>>>', '/q gs 0 0 50 50 re f'),
    }),
  ],
  [
    'forms that are equal but for their names',
    onePage('/XObject<</A 12 0 R/B 13 0 R>>', '/A Do/B Do', {
      12: form('/ExtGState<</K<</ca .5>>>>', '/K gs 0 0 50 50 re f'),
      13: form('/ExtGState<</L<</ca .5>>>>', '/L gs 0 0 50 50 re f'),
    }),
    onePage('/XObject<</A 12 0 R>>', '/A Do/A Do', { 12: form('/ExtGState<</K<</ca .5>>>>', '/K gs 0 0 50 50 re f') }),
  ],
  [
    'glyphs of a font',
    onePage('/Font<</T 12 0 R>>', text('/T', '/T'), glyphObjects('G1', 'G2', '/a 13 0 R/b 14 0 R')),
    onePage('/Font<</T 12 0 R>>', text('/T', '/T'), glyphObjects('G2', 'G1', '/b 14 0 R/a 13 0 R')),
  ],
];

function patternObjects(name: string): Objects {
  const pattern = '/PatternType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5';
  return {
    12: {
      dict: `${pattern}/PaintType 1/Resources<</ExtGState<</${name}<</ca .5>>>>>>`,
      stream: `/${name} gs 1 0 0 rg 0 0 3 3 re f`,
    },
    13: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[60 60 90 90]/Function 14 0 R>>',
    14: '<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>',
    15: { dict: `${pattern}/PaintType 2/Resources<<>>`, stream: '0 0 3 3 re f' },
  };
}

function glyphObjects(first: string, second: string, glyphs: string): Objects {
  return {
    12: `<<${TYPE_3}${ENCODING}/CharProcs<<${glyphs}>>/Resources<</ExtGState<</${first}<</ca .5>>/${second}<</ca .2>>>>>>>>`,
    13: { stream: `9 0 d0/${first} gs 0 0 8 8 re f` },
    14: { stream: `9 0 d0/${second} gs 0 0 4 8 re f` },
  };
}

test.each(PAIRS)('the names that a program chose do not count: %s', (_, one, other) => {
  expect(latin1(canonical(one))).toBe(latin1(canonical(other)));
});

test.each(PAIRS)('the canonical form is a fixed point: %s', (_, one) => {
  const once = canonical(one);
  expect(latin1(canonical(once))).toBe(latin1(once));
});

test.each(PAIRS)('the page has the pixels that it had: %s', async (_, one) => {
  const before = await renderPage(one, 0, 99);
  expect(new Set(before.rgba).size).toBeGreaterThan(1);
  expect(await renderPage(canonical(one), 0, 99)).toEqual(before);
});

test('resources that are used the other way round are another page', () => {
  const page = (content: string): string => latin1(canonical(onePage('/Font<</F1 10 0 R/F2 11 0 R>>', content)));
  expect(page(text('/F1', '/F2'))).not.toBe(page(text('/F2', '/F1')));
  expect(page(text('/F1', '/F2'))).not.toBe(page(text('/F1', '/F1')));
});

test('pages that share their content and not their resources get content of their own', () => {
  const page = (fonts: string): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 5 0 R/Resources<</Font<<${fonts}>>>>>>`;
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: page('/A 10 0 R/B 11 0 R'),
    4: page('/A 10 0 R/B 10 0 R'),
    5: { stream: text('/A', '/B') },
    10: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    11: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
  const once = canonical(file);
  expect(contentsOf(once)).toContain('/F1 20 Tf(cd)');
  expect(contentsOf(once)).toContain('/F0 20 Tf(cd)');
  expect(latin1(canonical(once))).toBe(latin1(once));
});

test('fonts that share a glyph and not their resources get glyphs of their own', async () => {
  const font = (states: string, glyphs: string): string =>
    `<<${TYPE_3}${ENCODING}/CharProcs<<${glyphs}>>/Resources<</ExtGState<<${states}>>>>>>`;
  const states = '/A<</ca .5>>/B<</ca .2>>';
  const file = onePage('/Font<</T 12 0 R/U 13 0 R>>', 'BT/T 20 Tf 5 50 Td(ab)Tj/U 20 Tf(ab)Tj ET', {
    12: font(states, '/a 14 0 R/b 15 0 R'),
    13: font(states, '/a 15 0 R/b 14 0 R'),
    14: { stream: '9 0 d0/A gs 0 0 8 8 re f' },
    15: { stream: '9 0 d0/B gs 0 0 4 8 re f' },
  });
  const once = canonical(file);
  expect(latin1(canonical(once))).toBe(latin1(once));
  expect(await renderPage(once, 0, 99)).toEqual(await renderPage(file, 0, 99));
});

test.each([
  [
    'default colour spaces',
    onePage('/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>>', '1 0 0 rg f'),
    '/DefaultRGB[',
  ],
  ['names in ambiguous content', onePage('/Font<</TT 10 0 R>>', 'BT/TT 12Tf(a)Tj ET'), '/Font<</TT '],
  ['content that names two at once', onePage('/Font<</TT 10 0 R>>', 'BT/TT/TT 12 Tf(a)Tj ET'), '/Font<</TT '],
  [
    'names that a form takes from the page',
    onePage('/XObject<</Z 12 0 R>>/ExtGState<</R<</ca .5>>>>', '/R gs/Z Do', {
      12: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: '/R gs 0 0 9 9 re f' },
    }),
    '/ExtGState<</R<<',
  ],
  [
    'names of a form that its own resources lack',
    onePage('/XObject<</Z 12 0 R>>/ExtGState<</R<</ca .5>>>>', '/R gs/Z Do', { 12: form('', '/R gs 0 0 9 9 re f') }),
    '/ExtGState<</R<<',
  ],
  [
    'the colour space that an image names',
    onePage('/XObject<</Z 12 0 R>>/ColorSpace<</Cs9[/Indexed/DeviceRGB 0<ff0000>]>>', '/Cs9 cs/Z Do', {
      12: { dict: '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/Cs9', stream: '\0' },
    }),
    '/ColorSpace<</Cs9[',
  ],
])('names stay where something else depends on them: %s', (_, file, name) => {
  const once = canonical(file);
  expect(latin1(once)).toContain(name);
  expect(latin1(canonical(once))).toBe(latin1(once));
});

test('no new name is one that stays', () => {
  const file = onePage(
    '/ExtGState<</R<</ca .5>>/G1<</ca .1>>/S<</ca .2>>>>/XObject<</Z 12 0 R>>',
    '/R gs/S gs/G0 gs/Z Do',
    {
      12: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: '/G1 gs 0 0 9 9 re f' },
    },
  );
  const once = canonical(file);
  expect(latin1(once)).toContain('/ExtGState<</G1<</ca 0.1>>/G2<</ca 0.5>>/G3<</ca 0.2>>>>');
  expect(contentsOf(once)).toContain('/G2 gs/G3 gs/G0 gs/X0 Do');
});

test('strings, tags and image data that resemble names stay', () => {
  const data = latin1(deflateSync(Buffer.from('/F1 9 Tf')));
  const file = onePage(
    '/Font<</Span 10 0 R>>/Properties<</Span<</MCID 0>>>>',
    `/Span/Span BDC BT/Span 9 Tf(/Span 9 Tf)Tj[(/Span)<2f5370616e>]TJ ET EMC BI/W 8/H 1/BPC 8/CS/G/F/Fl ID ${data}\nEI`,
  );
  expect(contentsOf(canonical(file))).toContain(
    '/Span/M0 BDC\nBT/F0 9 Tf(/Span 9 Tf)Tj[(/Span)(/Span)]TJ\nET\nEMC\nBI',
  );
});
