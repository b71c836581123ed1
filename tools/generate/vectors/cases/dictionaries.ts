/** Clause 5: the entries of dictionaries, made from tables of what is known and of what is the default. */
import { type BuiltObject } from '#test/support/builders/pdf.ts';
import { document, FONT, type Objects, textDocument } from '#tools/generate/vectors/document.ts';
import { type Group, group } from '#tools/generate/vectors/vector.ts';

/** A dictionary of a document: what builds the document with more entries in it. */
interface Place {
  readonly clause: string;
  readonly name: string;
  readonly build: (entries: string) => Uint8Array;
  /** Entries that stay, each with a value that is no default. */
  readonly known: Readonly<Record<string, string>>;
  /** The values that are no entry, and others that are one. */
  readonly defaults?: Readonly<Record<string, readonly [value: string, other: string]>>;
  /** Entries that every dictionary of this kind has in the base. */
  readonly base?: string;
}

const page = (more: string): Uint8Array => document({ page: more });
const catalog = (more: string, objects: Objects = {}): Uint8Array => document({ catalog: more, objects });
const painted = (stream: BuiltObject, objects: Objects = {}): Uint8Array =>
  document({ resources: '/XObject<</X 20 0 R>>', content: '/X Do', objects: { 20: stream, ...objects } });
const pattern = (object: BuiltObject, objects: Objects = {}): Uint8Array =>
  document({
    resources: '/Pattern<</P 20 0 R>>',
    content: '/Pattern cs/P scn 0 0 9 9 re f',
    objects: { 20: object, ...objects },
  });
const shading = (object: string, objects: Objects = {}): Uint8Array =>
  document({
    resources: '/Shading<</S 20 0 R>>',
    content: '/S sh',
    objects: { 20: object, 21: '<</FunctionType 2/Domain[0 1]/N 1>>', ...objects },
  });
const annotation = (more: string, subtype = 'Square', objects: Objects = {}): Uint8Array =>
  document({ page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${more}>>]`, objects });
const element = (more: string): Uint8Array =>
  catalog('/StructTreeRoot 20 0 R', { 20: '<</Type/StructTreeRoot/K 21 0 R>>', 21: `<</S/TD/P 20 0 R${more}>>` });
const font = (more: string): Uint8Array =>
  textDocument({ content: 'BT/F 9 Tf(a)Tj ET', objects: { 7: FONT.replace('>>', `${more}>>`) } });
const composite = (more: string, objects: Objects = {}): Uint8Array =>
  document({
    resources: '/Font<</F 20 0 R>>',
    content: 'BT/F 9 Tf<0041>Tj ET',
    objects: {
      20: '<</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding/Identity-H/DescendantFonts[21 0 R]>>',
      21: `<</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 22 0 R${more}>>`,
      22: '<</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>',
      ...objects,
    },
  });
const image = (more: string, space = '/DeviceRGB', data = 'abc'): Uint8Array =>
  painted({ dict: `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace${space}${more}`, stream: data });
const mask = (more: string): Uint8Array =>
  painted({ dict: `/Subtype/Image/Width 8/Height 1/ImageMask true${more}`, stream: 'a' });
const fax = (more: string): Uint8Array =>
  painted({
    dict: `/Subtype/Image/Width 8/Height 1/ImageMask true/Filter/CCITTFaxDecode/DecodeParms<<${more}>>`,
    stream: 'abc',
  });
const form = (more: string): Uint8Array => painted({ dict: `/Subtype/Form/BBox[0 0 9 9]${more}`, stream: 'f' });

const flags = (...keys: string[]): Record<string, readonly [string, string]> =>
  Object.fromEntries(keys.map((key) => [key, ['false', 'true'] as const]));
const IDENTITY = ['[1 0 0 1 0 0]', '[2 0 0 2 0 0]'] as const;

const PLACES: readonly Place[] = [
  {
    clause: '5.1',
    name: 'the catalog',
    build: (more) => catalog(more),
    known: {
      Lang: '(en)',
      PageLayout: '/OneColumn',
      PageMode: '/UseThumbs',
      Threads: '[]',
      Dests: '<</A[3 0 R/Fit]>>',
    },
    defaults: { PageLayout: ['/SinglePage', '/TwoPageLeft'], PageMode: ['/UseNone', '/FullScreen'] },
  },
  {
    clause: '5.2',
    name: 'the viewer preferences',
    build: (more) => catalog(`/ViewerPreferences<</NumCopies 2${more}>>`),
    known: { Duplex: '/Simplex', PickTrayByPDFSize: 'true', PrintPageRange: '[1 1]', Enforce: '[/PrintScaling]' },
    defaults: {
      ...flags('CenterWindow', 'DisplayDocTitle', 'FitWindow', 'HideMenubar', 'HideToolbar', 'HideWindowUI'),
      Direction: ['/L2R', '/R2L'],
      NonFullScreenPageMode: ['/UseNone', '/UseThumbs'],
      PrintArea: ['/CropBox', '/MediaBox'],
      PrintClip: ['/CropBox', '/MediaBox'],
      PrintScaling: ['/AppDefault', '/None'],
      ViewArea: ['/CropBox', '/MediaBox'],
      ViewClip: ['/CropBox', '/MediaBox'],
    },
  },
  {
    clause: '5.3',
    name: 'the mark information',
    build: (more) => catalog(`/MarkInfo<<${more}>>`),
    known: { Marked: 'true' },
    defaults: flags('Marked', 'Suspects', 'UserProperties'),
  },
  {
    clause: '5.4',
    name: '`OCProperties`',
    build: (more) => catalog(`/OCProperties<</OCGs[20 0 R]/D<<>>${more}>>`, { 20: '<</Type/OCG/Name(a)>>' }),
    known: { Configs: '[<</Name(c)>>]' },
  },
  {
    clause: '5.4',
    name: 'the default configuration of layers',
    build: (more) => catalog(`/OCProperties<</OCGs[20 0 R]/D<<${more}>>>>`, { 20: '<</Type/OCG/Name(a)>>' }),
    known: { Name: '(n)', Creator: '(c)', Order: '[20 0 R]' },
    defaults: {
      BaseState: ['/ON', '/OFF'],
      Intent: ['/View', '/Design'],
      ListMode: ['/AllPages', '/VisiblePages'],
      Locked: ['[]', '[20 0 R]'],
      OFF: ['[]', '[20 0 R]'],
      ON: ['[]', '[20 0 R]'],
      RBGroups: ['[]', '[[20 0 R]]'],
    },
  },
  {
    clause: '5.4',
    name: 'a layer',
    build: (more) => catalog('/OCProperties<</OCGs[20 0 R]/D<<>>>>', { 20: `<</Type/OCG/Name(a)${more}>>` }),
    known: { Intent: '/Design', Usage: '<</Print<</PrintState/OFF>>>>' },
  },
  {
    clause: '5.6',
    name: 'a page',
    build: page,
    known: {
      BoxColorInfo: '<<>>',
      PZ: '1',
      Tabs: '/R',
      SeparationInfo: '<<>>',
      VP: '[]',
      UserUnit: '2',
      Group: '<</S/Transparency>>',
    },
    defaults: { Rotate: ['0', '90'], UserUnit: ['1', '2'], Annots: ['[]', '[<</Subtype/Square/Rect[0 0 9 9]>>]'] },
  },
  {
    clause: '5.8',
    name: 'a page label',
    build: (more) => catalog(`/PageLabels<</Nums[0<</S/D${more}>>]>>`),
    known: { P: '(p)' },
    defaults: { St: ['1', '2'] },
  },
  {
    clause: '5.9',
    name: 'an outline item',
    build: (more) =>
      catalog('/Outlines 20 0 R', { 20: '<</First 21 0 R/Last 21 0 R>>', 21: `<</Title(t)/Parent 20 0 R${more}>>` }),
    known: { Dest: '[3 0 R/Fit]' },
    defaults: { C: ['[0 0 0]', '[1 0 0]'], Count: ['0', '-1'], F: ['0', '2'] },
  },
  {
    clause: '5.10',
    name: 'an output intent',
    build: (more) => catalog(`/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX${more}>>]`),
    known: {
      OutputCondition: '(c)',
      OutputConditionIdentifier: '(i)',
      RegistryName: '(r)',
      Info: '(f)',
      MixingHints: '<<>>',
      SpectralData: '<<>>',
    },
  },
  {
    clause: '5.12',
    name: 'an annotation',
    build: (more) => annotation(more),
    known: {
      Contents: '(c)',
      NM: '(n)',
      M: '(D:2020)',
      C: '[1 0 0]',
      Lang: '(en)',
      T: '(t)',
      RC: '(<b/>)',
      CreationDate: '(D:2020)',
      Subj: '(s)',
      IT: '/X',
      Name: '/N',
      DA: '(d)',
      DS: '(d)',
      RD: '[1 1 1 1]',
      L: '[0 0 9 9]',
      LE: '/Butt',
      IC: '[1 1 0]',
      LL: '9',
      LLE: '1',
      Cap: 'true',
      LLO: '1',
      CP: '/Top',
      CO: '[1 1]',
      CL: '[0 0 1 1]',
      Vertices: '[0 0 1 1]',
      InkList: '[[0 0 1 1]]',
      Border: '[0 0 2]',
      Sy: '/P',
      MK: '<<>>',
    },
    defaults: {
      BM: ['/Normal', '/Multiply'],
      CA: ['1', '0.5'],
      F: ['0', '4'],
      Open: ['false', 'true'],
      Q: ['0', '1'],
      RT: ['/R', '/Group'],
      ca: ['1.0', '0.5'],
    },
  },
  {
    clause: '5.12',
    name: 'a link',
    build: (more) => annotation(more, 'Link'),
    known: { QuadPoints: '[0 0 9 0 0 9 9 9]' },
    defaults: { H: ['/I', '/N'] },
  },
  {
    clause: '5.15',
    name: 'a form XObject',
    build: form,
    known: { Group: '<</S/Transparency>>', OC: '<</Type/OCMD>>', Resources: '<<>>' },
    defaults: { FormType: ['1', '2'], Matrix: IDENTITY },
  },
  {
    clause: '5.16',
    name: 'a group of a page',
    build: (more) => page(`/Group<</S/Transparency${more}>>`),
    known: { CS: '/DeviceRGB', Type: '/Group' },
    defaults: flags('I', 'K'),
  },
  {
    clause: '5.16',
    name: 'a group of a form XObject',
    build: (more) => form(`/Group<</S/Transparency${more}>>`),
    known: { CS: '/DeviceRGB' },
    defaults: flags('I', 'K'),
  },
  {
    clause: '5.17',
    name: 'an image',
    build: (more) => image(more),
    known: { Intent: '/Perceptual', Mask: '[0 1 0 1 0 1]', Matte: '[1]', OC: '<</Type/OCMD>>' },
    defaults: { ImageMask: ['false', 'true'], Interpolate: ['false', 'true'], SMaskInData: ['0', '1'] },
  },
  {
    clause: '5.17',
    name: 'an image mask',
    build: mask,
    known: { Intent: '/Perceptual' },
    defaults: { BitsPerComponent: ['1', '2'], Interpolate: ['false', 'true'] },
  },
  { clause: '5.18', name: 'an image mask', build: mask, known: {}, defaults: { Decode: ['[0 1]', '[1 0]'] } },
  {
    clause: '5.18',
    name: 'an image of three components',
    build: (more) => image(more),
    known: {},
    defaults: { Decode: ['[0 1 0 1 0 1]', '[1 0 0 1 0 1]'] },
  },
  {
    clause: '5.18',
    name: 'a gray image',
    build: (more) => image(more, '/DeviceGray', 'a'),
    known: {},
    defaults: { Decode: ['[0.0 1.0]', '[0 0.5]'] },
  },
  {
    clause: '5.18',
    name: 'an image of four components',
    build: (more) => image(more, '/DeviceCMYK', 'abcd'),
    known: {},
    defaults: { Decode: ['[0 1 0 1 0 1 0 1]', '[1 0 1 0 1 0 1 0]'] },
  },
  {
    clause: '5.18',
    name: 'an indexed image',
    build: (more) => image(more, '[/Indexed/DeviceGray 1<00ff>]', '\0'),
    known: {},
    defaults: { Decode: ['[0 255]', '[255 0]'] },
  },
  {
    clause: '5.18',
    name: 'an image in `Lab`, of which no default is known',
    build: (more) => image(more, '[/Lab<</WhitePoint[1 1 1]>>]', 'abc'),
    known: { Decode: '[0 100 -100 100 -100 100]' },
  },
  {
    clause: '5.19',
    name: 'the parameters of `CCITTFaxDecode`',
    build: (more) => fax(`/K -1${more}`),
    known: {},
    defaults: {
      BlackIs1: ['false', 'true'],
      Columns: ['1728', '8'],
      DamagedRowsBeforeError: ['0', '3'],
      EncodedByteAlign: ['false', 'true'],
      EndOfBlock: ['true', 'false'],
      EndOfLine: ['false', 'true'],
      Rows: ['0', '1'],
    },
  },
  {
    clause: '5.19',
    name: 'the parameters of `CCITTFaxDecode`, empty',
    build: fax,
    known: {},
    defaults: { K: ['0', '4'] },
  },
  {
    clause: '5.20',
    name: 'a structure element',
    build: element,
    known: {
      ID: '(i)',
      T: '(t)',
      Lang: '(en)',
      Alt: '(a)',
      E: '(e)',
      ActualText: '(x)',
      C: '/Class',
      Phoneme: '(f)',
      PhoneticAlphabet: '/ipa',
    },
    defaults: { R: ['0', '1'] },
  },
  {
    clause: '5.20',
    name: 'the root of the structure',
    build: (more) =>
      catalog('/StructTreeRoot 20 0 R', { 20: `<</Type/StructTreeRoot/K 21 0 R${more}>>`, 21: '<</S/P/P 20 0 R>>' }),
    known: { RoleMap: '<</A/P>>', ClassMap: '<</C<</O/Layout>>>>' },
  },
  {
    clause: '5.23',
    name: 'a graphics state',
    build: (more) => document({ resources: `/ExtGState<</G<</LW 2${more}>>>>`, content: '/G gs 0 0 9 9 re S' }),
    known: {
      Type: '/ExtGState',
      LC: '0',
      LJ: '0',
      ML: '10',
      D: '[[]0]',
      RI: '/Perceptual',
      OP: 'false',
      op: 'false',
      OPM: '0',
      BG2: '/Default',
      UCR2: '/Default',
      TR2: '/Default',
      HT: '/Default',
      FL: '1',
      SM: '0',
      SA: 'false',
      BM: '/Normal',
      SMask: '/None',
      CA: '1',
      ca: '1',
      AIS: 'false',
      TK: 'true',
      UseBlackPtComp: '/Default',
    },
  },
  {
    clause: '5.24',
    name: 'a tiling pattern',
    build: (more) =>
      pattern({
        dict: `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>${more}`,
        stream: 'f',
      }),
    known: { Type: '/Pattern' },
    defaults: { Matrix: IDENTITY },
  },
  {
    clause: '5.24',
    name: 'a shading pattern',
    build: (more) =>
      pattern(`<</PatternType 2/Shading 21 0 R${more}>>`, {
        21: '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 22 0 R>>',
        22: '<</FunctionType 2/Domain[0 1]/N 1>>',
      }),
    known: { Type: '/Pattern', ExtGState: '<</LW 2>>' },
    defaults: { Matrix: IDENTITY },
  },
  {
    clause: '5.25',
    name: 'a shading of type 1',
    build: (more) =>
      shading(`<</ShadingType 1/ColorSpace/DeviceGray/Function<</FunctionType 4/Domain[0 1 0 1]/Range[0 1]>>${more}>>`),
    known: { Background: '[1]', BBox: '[0 0 9 9]' },
    defaults: { AntiAlias: ['false', 'true'], Domain: ['[0 1 0 1]', '[0 2 0 2]'], Matrix: IDENTITY },
  },
  ...[2, 3].map((type) => ({
    clause: '5.25',
    name: `a shading of type ${type}`,
    build: (more: string) =>
      shading(
        `<</ShadingType ${type}/ColorSpace/DeviceGray/Coords[${type === 2 ? '0 0 9 9' : '0 0 1 9 9 2'}]/Function 21 0 R${more}>>`,
      ),
    known: { Background: '[1]', BBox: '[0 0 9 9]' },
    defaults: {
      AntiAlias: ['false', 'true'],
      Domain: ['[0 1]', '[0 0.5]'],
      Extend: ['[false false]', '[true true]'],
    } as const,
  })),
  {
    clause: '5.26',
    name: 'a function of type 2',
    build: (more) =>
      shading(
        `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function<</FunctionType 2/Domain[0 1]/N 1${more}>>>>`,
      ),
    known: { Range: '[0 1]' },
    defaults: { C0: ['[0]', '[0.5]'], C1: ['[1]', '[0.5]'] },
  },
  {
    clause: '5.26',
    name: 'a function of type 0',
    build: (more) =>
      shading('<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 22 0 R>>', {
        22: { dict: `/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8${more}`, stream: 'ab' },
      }),
    known: { Encode: '[0 1]', Decode: '[0 1]' },
    defaults: { Order: ['1', '3'] },
  },
  {
    clause: '5.29',
    name: 'an ICC profile',
    build: (more) =>
      document({
        resources: '/ColorSpace<</C[/ICCBased 20 0 R]>>',
        content: '/C cs 1 sc 0 0 9 9 re f',
        objects: { 20: { dict: `/N 1${more}`, stream: 'profile' } },
      }),
    known: { Alternate: '/DeviceGray', Range: '[0 1]' },
  },
  { clause: '5.30', name: 'a font', build: font, known: { ToUnicode: '/Identity-H' } },
  {
    clause: '5.30',
    name: 'a CIDFont',
    build: (more) => composite(more),
    known: { W: '[1[500]]', W2: '[1[500 0 0]]', CIDToGIDMap: '/Identity' },
    defaults: { DW: ['1000', '500'], DW2: ['[880 -1000]', '[900 -900]'] },
  },
  {
    clause: '5.30',
    name: 'a ToUnicode CMap',
    build: (more) =>
      textDocument({
        content: 'BT/F 9 Tf(a)Tj ET',
        objects: {
          7: FONT.replace('>>', '/ToUnicode 21 0 R>>'),
          21: { dict: more, stream: '1 beginbfchar<61><0062>endbfchar' },
        },
      }),
    known: { Type: '/CMap', CMapName: '/C', WMode: '0' },
  },
  {
    clause: '5.31',
    name: 'a font descriptor',
    build: (more) =>
      textDocument({
        content: 'BT/F 9 Tf(a)Tj ET',
        objects: { 8: `<</Type/FontDescriptor/FontName/Vector/Flags 32${more}>>` },
      }),
    known: {
      FontBBox: '[0 0 9 9]',
      ItalicAngle: '0',
      Ascent: '9',
      Descent: '0',
      Leading: '9',
      CapHeight: '9',
      XHeight: '5',
      StemV: '8',
      StemH: '8',
      AvgWidth: '9',
      MaxWidth: '9',
      MissingWidth: '0',
      FontFamily: '(f)',
      FontStretch: '/Normal',
      FontWeight: '400',
      CharSet: '(/a)',
      Lang: '/en',
    },
  },
  {
    clause: '5.33',
    name: 'a property list of resources',
    build: (more) =>
      document({ resources: `/Properties<</P<</MCID 0${more}>>>>`, content: '/Span/P BDC 0 0 9 9 re f EMC' }),
    known: {
      ActualText: '(a)',
      Alt: '(b)',
      Attached: '[/Top]',
      BBox: '[0 0 9 9]',
      Contents: '(c)',
      E: '(e)',
      Lang: '(en)',
      MCAF: '[]',
      Phoneme: '(f)',
      PhoneticAlphabet: '/ipa',
      Subtype: '/Header',
    },
  },
];

const PRIVATE = ['/Private 1', '/XYZ_Mine<</A(b)>>'];

function groupsOf({ clause, name, build, known, defaults = {} }: Place): Group[] {
  const groups = [
    group(clause, `Entries of ${name}`, build, {
      base: ['', 'No other entry.'],
      same: [
        ...PRIVATE.map((entry) => [entry, `${entry} is not known.`] as const),
        ...Object.entries(defaults).map(
          ([key, [value]]) => [`/${key} ${value}`, `/${key} ${value} is the default.`] as const,
        ),
      ],
      different: [
        ...Object.entries(known).map(([key, value]) => [`/${key} ${value}`, `/${key} is known.`] as const),
        ...Object.entries(defaults).map(
          ([key, [, other]]) => [`/${key} ${other}`, `/${key} ${other} is not the default.`] as const,
        ),
      ],
    }),
  ];
  return groups;
}

export function dictionaryGroups(): Group[] {
  return PLACES.flatMap(groupsOf);
}
