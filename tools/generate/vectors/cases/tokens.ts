/** Clause 4: the spelling of numbers, names and strings. */
import { document, filled } from '#tools/generate/vectors/document.ts';
import { type Group, group, groups } from '#tools/generate/vectors/vector.ts';

const valued = (value: string): Uint8Array => document({ page: `/SeparationInfo ${value}` });

/** The places of text strings, each with a builder of a document with the string there. */
const TEXTS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  '`Lang` of the catalog': (text) => document({ catalog: `/Lang ${text}` }),
  '`Contents` of an annotation': (text) => commented(text),
  '`NM` of an annotation': (text) => annotated(`/NM ${text}`),
  '`Subj` of an annotation': (text) => annotated(`/Subj ${text}`),
  '`T` of an annotation': (text) => annotated(`/T ${text}`),
  '`Name` of a layer': (text) =>
    document({ catalog: '/OCProperties<</OCGs[20 0 R]/D<<>>>>', objects: { 20: `<</Type/OCG/Name ${text}>>` } }),
  '`Title` of an outline item': (text) =>
    document({
      catalog: '/Outlines 20 0 R',
      objects: { 20: '<</First 21 0 R/Last 21 0 R>>', 21: `<</Parent 20 0 R/Title ${text}>>` },
    }),
  '`E` of a structure element': (text) => structured(`/E ${text}`),
  '`T` of a structure element': (text) => structured(`/T ${text}`),
  '`Alt` of a structure element': (text) => structured(`/Alt ${text}`),
  '`ActualText` of a structure element': (text) => structured(`/ActualText ${text}`),
  '`P` of a page label': (text) => document({ catalog: `/PageLabels<</Nums[0<</S/D/P ${text}>>]>>` }),
  '`Info` of an output intent': (text) => intended(`/Info ${text}`),
  '`OutputCondition` of an output intent': (text) => intended(`/OutputCondition ${text}`),
  '`OutputConditionIdentifier` of an output intent': (text) => intended(`/OutputConditionIdentifier ${text}`),
  '`RegistryName` of an output intent': (text) => intended(`/RegistryName ${text}`),
  '`Title` of the information dictionary': (text) =>
    document({ trailer: '/Root 1 0 R/Info 20 0 R', objects: { 20: `<</Title ${text}>>` } }),
};

const commented = (text: string): Uint8Array => annotated(`/Contents ${text}`);

function annotated(entry: string): Uint8Array {
  return document({ page: `/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]${entry}>>]` });
}

function structured(entry: string): Uint8Array {
  return document({
    catalog: '/StructTreeRoot 20 0 R',
    objects: { 20: '<</Type/StructTreeRoot/K 21 0 R>>', 21: `<</S/P/P 20 0 R${entry}>>` },
  });
}

function intended(entry: string): Uint8Array {
  return document({ catalog: `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX${entry}>>]` });
}

const SINGLES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['0.5', ['0.50', '.5', '+.5', '0.500000', '00.5', '0.50000001'], ['0.6', '-0.5', '0.500001']],
  ['595.30394', ['595.303937007874', '595.3039370', '595.30393', '595.303940'], ['595.304', '595.3038']],
  ['841.88976', ['841.889763779528', '841.8897638', '841.889771'], ['841.89', '841.8899']],
  ['0.123457', ['0.123456789', '0.12345678', '0.1234567', '.12345670'], ['0.123458', '0.12345']],
  ['0.001234', ['0.0012340000001', '.001234'], ['0.0012341']],
  ['0.00123457', ['0.00123456789', '0.001234568'], ['0.00123458']],
  ['-0.333333', ['-0.33333333', '-.333333333333', '-0.3333333'], ['0.333333', '-0.333334']],
  ['0.1', ['0.100000001', '0.10', '0.1000000015'], ['0.100001']],
  ['100.1', ['100.099998', '100.1000001', '100.09999847'], ['100.10001', '100.0999']],
  ['123456.78', ['123456.78125', '123456.784', '123456.780'], ['123456.8']],
  ['16777216', ['16777216.4', '16777216.0'], ['16777218.4']],
  ['1', ['1.0', '0.99999999', '1.0000000596', '00001', '+1', '1.'], ['1.00001', '0.99999']],
  ['0', ['0.0', '-0', '-0.0', '+0', '.0', '000'], ['0.000001']],
  ['0.000001', ['0.0000010', '0.00000100000001'], ['0.000002']],
  ['0.0000001', ['.0000001', '0.00000010'], ['0.00000011']],
  ['0.00000012345678', ['0.000000123456780'], ['0.0000001234568']],
  ['1000000000.5', ['1000000000.50', '+1000000000.5'], ['1000000000.25', '1000000000.75']],
  ['99999999999999999999.0', ['99999999999999999999', '99999999999999999999.000'], ['99999999999999999998']],
  ['9007199254740991', ['9007199254740991.0', '+9007199254740991'], ['9007199254740990']],
  ['9007199254740993.0', ['9007199254740993'], ['9007199254740995']],
];

/** A number of a measurement, which keeps its digits. */
const measured = (value: string): Uint8Array =>
  document({ page: `/VP[<</Measure<</Type/Measure/Subtype/GEO/GPTS[${value}]>>/BBox[0 0 9 9]>>]` });

export function tokenGroups(): Group[] {
  const names = group('4.5', 'Names', (name) => valued(`[${name} 1]`), {
    base: '/AB',
    same: ['/#41B', '/#41#42', '/A#42', '/A#42 ', '/AB%comment\n'],
    different: ['/ab', '/A#20B', '/A#43', '/AB#00'],
  });
  return [
    ...groups(valued)`
      # 4.1 White space and comments
        <</A 1/B[2/C true null]>>
        = << /A 1 /B [ 2 /C true null ] >> ¦ <</A\t1\r\n/B\f[2\0/C true%x\nnull]>> ¦ <</A%\r1/B[2/C%)\ntrue%>>\n null]>>
        = <</A 1/B[2/C true null ]  >>
        ≠ <</A 1/B[2/C true]>> ¦ <</A 1/B[2/Ctrue null]>>
      # 4.1 A name without characters
        [/ 1/ /A]
        = [/ 1 / /A ] ¦ [ /\n1/%\n/A]
        ≠ [/ 1/A] ¦ [1/ /A]
      # 4.2 Integers
        [4 -7 0 12]
        = [+4 -7 0 12] ¦ [004 -007 00 012] ¦ [4.0 -7. 0.0 12.000] ¦ [4. -7.0 -0 +12]
        ≠ [4 7 0 12] ¦ [4 -7 0 13]
      # 4.2 Integers beyond what readers take
        [9007199254740992.0]
        = [9007199254740992] ¦ [+9007199254740992.000] ¦ [009007199254740992]
        ≠ [9007199254740991]
    `,
    ...['true', 'false', 'null', '12', '-0.5', '4 0 R'].map((token) =>
      group('4.1', `A space before ${token}`, valued, {
        base: `[/A ${token} ${token}(s)${token}<</K ${token}>>${token}]`,
        same: [
          `[ /A ${token} ${token} (s) ${token} << /K ${token} >> ${token} ]`,
          `[/A\n${token}\n${token}(s)${token}<</K\n${token}>>${token}]`,
        ],
        different: [`[/A ${token} ${token}(t)${token}<</K ${token}>>${token}]`],
      }),
    ),
    ...groups(measured)`
      # 4.3 Reals of objects that keep their digits
        0.1234567890123456789
        = .1234567890123456789 ¦ +0.12345678901234567890 ¦ 00.1234567890123456789
        ≠ 0.1234567890123456788 ¦ 0.123457 ¦ -0.1234567890123456789
    `,
    ...groups(valued)`
      # 4.3 Numbers beyond the largest real
        [340282346638528859811704183484516925440.0]
        = [340282346638528859811704183484516925440] ¦ [340282346638528859811704183484516925441] ¦ [${'9'.repeat(400)}]
        = [${'1'.repeat(40)}.5]
        ≠ [340282346638528859811704183484516925439] ¦ [-340282346638528859811704183484516925440.0]
    `,
    ...groups(measured)`
      # 4.3 Digits of a fraction
        0.${'1234567890'.repeat(6)}1234
        = 0.${'1234567890'.repeat(6)}12345 ¦ 0.${'1234567890'.repeat(9)}
        ≠ 0.${'1234567890'.repeat(6)}1235 ¦ 0.${'1234567890'.repeat(6)}
    `,
    ...groups(valued)`
      # 4.3 Numbers with faults
        [5 -5 1.2 0 12]
        = [5 -5 1.2 0 12 ] ¦ [5 --5 1.2 0 12] ¦ [5 -5 1.2.3 0 12] ¦ [5 -5 1.2-3 0 12] ¦ [5 -5 1.2 . 12] ¦ [5 -5 1.2 - 12]
        = [5 -5 1.2 0 12e5] ¦ [5 -5 1.2 0 12-1] ¦ [+5 -5 1.2 +. 12]
        ≠ [5 5 1.2 0 12]
    `,
    ...SINGLES.map(([base, same, different]) =>
      group('4.4', `The number ${base}`, (value) => valued(`[${value}]`), { base, same, different }),
    ),
    ...SINGLES.slice(0, 6).map(([base, same, different]) =>
      group('4.4', `The number ${base} as a value of a dictionary`, (value) => valued(`<</A ${value}>>`), {
        base,
        same,
        different,
      }),
    ),
    ...groups(filled('page /VP[<</BBox[0 0 9 9]/Measure<</Subtype/RL/R(1)/X[<</U(m)/C {}>>]/Y[]/D[]/A[]>>>>]'))`
      # 4.4 Numbers of measurements keep their digits
        0.352777777777778
        = .352777777777778 ¦ 0.3527777777777780
        ≠ 0.352778 ¦ 0.35277777
    `,
    ...groups((value) =>
      document({
        resources: '/Shading<</S 20 0 R>>',
        content: '/S sh',
        objects: {
          20: `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function<</FunctionType 3/Domain[0 1]/Functions[21 0 R 21 0 R]/Bounds[${value}]/Encode[0 1 0 1]>>>>`,
          21: '<</FunctionType 2/Domain[0 1]/N 1>>',
        },
      }),
    )`
      # 4.4 Bounds of functions have single precision and no second step
        0.5000001
        = 0.50000011 ¦ 0.5000001192 ¦ .50000010
        ≠ 0.5 ¦ 0.5000002
    `,
    ...groups(filled('content {} 9 50 50 re f'))`
      # 4.4 Content rounds nothing
        9.123456789
        = +9.1234567890 ¦ 09.123456789
        ≠ 9.12346 ¦ 9.1234567
    `,
    names,
    ...['#', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%', '\t', '\n', '\x7f', '\x80', '\xe9', '\xff'].map(
      (character) => {
        const code = character.charCodeAt(0).toString(16).padStart(2, '0');
        return group('4.5', `The byte ${code.toUpperCase()} in a name`, (name) => valued(`[${name} 1]`), {
          base: `/A#${code}B`,
          same: [
            `/#41#${code}B`,
            ...(code === code.toUpperCase() ? [] : [`/A#${code.toUpperCase()}B`]),
            ...(/[^\x21-\x7e]/.test(character) && code >= '80' ? [`/A${character}B`] : []),
          ],
          different: ['/AB', '/A#21B'],
        });
      },
    ),
    ...groups(filled('page /SeparationInfo [{} 1]'))`
      # 4.5 A number sign that escapes nothing
        /A#23#23x
        = /A##x ¦ /A#23#x ¦ /A##23x
        ≠ /A#x ¦ /Ax
      # 4.5 \`#00\` is no escape
        /A#2300
        = /A#00 ¦ /#41#00
        ≠ /A ¦ /A#01 ¦ /A#230
      # 4.5 Characters that need no escape
        /!"$&'*+,-.0:;=?@A^_\`a|~
        = /#21#22#24#26#27#2a#2b#2c#2d#2e#30#3a#3b#3d#3f#40#41#5e#5f#60#61#7c#7e
        ≠ /!
    `,
    ...groups(valued)`
      # 4.6 Strings of printable characters
        (Hello)
        = <48656c6c6f> ¦ <48 65 6C 6C 6F> ¦ (\\110\\145llo) ¦ (Hel\\\nlo) ¦ (Hel\\\r\nlo) ¦ (\\Hello) ¦ <48656c6c6f>%x\n
        ≠ (hello) ¦ (Hello ) ¦ <48656c6c60>
      # 4.6 Parentheses and backslashes
        (a\\(b\\)\\\\c)
        = (a(b)\\\\c) ¦ <612862295c63> ¦ (a\\050b\\051\\134c)
        ≠ (a(b)c)
      # 4.6 Strings with other bytes
        <0a0d09ff00>
        = (\\n\\r\\t\\377\\0) ¦ (\n\\r\t\xff\0) ¦ <0A0D09FF00> ¦ <0a0d09ff0> ¦ (\r\\r\\t\\377\\000) ¦ (\\012\\015\\11\xff\\00)
        ≠ <0a0d09ff> ¦ <0a0d09fe00>
      # 4.6 A line end in a literal string is a line feed
        <610a62>
        = (a\nb) ¦ (a\rb) ¦ (a\r\nb) ¦ (a\\nb) ¦ (a\\012b)
        ≠ (a\\rb) ¦ (a b) ¦ (ab)
      # 4.6 Escapes
        <08090a0c0d28295c>
        = (\\b\\t\\n\\f\\r\\(\\)\\\\) ¦ (\\10\\11\\12\\14\\15\\50\\51\\134)
        ≠ (bt)
      # 4.6 The empty string
        ()
        = <> ¦ < > ¦ (\\\n)
        ≠ ( ) ¦ <00>
      # 4.6 A digit without its second one
        (A@)
        = <414> ¦ <4 1 4> ¦ <4140>
        ≠ <41> ¦ <4104>
      # 4.6 A character in a hexadecimal string that is no digit
        (AB)
        = <41x42> ¦ <4g1 42>
        ≠ <4142x43>
    `,
    ...Object.entries(TEXTS).map(([place, build]) =>
      group('4.7', `The text string ${place}`, build, {
        base: '(Text)',
        same: [
          ['<feff0054006500780074>', 'The text is UTF-16BE.'],
          ['<fffe5400650078007400>', 'The text is UTF-16LE.'],
          ['<efbbbf54657874>', 'The text is UTF-8.'],
          ['(Te\\170t)', 'A character is escaped.'],
        ],
        different: [
          ['(text)', 'Another letter.'],
          ['<feff0054006500780074043f>', 'One letter more, which PDFDocEncoding does not have.'],
        ],
      }),
    ),
    ...groups(commented)`
      # 4.7 Text that PDFDocEncoding does not have
        <feff043f04400438>
        = <fffe3f0440043804> ¦ <efbbbfd0bfd180d0b8> ¦ (\\376\\377\\004?\\004@\\0048)
        ≠ <feff043f0440> ¦ (???)
      # 4.7 Characters of PDFDocEncoding beyond Latin 1
        <80818283848586a0>
        = <feff20222020202120262014201301922 0ac> ¦ <efbbbfe280a2e280a0e280a1e280a6e28094e28093c692e282ac>
        ≠ <8081828384858687>
      # 4.7 Text that would begin as a mark
        <feff00fe00ff0041>
        = <fffefe00ff004100> ¦ <efbbbfc3bec3bf41>
        ≠ <feff0041>
      # 4.7 A language escape keeps the bytes
        <feff001b0065006e001b0041>
        = <FEFF001B0065006E001B0041>
        ≠ (A)
    `,
    ...groups(filled('page /SeparationInfo [{}]'))`
      # 4.7 Other strings are no text
        (Text)
        = <54657874>
        ≠ <feff0054006500780074> ¦ <efbbbf54657874>
    `,
  ];
}
