/** Clause 5: values with several spellings, and parts of the document that have one shape. */
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import {
  document,
  documents,
  filled,
  FONT,
  type Objects,
  textDocument,
  textDocuments,
} from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

const catalog = (more: string, objects: Objects = {}): Uint8Array => document({ catalog: more, objects });
const boxed = (boxes: string): Uint8Array =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>${boxes}>>`,
    4: { stream: '9 9 50 50 re f' },
  });
const annotation = (more: string, subtype = 'Square', objects: Objects = {}): Uint8Array =>
  document({
    page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${more}>>]`,
    objects: { 30: FORM, 31: OTHER_FORM, ...objects },
  });
const FORM: BuiltObject = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: 'f' };
const OTHER_FORM: BuiltObject = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: 'n' };
const element = (more: string): Uint8Array =>
  catalog('/StructTreeRoot 20 0 R', { 20: '<</Type/StructTreeRoot/K 21 0 R>>', 21: `<</S/TD/P 20 0 R${more}>>` });

/** Pages under a tree of nodes. */
function tree(kids: string, nodes: Objects, root = ''): Uint8Array {
  const page = (x: number): string => `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>/MediaBox[0 0 ${x} 99]>>`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids}]/Count 4${root}>>`,
    4: { stream: 'f' },
    10: page(10),
    11: page(11),
    12: page(12),
    13: page(13),
    ...nodes,
  });
}

const named = (dests: string, objects: Objects = {}): Uint8Array => catalog(`/Names<</Dests ${dests}>>`, objects);
const names = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, index) => `(n${String(from + index).padStart(3, '0')})[3 0 R/XYZ 0 ${from + index} 0]`,
  ).join('');
const shuffledNames = (count: number): string =>
  Array.from({ length: count }, (_, index) => (index * 7) % count)
    .map((index) => names(index, index + 1))
    .join('');

const spaced = (space: string, objects: Objects = {}): Uint8Array =>
  document({
    resources: `/ColorSpace<</C ${space}>>`,
    content: '/C cs 0 0 9 9 re f',
    objects: { 21: '<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>>', ...objects },
  });

/** The places of a colour space. */
const SPACES: Readonly<Record<string, (space: string) => Uint8Array>> = {
  resources: (space) => spaced(space),
  'the base of `Pattern`': (space) => spaced(`[/Pattern ${space}]`),
  'the base of `Indexed`': (space) => spaced(`[/Indexed ${space} 0<00112233>]`),
  'the alternate space of `Separation`': (space) => spaced(`[/Separation/Ink ${space} 21 0 R]`),
  'the alternate space of `DeviceN`': (space) => spaced(`[/DeviceN[/Ink]${space} 21 0 R]`),
  'a shading': (space) =>
    document({
      resources: `/Shading<</S<</ShadingType 2/ColorSpace ${space}/Coords[0 0 9 9]/Function 21 0 R>>>>`,
      content: '/S sh',
      objects: { 21: '<</FunctionType 2/Domain[0 1]/N 1>>' },
    }),
  'an image': (space) =>
    document({
      resources: '/XObject<</X 20 0 R>>',
      content: '/X Do',
      objects: {
        20: { dict: `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace ${space}`, stream: 'abcd' },
      },
    }),
  'a group': (space) => document({ page: `/Group<</S/Transparency/CS ${space}>>` }),
  'the alternate of a profile': (space) =>
    spaced('[/ICCBased 20 0 R]', { 20: { dict: `/N 3/Alternate ${space}`, stream: 'profile' } }),
};

function program(key: string, lengths: string, data: string): Uint8Array {
  return textDocument({
    content: 'BT/F 9 Tf(a)Tj ET',
    objects: {
      7: FONT.replace('TrueType', key === 'FontFile' ? 'Type1' : 'TrueType'),
      8: `<</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/${key} 20 0 R>>`,
      20: { dict: lengths, stream: data },
    },
  });
}

/** Two header cells and a cell with their identifiers, headers and names in the tree. */
function identified(piece: string): Uint8Array {
  const [first, second, headers, ...pairs] = piece.split(' ');
  return catalog('/StructTreeRoot 5 0 R', {
    5: `<</Type/StructTreeRoot/K 9 0 R/IDTree<</Names[${pairs.join(' ')}]>>>>`,
    6: `<</S/TH/P 9 0 R/Alt(one)/ID(${first})>>`,
    7: `<</S/TH/P 9 0 R/Alt(two)/ID(${second})>>`,
    8: `<</S/TD/P 9 0 R/A<</O/Table/Headers[${headers}]>>>>`,
    9: '<</S/TR/P 5 0 R/K[6 0 R 7 0 R 8 0 R]>>',
  });
}

export function spellingGroups(): Group[] {
  const CLEAR = '%!PS-AdobeFont-1.0: Vector\ncurrentfile eexec\r\n';
  const ZEROS = `${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`;
  const link = (more: string): Uint8Array =>
    annotation(more, 'Link', { 40: '<</S/GoTo/D[3 0 R/Fit]>>', 41: '[3 0 R/Fit]' });
  return [
    groupOfFiles('5.5', 'The page tree', tree('10 0 R 11 0 R 12 0 R 13 0 R', {}), {
      '= Two nodes.': tree('14 0 R 15 0 R', {
        14: '<</Type/Pages/Parent 2 0 R/Kids[10 0 R 11 0 R]/Count 2>>',
        15: '<</Type/Pages/Parent 2 0 R/Kids[12 0 R 13 0 R]/Count 2>>',
      }),
      '= Three levels.': tree('10 0 R 14 0 R', {
        14: '<</Type/Pages/Kids[11 0 R 15 0 R]/Count 3>>',
        15: '<</Type/Pages/Kids[12 0 R 13 0 R]/Count 2>>',
      }),
      '= A wrong count.': tree('10 0 R 11 0 R 12 0 R 13 0 R', {
        2: '<</Type/Pages/Kids[10 0 R 11 0 R 12 0 R 13 0 R]/Count 99>>',
      }),
      '= No types.': tree('14 0 R 13 0 R', { 14: '<</Kids[10 0 R 11 0 R 12 0 R]>>' }),
      '= An empty node.': tree('10 0 R 11 0 R 14 0 R 12 0 R 13 0 R', { 14: '<</Type/Pages/Kids[]/Count 0>>' }),
      '≠ Another order.': tree('11 0 R 10 0 R 12 0 R 13 0 R', {}),
      '≠ One page less.': tree('10 0 R 11 0 R 12 0 R', {}),
    }),
    ...documents()`
      # 5.5 Inherited attributes
        page /Rotate 90/CropBox[9 9 99 99]
        = The node has them. :: 2 <</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90/CropBox[9 9 99 99]/MediaBox[0 0 200 200]/Resources<<>>>>
          | 3 <</Type/Page/Parent 2 0 R/Contents 4 0 R>>
        = The page has its own. :: 2 <</Type/Pages/Kids[3 0 R]/Count 1/Rotate 180/MediaBox[0 0 9 9]>>
          | 3 <</Type/Page/Parent 2 0 R/Rotate 90/CropBox[9 9 99 99]/MediaBox[0 0 200 200]/Contents 4 0 R>>
        ≠ The node has others. :: 2 <</Type/Pages/Kids[3 0 R]/Count 1/Rotate 180/CropBox[9 9 99 99]/MediaBox[0 0 200 200]>>
          | 3 <</Type/Page/Parent 2 0 R/Contents 4 0 R>>
    `,
    ...groups(boxed)`
      # 5.6 The corners of a box
        /MediaBox[0 0 200 300]
        = /MediaBox[200 0 0 300] ¦ /MediaBox[0 300 200 0] ¦ /MediaBox[200 300 0 0] ¦ /MediaBox[0.0 0 200.00 +300]
        = /MediaBox[null 0 200 300] ¦ /MediaBox[0 (x) 200 300]
        ≠ /MediaBox[0 0 300 200] ¦ /MediaBox[1 0 200 300]
      # 5.6 Coordinates beyond the largest integer
        /MediaBox[0 0 200 300]
        = /MediaBox[-2147483648 0 200 300] ¦ /MediaBox[99999999999999999999 0 200 300] ¦ /MediaBox[0 3000000000.5 200 300]
        ≠ /MediaBox[-2147483647 0 200 300] ¦ /MediaBox[0 0 2147483647 300]
      # 5.6 A page without a usable box
        /MediaBox[0 0 612 792]
        = ∅ ¦ /MediaBox[] ¦ /MediaBox[0 0 612] ¦ /MediaBox[0 0 0 0] ¦ /MediaBox[0 0 9 9 9] ¦ /MediaBox/A4 ¦ /MediaBox[9 0 9 99]
        ≠ /MediaBox[0 0 612 791]
    `,
    ...groups(filled('3 <</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>/MediaBox[0 0 200 300]{}>>'))`
      # 5.6 The crop box
        ∅
        = /CropBox[0 0 200 300] ¦ /CropBox[200 300 0 0] ¦ /CropBox[0 0 200.0 300] ¦ /CropBox[] ¦ /CropBox[0 0 0 300] ¦ /CropBox 1
        ≠ /CropBox[0 0 200 299] ¦ /CropBox[0 0 300 400]
    `,
    ...['BleedBox', 'TrimBox', 'ArtBox'].map((box) =>
      group('5.6', box, (more) => boxed(`/MediaBox[0 0 200 300]/CropBox[0 0 100 200]${more}`), {
        base: '',
        same: [`/${box}[0 0 100 200]`, `/${box}[100 200 0 0]`],
        different: [`/${box}[0 0 200 300]`, `/${box}[0 0 99 200]`],
      }),
    ),
    ...groups(filled('page /Rotate {}'))`
      # 5.6 Rotation
        90
        = 450 ¦ -270 ¦ 90.0 ¦ 91 ¦ 179 ¦ 810
        ≠ 0 ¦ 180 ¦ 270 ¦ -90
    `,
    ...groups(filled('page {}'))`
      # 5.6 No rotation
        ∅
        = /Rotate 0 ¦ /Rotate 360 ¦ /Rotate -360 ¦ /Rotate 720 ¦ /Rotate 45 ¦ /Rotate null ¦ /Rotate(90)
        ≠ /Rotate 180
      # 5.6 The user unit
        ∅
        = /UserUnit 1 ¦ /UserUnit 1.0 ¦ /UserUnit 0 ¦ /UserUnit -2
        ≠ /UserUnit 2 ¦ /UserUnit 0.5
      # 5.6 Entries of pages that show nothing
        ∅
        = /Thumb 4 0 R ¦ /LastModified(D:2020) ¦ /PieceInfo<</A<</LastModified(D:2020)>>>> ¦ /DPart<</A 1>> ¦ /Annots[]
        = /Private 1 ¦ /ID(x) ¦ /Dur 3 ¦ /Trans<</S/Dissolve>>
        ≠ /Tabs/S
      # 5.22 Documents without structure
        ∅
        = /StructParents 0 ¦ /StructParents 7
    `,
    groupOfFiles('5.7', 'A name tree', named(`<</Names[${names(0, 9)}]>>`), {
      '= Two leaves.': named('<</Kids[20 0 R 21 0 R]>>', {
        20: `<</Limits[(n000)(n003)]/Names[${names(0, 4)}]>>`,
        21: `<</Limits[(n004)(n008)]/Names[${names(4, 9)}]>>`,
      }),
      '= Names in another order.': named(`<</Names[${names(4, 9)}${names(0, 4)}]>>`),
      '= A name that stands twice: the first counts.': named(`<</Names[${names(0, 9)}(n003)[3 0 R/XYZ 7 7 7]]>>`),
      '= A name with null.': named(`<</Names[${names(0, 9)}(n010)null]>>`),
      '= A key that is no string.': named(`<</Names[${names(0, 9)}/n010[3 0 R/Fit]]>>`),
      '= A root with limits.': named(`<</Limits[(n000)(n008)]/Names[${names(0, 9)}]>>`),
      '= Hexadecimal names.': named(`<</Names[<6e303030>[3 0 R/XYZ 0 0 0]${names(1, 9)}]>>`),
      '≠ One name more.': named(`<</Names[${names(0, 10)}]>>`),
    }),
    ...[64, 65, 128, 129].map((count) =>
      groupOfFiles('5.7', `A name tree of ${count} names`, named(`<</Names[${names(0, count)}]>>`), {
        '= Names in another order.': named(`<</Names[${shuffledNames(count)}]>>`),
        '= Two leaves.': named('<</Kids[20 0 R 21 0 R]>>', {
          20: `<</Names[${names(0, 9)}]>>`,
          21: `<</Names[${names(9, count)}]>>`,
        }),
        '≠ One name less.': named(`<</Names[${names(0, count - 1)}]>>`),
      }),
    ),
    ...documents()`
      # 5.7 An empty name tree
        ∅
        = No names. :: catalog /Names<</Dests <</Names[]>>>>
        = An empty leaf. :: catalog /Names<</Dests <</Kids[20 0 R]>>>> | 20 <</Names[]>>
    `,
    ...groups(
      filled('catalog /PageLabels {} | 20 <</Limits[0 0]/Nums[0<</S/D>>]>> | 21 <</Limits[4 4]/Nums[4<</S/r>>]>>'),
    )`
      # 5.7 A number tree
        <</Nums[0<</S/D>>4<</S/r>>]>>
        = <</Nums[4<</S/r>>0<</S/D>>]>> ¦ <</Kids[20 0 R 21 0 R]>> ¦ <</Nums[0<</S/D>>4<</S/r>>0<</S/A>>]>>
        = <</Nums[0.0<</S/D>>4<</S/r>>]>> ¦ <</Nums[0<</S/D>>4<</S/r>>(5)<</S/A>>]>>
        ≠ <</Nums[0<</S/D>>5<</S/r>>]>> ¦ <</Nums[0<</S/D>>]>>
    `,
    ...groups(link)`
      # 5.11 Links to a place in the document
        /Dest[3 0 R/Fit]
        = /A<</S/GoTo/D[3 0 R/Fit]>> ¦ /A<</Type/Action/S/GoTo/D[3 0 R/Fit]>> ¦ /A 40 0 R ¦ /A<</S/GoTo/D 41 0 R>> ¦ /Dest 41 0 R
        = /A<</S/GoTo/D[3 0 R/Fit]/Next<</S/Named/N/Print>>>>
        ≠ /Dest[3 0 R/FitB] ¦ /Dest(name) ¦ ∅
      # 5.11 A named destination
        /Dest(name)
        = /A<</S/GoTo/D(name)>> ¦ /Dest<6e616d65>
        ≠ /Dest/name ¦ /A<</S/GoTo/D/name>>
      # 5.11 A destination in another object than a page
        /Dest[null/Fit]
        = /Dest[4 0 R/Fit] ¦ /Dest[1 0 R/Fit] ¦ /Dest[<<>>/Fit]
        ≠ /Dest[0/Fit]
      # 5.11 A structure destination stays an action
        /A<</D[3 0 R/Fit]/S/GoTo/SD[3 0 R/Fit]>>
        = /A<</S/GoTo/SD[3 0 R/Fit]/D[3 0 R/Fit]/Private 1>>
        ≠ /Dest[3 0 R/Fit]
    `,
    ...groups(filled('catalog /Names<</Dests <</Names[(a){}]>>>>'))`
      # 5.11 A destination in the name tree
        <</D[3 0 R/Fit]>>
        = <</D[3 0 R/Fit]/Private 1>> ¦ <</S/GoTo/D[3 0 R/Fit]>>
        ≠ <</D[3 0 R/FitB]>> ¦ [3 0 R/Fit]
    `,
    ...groups(annotation)`
      # 5.12 Entries of annotations that say nothing
        ∅
        = /P 3 0 R ¦ /P 4 0 R ¦ /Type/Annot ¦ /Private 1 ¦ /AA<<>> ¦ /StructParent 3
        ≠ /C[1 0 0]
      # 5.14 Border styles
        /BS<<>>
        = /BS<</W 1>> ¦ /BS<</S/S>> ¦ /BS<</Type/Border>> ¦ /BS<</Type/Border/W 1/S/S>> ¦ /BS<</D[3]>> ¦ /BS<</W 1/S/S/D[1 2]>>
        ≠ ∅ ¦ /BS<</W 2>> ¦ /BS<</S/D>> ¦ /BS<</S/D/D[3]>>
    `,
    ...['Link', 'Popup', 'PrinterMark', 'TrapNet', 'Watermark'].map((subtype) =>
      group(
        '5.12',
        `Dates and names of annotations that are no comments: ${subtype}`,
        (more) => annotation(more, subtype),
        { base: '', same: ['/M(D:20251128)', '/NM(one)', '/M(D:20251129)/NM(other)'], different: ['/C[1 0 0]'] },
      ),
    ),
    ...groups(
      filled(
        'page /Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]{}>>] | 30 /Type/XObject/Subtype/Form/BBox[0 0 9 9] stream f | 31 /Type/XObject/Subtype/Form/BBox[0 0 9 9] stream n',
      ),
    )`
      # 5.12 Dates and names of comments stay
        /M(D:20251128)/NM(one)
        = /NM<6f6e65>/M(D:20251128)
        ≠ /M(D:20251129)/NM(one) ¦ /M(D:20251128)/NM(two) ¦ ∅
      # 5.13 Appearances
        /AP<</N 30 0 R>>
        = /AP<</N 30 0 R/R 31 0 R>> ¦ /AP<</N 30 0 R/D 31 0 R>> ¦ /AP<</N<</On 30 0 R/Off 31 0 R>>>>/AS/On
        = /AP<</N<</On 30 0 R>>>>/AS/On ¦ /AP<</N 30 0 R>>/AS/On ¦ /AP<</N 30 0 R/D<</On 31 0 R>>>>
        ≠ /AP<</N 31 0 R>> ¦ /AP<</N<</On 30 0 R/Off 31 0 R>>>>/AS/Off ¦ ∅
      # 5.13 No state is selected
        /AP<</N<</Off 31 0 R/On 30 0 R>>>>
        = /AP<</N<</On 30 0 R/Off 31 0 R>>>>
        ≠ /AP<</N 30 0 R>> ¦ /AP<</N<</Off 31 0 R/On 30 0 R>>>>/AS/None
    `,
    ...groups((more) => annotation('/AP<</N 32 0 R>>', 'Text', { 32: { dict: `/BBox[0 0 9 9]${more}`, stream: 'f' } }))`
      # 5.13 The dictionary of an appearance
        /Type/XObject/Subtype/Form
        = ∅ ¦ /Subtype/Form ¦ /Subtype/Form/FormType 1
        ≠ /Matrix[2 0 0 2 0 0]
    `,
    ...groups((more) => annotation(`/Border[0 0 5]${more}`))`
      # 5.14 The width beside a border
        /BS<</W 1>>
        = /BS<</W 1/S/S>>
        ≠ /BS<<>> ¦ /BS<</W 5>>
    `,
    ...groups(annotation)`
      # 5.14 Border effects
        ∅
        = /BE<<>> ¦ /BE<</S/S>> ¦ /BE<</S/S/I 0>> ¦ /BE<</I 0>>
        ≠ /BE<</S/C>> ¦ /BE<</S/C/I 0>> ¦ /BE<</I 1>>
      # 5.14 A border that readers take alike only when it is written
        ∅
        ≠ /Border[0 0 1] ¦ /Border[0 0 0]
    `,
    ...groups(element)`
      # 5.21 Attributes of tables
        /A<</ColSpan 2/O/Table>>
        = /A<</O/Table/ColSpan 2/RowSpan 1>> ¦ /A[<</O/Table/ColSpan 2/RowSpan 1>>] ¦ /A[<</O/Table/RowSpan 1/ColSpan 2>>0]
        = /A<</O/Table/ColSpan 2.0>>
        ≠ /A<</O/Table/ColSpan 3>> ¦ /A[<</O/Table/ColSpan 2>>1]
      # 5.21 Attributes that say nothing
        ∅
        = /A[] ¦ /A<</O/Table/RowSpan 1/ColSpan 1>> ¦ /A<</O/Layout/BaselineShift 0>> ¦ /A<</O/Layout/ColumnCount 1>>
        = /A<</O/Layout/Height/Auto>> ¦ /A<</O/Layout/SpaceAfter 0>> ¦ /A<</O/Layout/SpaceBefore 0.0>>
        = /A<</O/Layout/TextDecorationType/None>> ¦ /A<</O/Layout/Width/Auto>> ¦ /A[<</O/Layout/Width/Auto>>0]
        ≠ /A<</O/Layout/StartIndent 0>> ¦ /A<</O/Layout/Width 9>> ¦ /C/Wide/A<</O/Table/ColSpan 1>>
      # 5.21 Several attribute objects
        /A[<</Height 5/O/Layout>><</ListNumbering/Decimal/O/List>>]
        = /A[<</Height 5/O/Layout>>0<</ListNumbering/Decimal/O/List>>0]
        ≠ /A[<</Height 5/O/Layout>>1<</ListNumbering/Decimal/O/List>>]
        ≠ /A[<</ListNumbering/Decimal/O/List>><</Height 5/O/Layout>>]
    `,
    ...groups(
      filled('catalog /StructTreeRoot 20 0 R | page {} | 20 <</Type/StructTreeRoot/ParentTree<</Nums[7[null]]>>>>'),
    )`
      # 5.22 Documents with structure
        /StructParents 7
        = /StructParents 7.0
        ≠ ∅ ¦ /StructParents 8
    `,
    ...groups(filled('resources /ExtGState<</G<</BM {}>>>> | content /G gs 0 0 9 9 re f'))`
      # 5.23 Several blend modes
        /Multiply
        = [/Multiply] ¦ [/Multiply/Normal] ¦ [/Multiply/Unknown/Screen]
        ≠ /Normal ¦ [/Unknown/Multiply] ¦ [/Screen/Multiply]
    `,
    ...Object.entries(SPACES).flatMap(([place, build]) =>
      ['DeviceGray', 'DeviceRGB', 'DeviceCMYK'].map((space) =>
        group('5.27', `${space} in ${place}`, build, {
          base: `/${space}`,
          same: [`[/${space}]`],
          different: [`/${space === 'DeviceRGB' ? 'DeviceGray' : 'DeviceRGB'}`],
        }),
      ),
    ),
    ...groups(spaced)`
      # 5.27 Pattern as a colour space
        /Pattern
        = [/Pattern]
        ≠ [/Pattern/DeviceRGB]
      # 5.27 Arrays that are no name
        [/Own]
        ≠ /Own ¦ [/DeviceRGB 1]
    `,
    groupOfFiles('5.28', 'The colours of an indexed space', spaced('[/Indexed/DeviceRGB 1(abcdef)]'), {
      '= More bytes than the colours take.': spaced('[/Indexed/DeviceRGB 1(abcdef and more)]'),
      '= A stream.': spaced('[/Indexed/DeviceRGB 1 20 0 R]', { 20: { stream: 'abcdef' } }),
      '= A stream with a line feed more.': spaced('[/Indexed/DeviceRGB 1 20 0 R]', { 20: { stream: 'abcdef\n' } }),
      '= A stream in hexadecimal digits.': spaced('[/Indexed/DeviceRGB 1 20 0 R]', {
        20: { dict: '/Filter/ASCIIHexDecode', stream: '616263646566>' },
      }),
      '= An object.': spaced('[/Indexed/DeviceRGB 1 20 0 R]', { 20: '<616263646566>' }),
      '≠ Other colours.': spaced('[/Indexed/DeviceRGB 1(abcdeX)]'),
      '≠ Less bytes than the colours take.': spaced('[/Indexed/DeviceRGB 1(abc)]'),
      '≠ A stream with less bytes.': spaced('[/Indexed/DeviceRGB 1 20 0 R]', { 20: { stream: 'abc' } }),
    }),
    ...(
      [
        ['/DeviceGray', 'ab'],
        ['/DeviceCMYK', 'abcdefgh'],
        ['[/CalRGB<</WhitePoint[1 1 1]>>]', 'abcdef'],
        ['[/Lab<</WhitePoint[1 1 1]>>]', 'abcdef'],
        ['[/Separation/Ink/DeviceRGB 21 0 R]', 'ab'],
        ['[/DeviceN[/A/B]/DeviceRGB 21 0 R]', 'abcd'],
        ['[/ICCBased 22 0 R]', 'abcdef'],
      ] as const
    ).map(([base, colors]) =>
      group(
        '5.28',
        `The colours of an indexed space over ${base}`,
        (lookup) =>
          spaced(`[/Indexed ${base} 1 ${lookup}]`, {
            20: { stream: `${colors}tail` },
            22: { dict: '/N 3', stream: 'profile' },
          }),
        { base: `(${colors})`, same: [`(${colors}tail)`, '20 0 R'], different: [`(${colors.slice(1)})`] },
      ),
    ),
    ...textDocuments()`
      # 5.30 A font that is written as a stream
        content BT/F 9 Tf(a)Tj ET
        = A stream with data. :: content BT/F 9 Tf(a)Tj ET
          | 7 /Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R stream data
    `,
    groupOfFiles(
      '5.32',
      'Lengths of Type 1 programs',
      program('FontFile', '/Length1 45/Length2 10/Length3 532', `${CLEAR}encrypted\n${ZEROS}`),
      {
        '= Wrong lengths.': program('FontFile', '/Length1 1/Length2 2/Length3 3', `${CLEAR}encrypted\n${ZEROS}`),
        '= No lengths.': program('FontFile', '', `${CLEAR}encrypted\n${ZEROS}`),
        '= A private entry.': program(
          'FontFile',
          '/Length1 45/Length2 10/Length3 532/Private 1',
          `${CLEAR}encrypted\n${ZEROS}`,
        ),
        '≠ No zeros.': program('FontFile', '/Length1 45/Length2 9/Length3 0', `${CLEAR}encrypted`),
      },
    ),
    ...groups((lengths) => program('FontFile', lengths, 'no program'))`
      # 5.32 Type 1 programs without \`eexec\`
        /Length1 1/Length2 2/Length3 3
        ≠ /Length1 4/Length2 2/Length3 3 ¦ /Length1 0/Length2 0/Length3 0
    `,
    ...groups((lengths) => program('FontFile2', lengths, 'no program'))`
      # 5.32 The length of a TrueType program
        /Length1 10
        = /Length1 99 ¦ ∅ ¦ /Length1 10/Length2 4 ¦ /Length1 10/Private 1
    `,
    ...groups((more) => program('FontFile3', `/Subtype/Type1C${more}`, 'no program'))`
      # 5.32 CFF programs have no lengths
        ∅
        = /Length1 10 ¦ /Length1 1/Length2 2/Length3 3 ¦ /Private 1
    `,
    ...groups(identified)`
      # 5.34 Identifiers of structure elements
        The identifiers are numbered. :: E0 E1 (E1)(E0) (E0)6 0 R(E1)7 0 R
        = Identifiers that a program chose. :: node9 node10 (node10)(node9) (node10)7 0 R(node9)6 0 R
        = Letters in another order. :: b a (a)(b) (a)7 0 R(b)6 0 R
        = The same names the other way round. :: E1 E0 (E0)(E1) (E0)7 0 R(E1)6 0 R
        = The tree is missing. :: a b (b)(a)\x20
        ≠ The headers are in another order. :: a b (a)(b) (a)6 0 R(b)7 0 R
        ≠ Two elements share one identifier. :: a a (a)(a) (a)6 0 R
        ≠ A header that no element has. :: a b (b)(gone) (a)6 0 R(b)7 0 R
    `,
    ...documents()`
      # 5.34 An identifier that only the tree has
        catalog /StructTreeRoot 5 0 R | 5 <</Type/StructTreeRoot/K 6 0 R>> | 6 <</S/P/P 5 0 R/ID(a)>>
        = The tree names the element. :: catalog /StructTreeRoot 5 0 R
          | 5 <</Type/StructTreeRoot/K 6 0 R/IDTree<</Names[(x)6 0 R]>>>> | 6 <</S/P/P 5 0 R>>
        = Another identifier. :: catalog /StructTreeRoot 5 0 R | 5 <</Type/StructTreeRoot/K 6 0 R>> | 6 <</S/P/P 5 0 R/ID(node7)>>
        = The tree names nothing else. :: catalog /StructTreeRoot 5 0 R
          | 5 <</Type/StructTreeRoot/K 6 0 R/IDTree<</Names[(gone)99 0 R]>>>> | 6 <</S/P/P 5 0 R/ID(a)>>
        ≠ No identifier. :: catalog /StructTreeRoot 5 0 R | 5 <</Type/StructTreeRoot/K 6 0 R>> | 6 <</S/P/P 5 0 R>>
    `,
    ...groups(
      filled(
        'catalog /StructTreeRoot 5 0 R | 5 <</Type/StructTreeRoot/K 6 0 R/ClassMap<<{}>>>> | 6 <</S/P/P 5 0 R/C/A>>',
      ),
    )`
      # 5.34 Headers of classes
        No element has the identifiers. :: /A<</O/Table/Headers[(a)]>>/B<</O/Table/Headers[(b)]>>
        = The classes are in another order. :: /B<</O/Table/Headers[(b)]>>/A<</O/Table/Headers[(a)]>>
        ≠ Both classes name one identifier. :: /A<</O/Table/Headers[(a)]>>/B<</O/Table/Headers[(a)]>>
    `,
  ];
}
