/** Clause 7: the spelling of content. */
import { buildPdf } from '#test/support/builders/pdf.ts';
import { document, filled, filledText, textDocument } from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

const drawn = (content: string): Uint8Array => document({ content });
const written = (content: string): Uint8Array => textDocument({ content });

/** The streams of one page. */
function streams(...parts: readonly string[]): Uint8Array {
  const numbers = parts.map((_, index) => 10 + index);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Resources<<>>>>`,
    ...Object.fromEntries(parts.map((part, index) => [numbers[index] ?? 0, { stream: part }])),
  });
}

/** Operations of annex A, each where it may stand. */
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['w', '2 w 9 9 m 50 50 l S'],
  ['J', '1 J 9 9 m 50 50 l S'],
  ['j', '1 j 9 9 m 50 50 l S'],
  ['M', '3 M 9 9 m 50 50 l S'],
  ['d', '[3 2]1 d 9 9 m 50 50 l S'],
  ['ri', '/Perceptual ri 9 9 50 50 re f'],
  ['i', '50 i 9 9 50 50 re f'],
  ['q Q', 'q 9 9 50 50 re f Q'],
  ['cm', '2 0 0 2 0 0 cm 9 9 50 50 re f'],
  ['m l', '9 9 m 50 50 l S'],
  ['c', '9 9 m 1 2 3 4 5 6 c S'],
  ['v', '9 9 m 1 2 3 4 v S'],
  ['y', '9 9 m 1 2 3 4 y S'],
  ['h', '9 9 m 50 50 l 9 50 l h S'],
  ['re', '1 2 3 4 re f'],
  ['S', '9 9 50 50 re S'],
  ['s', '9 9 50 50 re s'],
  ['f', '9 9 50 50 re f'],
  ['F', '9 9 50 50 re F'],
  ['f*', '9 9 50 50 re f*'],
  ['B', '9 9 50 50 re B'],
  ['B*', '9 9 50 50 re B*'],
  ['b', '9 9 50 50 re b'],
  ['b*', '9 9 50 50 re b*'],
  ['n', '9 9 50 50 re n'],
  ['W', '9 9 50 50 re W n'],
  ['W*', '9 9 50 50 re W* n'],
  ['CS', '/DeviceRGB CS 9 9 50 50 re S'],
  ['cs', '/DeviceRGB cs 9 9 50 50 re f'],
  ['SC', '/DeviceRGB CS 1 0 0 SC 9 9 50 50 re S'],
  ['SCN', '/DeviceRGB CS 1 0 0 SCN 9 9 50 50 re S'],
  ['sc', '/DeviceRGB cs 1 0 0 sc 9 9 50 50 re f'],
  ['scn', '/DeviceRGB cs 1 0 0 scn 9 9 50 50 re f'],
  ['G', '.5 G 9 9 50 50 re S'],
  ['g', '.5 g 9 9 50 50 re f'],
  ['RG', '1 0 0 RG 9 9 50 50 re S'],
  ['rg', '1 0 0 rg 9 9 50 50 re f'],
  ['K', '1 0 0 0 K 9 9 50 50 re S'],
  ['k', '1 0 0 0 k 9 9 50 50 re f'],
  ['BX EX', 'BX 9 9 50 50 re f EX'],
  ['BMC', '/Span BMC 9 9 50 50 re f EMC'],
  ['BDC', '/Span<</MCID 0>>BDC 9 9 50 50 re f EMC'],
];

const TEXT_OPERATIONS: readonly (readonly [string, string])[] = [
  ['Tc', '1 Tc(ab)Tj'],
  ['Tw', '1 Tw(ab)Tj'],
  ['Tz', '90 Tz(ab)Tj'],
  ['TL', '12 TL T*(ab)Tj'],
  ['Tr', '1 Tr(ab)Tj'],
  ['Ts', '3 Ts(ab)Tj'],
  ['Td', '9 9 Td(ab)Tj'],
  ['TD', '9 9 TD(ab)Tj'],
  ['Tm', '1 0 0 1 9 9 Tm(ab)Tj'],
  ['T*', 'T*(ab)Tj'],
  ['Tj', '(ab)Tj'],
  ['TJ', '[(a)-20(b)]TJ'],
  ["'", "(ab)'"],
  ['"', '1 2(ab)"'],
];

/** The same operations with other white space: what a program writes that puts each token on a line. */
const spaced = (content: string): string => content.replaceAll(' ', '\r\n').replaceAll(/(?<!<)[[(</]/g, ' $&');
const commented = (content: string): string => content.replaceAll(' ', ' % a comment ( <<\n');

const NUMBERS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['0.5', ['.5', '+.5', '0.50', '00.5', '.50000'], ['0.6', '-0.5']],
  ['4', ['4.', '4.0', '+4', '004', '4.000'], ['5', '-4']],
  ['0', ['-0', '0.0', '-.0', '+0', '.', '-', '00'], ['0.1']],
  ['-0.25', ['-00.2500', '-.25'], ['0.25']],
  ['123456789', ['00123456789', '+123456789', '123456789.0'], ['123456788']],
  ['9.1234567890123', ['09.12345678901230', '+9.1234567890123'], ['9.12345']],
];

const IMAGE = 'BI/BPC 8/CS/G/F/AHx/H 1/L 5/W 2 ID 0aff>\nEI';

export function contentGroups(): Group[] {
  const list = (properties: string, tag = 'Span'): string => `/${tag} ${properties} BDC 9 9 50 50 re f EMC`;
  return [
    groupOfFiles('7.1', 'The streams of a page', drawn('q 1 0 0 1 9 9 cm 0 0 50 50 re f Q'), {
      '= Two streams.': streams('q 1 0 0 1 9 9 cm', '0 0 50 50 re f Q'),
      '= A stream that ends in the middle of an operation.': streams('q 1 0 0 ', '\n1 9 9 cm 0 0 50 50 re f Q'),
      '= No white space at the ends.': streams('q', '1 0 0 1 9 9 cm', '0 0 50 50 re', 'f', 'Q'),
      '= An empty stream.': streams('q 1 0 0 1 9 9 cm', '', '0 0 50 50 re f Q'),
      '= A comment with a line end.': streams('q 1 0 0 1 9 9 cm % a comment\n', '0 0 50 50 re f Q'),
      '≠ Another order.': streams('0 0 50 50 re f Q', 'q 1 0 0 1 9 9 cm'),
    }),
    groupOfFiles(
      '7.1',
      'A comment without a line end goes on in the next stream',
      streams('q', '0 0 9 9 re f\n9 9 50 50 re f Q'),
      {
        '≠ The comment hides the first line of the next stream.': streams(
          'q % hidden:',
          '0 0 9 9 re f\n9 9 50 50 re f Q',
        ),
      },
    ),
    groupOfFiles(
      '7.1',
      'A page without content',
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
      }),
      {
        '= An empty array.': streams(),
        '= A reference to nothing.': buildPdf({
          1: '<</Type/Catalog/Pages 2 0 R>>',
          2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 99 0 R/Resources<<>>>>',
        }),
        '≠ A stream without operators is a stream.': streams(''),
      },
    ),
    ...groups(drawn)`
      # 7.2 White space
        q\n1 0 0 1 9 9 cm\n0 0 50 50 re\nf\nQ
        = \x20q 1 0 0 1 9 9 cm 0 0 50 50 re f Q\x20 ¦ q\r\n1\t0\f0\x001 9 9 cm\r0 0 50 50 re\rf Q\n
        = %x\nq%y\n1 0 0 1 9 9 cm 0 0 50 50 re f%\rQ ¦ \n\n\nq\n\n1 0 0 1 9 9 cm 0 0 50 50 re f\n\nQ
        ≠ q 1 0 0 1 9 9 cm 0 0 50 50 re f
    `,
    ...groups(written)`
      # 7.2 White space between text
        BT/F 12 Tf\n9 99 Td(a b)Tj\nET
        = BT /F 12 Tf 9 99 Td (a b) Tj ET ¦ BT\n/F 12 Tf\n9 99 Td\n(a b)\nTj\nET ¦ BT/F 12 Tf 9 99 Td(a b)Tj ET
        = BT /F\n12\nTf % (\n9 99 Td<612062>Tj ET
        ≠ BT/F 12 Tf 9 99 Td(a  b)Tj ET
    `,
    ...OPERATIONS.map(([operator, content]) =>
      group('7.2', `The operator ${operator}`, drawn, {
        base: content,
        same: [
          [spaced(content), 'Line ends between the tokens.'],
          [commented(content), 'Comments between the tokens.'],
        ],
        different: [[`${content} 7 7 9 9 re f`, 'One more rectangle.']],
      }),
    ),
    ...TEXT_OPERATIONS.map(([operator, content]) =>
      group('7.2', `The text operator ${operator}`, (text) => written(`BT/F 12 Tf 9 99 Td ${text} ET`), {
        base: content,
        same: [
          [spaced(content), 'Line ends between the tokens.'],
          [commented(content), 'Comments between the tokens.'],
        ],
        different: [[`${content}(c)Tj`, 'One more letter.']],
      }),
    ),
    ...NUMBERS.map(([base, same, different]) =>
      group('7.3', `The number ${base}`, (value) => drawn(`${value} 9 50 50 re f`), { base, same, different }),
    ),
    ...groups(filledText('content BT/F 12 Tf 9 99 Td{}Tj ET'))`
      # 7.3 Strings
        (a\\(b\\)\\\\)
        = (a(b)\\\\) ¦ <612862295c> ¦ (\\141\\050b\\051\\134) ¦ (a\\\n(b)\\\\)
        ≠ (a(b)) ¦ (A\\(b\\)\\\\)
      # 7.3 Strings with other bytes
        <61e90a>
        = (a\xe9\n) ¦ (a\\351\\n) ¦ <61 E9 0A> ¦ (a\xe9\\012)
        ≠ (ae) ¦ <61e9>
    `,
    ...groups(filled('resources /ExtGState<</A#20B<</LW 2>>>> | content {} gs 9 9 50 50 re S'))`
      # 7.3 Names
        /A#20B
        = /#41#20#42 ¦ /A#20B%x\n
        ≠ /A#20C
    `,
    ...groups(filled('content {} 0 d 9 9 50 50 re S'))`
      # 7.3 Arrays
        [3 2]
        = [ 3 2 ] ¦ [3\n2] ¦ [3.0 +2]
        ≠ [3 2 1] ¦ []
    `,
    ...groups(filledText('content BT/F 12 Tf 9 99 Td {} TJ ET'))`
      # 7.3 Strings of an array are not merged
        [(ab)]
        = [ <6162> ]
        ≠ [(a)(b)] ¦ [(a)0(b)]
    `,
    ...groups(filled('content q {} 9 9 50 50 re f Q'))`
      # 7.4 Words that are no operators
        ∅
        = foo ¦ 1 2 foo ¦ /A (x) bar ¦ [1 2] << /A 1 >> foo ¦ true foo ¦ WW ¦ reg
        ≠ 1 0 0 rg
    `,
    ...groups(filled('content 9 9 50 50 re f {}'))`
      # 7.4 Operands that no operator follows
        ∅
        = 1 2 3 ¦ (x) ¦ /A ¦ [1 2] ¦ <</A 1>> ¦ true
        ≠ n
    `,
    ...groups(filled('content {} 0 d 9 9 50 50 re S'))`
      # 7.4 Words in arrays
        [3 2]
        = [3 foo 2] ¦ [bar 3 2]
        ≠ [3 null 2]
    `,
    ...groups(filled('content q {} 9 9 50 50 re f Q'))`
      # 7.4 Marked-content points
        ∅
        = /A MP ¦ /A <</B 1>> DP ¦ /A /B DP
        ≠ /A BMC 1 w EMC
    `,
    ...groups(filled('content /Span {} BDC 9 9 50 50 re f EMC'))`
      # 7.5 Property lists
        <</ActualText(a)/MCID 0>>
        = <</MCID 0/ActualText(a)>> ¦ << /MCID 0 /ActualText <61> >> ¦ <</MCID 0/Mine 1/ActualText(a)/Zed[1]>>
        ≠ <</MCID 1/ActualText(a)>> ¦ <</MCID 0>> ¦ <</MCID 0/MCID 0/ActualText(a)>>
    `,
    ...groups(drawn)`
      # 7.5 A list in which nothing is left
        /Span BMC 9 9 50 50 re f EMC
        = ${list('<<>>')} ¦ ${list('<</Mine 1>>')} ¦ ${list('<</Mine(x)/Other<</A 1>>>>')}
        ≠ ${list('<<>>', 'OC')} ¦ ${list('<</MCID 0>>')}
      # 7.5 The tag \`OC\` keeps its list
        ${list('<</Mine 1>>', 'OC')}
        ≠ ${list('<<>>', 'OC')} ¦ ${list('<</Mine 2>>', 'OC')}
      # 7.10 Bytes beyond ASCII
        9 9 50 50 re f \xe9 n
        ≠ 9 9 50 50 re f n ¦ 9 9 50 50  re f \xe9 n ¦ 9 9 50 50 re f /A\x80 gs ¦ 9 9 50 50 re f /A\xff gs
      # 7.10 A word in a dictionary
        9 9 50 50 re f/A<</B foo>>BDC EMC
        ≠ 9 9 50 50 re f /A<</B 1>>BDC EMC
      # 7.10 An inline image whose end is not certain
        q BI /W 1 /H 1 ID \0 \xff  EI  Q
        = \x20q  BI /W 1 /H 1 ID \0 \xff  EI  Q\x20
        ≠ q BI  /W 1 /H 1 ID \0 \xff  EI  Q ¦ q BI /W 1 /H 1 /BPC 8 /CS /Own ID \0 EI Q ¦ q BI /W 3 /H 1 /BPC 8 /CS /G ID \0 EI Q
        ≠ q BI /W 1 /Width 2 /H 1 /BPC 8 /CS /G ID \0 EI Q
    `,
    ...groups(filled('content q {} 9 9 50 50 re f Q'))`
      # 7.6 Marked content around nothing
        ∅
        = /A BMC EMC ¦ /A <<>> BDC EMC ¦ /A BMC /B BMC EMC EMC ¦ /A BMC foo EMC ¦ /A BMC /X MP EMC ¦ /A BMC % x\n EMC
        ≠ /Tx BMC EMC ¦ /OC BMC EMC ¦ /A <</MCID 0>> BDC EMC ¦ /A BMC 1 w EMC
    `,
    ...groups(filled('content q {} Q'))`
      # 7.7 Inline images
        ${IMAGE}
        = BI /W 2 /H 1 /BPC 8 /CS /G ID \x0a\xff EI
        = BI /Height 1 /Width 2 /ColorSpace /G /BitsPerComponent 8 /Interpolate false /L 2 ID \x0a\xff EI
        = BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 0A fF>\nEI ¦ BI /W 2 /H 1 /BPC 8 /CS /G /F [/A85 /AHx] ID 0O\\R*4o~>\nEI
        = BI /W 2 /H 1 /BPC 8 /CS /G /F /RL ID \x01\x0a\xff\x80 EI ¦ BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 0affbeef> EI
        = BI /W 2 /H 1 /BPC 8 /CS /G /Mine 1 ID \x0a\xff EI ¦ BI /W 2 /H 1 /BPC 8 /CS /G /D [0 1] ID \x0a\xff EI
        = BI /W 2 /H 1 /BPC 8 /CS /G /IM false ID \x0a\xff EI ¦ BI /W 2 /H 1 /BPC 8 /CS /G /Filter /ASCIIHexDecode ID 0aff> EI
        ≠ BI/W 2/H 1/BPC 8/CS/G/F/AHx ID 0afe>\nEI ¦ BI/W 1/H 2/BPC 8/CS/G/F/AHx ID 0aff>\nEI
        ≠ BI/W 2/H 1/BPC 8/CS/DeviceGray/F/AHx ID 0aff>\nEI ¦ BI/W 2/H 1/BPC 8/CS/G/D[1 0]/F/AHx ID 0aff>\nEI
        ≠ BI/W 2/H 1/BPC 8/CS/G/I true/F/AHx ID 0aff>\nEI ¦ BI/W 2/H 1/BPC 8/CS/G/Intent/Perceptual/F/AHx ID 0aff>\nEI
      # 7.7 Inline masks
        BI/F/AHx/H 1/IM true/L 3/W 1 ID 00>\nEI
        = BI /W 1 /H 1 /IM true /BPC 1 /D [0 1.0] /I false ID \0 EI ¦ BI /W 1 /H 1 /ImageMask true ID \0 EI
        = BI/W 1/H 1/IM true/F/AHx ID 00 > EI
        ≠ BI/W 1/H 1/IM true/D[1 0]/F/AHx ID 00>\nEI ¦ BI/W 1/H 1/IM true/F/AHx ID 80>\nEI
    `,
    ...groups(filled('content q BI/W 8/H 1/BPC 1/CS/G/F[/AHx/CCF]{} ID 00> EI Q'))`
      # 7.7 Fax data in inline images
        ∅
        = /DP[null<</K 0>>] ¦ /DP[null<</Columns 1728/EndOfBlock true/BlackIs1 false>>]
        = /DecodeParms[null<</Rows 0/EndOfLine false>>] ¦ /DP[null null]
        ≠ /DP[null<</K -1>>] ¦ /DP[null<</Columns 8>>]
    `,
    ...groups(filled('content q {} Q'))`
      # 7.7 JPEG data in inline images
        BI/W 8/H 1/BPC 8/CS/G/F[/AHx/DCT] ID ffd8ffd9> EI
        = BI/W 8/H 1/BPC 8/CS/G/F[/AHx/DCT] ID FF D8 FF D9> EI
        = BI/W 8/H 1/BPC 8/CS/G/Filter[/ASCIIHexDecode/DCTDecode] ID ffd8ffd9>\nEI
        ≠ BI/W 8/H 1/BPC 8/CS/G/F[/AHx/DCT] ID ffd8ffd8> EI
    `,
    ...groups(filled('content {} 9 50 50 re f'))`
      # 7.8 Numbers that keep their bytes
        9
        ≠ 99999999999.0 ¦ 9999999999 ¦ 1.2345678901234567890123456789012345 ¦ --5 ¦ 1.2.3 ¦ 0-5 ¦ 1e5 ¦ 5-3
    `,
    ...['J', 'j', 'Tr'].map((operator) =>
      group('7.8', `The operand of ${operator}`, (value) => drawn(`${value} ${operator} 9 9 50 50 re S`), {
        base: '1',
        same: ['+1', '01'],
        different: ['1.0', '1.', '0'],
      }),
    ),
    ...groups(filledText('content BT/F 12 Tf 9 99 Td{}Tj ET'))`
      # 7.8 A literal string with a carriage return
        (a\rb)
        ≠ (a\nb) ¦ (a\\rb)
    `,
    ...groups(filled('content {} gs 9 9 50 50 re f'))`
      # 7.8 Names of more than 63 bytes
        /${'a'.repeat(61)}
        = /#61${'a'.repeat(60)}
        ≠ /#61${'a'.repeat(61)} ¦ /${'a'.repeat(62)}
    `,
    ...groups(filled('content {} 9 9 50 50 re f'))`
      # 7.9 Delimiters that close nothing
        null
        = ) ¦ > ¦ ] ¦ >> ¦ { ¦ }
        ≠ ∅ ¦ null null
    `,
    ...groups(filled('content {} d 9 9 50 50 re S'))`
      # 7.9 An array in an array
        [null 1]null
        = [[1]]
        ≠ [1]0
    `,
    ...groups(filled('content {} 9 9 50 50 re f'))`
      # 7.9 Dictionaries that break off
        /A null null BDC
        = /A <</B 1 2>> BDC
        ≠ /A <</B 1>> BDC
    `,
    ...groups(filled('content /OC {} BDC 9 9 50 50 re f EMC'))`
      # 7.9 A dictionary that ends behind a key
        <</B 1/C null>>
        = <</B 1/C>>
        ≠ <</B 1>>
    `,
    ...groups(filled('content 9 9 50 50 re f {}'))`
      # 7.9 A token that the end cuts off
        ∅
        = (open ¦ [1 2 ¦ <</A ¦ (cut (off) ¦ <41
        ≠ n
    `,
    ...groups(filled('content {} gs 9 9 50 50 re f'))`
      # 7.9 The escape of a null in a name
        /A#00
        = /#41#00
        ≠ /A ¦ /A#01
      # 7.9 A number sign in a name that escapes nothing
        /A#234
        = /A#4
        ≠ /A4
    `,
    ...groups(filledText('content BT/F 12 Tf 9 99 Td{}Tj ET'))`
      # 7.9 A character in a hexadecimal string that is no digit
        <4g>
        = <4 g> ¦ <4g >
        ≠ <41>
    `,
    ...groups(filled('content 9 9 50 50 re f {}'))`
      # 7.9 An inline image without its end
        ∅
        = BI /W 1 /H 1 /BPC 8 /CS /G ID @ ¦ BI /W 1 /H 1 ID \xff\xfe
        ≠ BI /W 1 ID \0 EI \xff ¦ BI /W 1
    `,
    ...groups(filled('content 9 9 m 9 {} l S'))`
      # 7.9 An integer of more than 18 digits
        1148459113265361704491147283
        ≠ 999999999 ¦ -1148459113265361704491147283
    `,
  ];
}
