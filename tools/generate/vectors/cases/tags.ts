/** Clause 6: subset tags in fonts, their programs and their CMaps. The programs here have only names. */
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { document, documents, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, groupOfFiles } from '#tools/generate/vectors/vector.ts';

const [ONE, OTHER, THIRD] = ['ABCDEF', 'QXZVBN', 'AAAAAA'];

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function index(...items: readonly Uint8Array[]): Buffer {
  const ends = items.map((_, last) => items.slice(0, last + 1).reduce((end, { length }) => end + length, 1));
  return Buffer.concat([Buffer.from([0, items.length, 1, 1, ...ends]), ...items]);
}

const sid = (value: number): number[] => [28, value >> 8, value & 255];

/** The names of a CID-keyed CFF program. Two of its Font DICTs have a FontName. */
function cidKeyed(tag: string, face = 'Face'): Uint8Array {
  const strings = index(
    ...['Adobe', 'Identity', `${tag}+${face}-A`, `${tag}+${face}-B`].map((text) => Buffer.from(text)),
  );
  const fonts = index(Buffer.from([...sid(393), 12, 38]), Buffer.from([...sid(394), 12, 38]));
  const head = Buffer.concat([Buffer.from([1, 0, 4, 1]), index(Buffer.from(`${tag}+${face}`))]);
  const top = (offset: number): Buffer =>
    index(Buffer.from([...sid(391), ...sid(392), 139, 12, 30, ...sid(offset), 12, 36]));
  const start = head.length + top(0).length + strings.length + 2;
  return Buffer.concat([head, top(start), strings, Buffer.alloc(2), fonts]);
}

/** The names of a CFF program: FullName and FamilyName in the Top DICT. */
function compact(tag: string, face = 'Face'): Uint8Array {
  const strings = index(Buffer.from(`${tag}+${face} Full`), Buffer.from(`${tag}+${face}`));
  const top = index(Buffer.from([...sid(391), 2, ...sid(392), 3]));
  return Buffer.concat([
    Buffer.from([1, 0, 4, 1]),
    index(Buffer.from(`${tag}+${face}`)),
    top,
    strings,
    Buffer.alloc(2),
  ]);
}

const type1 = (tag: string, face = 'Face'): Uint8Array =>
  Buffer.from(
    `%!PS-AdobeFont-1.0: ${tag}+${face} 1.0\n/FontInfo 3 dict dup begin\n/FullName (${tag}+${face} Full) def\n/FamilyName (${tag}+${face}) def\nend def\n/FontName /${tag}+${face} def\ncurrentfile eexec\nencrypted`,
  );

function sum(bytes: Buffer): number {
  const words = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let total = 0;
  for (let at = 0; at < words.length; at += 4) total = (total + words.readUInt32BE(at)) >>> 0;
  return total;
}

/** An OpenType program with the tables `head` and `name` and one more, with correct checksums. */
function openType(
  tag: string,
  { version = '\0\x01\0\0', face = 'Face', table = ['cmap', Buffer.alloc(4)] as readonly [string, Uint8Array] } = {},
): Uint8Array {
  const texts = [
    Buffer.from(`${tag}+${face}`),
    Buffer.from(`${tag}+${face}`, 'utf16le').swap16(),
    Buffer.from('Regular'),
  ];
  const records = [
    [1, 0, 0, 6, 0],
    [3, 1, 0x409, 4, 1],
    [3, 1, 0x409, 2, 2],
  ] as const;
  const storage = Buffer.concat(texts);
  const header = Buffer.alloc(6 + 12 * records.length);
  header.writeUInt16BE(records.length, 2);
  header.writeUInt16BE(header.length, 4);
  for (const [at, [platform, encoding, language, name, text]] of records.entries()) {
    const start = texts.slice(0, text).reduce((length, part) => length + part.length, 0);
    for (const [field, value] of [platform, encoding, language, name, texts[text]?.length ?? 0, start].entries())
      header.writeUInt16BE(value, 6 + 12 * at + 2 * field);
  }
  const names = Buffer.concat([header, storage]);
  const tables = [table, ['head', Buffer.alloc(54)] as const, ['name', names] as const].map(
    ([name, data]) => [name, Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])] as const,
  );
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.write(version, 0, 'latin1');
  directory.writeUInt16BE(tables.length, 4);
  let start = directory.length;
  for (const [at, [name, data]] of tables.entries()) {
    directory.write(name, 12 + 16 * at, 'latin1');
    directory.writeUInt32BE(sum(data), 16 + 16 * at);
    directory.writeUInt32BE(start, 20 + 16 * at);
    directory.writeUInt32BE(data.length, 24 + 16 * at);
    start += data.length;
  }
  const whole = Buffer.concat([directory, ...tables.map(([, data]) => data)]);
  const head = directory.length + (tables[0]?.[1].length ?? 0);
  whole.writeUInt32BE((0xb1b0afba - sum(whole)) >>> 0, head + 8);
  return whole;
}

interface Tagged {
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly tag: string;
  readonly program: Uint8Array;
  readonly face?: string;
  readonly names?: readonly [font: string, descriptor: string];
  readonly cmap?: string;
}

function fontOf({ key, tag, program, face = 'Face', names = [tag, tag], cmap }: Tagged): Objects {
  const subtype = key === 'FontFile2' ? 'TrueType' : 'Type1';
  const lengths = key === 'FontFile3' ? '/Subtype/Type1C' : '';
  return {
    20: `<</Type/Font/Subtype/${subtype}/BaseFont/${names[0]}+${face}/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R${cmap === undefined ? '' : '/ToUnicode 23 0 R'}>>`,
    21: `<</Type/FontDescriptor/FontName/${names[1]}+${face}/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/${key} 22 0 R>>`,
    22: { dict: lengths, stream: latin1(program) },
    ...(cmap !== undefined && {
      23: { dict: `/Type/CMap/CMapName/${tag}+Face-UCS2`, stream: cmap } satisfies BuiltObject,
    }),
  };
}

const shown = (objects: Objects, resources = '/F 20 0 R', content = 'BT/F 9 Tf(ab)Tj ET'): Uint8Array =>
  document({ resources: `/Font<<${resources}>>`, content, objects });
const single = (font: Tagged): Uint8Array => shown(fontOf(font));

function composite(
  tag: string,
  program = cidKeyed(tag),
  names: readonly [string, string, string] = [tag, tag, tag],
): Uint8Array {
  return shown(
    {
      20: `<</Type/Font/Subtype/Type0/BaseFont/${names[0]}+Face/Encoding/Identity-H/DescendantFonts[24 0 R]>>`,
      24: `<</Type/Font/Subtype/CIDFontType0/BaseFont/${names[1]}+Face/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 21 0 R>>`,
      21: `<</Type/FontDescriptor/FontName/${names[2]}+Face/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/FontFile3 22 0 R>>`,
      22: { dict: '/Subtype/CIDFontType0C', stream: latin1(program) },
    },
    '/F 20 0 R',
    'BT/F 9 Tf<00010002>Tj ET',
  );
}

const PROGRAMS: readonly (readonly [string, Tagged['key'], (tag: string, face?: string) => Uint8Array])[] = [
  ['Type 1', 'FontFile', type1],
  ['CFF', 'FontFile3', compact],
  ['CID-keyed CFF', 'FontFile3', cidKeyed],
  ['TrueType', 'FontFile2', (tag, face) => openType(tag, { face })],
  [
    'OpenType with CFF',
    'FontFile3',
    (tag, face) => openType(tag, { version: 'OTTO', face, table: ['CFF ', compact(tag, face)] }),
  ],
  ['TrueType of Apple', 'FontFile2', (tag, face) => openType(tag, { version: 'true', face })],
];

const cmapOf = (tag: string): string =>
  `/CIDInit/ProcSet findresource begin begincmap/CIDSystemInfo<</Registry(${tag}+Face)/Ordering(UCS)>>def/CMapName/${tag}+Face-UCS2 def 1 beginbfchar<61><0061>endbfchar endcmap`;

/** The tag is in the descriptor and in the program, but not in the font. */
function untagged(tag: string, inProgram = tag): Uint8Array {
  const font = fontOf({ key: 'FontFile', tag, program: type1(inProgram) });
  return shown({
    ...font,
    20: '<</Type/Font/Subtype/Type1/BaseFont/Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R>>',
  });
}

export function tagGroups(): Group[] {
  return [
    ...PROGRAMS.map(([name, key, make]) =>
      groupOfFiles('6.1', `The tag of a program: ${name}`, single({ key, tag: ONE, program: make(ONE) }), {
        '= Another tag.': single({ key, tag: OTHER, program: make(OTHER) }),
        '= The tag AAAAAA.': single({ key, tag: THIRD, program: make(THIRD) }),
        '≠ Another name of the face.': single({ key, tag: ONE, program: make(ONE, 'Fach'), face: 'Fach' }),
        '≠ A program with one byte more.': single({
          key,
          tag: ONE,
          program: Buffer.concat([make(ONE), Buffer.from('x')]),
        }),
      }),
    ),
    ...PROGRAMS.map(([name, key, make]) =>
      groupOfFiles(
        '6.2',
        `The font and its program have different tags: ${name}`,
        single({ key, tag: ONE, program: make(ONE) }),
        {
          '= The program has another tag.': single({ key, tag: ONE, program: make(OTHER) }),
          '= The descriptor has another tag.': single({ key, tag: ONE, program: make(ONE), names: [ONE, OTHER] }),
          '= The font has another tag.': single({ key, tag: ONE, program: make(ONE), names: [OTHER, ONE] }),
        },
      ),
    ),
    groupOfFiles('6.2', 'A composite font', composite(ONE), {
      '= Another tag.': composite(OTHER),
      '= Three tags.': composite(ONE, cidKeyed(OTHER), [ONE, OTHER, THIRD]),
      '≠ Another program.': composite(ONE, cidKeyed(ONE, 'Fach')),
    }),
    groupOfFiles(
      '6.2',
      'Fonts that differ stay apart',
      shown(
        {
          ...fontOf({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
          30: '<</Type/Font/Subtype/Type1/BaseFont/QXZVBN+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 31 0 R>>',
          31: '<</Type/FontDescriptor/FontName/QXZVBN+Face/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/FontFile 32 0 R>>',
          32: { stream: `${latin1(type1(OTHER))}2` },
        },
        '/F 20 0 R/G 30 0 R',
        'BT/F 9 Tf(ab)Tj/G 9 Tf(ab)Tj ET',
      ),
      {
        '≠ One font in place of both.': shown(
          fontOf({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
          '/F 20 0 R/G 20 0 R',
          'BT/F 9 Tf(ab)Tj/G 9 Tf(ab)Tj ET',
        ),
      },
    ),
    groupOfFiles(
      '6.2',
      'Fonts that share a program share its tag',
      shown(
        {
          ...fontOf({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
          30: '<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/MacRomanEncoding/FontDescriptor 21 0 R>>',
        },
        '/F 20 0 R/G 30 0 R',
        'BT/F 9 Tf(ab)Tj/G 9 Tf(ab)Tj ET',
      ),
      {
        '= The second font has another tag.': shown(
          {
            ...fontOf({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
            30: '<</Type/Font/Subtype/Type1/BaseFont/QXZVBN+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/MacRomanEncoding/FontDescriptor 21 0 R>>',
          },
          '/F 20 0 R/G 30 0 R',
          'BT/F 9 Tf(ab)Tj/G 9 Tf(ab)Tj ET',
        ),
      },
    ),
    ...documents()`
      # 6.2 A font without a program
        resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding>>
        = Another tag. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/TrueType/BaseFont/QXZVBN+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding>>
        ≠ No tag. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/TrueType/BaseFont/Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding>>
    `,
    groupOfFiles('6.2', 'A font whose descriptor alone has a tag', untagged(ONE), {
      '= Another tag.': untagged(OTHER),
      '= The program has another tag.': untagged(ONE, OTHER),
    }),
    groupOfFiles('6.2', 'A font without a tag', single({ key: 'FontFile', tag: ONE, program: type1(ONE) }), {
      '≠ No tag in the font.': shown({
        ...fontOf({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
        20: '<</Type/Font/Subtype/Type1/BaseFont/Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R>>',
      }),
    }),
    groupOfFiles(
      '6.3',
      'Tags elsewhere in a program stay',
      single({ key: 'FontFile', tag: ONE, program: Buffer.concat([type1(ONE), Buffer.from(' ABCDEF+Face')]) }),
      {
        '= Another tag in the names.': single({
          key: 'FontFile',
          tag: OTHER,
          program: Buffer.concat([type1(OTHER), Buffer.from(' ABCDEF+Face')]),
        }),
        '≠ Another tag behind `eexec`.': single({
          key: 'FontFile',
          tag: ONE,
          program: Buffer.concat([type1(ONE), Buffer.from(' QXZVBN+Face')]),
        }),
      },
    ),
    ...documents()`
      # 6.3 A program that cannot be read
        resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R>>
          | 21 <</Type/FontDescriptor/FontName/ABCDEF+Face/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/FontFile3 22 0 R>>
          | 22 /Subtype/Type1C stream \x01\x00\x04\x01 no program ABCDEF+Face
        = Another tag in the font. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/QXZVBN+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R>>
          | 21 <</Type/FontDescriptor/FontName/QXZVBN+Face/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/FontFile3 22 0 R>>
          | 22 /Subtype/Type1C stream \x01\x00\x04\x01 no program ABCDEF+Face
        ≠ Another tag in the program. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(ab)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Face/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 21 0 R>>
          | 21 <</Type/FontDescriptor/FontName/ABCDEF+Face/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8/FontFile3 22 0 R>>
          | 22 /Subtype/Type1C stream \x01\x00\x04\x01 no program QXZVBN+Face
    `,
    groupOfFiles('6.3', 'Checksums follow', single({ key: 'FontFile2', tag: ONE, program: openType(ONE) }), {
      '= Another checksum of the table `name`.': single({
        key: 'FontFile2',
        tag: ONE,
        program: Buffer.from(openType(ONE)).fill(7, 48, 52),
      }),
      '≠ Another checksum of the table `cmap`.': single({
        key: 'FontFile2',
        tag: ONE,
        program: Buffer.from(openType(ONE)).fill(7, 16, 20),
      }),
    }),
    groupOfFiles(
      '6.4',
      'The ToUnicode CMap',
      single({ key: 'FontFile', tag: ONE, program: type1(ONE), cmap: cmapOf(ONE) }),
      {
        '= Another tag.': single({ key: 'FontFile', tag: OTHER, program: type1(OTHER), cmap: cmapOf(OTHER) }),
        '= The CMap has another tag.': single({ key: 'FontFile', tag: ONE, program: type1(ONE), cmap: cmapOf(OTHER) }),
        '≠ Another CMap.': single({
          key: 'FontFile',
          tag: ONE,
          program: type1(ONE),
          cmap: cmapOf(ONE).replace('<0061>', '<0062>'),
        }),
        '≠ No CMap.': single({ key: 'FontFile', tag: ONE, program: type1(ONE) }),
      },
    ),
  ];
}
