/** Clause 8: the resources of content, and their names. */
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { document, documents, filled, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

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

const page = (resources: string, content: string, objects: Objects = {}): Uint8Array =>
  document({ resources, content, objects: { ...SHARED, ...objects } });

function namesOf({ category, prefix, values: [one, other], use }: Named): Group[] {
  const both = (first: string, second: string): string => `${use(first)} ${use(second)}`;
  const used = (first: string, second: string, content = both(first, second)): Uint8Array =>
    page(`/${category}<</${first} ${one}/${second} ${other}>>`, content);
  return [
    groupOfFiles('8.1', `${category}: resources that no content names`, page(`/${category}<</A ${one}>>`, use('A')), {
      '= Another one.': page(`/${category}<</A ${one}/Unused ${other}>>`, use('A')),
      '= A name that content has in another category alone.': page(
        `/${category}<</A ${one}/Zz ${other}>>`,
        `${use('A')} % /Zz`,
      ),
      '≠ The other one is used.': page(`/${category}<</A ${one}/B ${other}>>`, both('A', 'B')),
      '≠ None is there.': page('', use('A')),
    }),
    groupOfFiles('8.3', `${category}: names`, used(`${prefix}0`, `${prefix}1`), {
      '= Other names.': used('One', 'Two'),
      '= The canonical names the other way round.': used(`${prefix}1`, `${prefix}0`),
      '= A name with a space.': used('A#20B', 'C'),
      '= Names of other numbers.': used(`${prefix}7`, `${prefix}12`),
      '= A long name.': used('a'.repeat(50), 'b'),
      '≠ Used the other way round.': used('One', 'Two', both('Two', 'One')),
      '≠ One is used twice.': used('One', 'Two', both('One', 'One')),
    }),
    groupOfFiles('8.4', `${category}: resources that say the same`, page(`/${category}<</A ${one}>>`, both('A', 'A')), {
      '= Two names of one resource.': page(`/${category}<</A ${one}/B ${one}>>`, both('A', 'B')),
      '≠ Two resources.': used('A', 'B'),
    }),
  ];
}

/** Two pages with fonts under different names. `shared` is the content of both, else each has its own. */
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
  return [
    ...CATEGORIES.flatMap(namesOf),
    ...groups((more) => page(`/ExtGState<</A<</LW 2>>>>${more}`, '/A gs 9 9 50 50 re S'))`
      # 8.1 Entries that are no category
        ∅
        = /ProcSet[/PDF/Text] ¦ /Private 1 ¦ /Font<<>> ¦ /XObject<<>> ¦ /Font 10 0 R
    `,
    ...documents({}, SHARED)`
      # 8.1 Colour spaces that stand in for those of the device
        content 1 0 0 rg 9 9 50 50 re f
        ≠ DefaultGray stays without being named. :: resources /ColorSpace<</DefaultGray[/CalRGB<</WhitePoint[1 1 1]>>]>>
          | content 1 0 0 rg 9 9 50 50 re f
        ≠ DefaultRGB stays without being named. :: resources /ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>>
          | content 1 0 0 rg 9 9 50 50 re f
        ≠ DefaultCMYK stays without being named. :: resources /ColorSpace<</DefaultCMYK[/CalRGB<</WhitePoint[1 1 1]>>]>>
          | content 1 0 0 rg 9 9 50 50 re f
    `,
    groupOfFiles('8.1', 'A page without resources', document({}), {
      '= Unused resources.': document({ resources: '/Font<</F 10 0 R>>', objects: FONTS }),
    }),
    ...documents({}, SHARED)`
      # 8.1 Names in content that is not certain count in every category
        resources /Font<</A 10 0 R>>/ExtGState<</A<</LW 2>>>> | content BT/A 12Tf(a)Tj ET
        = A name that the content does not have. :: resources /Font<</A 10 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>>
          | content BT/A 12Tf(a)Tj ET
        ≠ One category. :: resources /Font<</A 10 0 R>> | content BT/A 12Tf(a)Tj ET
      # 8.2 A form without resources takes those of the page
        resources /XObject<</X 20 0 R>>/ExtGState<</A<</LW 2>>>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        = An unused state more. :: resources /XObject<</X 20 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        = Another name of the form. :: resources /XObject<</Fm7 20 0 R>>/ExtGState<</A<</LW 2>>>> | content /Fm7 Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        ≠ Another name of the state. :: resources /XObject<</X 20 0 R>>/ExtGState<</B<</LW 2>>>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /B gs 0 0 9 9 re S
        ≠ The form has its own. :: resources /XObject<</X 20 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</A<</LW 2>>>>>> stream /A gs 0 0 9 9 re S
      # 8.2 Through another form without resources
        resources /XObject<</X 20 0 R/Y 21 0 R>>/ExtGState<</A<</LW 2>>>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /Y Do
          | 21 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        = An unused state more. :: resources /XObject<</X 20 0 R/Y 21 0 R>>/ExtGState<</A<</LW 2>>/B<</LW 3>>>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /Y Do
          | 21 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
    `,
    ...documents()`
      # 8.2 The appearance of an annotation without resources
        page /Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>] | resources /ExtGState<</A<</LW 2>>>>
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        = An unused state more. :: page /Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]
          | resources /ExtGState<</A<</LW 2>>/B<</LW 3>>>>
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
        ≠ The state is missing. :: page /Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /A gs 0 0 9 9 re S
    `,
    ...documents({}, SHARED)`
      # 8.3 Names in a form
        resources /XObject<</X 20 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</G0<</LW 2>>>>>> stream /G0 gs 0 0 9 9 re S
        = Other names. :: resources /XObject<</Fm0 20 0 R>> | content /Fm0 Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</R7<</LW 2>>>>>> stream /R7 gs 0 0 9 9 re S
      # 8.3 Names in a tiling pattern
        resources /Pattern<</P 20 0 R>> | content /Pattern cs/P scn 9 9 50 50 re f
          | 20 /PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</ExtGState<</G0<</ca .5>>>>>> stream /G0 gs 1 0 0 rg 0 0 3 3 re f
        = Another name. :: resources /Pattern<</P 20 0 R>> | content /Pattern cs/P scn 9 9 50 50 re f
          | 20 /PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</ExtGState<</R7<</ca .5>>>>>> stream /R7 gs 1 0 0 rg 0 0 3 3 re f
      # 8.3 Names in glyphs
        resources /Font<</T 20 0 R>> | content BT/T 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 21 0 R/b 22 0 R>>/Resources<</ExtGState<</G0<</ca .5>>/G1<</ca .2>>>>>>>>
          | 21  stream 9 0 d0/G0 gs 0 0 8 8 re f | 22  stream 9 0 d0/G1 gs 0 0 4 8 re f
        = Other names, in another order. :: resources /Font<</T 20 0 R>> | content BT/T 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences[97/a/b]>>/CharProcs<</b 22 0 R/a 21 0 R>>/Resources<</ExtGState<</B<</ca .5>>/A<</ca .2>>>>>>>>
          | 21  stream 9 0 d0/B gs 0 0 8 8 re f | 22  stream 9 0 d0/A gs 0 0 4 8 re f
      # 8.3 The colour space of an inline image
        resources /ColorSpace<</C0[/Indexed/DeviceRGB 1<ff000000ff00>]>>
          | content q 9 0 0 9 9 9 cm BI/BPC 1/CS/C0/F/AHx/H 1/W 2 ID 40>EI Q
        = Another name. :: resources /ColorSpace<</Cs1[/Indexed/DeviceRGB 1<ff000000ff00>]>>
          | content q 9 0 0 9 9 9 cm BI/CS/Cs1/W 2/H 1/BPC 1/F/AHx ID 40>EI Q
      # 8.3 Strings and tags that resemble names
        resources /ExtGState<</Span<</LW 2>>>> | content /Span BMC/Span gs BT(/Span gs)Tj ET EMC
        = Another name of the state. :: resources /ExtGState<</G0<</LW 2>>>> | content /Span BMC/G0 gs BT(/Span gs)Tj ET EMC
        ≠ Another tag. :: resources /ExtGState<</G0<</LW 2>>>> | content /G0 BMC/G0 gs BT(/Span gs)Tj ET EMC
    `,
    groupOfFiles(
      '8.3',
      'Content that two pages share',
      twoPages('/A 10 0 R/B 11 0 R', '/A 10 0 R/B 10 0 R', 'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET'),
      {
        '= Each page has its own.': twoPages(
          '/A 10 0 R/B 11 0 R',
          '/C 10 0 R',
          'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET',
          'BT/C 9 Tf(ab)Tj/C 9 Tf(ab)Tj ET',
        ),
        '= Other names.': twoPages('/X 10 0 R/Y 11 0 R', '/X 10 0 R/Y 10 0 R', 'BT/X 9 Tf(ab)Tj/Y 9 Tf(ab)Tj ET'),
        '≠ Two fonts on both pages.': twoPages(
          '/A 10 0 R/B 11 0 R',
          '/A 10 0 R/B 11 0 R',
          'BT/A 9 Tf(ab)Tj/B 9 Tf(ab)Tj ET',
        ),
      },
    ),
    groupOfFiles('8.3', 'The font that `DA` of a field names', field('F'), { '= Another name.': field('TT3') }),
    ...groups(filled('page /Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/DA(/{} 9 Tf 0 g)>>]'))`
      # 8.3 The font that \`DA\` of an annotation names
        F0
        ≠ TT3 ¦ Helv
    `,
    ...documents({}, SHARED)`
      # 8.4 Forms that are equal but for their names
        resources /XObject<</A 20 0 R>> | content /A Do/A Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</K<</ca .5>>>>>> stream /K gs 0 0 50 50 re f
        = Two forms. :: resources /XObject<</A 20 0 R/B 21 0 R>> | content /A Do/B Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</K<</ca .5>>>>>> stream /K gs 0 0 50 50 re f
          | 21 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</ExtGState<</L<</ca .5>>>>>> stream /L gs 0 0 50 50 re f
      # 8.4 Equal states of three names
        resources /ExtGState<</A<</LW 2>>/B<</LW 3>>>> | content /A gs/B gs/A gs 0 0 9 9 re S
        = Three names. :: resources /ExtGState<</A<</LW 2>>/B<</LW 3>>/C<</LW 2.0>>>> | content /A gs/B gs/C gs 0 0 9 9 re S
      # 8.5 Content that is not certain
        resources /Font<</TT 10 0 R>> | content BT/TT 12Tf(a)Tj ET
        ≠ Another name. :: resources /Font<</F0 10 0 R>> | content BT/F0 12Tf(a)Tj ET
      # 8.5 An operator with more operands than it takes
        resources /Font<</TT 10 0 R>> | content BT/TT/TT 12 Tf(a)Tj ET
        ≠ Another name. :: resources /Font<</F0 10 0 R>> | content BT/F0/F0 12 Tf(a)Tj ET
      # 8.5 Default colour spaces
        resources /ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>> | content 1 0 0 rg 9 9 50 50 re f
        = Another entry that nothing names. :: resources /ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]/Cs1/DeviceRGB>>
          | content 1 0 0 rg 9 9 50 50 re f
      # 8.5 The colorant of a separation
        resources /ColorSpace<</Cs1[/Separation/C0/DeviceRGB 18 0 R]>> | content /Cs1 cs 1 scn 9 9 50 50 re f
        = Another name of the space. :: resources /ColorSpace<</Cs2[/Separation/C0/DeviceRGB 18 0 R]>>
          | content /Cs2 cs 1 scn 9 9 50 50 re f
        ≠ Another colorant. :: resources /ColorSpace<</Cs1[/Separation/C1/DeviceRGB 18 0 R]>>
          | content /Cs1 cs 1 scn 9 9 50 50 re f
      # 8.5 The colour space that an image names
        resources /XObject<</Z 20 0 R>>/ColorSpace<</Cs9[/Indexed/DeviceRGB 0<ff0000>]>> | content /Cs9 cs/Z Do
          | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/Cs9 stream \x00
        ≠ Another name. :: resources /XObject<</Z 20 0 R>>/ColorSpace<</C0[/Indexed/DeviceRGB 0<ff0000>]>> | content /C0 cs/Z Do
          | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/C0 stream \x00
      # 8.5 Names that a form uses and its resources lack
        resources /XObject<</Z 20 0 R>>/ExtGState<</R<</LW 2>>>> | content /R gs/Z Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<<>> stream /R gs 0 0 9 9 re S
        = Another name of the form. :: resources /XObject<</Q 20 0 R>>/ExtGState<</R<</LW 2>>>> | content /R gs/Q Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<<>> stream /R gs 0 0 9 9 re S
        ≠ Another name of the state. :: resources /XObject<</Z 20 0 R>>/ExtGState<</S<</LW 2>>>> | content /S gs/Z Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<<>> stream /S gs 0 0 9 9 re S
      # 8.5 No new name is one that stays
        resources /ExtGState<</R<</LW 2>>/G1<</LW 3>>/S<</LW 4>>>>/XObject<</Z 20 0 R>> | content /R gs/S gs/Z Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /G1 gs 0 0 9 9 re S
        = Other names. :: resources /ExtGState<</A<</LW 2>>/G1<</LW 3>>/B<</LW 4>>>>/XObject<</Z 20 0 R>>
          | content /A gs/B gs/Z Do | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99] stream /G1 gs 0 0 9 9 re S
      # 8.5 A glyph with resources of its own
        resources /Font<</T 20 0 R>> | content BT/T 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 21 0 R>>/Resources<</ExtGState<</A<</ca .5>>>>>>>>
          | 21 /Resources<<>> stream 9 0 d0/A gs 0 0 8 8 re f
        ≠ Another name. :: resources /Font<</T 20 0 R>> | content BT/T 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 21 0 R>>/Resources<</ExtGState<</B<</ca .5>>>>>>>>
          | 21 /Resources<<>> stream 9 0 d0/B gs 0 0 8 8 re f
    `,
  ];
}
