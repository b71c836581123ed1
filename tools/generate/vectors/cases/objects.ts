/** Clause 3: which objects exist, which are merged, and which are written in place. */
import { document, documents, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

/** A value of the document that no clause changes. */
const valued = (value: string, objects: Objects = {}): Uint8Array =>
  document({ page: `/SeparationInfo ${value}`, objects });

const square = (): string => '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>';
const annotated = (list: string, objects: Objects = {}): Uint8Array => document({ page: `/Annots[${list}]`, objects });

const digits = (count: number): string => '7'.repeat(count);
const nested = (levels: number, inner = '1'): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

/** The value occurs twice in the document: in place, or as an object that both places refer to. */
const twice = (value: string): Group =>
  groupOfFiles('3.7', `Used twice: ${value.slice(0, 40)}`, valued(`<</A ${value}/B ${value}>>`), {
    '= The value is one object.': valued('<</A 20 0 R/B 20 0 R>>', { 20: value }),
    '= The value is two objects.': valued('<</A 20 0 R/B 21 0 R>>', { 20: value, 21: value }),
    '= One of them is in place.': valued(`<</A 20 0 R/B ${value}>>`, { 20: value }),
    '≠ The value is used once.': valued(`<</A ${value}>>`),
  });

const POPUP = '/Type/Annot/Subtype/Popup/Rect[1 1 5 5]/Parent 20 0 R';

/** An annotation with a popup. The page lists object 21. */
function commented(popup: string, more: string, entries: string): Uint8Array {
  return annotated('20 0 R 21 0 R', {
    20: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${popup}>>`,
    21: `<<${entries}>>`,
    22: `<<${entries}${more}>>`,
  });
}

/** The page lists a copy of the annotation that is the parent of the popups. */
function copied(popup: string, contents = 'first', parent = '20 0 R'): Uint8Array {
  const text = `/Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${popup}`;
  const entries = POPUP.replace('20 0 R', parent);
  return annotated('23 0 R 21 0 R', {
    20: `<<${text}/Contents(${contents})>>`,
    21: `<<${entries}>>`,
    22: `<<${entries}>>`,
    23: `<<${text}/Contents(first)>>`,
  });
}

export function objectGroups(): Group[] {
  const LONG = `(${'long text '.repeat(14)})`;
  return [
    ...documents()`
      # 3.1 Objects that nothing refers to
        ∅
        = A string. :: 20 (nobody refers to me)
        = A stream. :: 20  stream hidden
        = Two objects that refer to each other. :: 20 [21 0 R] | 21 [20 0 R]
        = An entry with a reference to nothing. :: page /SeparationInfo 99 0 R
        = An entry with null. :: page /SeparationInfo null
        ≠ A reference to nothing in an array is null. :: page /SeparationInfo[99 0 R]
      # 3.2 A page that is not in the tree
        page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[null/Fit]>>]
        = A link to such a page. :: page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[20 0 R/Fit]>>]
          | 20 <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>
        = A link to such a node. :: page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[20 0 R/Fit]>>]
          | 20 <</Type/Pages/Kids[]/Count 0>>
        ≠ A link to a page of the document. :: page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>]
    `,
    ...groups(valued)`
      # 3.1 A reference in an array to nothing
        [null 1]
        = [99 0 R 1]
        ≠ [1]
    `,
    groupOfFiles('3.3', 'Annotations that say the same are two', annotated(`${square()}${square()}`), {
      '= Two objects.': annotated('20 0 R 21 0 R', { 20: square(), 21: square() }),
      '= One of them is an object.': annotated(`20 0 R${square()}`, { 20: square() }),
      '≠ One annotation.': annotated(square()),
      '≠ Three annotations.': annotated(square().repeat(3)),
    }),
    ...documents()`
      # 3.3 Pages that say the same are two
        content f | 2 <</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>
          | 5 <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>
        = One page that is listed twice. :: content f | 2 <</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>
        ≠ One page. :: content f
      # 3.3 Layers that say the same are two
        catalog /OCProperties<</OCGs[20 0 R 21 0 R]/D<</ON[20 0 R]>>>> | 20 <</Type/OCG/Name(a)>> | 21 <</Type/OCG/Name(a)>>
        ≠ One layer. :: catalog /OCProperties<</OCGs[20 0 R]/D<</ON[20 0 R]>>>> | 20 <</Type/OCG/Name(a)>>
      # 3.3 Outline items that say the same are two
        catalog /Outlines 20 0 R | 20 <</First 21 0 R/Last 22 0 R>> | 21 <</Title(a)/Next 22 0 R>> | 22 <</Title(a)>>
        ≠ One item. :: catalog /Outlines 20 0 R | 20 <</First 21 0 R/Last 21 0 R>> | 21 <</Title(a)>>
      # 3.4 An annotation that is listed twice
        page /Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>><</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]
        = One object is listed twice. :: page /Annots[20 0 R 20 0 R] | 20 <</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>
      # 3.4 A structure element without children that is listed twice
        catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R>>
          | 21 <</S/Div/P 20 0 R/K[<</S/P/P 21 0 R>><</S/P/P 21 0 R>>]>>
        = One object is listed twice. :: catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R>>
          | 21 <</S/Div/P 20 0 R/K[22 0 R 22 0 R]>> | 22 <</S/P/P 21 0 R>>
        = Two objects. :: catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R>>
          | 21 <</S/Div/P 20 0 R/K[22 0 R 23 0 R]>> | 22 <</S/P/P 21 0 R>> | 23 <</S/P/P 21 0 R>>
        ≠ One element. :: catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R>> | 21 <</S/Div/P 20 0 R/K[22 0 R]>>
          | 22 <</S/P/P 21 0 R>>
      # 3.5 Equal streams are one
        resources /XObject<</A 20 0 R/B 21 0 R>> | content /A Do/B Do | 20 /Subtype/Form/BBox[0 0 9 9] stream f
          | 21 /Subtype/Form/BBox[0 0 9 9] stream f
        = One stream under two names. :: resources /XObject<</A 20 0 R/B 20 0 R>> | content /A Do/B Do
          | 20 /Subtype/Form/BBox[0 0 9 9] stream f
        = One stream in hexadecimal digits. :: resources /XObject<</A 20 0 R/B 21 0 R>> | content /A Do/B Do
          | 20 /Subtype/Form/BBox[0 0 9 9] stream f | 21 /Subtype/Form/BBox[0 0 9 9]/Filter/ASCIIHexDecode stream 66>
        ≠ Streams that differ in their data. :: resources /XObject<</A 20 0 R/B 21 0 R>> | content /A Do/B Do
          | 20 /Subtype/Form/BBox[0 0 9 9] stream f | 21 /Subtype/Form/BBox[0 0 9 9] stream n
      # 3.5 Values on a cycle
        page /SeparationInfo 20 0 R | 20 [1 20 0 R]
        = Another number. :: page /SeparationInfo 31 0 R | 31 [1 31 0 R]
        ≠ A cycle of two. :: page /SeparationInfo 20 0 R | 20 [1 21 0 R] | 21 [1 20 0 R]
    `,
    groupOfFiles('3.4', 'A popup whose parent is a copy of its annotation', copied('21 0 R'), {
      '= The annotation has an equal popup that no page lists.': copied('22 0 R'),
      '= The annotation itself is the parent.': copied('21 0 R', 'first', '23 0 R'),
      '≠ The popup shows the text of another annotation.': copied('21 0 R', 'other'),
    }),
    groupOfFiles('3.4', 'A popup that belongs to its annotation', commented('21 0 R', '', POPUP), {
      '= The annotation has an equal popup that no page lists.': commented('22 0 R', '', POPUP),
      '≠ The other popup differs.': commented('22 0 R', '/Open true', POPUP),
    }),
    ...groups((value) =>
      valued(value, { 20: '[1 2]', 21: `<</A 20 0 R/B ${LONG}>>`, 22: LONG, 23: '/Name', 24: 'true', 25: '7' }),
    )`
      # 3.6 A value that is used once is in place
        [<</A[1 2]/B ${LONG}>>/Name true 7]
        = A dictionary is an object. :: [21 0 R/Name true 7]
        = An array and a string are objects. :: [<</A 20 0 R/B 22 0 R>>/Name true 7]
        = A name, a boolean and a number are objects. :: [21 0 R 23 0 R 24 0 R 25 0 R]
        ≠ Another number. :: [<</A[1 2]/B ${LONG}>>/Name true 8]
    `,
    ...['Filespec', 'FontDescriptor', 'OCG'].map((type) =>
      groupOfFiles(
        '3.6',
        `A dictionary of the type ${type} is an object`,
        document({
          resources: `/Properties<</P<</Type/${type === 'Filespec' ? 'OCG' : type}/Name(a)>>>>`,
          content: '/OC/P BDC f EMC',
        }),
        {
          '= It is an object already.': document({
            resources: '/Properties<</P 20 0 R>>',
            content: '/OC/P BDC f EMC',
            objects: { 20: `<</Type/${type === 'Filespec' ? 'OCG' : type}/Name(a)>>` },
          }),
        },
      ),
    ),
    ...documents()`
      # 3.6 At 32 levels a value is an object
        page /SeparationInfo [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        = Cut at another level. :: page /SeparationInfo [[[[[[[[[[20 0 R]]]]]]]]]]
          | 20 [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        = Every level is an object. :: page /SeparationInfo 20 0 R | 20 [21 0 R] | 21 [22 0 R] | 22 [23 0 R] | 23 [24 0 R]
          | 24 [25 0 R] | 25 [26 0 R] | 26 [27 0 R] | 27 [28 0 R] | 28 [29 0 R] | 29 [30 0 R] | 30 [31 0 R] | 31 [32 0 R]
          | 32 [33 0 R] | 33 [34 0 R] | 34 [35 0 R] | 35 [36 0 R] | 36 [37 0 R] | 37 [38 0 R] | 38 [39 0 R] | 39 [40 0 R]
          | 40 [41 0 R] | 41 [42 0 R] | 42 [43 0 R] | 43 [44 0 R] | 44 [45 0 R] | 45 [46 0 R] | 46 [47 0 R] | 47 [48 0 R]
          | 48 [49 0 R] | 49 [50 0 R] | 50 [51 0 R] | 51 [52 0 R] | 52 [53 0 R] | 53 [54 0 R] | 54 [55 0 R] | 55 [56 0 R]
          | 56 [57 0 R] | 57 [58 0 R] | 58 [59 0 R] | 59 [1]
        ≠ One level less. :: page /SeparationInfo [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    `,
    ...[29, 30, 31, 32, 33, 63, 64, 65].map((levels) =>
      groupOfFiles('3.6', `${levels} levels`, valued(nested(levels)), {
        '= The value is an object.': valued('20 0 R', { 20: nested(levels) }),
      }),
    ),
    ...[
      '[1 2 3]',
      '<</A 1>>',
      `[${digits(14)} ${digits(14)} ${digits(14)} ${digits(14)} ${digits(14)} ${digits(14)} ${digits(14)} ${digits(14)}]`,
      `[(${'a'.repeat(120)})]`,
      `[(${'a'.repeat(121)})]`,
      `[(${'a'.repeat(122)})]`,
      `[/${'a'.repeat(120)}]`,
      `[/${'a'.repeat(121)}]`,
      `[/${'a'.repeat(122)}]`,
      `<</${'a'.repeat(123)} 1>>`,
      `<</${'a'.repeat(124)} 1>>`,
      `<</${'a'.repeat(125)} 1>>`,
      `[(${'\\('.repeat(121)})]`,
      `[${'true '.repeat(125)}]`,
      `[${'true '.repeat(126)}]`,
      `[${'true '.repeat(127)}]`,
      nested(15),
      nested(16),
      nested(17),
      `[${'4 0 R '.repeat(12)}]`,
      `[${'4 0 R '.repeat(13)}]`,
      `[[(${'a'.repeat(121)})]]`,
    ].map(twice),
    ...groups(valued)`
      # 3.8 The order of entries
        <</A 1/B 2/a 3/#e9 4>>
        = <</B 2/A 1/#e9 4/a 3>> ¦ <</#e9 4/a 3/B 2/A 1>>
        = Of a key that stands twice the last counts. :: <</A 9/A 1/B 2/a 3/#e9 4>>
        = <</#41 1/#42 2/a 3/#E9 4>> ¦ <</A 1/B 2/C null/a 3/#e9 4>>
        ≠ <</A 1/B 2/a 3/#ea 4>> ¦ <</A 1/A 9/B 2/a 3/#e9 4>>
    `,
    ...documents()`
      # 3.9 Numbers of objects
        resources /XObject<</A 20 0 R/B 21 0 R>> | content /A Do/B Do | 20 /Subtype/Form/BBox[0 0 9 9] stream f
          | 21 /Subtype/Form/BBox[0 0 9 9] stream n
        = The objects have other numbers. :: resources /XObject<</A 31 0 R/B 30 0 R>> | content /A Do/B Do
          | 30 /Subtype/Form/BBox[0 0 9 9] stream n | 31 /Subtype/Form/BBox[0 0 9 9] stream f
        ≠ The objects are used the other way round. :: resources /XObject<</A 21 0 R/B 20 0 R>> | content /A Do/B Do
          | 20 /Subtype/Form/BBox[0 0 9 9] stream f | 21 /Subtype/Form/BBox[0 0 9 9] stream n
    `,
  ];
}
