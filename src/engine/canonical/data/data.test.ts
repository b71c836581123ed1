import { expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { plainJpeg } from './jpeg.ts';
import { plainJpeg2000 } from './jpeg2000.ts';

const bytes = (...parts: (string | number | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));

const segment = (marker: number, text: string): number[] => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...Buffer.from(text, 'latin1'),
];

const SOI = [0xff, 0xd8];
const EOI = [0xff, 0xd9];
const SCAN = [...segment(0xda, 'scan'), 1, 0xff, 0, 2, 0xff, 0xd0, 3];

test('a JPEG file loses comments, application data and what is behind its end', () => {
  const plain = bytes(SOI, segment(0xe0, 'JFIF\0\x01'), segment(0xee, 'Adobe\0d'), segment(0xdb, 'q'), SCAN, EOI);
  const full = bytes(
    SOI,
    segment(0xe0, 'JFIF\0\x01'),
    segment(0xe0, 'JFXX\0'),
    segment(0xe1, 'Exif\0\0'),
    segment(0xe2, 'ICC_PROFILE\0'),
    segment(0xee, 'Adobe\0d'),
    segment(0xfe, 'made by'),
    segment(0xdb, 'q'),
    SCAN,
    EOI,
    'behind',
  );
  expect(plainJpeg(full)).toEqual(plain);
  expect(plainJpeg(plain)).toBe(plain);
});

test('a JPEG file that is not whole stays as it is', () => {
  for (const broken of [bytes(SOI, segment(0xfe, 'x'), SCAN), bytes('no'), bytes(SOI, segment(0xfe, 'x'), 0), bytes()])
    expect(plainJpeg(broken)).toBe(broken);
});

const box = (type: string, content: string): number[] => [0, 0, 0, 8 + content.length, ...Buffer.from(type + content)];

test('a JPEG 2000 file loses boxes that say nothing of its picture', () => {
  const plain = bytes(box('jP  ', 'x'), box('ftyp', 'y'), box('jp2h', 'z'), box('jp2c', 'data'));
  const full = bytes(
    box('jP  ', 'x'),
    box('ftyp', 'y'),
    box('xml ', '<x/>'),
    box('jp2h', 'z'),
    box('uuid', 'u'),
    box('jp2c', 'data'),
  );
  expect(plainJpeg2000(full)).toEqual(plain);
  const offsets = bytes(box('jP  ', 'x'), box('xml ', 'y'), box('ftbl', 'z'));
  expect(plainJpeg2000(offsets)).toBe(offsets);
});

function canonical(objects: Readonly<Record<number, BuiltObject>>, page = ''): string {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 5 0 R${page}>>`,
    4: { stream: '/I Do /F 9 Tf /G gs /X Do' },
    ...objects,
  });
  return Buffer.from(writeWithTable(canonicalize(openDocument(file)), '1.4')).toString('latin1');
}

test('bytes behind the samples of an image and behind a profile mean nothing', () => {
  const profile = `\0\0\0\x80${'.'.repeat(32)}acsp${'.'.repeat(88)}`;
  const image = (data: string, tail: string): Readonly<Record<number, BuiltObject>> => ({
    5: '<</XObject<</I 6 0 R>>>>',
    6: { dict: '/Subtype/Image/Width 1/Height 2/BitsPerComponent 8/ColorSpace[/ICCBased 7 0 R]', stream: data },
    7: { dict: '/N 3', stream: profile + tail },
  });
  expect(canonical(image('abcdef\n', ' tail'))).toBe(canonical(image('abcdef', '')));
  expect(canonical(image('abcdeX', ''))).not.toBe(canonical(image('abcdef', '')));
});

test('private entries go where it is known what a dictionary is', () => {
  const objects = (key: string): Readonly<Record<number, BuiltObject>> => ({
    5: '<</Font<</F 6 0 R/Font 6 0 R>>/ExtGState<</G 7 0 R>>/XObject<</X 8 0 R>>>>',
    6: `<</Type/Font/Subtype/Type1/BaseFont/A/Encoding<</Differences[1/a]>>/FontDescriptor<</Flags 4${key}>>${key}>>`,
    7: `<</CA 1/SMask<</S/Alpha/G 8 0 R>>${key}>>`,
    8: { dict: `/Subtype/Form/BBox[0 0 1 1]/Group<</S/Transparency${key}>>${key}`, stream: 'n' },
  });
  const plain = canonical(objects(''));
  expect(canonical(objects('/Private 1/PieceInfo<<>>/LastModified(D:2020)'), '/Thumb 8 0 R/LastModified(D:1)')).toBe(
    plain,
  );
  expect(plain).toContain('/Differences[1/a]');
  expect(plain).toContain('/S/Alpha');
});

test('of an annotation the normal appearance stays, in the state it is in', () => {
  const form = { dict: '/Subtype/Form/BBox[0 0 1 1]', stream: 'n' };
  const annotation = (entries: string): string =>
    canonical(
      { 5: '<<>>', 6: form, 7: { ...form, stream: '0 0 1 1 re f' } },
      `/Annots[<</Subtype/Text/Rect[0 0 9 9]${entries}>>]`,
    );
  const plain = annotation('/AP<</N 6 0 R>>');
  expect(annotation('/AP<</N<</On 6 0 R/Off 7 0 R>>/D 7 0 R/R 7 0 R>>/AS/On')).toBe(plain);
  expect(annotation('/AP<</N 6 0 R/R 7 0 R>>/AS/On/P 3 0 R/Open false/CA 1/F 0')).toBe(plain);
  expect(annotation('/AP<</N<</On 6 0 R/Off 7 0 R>>>>')).toContain('/Off');
  expect(annotation('/AP<</N<</On 6 0 R/Off 7 0 R>>>>/AS/None')).toContain('/AS/None');
});

test('two annotations in two states may have one dictionary of appearances', () => {
  const form = { dict: '/Subtype/Form/BBox[0 0 1 1]', stream: 'n' };
  const annotation = (state: string): string => `<</Subtype/Text/Rect[0 0 9 9]/AP 8 0 R/AS/${state}>>`;
  const text = canonical(
    { 5: '<<>>', 6: form, 7: { ...form, stream: '0 0 1 1 re f' }, 8: '<</N<</On 6 0 R/Off 7 0 R>>>>' },
    `/Annots[${annotation('On')}${annotation('Off')}]`,
  );
  expect(new Set([...text.matchAll(/\/AP<<\/N (\d+) 0 R>>/g)].map(([, number]) => number)).size).toBe(2);
});

test('buttons of forms keep their states', () => {
  const form = { dict: '/Subtype/Form/BBox[0 0 1 1]', stream: 'n' };
  const button = '<</Subtype/Widget/FT/Btn/Rect[0 0 9 9]/AP<</N<</Off 6 0 R>>>>/AS/Off>>';
  expect(canonical({ 5: '<<>>', 6: form }, `/Annots[${button}]`)).toContain('/AS/Off');
});

test('entries that say the default mean nothing', () => {
  const drawing = (more: Readonly<Record<string, string>> = {}): Readonly<Record<number, BuiltObject>> => ({
    4: { stream: '/I Do /M Do /X Do /P scn /T scn /S sh /F 9 Tf' },
    5: '<</XObject<</I 6 0 R/M 7 0 R/X 8 0 R>>/Pattern<</P 9 0 R/T 10 0 R>>/Shading<</S 11 0 R>>/Font<</F 12 0 R>>>>',
    6: {
      dict: `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB${more['image'] ?? ''}`,
      stream: 'abc',
    },
    7: {
      dict: `/Subtype/Image/Width 1/Height 1/ImageMask true/Filter/CCITTFaxDecode${more['mask'] ?? ''}`,
      stream: 'abc',
    },
    8: { dict: `/Subtype/Form/BBox[0 0 1 1]/Group<</S/Transparency${more['group'] ?? ''}>>`, stream: 'n' },
    9: `<</PatternType 2/Shading 11 0 R${more['pattern'] ?? ''}>>`,
    10: {
      dict: `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1/YStep 1/Resources<<>>${more['pattern'] ?? ''}`,
      stream: 'n',
    },
    11: `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 1]/Function<</FunctionType 2/N 1/Domain[0 1]${more['function'] ?? ''}>>${more['shading'] ?? ''}>>`,
    12: `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/A${more['font'] ?? ''}>>]>>`,
  });
  const plain = canonical(drawing());
  expect(
    canonical(
      drawing({
        image: '/Decode[0 1.0 0 1 0 1]/Interpolate false/ImageMask false/SMaskInData 0',
        mask: '/Decode[0 1]/BitsPerComponent 1/DecodeParms<</K 0/Columns 1728/EndOfBlock true/BlackIs1 false>>',
        group: '/I false/K false',
        pattern: '/Matrix[1 0 0 1 0 0]/Mine 1',
        function: '/C0[0]/C1[1.0]/Mine 1',
        shading: '/Domain[0 1]/Extend[false false]/AntiAlias false/Mine 1',
        font: '/DW 1000/DW2[880 -1000]',
      }),
    ),
  ).toBe(plain);
  for (const other of [
    { image: '/Decode[1 0 1 0 1 0]' },
    { mask: '/Decode[1 0]' },
    { mask: '/DecodeParms<</K -1>>' },
    { group: '/I true' },
    { pattern: '/Matrix[2 0 0 1 0 0]' },
    { shading: '/Extend[true false]' },
    { font: '/DW 500' },
  ])
    expect(canonical(drawing(other))).not.toBe(plain);
});

test('property lists in resources keep what is known, layers all', () => {
  const lists = (text: string): string =>
    canonical({
      4: { stream: '/P/L BDC EMC/OC/M BDC EMC' },
      5: `<</Properties<</L<<${text}>>/M<</Type/OCG/Name(x)>>>>>>`,
    });
  expect(lists('/MCID 1/Mine 2')).toBe(lists('/MCID 1'));
  expect(lists('/MCID 1')).toContain('/Name(x)');
});

test('the hint for the next key of the parent tree means nothing, nor what the mark information says by default', () => {
  const marked = (tree: string, info: string): string => {
    const file = buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/StructTreeRoot<</Type/StructTreeRoot/K[]${tree}>>${info}>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    });
    return Buffer.from(writeWithTable(canonicalize(openDocument(file)), '1.4')).toString('latin1');
  };
  const plain = marked('', '');
  expect(marked('/ParentTreeNextKey 7', '/MarkInfo<</Marked false/Suspects false>>')).toBe(plain);
  expect(marked('', '/MarkInfo<</Marked true/Suspects false>>')).toBe(marked('', '/MarkInfo<</Marked true>>'));
});

test('the first blend mode of several counts, when every reader knows it', () => {
  const state = (mode: string): string => canonical({ 5: `<</ExtGState<</G<</BM ${mode}>>>>>>` });
  expect(state('[/Multiply/Normal]')).toBe(state('/Multiply'));
  expect(state('[/Other/Normal]')).toContain('[/Other/Normal]');
});

test('without structure nothing says where in it something is', () => {
  expect(canonical({ 5: '<<>>' }, '/StructParents 0')).toBe(canonical({ 5: '<<>>' }));
});

test('private entries and defaults of the configuration of layers, of labels and of output intents go', () => {
  const catalog = (layers: string, label: string, intent: string): string => {
    const file = buildPdf({
      1:
        `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[]/D<</Order[]${layers}>>>>` +
        `/PageLabels<</Nums[0<</S/r${label}>>]>>/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(x)${intent}>>]>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    });
    return Buffer.from(writeWithTable(canonicalize(openDocument(file)), '1.5')).toString('latin1');
  };
  expect(catalog('/BaseState/ON/OFF[]/Mine 1', '/St 1/Mine 1', '/Mine 1')).toBe(catalog('', '', ''));
  expect(catalog('/BaseState/OFF', '', '')).not.toBe(catalog('', '', ''));
});

test('a stream where a dictionary belongs stays readable', () => {
  const file = canonical({
    5: '<</Font<</F 6 0 R>>>>',
    6: '<</Type/Font/Subtype/Type1/BaseFont/A/FontDescriptor 7 0 R>>',
    7: { stream: 'n '.repeat(50) },
  });
  expect(file).toMatch(/\/Filter\/FlateDecode\/Length \d+>>|\/Length \d+\/Filter\/FlateDecode>>/);
  const again = writeWithTable(canonicalize(openDocument(Buffer.from(file, 'latin1'))), '1.4');
  expect(Buffer.from(again).toString('latin1')).toBe(file);
});

test('files of millions of parts that nobody reads lose them one by one', () => {
  const many = (part: readonly number[]): number[] => Array.from({ length: 50_000 }, () => part).flat();
  const comments = Uint8Array.from([...SOI, ...many([...segment(0xfe, ''), ...segment(0xdb, '')]), ...EOI]);
  expect(plainJpeg(comments)).toEqual(Uint8Array.from([...SOI, ...many(segment(0xdb, '')), ...EOI]));
  const boxes = Uint8Array.from(many([...box('jp2c', ''), ...box('free', '')]));
  expect(plainJpeg2000(boxes)).toEqual(Uint8Array.from(many(box('jp2c', ''))));
});
