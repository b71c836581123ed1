/** Clauses 11 and 12: content that no canonical document has, and limits. */
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import {
  document,
  documents,
  filled,
  filledText,
  type Objects,
  textDocument,
  textDocuments,
} from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles, groups, signed } from '#tools/generate/vectors/vector.ts';

const link = (more: string, objects: Objects = {}): Uint8Array =>
  document({ page: `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${more}>>]`, objects });

/** Actions of all types, each with the entry that makes it effective. */
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
    ...documents()`
      # 11.1 An earlier revision
        ∅
        = An object of an earlier state. :: 40  stream 0 0 9 9 re f
      # 11.2 A form without fields
        ∅
        = No fields. :: catalog /AcroForm<</Fields[]>>
        = Default resources. :: catalog /AcroForm<</Fields[]/DA(/F 9 Tf)/DR<</Font<<>>>>/SigFlags 0>>
        = Rendering is not needed. :: catalog /NeedsRendering false
        = A field without a widget. :: catalog /AcroForm<</Fields[20 0 R]>> | 20 <</FT/Tx/T(a)>>
    `,
    groupOfFiles('11.2', 'A field with an appearance', field('/Ff 1/AP<</N 21 0 R>>'), {
      '= Another name for people.': field('/Ff 1/TU(tip)/AP<</N 21 0 R>>'),
      '= Actions of the field.': field(
        '/Ff 1/AP<</N 21 0 R>>/AA<</K<</S/JavaScript/JS(x)>>>>/A<</S/JavaScript/JS(y)>>',
      ),
      '= Permission to change it.': field('/AP<</N 21 0 R>>'),
      '≠ A hidden field.': hidden(),
      '≠ Another appearance.': field('/Ff 1/AP<</N 21 0 R>>', '', {
        21: { ...(FORM as Exclude<BuiltObject, string>), stream: '0 0 9 9 re f' },
      }),
    }),
    group('11.3', 'Actions of links', (action) => link(action, { 30: { dict: '/Type/Sound/R 8000', stream: 'x' } }), {
      base: ['', 'A link without an action.'],
      same: Object.entries(ACTIONS).map(
        ([type, entries]) => [`/A<</S/${type}${entries}>>`, `An action ${type} goes.`] as const,
      ),
      different: [['/A<</S/URI/URI(http://example.org/)>>', 'An address stays.']],
    }),
    ...groups(filled('page {}'))`
      # 11.3 Additional actions of a page
        ∅
        = /AA<</O<</S/JavaScript/JS(x)>>>> ¦ /AA<</C<</S/Named/N/Print>>>> ¦ /Trans<</S/Wipe>> ¦ /Dur 5
        = /PresSteps<</Type/NavNode>>
    `,
    ...groups(filled('catalog {}'))`
      # 11.3 Actions of the document
        ∅
        = /OpenAction<</S/JavaScript/JS(x)>> ¦ /OpenAction[3 0 R/Fit] ¦ /AA<</WC<</S/JavaScript/JS(x)>>>>
        = /Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>> ¦ /URI<</Base(http://example.org/)>>
        = /Requirements[<</S/EnableJavaScripts>>]
    `,
    ...groups(filled('page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI {}>>>>]'))`
      # 11.3 Addresses
        (http://example.org/a)
        = <687474703a2f2f6578616d706c652e6f72672f61>
        = <feff0068007400740070003a002f002f006500780061006d0070006c0065002e006f00720067002f0061>
        ≠ (https://example.org/a) ¦ (mailto:a@example.org) ¦ (tel:+1) ¦ (http://example.org/b) ¦ (javascript:x)
    `,
    ...groups(link)`
      # 11.3 Addresses that go
        A link without an action. :: ∅
        = /A<</S/URI/URI(javascript:x)>> ¦ /A<</S/URI/URI(file:///etc/passwd)>> ¦ /A<</S/URI/URI(data:text/html,x)>>
        = /A<</S/URI/URI(page.html)>> ¦ /A<</S/URI>> ¦ /PA<</S/URI/URI(http://example.org)>>
    `,
    ...documents()`
      # 11.3 Relative addresses and a base
        page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://example.org/a/b.html)>>>>]
        = The document has a base on the web. :: catalog /URI<</Base(http://example.org/a/)>>
          | page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(b.html)>>>>]
    `,
    ...groups(
      filled('catalog {} | 30 <</Type/Filespec/F(a.txt)/EF<</F 31 0 R>>>> | 31 /Type/EmbeddedFile stream hello'),
    )`
      # 11.4 Embedded files
        ∅
        = /Names<</EmbeddedFiles<</Names[(a)30 0 R]>>>> ¦ /AF[30 0 R] ¦ /Names<</EmbeddedFiles<</Names[]>>>>
        = /Collection<</View/D>> ¦ /PageMode/UseAttachments
    `,
    ...groups(
      filled(
        'page /Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>{}] | 30 <</Type/Filespec/F(a.txt)/EF<</F 31 0 R>>>> | 31 /Type/EmbeddedFile stream hello',
      ),
    )`
      # 11.4 Files of annotations
        ∅
        = <</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 30 0 R>>
        ≠ <</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>
    `,
    ...groups(
      filled(
        'resources /XObject<</X 20 0 R>> | content /X Do | 20 /Type/XObject/Subtype/Form/BBox[0 0 9 9]{} stream f | 30 <</Type/Filespec/F(a.txt)>>',
      ),
    )`
      # 11.4 Associated files and external streams
        ∅
        = /AF[30 0 R] ¦ /F(a.txt) ¦ /F 30 0 R/FFilter/FlateDecode
    `,
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
    ...groups(
      filled(
        'resources /XObject<</X 20 0 R>> | content /X Do | 20 /Type/XObject/Subtype/Form/BBox[0 0 9 9]{} stream f',
      ),
    )`
      # 11.5 PostScript and references in forms
        ∅
        = /PS 4 0 R ¦ /OPI<</2.0<<>>>> ¦ /Ref<</F(a.pdf)/Page 0>> ¦ /Level1 4 0 R
    `,
    ...groups(
      filledText(
        'content BT/F 9 Tf(a)Tj ET | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R{}>>',
      ),
    )`
      # 11.5 The matrix of a font
        ∅
        = /FontMatrix[1 0 0 1 0(alert\\(1\\))] ¦ /FontMatrix[1 0 0 1]
        ≠ /FontMatrix[.001 0 0 .001 0 0]
    `,
    ...groups(filled('catalog {} | 30  stream x'))`
      # 11.6 Private data of the document
        ∅
        = /PieceInfo<</A<</Private 30 0 R/LastModified(D:2020)>>>> ¦ /SpiderInfo<</V 1>> ¦ /Legal<</JavaScriptActions 1>>
        = /Perms<<>> ¦ /Mine 30 0 R ¦ /DPartRoot<</Type/DPartRoot>> ¦ /DSS<<>>
    `,
    ...groups((more) =>
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
    )`
      # 11.6 Private data of an image
        ∅
        = /Metadata 30 0 R ¦ /PieceInfo<<>> ¦ /LastModified(D:2020) ¦ /Name/Im0 ¦ /ID(x) ¦ /Alternates[]
    `,
    groupOfFiles(
      '11.7',
      'A page without annotations',
      document({}),
      {
        ...signed(
          '=',
          Object.fromEntries(
            ['Text', 'Link', 'FreeText', 'Highlight', 'Stamp', 'Popup', 'Ink', 'Line'].map((type) => [
              `An annotation ${type}.`,
              document({ page: `/Annots[<</Type/Annot/Subtype/${type}/Rect[0 0 9 9]>>]` }),
            ]),
          ),
        ),
      },
      { options: { removeAnnotations: true } },
    ),
    ...textDocuments()`
      # 11.8 Fonts without a program that get no substitute
        content BT/F 9 Tf(a)Tj ET
        ≠ Another name. :: content BT/F 9 Tf(a)Tj ET
          | 7 <</Type/Font/Subtype/TrueType/BaseFont/Tensor/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R>>
    `,
    ...documents()`
      # 11.8 A font that gets a substitute
        resources /Font<</F 20 0 R>> | content BT/F 9 Tf(a)Tj ET | 20 <</Type/Font/Subtype/Type1/BaseFont/Courier>>
        = The subtype TrueType. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/TrueType/BaseFont/Courier>>
        = A usual variant of the name. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/CourierNew>>
        ≠ Another face. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>
    `,
    groupOfFiles('12.1', 'Levels of arrays', document({ page: `/SeparationInfo ${nested(490)}` }), {
      '✗ Too many.': document({ page: `/SeparationInfo ${nested(600)}` }),
    }),
    groupOfFiles('12.1', 'Filters of a stream', filters(1), {
      '= Two filters.': filters(2),
      '✗ More than 25.': document({
        objects: { 4: { dict: `/Filter[${'/ASCIIHexDecode'.repeat(26)}]`, stream: '>' } },
      }),
    }),
    groupOfFiles('12.1', 'Levels of the page tree', nodes(1), {
      '= A hundred levels.': nodes(100),
      '✗ More than 200.': nodes(220),
    }),
    ...groups(filled('page /SeparationInfo[{}]'))`
      # 12.2 Long names
        A name of 4,096 bytes. :: /${'a'.repeat(4096)}
        = One byte more is cut. :: /${'a'.repeat(4097)}
        ≠ One byte less. :: /${'a'.repeat(4095)}
    `,
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
