/** Clause 3: which objects there are, which of them are one, and which are written in place. */
import { buildPdf } from '#test/support/builders/pdf.ts';
import { document, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles } from '#tools/generate/vectors/vector.ts';

/** A value of the document that no clause changes. */
const valued = (value: string, objects: Objects = {}): Uint8Array =>
  document({ page: `/SeparationInfo ${value}`, objects });

const square = (): string => '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>';
const annotated = (list: string, objects: Objects = {}): Uint8Array => document({ page: `/Annots[${list}]`, objects });

const digits = (count: number): string => '7'.repeat(count);
const nested = (levels: number, inner = '1'): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

/** The value stands twice in the document: in place, or as an object that both places refer to. */
const twice = (value: string): Group =>
  groupOfFiles('3.7', `Used twice: ${value.slice(0, 40)}`, valued(`<</A ${value}/B ${value}>>`), {
    same: {
      'The value is one object.': valued('<</A 20 0 R/B 20 0 R>>', { 20: value }),
      'The value is two objects.': valued('<</A 20 0 R/B 21 0 R>>', { 20: value, 21: value }),
      'One of them is in place.': valued(`<</A 20 0 R/B ${value}>>`, { 20: value }),
    },
    different: { 'The value is used once.': valued(`<</A ${value}>>`) },
  });

const POPUP = '/Type/Annot/Subtype/Popup/Rect[1 1 5 5]/Parent 20 0 R';

/** An annotation with a popup, of which the page lists object 21. */
function commented(popup: string, more: string, entries: string): Uint8Array {
  return annotated('20 0 R 21 0 R', {
    20: `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup ${popup}>>`,
    21: `<<${entries}>>`,
    22: `<<${entries}${more}>>`,
  });
}

/** The page lists a copy of the annotation that the popups have as their parent. */
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
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>';
  const element = (kids: string, objects: Objects = {}): Uint8Array =>
    document({
      catalog: '/StructTreeRoot 20 0 R',
      objects: { 20: `<</Type/StructTreeRoot/K 21 0 R>>`, 21: `<</S/Div/P 20 0 R/K[${kids}]>>`, ...objects },
    });
  const LONG = `(${'long text '.repeat(14)})`;
  return [
    groupOfFiles('3.1', 'Objects that nothing refers to', document({}), {
      same: {
        'A string.': document({ objects: { 20: '(nobody refers to me)' } }),
        'A stream.': document({ objects: { 20: { stream: 'hidden' } } }),
        'Two objects that refer to each other.': document({ objects: { 20: '[21 0 R]', 21: '[20 0 R]' } }),
        'An entry with a reference to nothing.': document({ page: '/SeparationInfo 99 0 R' }),
        'An entry with null.': document({ page: '/SeparationInfo null' }),
      },
      different: { 'A reference to nothing in an array is null.': document({ page: '/SeparationInfo[99 0 R]' }) },
    }),
    group('3.1', 'A reference in an array to nothing', (value) => valued(value), {
      base: '[null 1]',
      same: ['[99 0 R 1]'],
      different: ['[1]'],
    }),
    groupOfFiles(
      '3.2',
      'A page that is not in the tree',
      document({ page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[null/Fit]>>]' }),
      {
        same: {
          'A link to such a page.': document({
            page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[20 0 R/Fit]>>]',
            objects: { 20: page },
          }),
          'A link to such a node.': document({
            page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[20 0 R/Fit]>>]',
            objects: { 20: '<</Type/Pages/Kids[]/Count 0>>' },
          }),
        },
        different: {
          'A link to a page of the document.': document({
            page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>]',
          }),
        },
      },
    ),
    groupOfFiles('3.3', 'Annotations that say the same are two', annotated(`${square()}${square()}`), {
      same: {
        'Two objects.': annotated('20 0 R 21 0 R', { 20: square(), 21: square() }),
        'One of them is an object.': annotated(`20 0 R${square()}`, { 20: square() }),
      },
      different: { 'One annotation.': annotated(square()), 'Three annotations.': annotated(square().repeat(3)) },
    }),
    groupOfFiles(
      '3.3',
      'Pages that say the same are two',
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>',
        3: page,
        4: { stream: 'f' },
        5: page,
      }),
      {
        same: {
          'One page that is listed twice.': buildPdf({
            1: '<</Type/Catalog/Pages 2 0 R>>',
            2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>',
            3: page,
            4: { stream: 'f' },
          }),
        },
        different: {
          'One page.': buildPdf({
            1: '<</Type/Catalog/Pages 2 0 R>>',
            2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
            3: page,
            4: { stream: 'f' },
          }),
        },
      },
    ),
    groupOfFiles(
      '3.3',
      'Layers that say the same are two',
      document({
        catalog: '/OCProperties<</OCGs[20 0 R 21 0 R]/D<</ON[20 0 R]>>>>',
        objects: { 20: '<</Type/OCG/Name(a)>>', 21: '<</Type/OCG/Name(a)>>' },
      }),
      {
        different: {
          'One layer.': document({
            catalog: '/OCProperties<</OCGs[20 0 R]/D<</ON[20 0 R]>>>>',
            objects: { 20: '<</Type/OCG/Name(a)>>' },
          }),
        },
      },
    ),
    groupOfFiles(
      '3.3',
      'Outline items that say the same are two',
      document({
        catalog: '/Outlines 20 0 R',
        objects: { 20: '<</First 21 0 R/Last 22 0 R>>', 21: '<</Title(a)/Next 22 0 R>>', 22: '<</Title(a)>>' },
      }),
      {
        different: {
          'One item.': document({
            catalog: '/Outlines 20 0 R',
            objects: { 20: '<</First 21 0 R/Last 21 0 R>>', 21: '<</Title(a)>>' },
          }),
        },
      },
    ),
    groupOfFiles('3.4', 'An annotation that is listed twice', annotated(`${square()}${square()}`), {
      same: { 'One object is listed twice.': annotated('20 0 R 20 0 R', { 20: square() }) },
    }),
    groupOfFiles(
      '3.4',
      'A structure element without children that is listed twice',
      element('<</S/P/P 21 0 R>><</S/P/P 21 0 R>>'),
      {
        same: {
          'One object is listed twice.': element('22 0 R 22 0 R', { 22: '<</S/P/P 21 0 R>>' }),
          'Two objects.': element('22 0 R 23 0 R', { 22: '<</S/P/P 21 0 R>>', 23: '<</S/P/P 21 0 R>>' }),
        },
        different: { 'One element.': element('22 0 R', { 22: '<</S/P/P 21 0 R>>' }) },
      },
    ),
    groupOfFiles('3.4', 'A popup whose parent is a copy of its annotation', copied('21 0 R'), {
      same: {
        'The annotation has an equal popup that no page lists.': copied('22 0 R'),
        'The annotation itself is the parent.': copied('21 0 R', 'first', '23 0 R'),
      },
      different: { 'The popup shows the text of another annotation.': copied('21 0 R', 'other') },
    }),
    groupOfFiles('3.4', 'A popup that belongs to its annotation', commented('21 0 R', '', POPUP), {
      same: { 'The annotation has an equal popup that no page lists.': commented('22 0 R', '', POPUP) },
      different: { 'The other popup differs.': commented('22 0 R', '/Open true', POPUP) },
    }),
    groupOfFiles(
      '3.5',
      'Equal streams are one',
      document({
        resources: '/XObject<</A 20 0 R/B 21 0 R>>',
        content: '/A Do/B Do',
        objects: {
          20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
          21: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
        },
      }),
      {
        same: {
          'One stream under two names.': document({
            resources: '/XObject<</A 20 0 R/B 20 0 R>>',
            content: '/A Do/B Do',
            objects: { 20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' } },
          }),
          'One stream in hexadecimal digits.': document({
            resources: '/XObject<</A 20 0 R/B 21 0 R>>',
            content: '/A Do/B Do',
            objects: {
              20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
              21: { dict: '/Subtype/Form/BBox[0 0 9 9]/Filter/ASCIIHexDecode', stream: '66>' },
            },
          }),
        },
        different: {
          'Streams that differ in their data.': document({
            resources: '/XObject<</A 20 0 R/B 21 0 R>>',
            content: '/A Do/B Do',
            objects: {
              20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
              21: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'n' },
            },
          }),
        },
      },
    ),
    groupOfFiles('3.5', 'Values on a cycle', valued('20 0 R', { 20: '[1 20 0 R]' }), {
      same: { 'Another number.': valued('31 0 R', { 31: '[1 31 0 R]' }) },
      different: { 'A cycle of two.': valued('20 0 R', { 20: '[1 21 0 R]', 21: '[1 20 0 R]' }) },
    }),
    group(
      '3.6',
      'A value that is used once is in place',
      (value) =>
        valued(value, { 20: '[1 2]', 21: `<</A 20 0 R/B ${LONG}>>`, 22: LONG, 23: '/Name', 24: 'true', 25: '7' }),
      {
        base: `[<</A[1 2]/B ${LONG}>>/Name true 7]`,
        same: [
          ['[21 0 R/Name true 7]', 'A dictionary is an object.'],
          [`[<</A 20 0 R/B 22 0 R>>/Name true 7]`, 'An array and a string are objects.'],
          ['[21 0 R 23 0 R 24 0 R 25 0 R]', 'A name, a boolean and a number are objects.'],
        ],
        different: [[`[<</A[1 2]/B ${LONG}>>/Name true 8]`, 'Another number.']],
      },
    ),
    ...['Filespec', 'FontDescriptor', 'OCG'].map((type) =>
      groupOfFiles(
        '3.6',
        `A dictionary of the type ${type} is an object`,
        document({
          resources: `/Properties<</P<</Type/${type === 'Filespec' ? 'OCG' : type}/Name(a)>>>>`,
          content: '/OC/P BDC f EMC',
        }),
        {
          same: {
            'It is an object already.': document({
              resources: '/Properties<</P 20 0 R>>',
              content: '/OC/P BDC f EMC',
              objects: { 20: `<</Type/${type === 'Filespec' ? 'OCG' : type}/Name(a)>>` },
            }),
          },
        },
      ),
    ),
    groupOfFiles('3.6', 'At 32 levels a value is an object', valued(nested(40)), {
      same: {
        'Cut at another level.': valued(nested(10, '20 0 R'), { 20: nested(30) }),
        'Every level is an object.': valued(
          '20 0 R',
          Object.fromEntries(
            Array.from({ length: 40 }, (_, index) => [20 + index, index === 39 ? '[1]' : `[${21 + index} 0 R]`]),
          ),
        ),
      },
      different: { 'One level less.': valued(nested(39)) },
    }),
    ...[29, 30, 31, 32, 33, 63, 64, 65].map((levels) =>
      groupOfFiles('3.6', `${levels} levels`, valued(nested(levels)), {
        same: { 'The value is an object.': valued('20 0 R', { 20: nested(levels) }) },
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
    group('3.8', 'The order of entries', (value) => valued(value), {
      base: '<</A 1/B 2/a 3/#e9 4>>',
      same: [
        '<</B 2/A 1/#e9 4/a 3>>',
        '<</#e9 4/a 3/B 2/A 1>>',
        ['<</A 9/A 1/B 2/a 3/#e9 4>>', 'Of a key that stands twice the last counts.'],
        '<</#41 1/#42 2/a 3/#E9 4>>',
        '<</A 1/B 2/C null/a 3/#e9 4>>',
      ],
      different: ['<</A 1/B 2/a 3/#ea 4>>', '<</A 1/A 9/B 2/a 3/#e9 4>>'],
    }),
    groupOfFiles(
      '3.9',
      'Numbers of objects',
      document({
        resources: '/XObject<</A 20 0 R/B 21 0 R>>',
        content: '/A Do/B Do',
        objects: {
          20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
          21: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'n' },
        },
      }),
      {
        same: {
          'The objects have other numbers.': document({
            resources: '/XObject<</A 31 0 R/B 30 0 R>>',
            content: '/A Do/B Do',
            objects: {
              30: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'n' },
              31: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
            },
          }),
        },
        different: {
          'The objects are used the other way round.': document({
            resources: '/XObject<</A 21 0 R/B 20 0 R>>',
            content: '/A Do/B Do',
            objects: {
              20: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'f' },
              21: { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: 'n' },
            },
          }),
        },
      },
    ),
  ];
}
