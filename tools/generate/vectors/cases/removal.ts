/** Clauses 11 and 12: what a canonical document never has, and limits. */
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { document, FONT, type Objects, textDocument } from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles } from '#tools/generate/vectors/vector.ts';

const link = (more: string, objects: Objects = {}): Uint8Array =>
  document({ page: `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${more}>>]`, objects });

/** Actions of all types, each with what makes it act. */
const ACTIONS: Readonly<Record<string, string>> = {
  GoToR: '/F(other.pdf)/D[0/Fit]',
  GoToE: '/D[0/Fit]/T<</R/C/N(a)>>',
  GoToDp: '/Dp<<>>',
  Launch: '/F(calc.exe)',
  Thread: '/D 0',
  Sound: '/Sound 30 0 R',
  Movie: '/T(m)',
  Hide: '/T(a)/H true',
  Named: '/N/NextPage',
  SubmitForm: '/F(http://example.org)',
  ResetForm: '/Flags 0',
  ImportData: '/F(data.fdf)',
  JavaScript: '/JS(app.alert\\(1\\))',
  SetOCGState: '/State[/ON]',
  Rendition: '/OP 0',
  Trans: '/Trans<<>>',
  GoTo3DView: '/TA 3 0 R/V/D',
  RichMediaExecute: '/CMD<<>>',
  SetState: '/T(a)',
};

const FORM: BuiltObject = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 50 20]', stream: '0 0 50 20 re f' };

function field(widget: string, form = '', objects: Objects = {}): Uint8Array {
  return textDocument({
    catalog: `/AcroForm<</Fields[20 0 R]/DR<</Font<</F 7 0 R>>>>/DA(/F 9 Tf 0 g)${form}>>`,
    page: '/Annots[20 0 R]',
    objects: {
      20: `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[10 10 60 30]/F 4${widget}>>`,
      21: FORM,
      ...objects,
    },
  });
}

export function removalGroups(): Group[] {
  const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const filters = (count: number): Uint8Array =>
    document({ objects: { 4: { dict: `/Filter[${'/ASCIIHexDecode'.repeat(count)}]`, stream: hexed(count) } } });
  const nodes = (levels: number): Uint8Array =>
    document({
      objects: {
        2: '<</Type/Pages/Kids[100 0 R]/Count 1>>',
        ...Object.fromEntries(
          Array.from({ length: levels }, (_, index) => [
            100 + index,
            `<</Kids[${index + 1 === levels ? 3 : 101 + index} 0 R]>>`,
          ]),
        ),
      },
    });
  return [
    groupOfFiles('11.1', 'An earlier revision', document({ content: '9 9 50 50 re f' }), {
      same: {
        'An object of an earlier state.': document({
          content: '9 9 50 50 re f',
          objects: { 40: { stream: '0 0 9 9 re f' } },
        }),
      },
    }),
    groupOfFiles('11.2', 'A form without fields', document({}), {
      same: {
        'No fields.': document({ catalog: '/AcroForm<</Fields[]>>' }),
        'Default resources.': document({ catalog: '/AcroForm<</Fields[]/DA(/F 9 Tf)/DR<</Font<<>>>>/SigFlags 0>>' }),
        'Rendering is not needed.': document({ catalog: '/NeedsRendering false' }),
        'A field without a widget.': document({
          catalog: '/AcroForm<</Fields[20 0 R]>>',
          objects: { 20: '<</FT/Tx/T(a)>>' },
        }),
      },
    }),
    groupOfFiles('11.2', 'A field with an appearance', field('/Ff 1/AP<</N 21 0 R>>'), {
      same: {
        'Another name for people.': field('/Ff 1/TU(tip)/AP<</N 21 0 R>>'),
        'Actions of the field.': field(
          '/Ff 1/AP<</N 21 0 R>>/AA<</K<</S/JavaScript/JS(x)>>>>/A<</S/JavaScript/JS(y)>>',
        ),
        'Permission to change it.': field('/AP<</N 21 0 R>>'),
      },
      different: {
        'A hidden field.': hidden(),
        'Another appearance.': field('/Ff 1/AP<</N 21 0 R>>', '', {
          21: { ...(FORM as Exclude<BuiltObject, string>), stream: '0 0 9 9 re f' },
        }),
      },
    }),
    group('11.3', 'Actions of links', (action) => link(action, { 30: { dict: '/Type/Sound/R 8000', stream: 'x' } }), {
      base: ['', 'A link without an action.'],
      same: Object.entries(ACTIONS).map(
        ([type, entries]) => [`/A<</S/${type}${entries}>>`, `An action ${type} goes.`] as const,
      ),
      different: [['/A<</S/URI/URI(http://example.org/)>>', 'An address stays.']],
    }),
    group('11.3', 'Additional actions of a page', (more) => document({ page: more }), {
      base: '',
      same: [
        '/AA<</O<</S/JavaScript/JS(x)>>>>',
        '/AA<</C<</S/Named/N/Print>>>>',
        '/Trans<</S/Wipe>>',
        '/Dur 5',
        '/PresSteps<</Type/NavNode>>',
      ],
    }),
    group('11.3', 'Actions of the document', (more) => document({ catalog: more }), {
      base: '',
      same: [
        '/OpenAction<</S/JavaScript/JS(x)>>',
        '/OpenAction[3 0 R/Fit]',
        '/AA<</WC<</S/JavaScript/JS(x)>>>>',
        '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>',
        '/URI<</Base(http://example.org/)>>',
        '/Requirements[<</S/EnableJavaScripts>>]',
      ],
    }),
    group('11.3', 'Addresses', (uri) => link(`/A<</S/URI/URI ${uri}>>`), {
      base: '(http://example.org/a)',
      same: [
        '<687474703a2f2f6578616d706c652e6f72672f61>',
        '<feff0068007400740070003a002f002f006500780061006d0070006c0065002e006f00720067002f0061>',
      ],
      different: [
        '(https://example.org/a)',
        '(mailto:a@example.org)',
        '(tel:+1)',
        '(http://example.org/b)',
        '(javascript:x)',
      ],
    }),
    group('11.3', 'Addresses that go', (uri) => link(uri), {
      base: ['', 'A link without an action.'],
      same: [
        '/A<</S/URI/URI(javascript:x)>>',
        '/A<</S/URI/URI(file:///etc/passwd)>>',
        '/A<</S/URI/URI(data:text/html,x)>>',
        '/A<</S/URI/URI(page.html)>>',
        '/A<</S/URI>>',
        '/PA<</S/URI/URI(http://example.org)>>',
      ],
    }),
    groupOfFiles('11.3', 'Relative addresses and a base', link('/A<</S/URI/URI(http://example.org/a/b.html)>>'), {
      same: {
        'The document has a base on the web.': document({
          catalog: '/URI<</Base(http://example.org/a/)>>',
          page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(b.html)>>>>]',
        }),
      },
    }),
    group(
      '11.4',
      'Embedded files',
      (more) =>
        document({
          catalog: more,
          objects: {
            30: '<</Type/Filespec/F(a.txt)/EF<</F 31 0 R>>>>',
            31: { dict: '/Type/EmbeddedFile', stream: 'hello' },
          },
        }),
      {
        base: '',
        same: [
          '/Names<</EmbeddedFiles<</Names[(a)30 0 R]>>>>',
          '/AF[30 0 R]',
          '/Names<</EmbeddedFiles<</Names[]>>>>',
          '/Collection<</View/D>>',
          '/PageMode/UseAttachments',
        ],
      },
    ),
    group(
      '11.4',
      'Files of annotations',
      (annotation) =>
        document({
          page: `/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>${annotation}]`,
          objects: {
            30: '<</Type/Filespec/F(a.txt)/EF<</F 31 0 R>>>>',
            31: { dict: '/Type/EmbeddedFile', stream: 'hello' },
          },
        }),
      {
        base: '',
        same: ['<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 30 0 R>>'],
        different: ['<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>'],
      },
    ),
    group(
      '11.4',
      'Associated files and external streams',
      (more) =>
        document({
          resources: '/XObject<</X 20 0 R>>',
          content: '/X Do',
          objects: {
            20: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${more}`, stream: 'f' },
            30: '<</Type/Filespec/F(a.txt)>>',
          },
        }),
      { base: '', same: ['/AF[30 0 R]', '/F(a.txt)', '/F 30 0 R/FFilter/FlateDecode'] },
    ),
    group(
      '11.5',
      'Annotations of media',
      (annotation) => document({ page: `/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>${annotation}]` }),
      {
        base: '',
        same: ['RichMedia', '3D', 'Movie', 'Sound', 'Screen', 'Projection'].map(
          (type) =>
            [`<</Type/Annot/Subtype/${type}/Rect[0 0 9 9]>>`, `An annotation ${type} without a picture goes.`] as const,
        ),
      },
    ),
    group(
      '11.5',
      'PostScript and references in forms',
      (more) =>
        document({
          resources: '/XObject<</X 20 0 R>>',
          content: '/X Do',
          objects: { 20: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${more}`, stream: 'f' } },
        }),
      { base: '', same: ['/PS 4 0 R', '/OPI<</2.0<<>>>>', '/Ref<</F(a.pdf)/Page 0>>', '/Level1 4 0 R'] },
    ),
    group(
      '11.5',
      'The matrix of a font',
      (more) => textDocument({ content: 'BT/F 9 Tf(a)Tj ET', objects: { 7: FONT.replace('>>', `${more}>>`) } }),
      {
        base: '',
        same: ['/FontMatrix[1 0 0 1 0(alert\\(1\\))]', '/FontMatrix[1 0 0 1]'],
        different: ['/FontMatrix[.001 0 0 .001 0 0]'],
      },
    ),
    group(
      '11.6',
      'Private data of the document',
      (more) => document({ catalog: more, objects: { 30: { stream: 'x' } } }),
      {
        base: '',
        same: [
          '/PieceInfo<</A<</Private 30 0 R/LastModified(D:2020)>>>>',
          '/SpiderInfo<</V 1>>',
          '/Legal<</JavaScriptActions 1>>',
          '/Perms<<>>',
          '/Mine 30 0 R',
          '/DPartRoot<</Type/DPartRoot>>',
          '/DSS<<>>',
        ],
      },
    ),
    group(
      '11.6',
      'Private data of an image',
      (more) =>
        document({
          resources: '/XObject<</X 20 0 R>>',
          content: '/X Do',
          objects: {
            20: {
              dict: `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${more}`,
              stream: 'a',
            },
            30: { dict: '/Type/Metadata/Subtype/XML', stream: '<x/>' },
          },
        }),
      {
        base: '',
        same: ['/Metadata 30 0 R', '/PieceInfo<<>>', '/LastModified(D:2020)', '/Name/Im0', '/ID(x)', '/Alternates[]'],
      },
    ),
    groupOfFiles('11.7', 'A page without annotations', document({}), {
      options: { removeAnnotations: true },
      same: Object.fromEntries(
        ['Text', 'Link', 'FreeText', 'Highlight', 'Stamp', 'Popup', 'Ink', 'Line'].map((type) => [
          `An annotation ${type}.`,
          document({ page: `/Annots[<</Type/Annot/Subtype/${type}/Rect[0 0 9 9]>>]` }),
        ]),
      ),
    }),
    groupOfFiles(
      '11.8',
      'Fonts without a program that get no substitute',
      textDocument({ content: 'BT/F 9 Tf(a)Tj ET' }),
      {
        different: {
          'Another name.': textDocument({
            content: 'BT/F 9 Tf(a)Tj ET',
            objects: { 7: FONT.replace('Vector', 'Tensor') },
          }),
        },
      },
    ),
    groupOfFiles(
      '11.8',
      'A font that gets a substitute',
      document({
        resources: '/Font<</F 20 0 R>>',
        content: 'BT/F 9 Tf(a)Tj ET',
        objects: { 20: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
      }),
      {
        same: {
          'The subtype TrueType.': document({
            resources: '/Font<</F 20 0 R>>',
            content: 'BT/F 9 Tf(a)Tj ET',
            objects: { 20: '<</Type/Font/Subtype/TrueType/BaseFont/Courier>>' },
          }),
          'A usual variant of the name.': document({
            resources: '/Font<</F 20 0 R>>',
            content: 'BT/F 9 Tf(a)Tj ET',
            objects: { 20: '<</Type/Font/Subtype/Type1/BaseFont/CourierNew>>' },
          }),
        },
        different: {
          'Another face.': document({
            resources: '/Font<</F 20 0 R>>',
            content: 'BT/F 9 Tf(a)Tj ET',
            objects: { 20: '<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>' },
          }),
        },
      },
    ),
    groupOfFiles('12.1', 'Levels of arrays', document({ page: `/SeparationInfo ${nested(490)}` }), {
      refused: { 'Too many.': document({ page: `/SeparationInfo ${nested(600)}` }) },
    }),
    groupOfFiles('12.1', 'Filters of a stream', filters(1), {
      same: { 'Two filters.': filters(2) },
      refused: {
        'More than 25.': document({
          objects: { 4: { dict: `/Filter[${'/ASCIIHexDecode'.repeat(26)}]`, stream: '>' } },
        }),
      },
    }),
    groupOfFiles('12.1', 'Levels of the page tree', nodes(1), {
      same: { 'A hundred levels.': nodes(100) },
      refused: { 'More than 200.': nodes(220) },
    }),
    group('12.2', 'Long names', (name) => document({ page: `/SeparationInfo[${name}]` }), {
      base: [`/${'a'.repeat(4096)}`, 'A name of 4,096 bytes.'],
      same: [[`/${'a'.repeat(4097)}`, 'One byte more is cut.']],
      different: [[`/${'a'.repeat(4095)}`, 'One byte less.']],
    }),
  ];
}

function hidden(): Uint8Array {
  return textDocument({
    catalog: '/AcroForm<</Fields[20 0 R]>>',
    page: '/Annots[20 0 R]',
    objects: {
      20: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[10 10 60 30]/F 2/V(x)/AP<</N 21 0 R>>>>',
      21: FORM,
    },
  });
}

function hexed(count: number): string {
  let text = '0 0 9 9 re f';
  for (let index = 0; index < count; index++) text = `${Buffer.from(text).toString('hex')}>`;
  return text;
}
