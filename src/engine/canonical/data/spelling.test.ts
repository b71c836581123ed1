import { expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';

interface Built {
  readonly objects: Readonly<Record<number, BuiltObject>>;
  readonly page?: string;
  readonly catalog?: string;
}

const write = (file: Uint8Array): Uint8Array => writeWithTable(canonicalize(openDocument(file)), '1.4');

/** Fails unless the output is a fixed point. */
function canonical({ objects, page = '', catalog = '' }: Built): string {
  const once = write(
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 5 0 R${page}>>`,
      4: { stream: '/I Do /F 9 Tf /C cs /S sh' },
      5: '<<>>',
      ...objects,
    }),
  );
  expect(Buffer.from(write(once)).equals(once)).toBe(true);
  return Buffer.from(once).toString('latin1');
}

const resources = (entries: string, more: Readonly<Record<number, BuiltObject>> = {}): string =>
  canonical({ objects: { 5: `<<${entries}>>`, ...more } });

test.each(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern'])('%s is a name wherever it stands', (name) => {
  for (const place of [
    (space: string) => `/ColorSpace<</C ${space}>>`,
    (space: string) => `/ColorSpace<</C[/Pattern ${space}]>>`,
    (space: string) => `/ColorSpace<</C[/Indexed ${space} 0 <00112233>]>>`,
    (space: string) => `/ColorSpace<</C[/Separation/Ink ${space} 8 0 R]>>`,
    (space: string) => `/ColorSpace<</C[/DeviceN[/Ink] ${space} 8 0 R]>>`,
    (space: string) => `/Shading<</S<</ShadingType 2/ColorSpace ${space}/Coords[0 0 1 1]/Function 8 0 R>>>>`,
  ]) {
    const more = { 8: '<</FunctionType 2/N 2/Domain[0 1]>>', 9: `[/${name}]` };
    expect(resources(place('9 0 R'), more)).toBe(resources(place(`/${name}`), more));
    expect(resources(place(`[/${name}]`), more)).toBe(resources(place(`/${name}`), more));
  }
  const image = (space: string): string =>
    resources('/XObject<</I 8 0 R>>', {
      8: {
        dict: `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace ${space}`,
        stream: 'abcd',
      },
    });
  expect(image(`[/${name}]`)).toBe(image(`/${name}`));
  const group = (space: string): string => canonical({ objects: {}, page: `/Group<</S/Transparency/CS ${space}>>` });
  expect(group(`[/${name}]`)).toBe(group(`/${name}`));
});

test('an array of another name, or of more, is no name', () => {
  expect(resources('/ColorSpace<</C[/Own]>>')).toContain('/C0[/Own]');
  expect(resources('/ColorSpace<</C[/DeviceRGB 1]>>')).toContain('/C0[/DeviceRGB 1]');
});

test('the colours of an indexed space are a string of as many bytes as it has colours', () => {
  const space = (lookup: string, more: Readonly<Record<number, BuiltObject>> = {}): string =>
    resources(`/ColorSpace<</C[/Indexed/DeviceRGB 1 ${lookup}]>>`, more);
  const plain = space('(abcdef)');
  expect(plain).toContain('(abcdef)');
  expect(space('(abcdef and more)')).toBe(plain);
  expect(space('8 0 R', { 8: { stream: 'abcdef\n' } })).toBe(plain);
  expect(space('8 0 R', { 8: { stream: 'abcdeX' } })).not.toBe(plain);
  expect(space('8 0 R', { 8: { stream: 'abc' } })).not.toContain('(abc');
  expect(space('(abc)')).toContain('(abc)');
});

test('a stream of colours that more than one space has is read for each', () => {
  const text = resources('/ColorSpace<</C[/Indexed/DeviceRGB 0 8 0 R]/D[/Indexed/DeviceGray 1 8 0 R]>>', {
    4: { stream: '/C cs /D cs' },
    8: { stream: 'abc' },
  });
  expect(text).toContain('/C0[/Indexed/DeviceRGB 0(abc)]/C1[/Indexed/DeviceGray 1(ab)]');
});

const font = (key: string, lengths: string, data: string): string =>
  resources('/Font<</F 6 0 R>>', {
    6: '<</Type/Font/Subtype/Type1/BaseFont/A/FontDescriptor 7 0 R>>',
    7: `<</Type/FontDescriptor/FontName/A/${key} 8 0 R>>`,
    8: { dict: lengths, stream: data },
  });

test('lengths of the parts of font programs are what the data say', () => {
  const clear = '%!PS-AdobeFont-1.0: A\ncurrentfile eexec\r\n';
  const fixed = `${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`;
  const whole = font('FontFile', '/Length1 41/Length2 10/Length3 532', `${clear}encrypted\n${fixed}`);
  expect(clear).toHaveLength(41);
  expect(whole).toMatch(/\/Length1 41\/Length2 10\/Length3 532/);
  expect(font('FontFile', '/Length1 40/Length2 9', `${clear}encrypted\n${fixed}`)).toBe(whole);
  expect(font('FontFile', '', `${clear}encrypted\n${fixed}`)).toBe(whole);
  expect(font('FontFile', '/Length3 532', `${clear}encrypted`)).toMatch(/\/Length1 41\/Length2 9\/Length3 0/);
  expect(font('FontFile', '/Length1 1/Length2 2/Length3 3', 'no such font')).toMatch(
    /\/Length1 1\/Length2 2\/Length3 3/,
  );
  expect(font('FontFile2', '/Length1 99', 'all of it')).toBe(font('FontFile2', '/Length1 9', 'all of it'));
  expect(font('FontFile2', '/Length1 9', 'all of it')).toContain('/Length1 9');
});

const annotation = (entries: string): string =>
  canonical({ objects: {}, page: `/Annots[<</Subtype/Square/Rect[0 0 9 9]${entries}>>]` });

test.each([
  ['/BS<</Type/Border/W 1/S/S>>', '/BS<<>>'],
  ['/BS<</W 2/S/S/D[3]>>', '/BS<</W 2>>'],
  ['/BS<</W 2/D[1 2]>>', '/BS<</W 2>>'],
  ['/BE<</S/S/I 0>>', ''],
  ['/BE<</S/S/I 1>>', '/BE<</I 1>>'],
])('entries of borders that say the default go: %s', (written, plain) => {
  expect(annotation(written)).toBe(annotation(plain));
});

test('of borders stays what a reader has another default for', () => {
  expect(annotation('/BS<</S/D/D[3]>>')).toContain('/BS<</D[3]/S/D>>');
  expect(annotation('/BE<</S/C/I 0>>')).toContain('/I 0');
  expect(annotation('/BS<</W 1>>/Border[0 0 5]')).toContain('/W 1');
  expect(annotation('/BS<<>>')).not.toBe(annotation(''));
});

test('annotations with one border style mean what each of them means', () => {
  const square = '<</Subtype/Square/Rect[0 0 9 9]/BS 8 0 R';
  const text = canonical({ objects: { 8: '<</W 1>>' }, page: `/Annots[${square}>>${square}/Border[0 0 5]>>]` });
  expect(text).toContain('/BS<<>>');
  expect(text).toContain('/BS<</W 1>>');
});

const element = (attributes: string): string =>
  canonical({
    objects: {
      10: '<</Type/StructTreeRoot/K 11 0 R>>',
      11: `<</Type/StructElem/S/TD/P 10 0 R${attributes}>>`,
    },
    catalog: '/StructTreeRoot 10 0 R',
  });

test.each([
  ['/A<</O/Table/RowSpan 1/ColSpan 2>>', '/A<</O/Table/ColSpan 2>>'],
  ['/A[<</O/Table/RowSpan 1/ColSpan 2>> 0]', '/A<</O/Table/ColSpan 2>>'],
  ['/A<</O/Table/RowSpan 1/ColSpan 1>>', ''],
  ['/A<</O/Layout/SpaceBefore 0.0/Width/Auto/Height 5>>', '/A<</O/Layout/Height 5>>'],
  [
    '/A[<</O/Layout/Height 5>> 0<</O/List/ListNumbering/Decimal>> 0]',
    '/A[<</O/Layout/Height 5>><</O/List/ListNumbering/Decimal>>]',
  ],
  ['/A[]', ''],
])('attributes that say the default go: %s', (written, plain) => {
  expect(element(written)).toBe(element(plain));
});

test('attributes stay that are inherited, or that take the place of those of a class', () => {
  for (const kept of ['/A<</O/Layout/StartIndent 0>>', '/A<</ColSpan 1/O/Table>>/C/Wide'])
    expect(element(kept)).toContain(kept);
});

test('of parameters of filters stays what their filter knows, though another stream may have the same', () => {
  const images = (fax: string, jpeg: string): string =>
    resources('/XObject<</I 8 0 R/J 9 0 R>>', {
      4: { stream: '/I Do /J Do' },
      8: { dict: `/Subtype/Image/Width 8/Height 1/ImageMask true/Filter/CCITTFaxDecode${fax}`, stream: 'abc' },
      9: {
        dict: `/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode${jpeg}`,
        stream: 'abc',
      },
      10: '<</K -1/Rows 0/Quality 65/ColorTransform 0>>',
    });
  const plain = images('/DecodeParms<</K -1>>', '/DecodeParms<</ColorTransform 0>>');
  expect(images('/DecodeParms 10 0 R', '/DecodeParms 10 0 R')).toBe(plain);
  expect(images('/DecodeParms[<</K -1/Mine 1>>]', '/DecodeParms<</ColorTransform 0/Quality 65>>')).toBe(plain);
  expect(images('', '/DecodeParms<</Quality 65>>')).toBe(images('', ''));
});
