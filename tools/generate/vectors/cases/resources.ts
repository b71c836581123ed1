/** Clause 8: the resources of content, and their names. */
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { document, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles } from '#tools/generate/vectors/vector.ts';

const FONTS: Objects = {
  10: '<</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding>>',
  11: '<</Type/Font/Subtype/TrueType/BaseFont/Tensor/FirstChar 97/LastChar 98/Widths[600 600]/Encoding/WinAnsiEncoding>>',
};
const form = (resources: string | undefined, stream: string): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 99 99]${resources === undefined ? '' : `/Resources<<${resources}>>`}`,
  stream,
});
const tile = (name: string): BuiltObject => ({
  dict: `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</ExtGState<</${name}<</ca .5>>>>>>`,
  stream: `/${name} gs 1 0 0 rg 0 0 3 3 re f`,
});
const FUNCTION = '<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>';

interface Named {
  readonly category: string;
  readonly prefix: string;
  readonly values: readonly [string, string];
  readonly use: (name: string) => string;
}

const CATEGORIES: readonly Named[] = [
  { category: 'Font', prefix: 'F', values: ['10 0 R', '11 0 R'], use: (name) => `BT/${name} 9 Tf 9 9 Td(ab)Tj ET` },
  { category: 'XObject', prefix: 'X', values: ['12 0 R', '13 0 R'], use: (name) => `/${name} Do` },
  {
    category: 'ExtGState',
    prefix: 'G',
    values: ['<</LW 2>>', '<</LW 3>>'],
    use: (name) => `/${name} gs 9 9 50 50 re S`,
  },
  {
    category: 'ColorSpace',
    prefix: 'C',
    values: ['[/Indexed/DeviceRGB 0<ff0000>]', '[/Indexed/DeviceRGB 0<00ff00>]'],
    use: (name) => `/${name} cs 0 sc 9 9 50 50 re f`,
  },
  {
    category: 'Pattern',
    prefix: 'P',
    values: ['14 0 R', '15 0 R'],
    use: (name) => `/Pattern cs/${name} scn 9 9 50 50 re f`,
  },
  { category: 'Shading', prefix: 'S', values: ['16 0 R', '17 0 R'], use: (name) => `/${name} sh` },
  {
    category: 'Properties',
    prefix: 'M',
    values: ['<</MCID 3>>', '<</MCID 4>>'],
    use: (name) => `/Span/${name} BDC 9 9 50 50 re f EMC`,
  },
];

const SHARED: Objects = {
  ...FONTS,
  12: form('', '0 0 9 9 re f'),
  13: form('', '0 0 8 8 re f'),
  14: tile('A'),
  15: { ...(tile('A') as Exclude<BuiltObject, string>), stream: '/A gs 0 1 0 rg 0 0 3 3 re f' },
  16: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 99 99]/Function 18 0 R>>',
  17: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 50 50]/Function 18 0 R>>',
  18: FUNCTION,
};

const TYPE_3 =
  '/Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences[97/a/b]>>';
const page = (resources: string, content: string, objects: Objects = {}): Uint8Array =>
  document({ resources, content, objects: { ...SHARED, ...objects } });

function namesOf({ category, prefix, values: [one, other], use }: Named): Group[] {
  const both = (first: string, second: string): string => `${use(first)} ${use(second)}`;
  const used = (first: string, second: string, content = both(first, second)): Uint8Array =>
    page(`/${category}<</${first} ${one}/${second} ${other}>>`, content);
  return [
    groupOfFiles('8.1', `${category}: resources that no content names`, page(`/${category}<</A ${one}>>`, use('A')), {
      same: {
        'Another one.': page(`/${category}<</A ${one}/Unused ${other}>>`, use('A')),
        'A name that content has in another category alone.': page(
          `/${category}<</A ${one}/Zz ${other}>>`,
          `${use('A')} % /Zz`,
        ),
      },
      different: {
        'The other one is used.': page(`/${category}<</A ${one}/B ${other}>>`, both('A', 'B')),
        'None is there.': page('', use('A')),
      },
    }),
    groupOfFiles('8.3', `${category}: names`, used(`${prefix}0`, `${prefix}1`), {
      same: {
        'Other names.': used('One', 'Two'),
        'The canonical names the other way round.': used(`${prefix}1`, `${prefix}0`),
        'A name with a space.': used('A#20B', 'C'),
        'Names of other numbers.': used(`${prefix}7`, `${prefix}12`),
        'A long name.': used('a'.repeat(50), 'b'),
      },
      different: {
        'Used the other way round.': used('One', 'Two', both('Two', 'One')),
        'One is used twice.': used('One', 'Two', both('One', 'One')),
      },
    }),
    groupOfFiles('8.4', `${category}: resources that say the same`, page(`/${category}<</A ${one}>>`, both('A', 'A')), {
      same: { 'Two names of one resource.': page(`/${category}<</A ${one}/B ${one}>>`, both('A', 'B')) },
      different: { 'Two resources.': used('A', 'B') },
    }),
  ];
}

/** Two pages with fonts under names of their own; `shared` is the content of both, else each has its own. */
function twoPages(first: string, second: string, shared: string, own = shared): Uint8Array {
  const kid = (fonts: string, content: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents ${content} 0 R/Resources<</Font<<${fonts}>>>>>>`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: kid(first, 5),
    4: kid(second, own === shared ? 5 : 6),
    5: { stream: shared },
    6: { stream: own },
    ...FONTS,
  });
}

/** A field without an appearance, whose `DA` names a font of the form. */
function field(name: string): Uint8Array {
  return document({
    catalog: `/AcroForm<</Fields[20 0 R]/NeedAppearances true/DR<</Font<</${name} 10 0 R>>>>>>`,
    page: '/Annots[20 0 R]',
    objects: {
      ...FONTS,
      20: `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[10 10 60 30]/F 4/V(ab)/DA(/${name} 9 Tf 0 g)>>`,
    },
  });
}

export function resourceGroups(): Group[] {
  const guest = (name: string): BuiltObject => form(undefined, `/${name} gs 0 0 9 9 re S`);
  return [
    ...CATEGORIES.flatMap(namesOf),
    group(
      '8.1',
      'Entries that are no category',
      (more) => page(`/ExtGState<</A<</LW 2>>>>${more}`, '/A gs 9 9 50 50 re S'),
      { base: '', same: ['/ProcSet[/PDF/Text]', '/Private 1', '/Font<<>>', '/XObject<<>>', '/Font 10 0 R'] },
    ),
    groupOfFiles('8.1', 'Colour spaces that stand in for those of the device', page('', '1 0 0 rg 9 9 50 50 re f'), {
      different: Object.fromEntries(
        ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'].map((name) => [
          `${name} stays without being named.`,
          page(`/ColorSpace<</${name}[/CalRGB<</WhitePoint[1 1 1]>>]>>`, '1 0 0 rg 9 9 50 50 re f'),
        ]),
      ),
    }),
    groupOfFiles('8.1', 'A page without resources', document({}), {
      same: { 'Unused resources.': document({ resources: '/Font<</F 10 0 R>>', objects: FONTS }) },
    }),
    groupOfFiles(
      '8.1',
      'Names in content that is not certain count in every category',
      page('/Font<</A 10 0 R>>/ExtGState<</A<</LW 2>>>>', 'BT/A 12Tf(a)Tj ET'),
      {
        different: { 'One category.': page('/Font<</A 10 0 R>>', 'BT/A 12Tf(a)Tj ET') },
        same: {
          'A name that the content does not have.': page(
            '/Font<</A 10 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>>',
            'BT/A 12Tf(a)Tj ET',
          ),
        },
      },
    ),
    groupOfFiles(
      '8.2',
      'A form without resources takes those of the page',
      page('/XObject<</X 20 0 R>>/ExtGState<</A<</LW 2>>>>', '/X Do', { 20: guest('A') }),
      {
        same: {
          'An unused state more.': page('/XObject<</X 20 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>>', '/X Do', {
            20: guest('A'),
          }),
          'Another name of the form.': page('/XObject<</Fm7 20 0 R>>/ExtGState<</A<</LW 2>>>>', '/Fm7 Do', {
            20: guest('A'),
          }),
        },
        different: {
          'Another name of the state.': page('/XObject<</X 20 0 R>>/ExtGState<</B<</LW 2>>>>', '/X Do', {
            20: guest('B'),
          }),
          'The form has its own.': page('/XObject<</X 20 0 R>>', '/X Do', {
            20: form('/ExtGState<</A<</LW 2>>>>', '/A gs 0 0 9 9 re S'),
          }),
        },
      },
    ),
    groupOfFiles(
      '8.2',
      'Through another form without resources',
      page('/XObject<</X 20 0 R/Y 21 0 R>>/ExtGState<</A<</LW 2>>>>', '/X Do', {
        20: form(undefined, '/Y Do'),
        21: guest('A'),
      }),
      {
        same: {
          'An unused state more.': page('/XObject<</X 20 0 R/Y 21 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>>', '/X Do', {
            20: form(undefined, '/Y Do'),
            21: guest('A'),
          }),
        },
      },
    ),
    groupOfFiles(
      '8.2',
      'The appearance of an annotation without resources',
      document({
        page: '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]',
        resources: '/ExtGState<</A<</LW 2>>>>',
        objects: { 20: guest('A') },
      }),
      {
        same: {
          'An unused state more.': document({
            page: '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]',
            resources: '/ExtGState<</A<</LW 2>>/B<</LW 3>>>>',
            objects: { 20: guest('A') },
          }),
        },
        different: {
          'The state is missing.': document({
            page: '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]',
            objects: { 20: guest('A') },
          }),
        },
      },
    ),
    groupOfFiles(
      '8.3',
      'Names in a form',
      page('/XObject<</X 20 0 R>>', '/X Do', { 20: form('/ExtGState<</G0<</LW 2>>>>', '/G0 gs 0 0 9 9 re S') }),
      {
        same: {
          'Other names.': page('/XObject<</Fm0 20 0 R>>', '/Fm0 Do', {
            20: form('/ExtGState<</R7<</LW 2>>>>', '/R7 gs 0 0 9 9 re S'),
          }),
        },
      },
    ),
    groupOfFiles(
      '8.3',
      'Names in a tiling pattern',
      page('/Pattern<</P 20 0 R>>', '/Pattern cs/P scn 9 9 50 50 re f', { 20: tile('G0') }),
      {
        same: {
          'Another name.': page('/Pattern<</P 20 0 R>>', '/Pattern cs/P scn 9 9 50 50 re f', { 20: tile('R7') }),
        },
      },
    ),
    groupOfFiles(
      '8.3',
      'Names in glyphs',
      page('/Font<</T 20 0 R>>', 'BT/T 9 Tf(ab)Tj ET', {
        20: `<<${TYPE_3}/CharProcs<</a 21 0 R/b 22 0 R>>/Resources<</ExtGState<</G0<</ca .5>>/G1<</ca .2>>>>>>>>`,
        21: { stream: '9 0 d0/G0 gs 0 0 8 8 re f' },
        22: { stream: '9 0 d0/G1 gs 0 0 4 8 re f' },
      }),
      {
        same: {
          'Other names, in another order.': page('/Font<</T 20 0 R>>', 'BT/T 9 Tf(ab)Tj ET', {
            20: `<<${TYPE_3}/CharProcs<</b 22 0 R/a 21 0 R>>/Resources<</ExtGState<</B<</ca .5>>/A<</ca .2>>>>>>>>`,
            21: { stream: '9 0 d0/B gs 0 0 8 8 re f' },
            22: { stream: '9 0 d0/A gs 0 0 4 8 re f' },
          }),
        },
      },
    ),
    groupOfFiles(
      '8.3',
      'The colour space of an inline image',
      page(
        '/ColorSpace<</C0[/Indexed/DeviceRGB 1<ff000000ff00>]>>',
        'q 9 0 0 9 9 9 cm BI/BPC 1/CS/C0/F/AHx/H 1/W 2 ID 40>EI Q',
      ),
      {
        same: {
          'Another name.': page(
            '/ColorSpace<</Cs1[/Indexed/DeviceRGB 1<ff000000ff00>]>>',
            'q 9 0 0 9 9 9 cm BI/CS/Cs1/W 2/H 1/BPC 1/F/AHx ID 40>EI Q',
          ),
        },
      },
    ),
    groupOfFiles(
      '8.3',
      'Strings and tags that resemble names',
      page('/ExtGState<</Span<</LW 2>>>>', '/Span BMC/Span gs BT(/Span gs)Tj ET EMC'),
      {
        same: {
          'Another name of the state.': page('/ExtGState<</G0<</LW 2>>>>', '/Span BMC/G0 gs BT(/Span gs)Tj ET EMC'),
        },
        different: { 'Another tag.': page('/ExtGState<</G0<</LW 2>>>>', '/G0 BMC/G0 gs BT(/Span gs)Tj ET EMC') },
      },
    ),
    groupOfFiles(
      '8.3',
      'Content that two pages share',
      twoPages('/A 10 0 R/B 11 0 R', '/A 10 0 R/B 10 0 R', 'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET'),
      {
        same: {
          'Each page has its own.': twoPages(
            '/A 10 0 R/B 11 0 R',
            '/C 10 0 R',
            'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET',
            'BT/C 9 Tf(ab)Tj/C 9 Tf(ab)Tj ET',
          ),
          'Other names.': twoPages('/X 10 0 R/Y 11 0 R', '/X 10 0 R/Y 10 0 R', 'BT/X 9 Tf(ab)Tj/Y 9 Tf(ab)Tj ET'),
        },
        different: {
          'Two fonts on both pages.': twoPages(
            '/A 10 0 R/B 11 0 R',
            '/A 10 0 R/B 11 0 R',
            'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET',
          ),
        },
      },
    ),
    groupOfFiles('8.3', 'The font that `DA` of a field names', field('F'), {
      same: { 'Another name.': field('TT3') },
    }),
    group(
      '8.3',
      'The font that `DA` of an annotation names',
      (name) => document({ page: `/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/DA(/${name} 9 Tf 0 g)>>]` }),
      {
        base: 'F0',
        different: ['TT3', 'Helv'],
      },
    ),
    groupOfFiles(
      '8.4',
      'Forms that are equal but for their names',
      page('/XObject<</A 20 0 R>>', '/A Do/A Do', { 20: form('/ExtGState<</K<</ca .5>>>>', '/K gs 0 0 50 50 re f') }),
      {
        same: {
          'Two forms.': page('/XObject<</A 20 0 R/B 21 0 R>>', '/A Do/B Do', {
            20: form('/ExtGState<</K<</ca .5>>>>', '/K gs 0 0 50 50 re f'),
            21: form('/ExtGState<</L<</ca .5>>>>', '/L gs 0 0 50 50 re f'),
          }),
        },
      },
    ),
    groupOfFiles(
      '8.4',
      'Equal states of three names',
      page('/ExtGState<</A<</LW 2>>/B<</LW 3>>>>', '/A gs/B gs/A gs 0 0 9 9 re S'),
      {
        same: {
          'Three names.': page('/ExtGState<</A<</LW 2>>/B<</LW 3>>/C<</LW 2.0>>>>', '/A gs/B gs/C gs 0 0 9 9 re S'),
        },
      },
    ),
    groupOfFiles('8.5', 'Content that is not certain', page('/Font<</TT 10 0 R>>', 'BT/TT 12Tf(a)Tj ET'), {
      different: { 'Another name.': page('/Font<</F0 10 0 R>>', 'BT/F0 12Tf(a)Tj ET') },
    }),
    groupOfFiles(
      '8.5',
      'An operator with more operands than it takes',
      page('/Font<</TT 10 0 R>>', 'BT/TT/TT 12 Tf(a)Tj ET'),
      { different: { 'Another name.': page('/Font<</F0 10 0 R>>', 'BT/F0/F0 12 Tf(a)Tj ET') } },
    ),
    groupOfFiles(
      '8.5',
      'Default colour spaces',
      page('/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>>', '1 0 0 rg 9 9 50 50 re f'),
      {
        same: {
          'Another entry that nothing names.': page(
            '/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]/Cs1/DeviceRGB>>',
            '1 0 0 rg 9 9 50 50 re f',
          ),
        },
      },
    ),
    groupOfFiles(
      '8.5',
      'The colorant of a separation',
      page('/ColorSpace<</Cs1[/Separation/C0/DeviceRGB 18 0 R]>>', '/Cs1 cs 1 scn 9 9 50 50 re f'),
      {
        same: {
          'Another name of the space.': page(
            '/ColorSpace<</Cs2[/Separation/C0/DeviceRGB 18 0 R]>>',
            '/Cs2 cs 1 scn 9 9 50 50 re f',
          ),
        },
        different: {
          'Another colorant.': page(
            '/ColorSpace<</Cs1[/Separation/C1/DeviceRGB 18 0 R]>>',
            '/Cs1 cs 1 scn 9 9 50 50 re f',
          ),
        },
      },
    ),
    groupOfFiles(
      '8.5',
      'The colour space that an image names',
      page('/XObject<</Z 20 0 R>>/ColorSpace<</Cs9[/Indexed/DeviceRGB 0<ff0000>]>>', '/Cs9 cs/Z Do', {
        20: { dict: '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/Cs9', stream: '\0' },
      }),
      {
        different: {
          'Another name.': page(
            '/XObject<</Z 20 0 R>>/ColorSpace<</C0[/Indexed/DeviceRGB 0<ff0000>]>>',
            '/C0 cs/Z Do',
            { 20: { dict: '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/C0', stream: '\0' } },
          ),
        },
      },
    ),
    groupOfFiles(
      '8.5',
      'Names that a form uses and its resources lack',
      page('/XObject<</Z 20 0 R>>/ExtGState<</R<</LW 2>>>>', '/R gs/Z Do', { 20: form('', '/R gs 0 0 9 9 re S') }),
      {
        same: {
          'Another name of the form.': page('/XObject<</Q 20 0 R>>/ExtGState<</R<</LW 2>>>>', '/R gs/Q Do', {
            20: form('', '/R gs 0 0 9 9 re S'),
          }),
        },
        different: {
          'Another name of the state.': page('/XObject<</Z 20 0 R>>/ExtGState<</S<</LW 2>>>>', '/S gs/Z Do', {
            20: form('', '/S gs 0 0 9 9 re S'),
          }),
        },
      },
    ),
    groupOfFiles(
      '8.5',
      'No new name is one that stays',
      page('/ExtGState<</R<</LW 2>>/G1<</LW 3>>/S<</LW 4>>>>/XObject<</Z 20 0 R>>', '/R gs/S gs/Z Do', {
        20: guest('G1'),
      }),
      {
        same: {
          'Other names.': page(
            '/ExtGState<</A<</LW 2>>/G1<</LW 3>>/B<</LW 4>>>>/XObject<</Z 20 0 R>>',
            '/A gs/B gs/Z Do',
            { 20: guest('G1') },
          ),
        },
      },
    ),
    groupOfFiles(
      '8.5',
      'A glyph with resources of its own',
      page('/Font<</T 20 0 R>>', 'BT/T 9 Tf(a)Tj ET', {
        20: `<<${TYPE_3}/CharProcs<</a 21 0 R>>/Resources<</ExtGState<</A<</ca .5>>>>>>>>`,
        21: { dict: '/Resources<<>>', stream: '9 0 d0/A gs 0 0 8 8 re f' },
      }),
      {
        different: {
          'Another name.': page('/Font<</T 20 0 R>>', 'BT/T 9 Tf(a)Tj ET', {
            20: `<<${TYPE_3}/CharProcs<</a 21 0 R>>/Resources<</ExtGState<</B<</ca .5>>>>>>>>`,
            21: { dict: '/Resources<<>>', stream: '9 0 d0/B gs 0 0 8 8 re f' },
          }),
        },
      },
    ),
  ];
}
