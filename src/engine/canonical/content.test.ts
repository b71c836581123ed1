import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { Budget } from '#engine/pdf/budget.ts';
import { joinContent } from '#engine/pdf/join-content.ts';
import { canonicalContent, namesIn, type ReadContent } from './content.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const read = (content: Uint8Array): ReadContent => canonicalContent(content, new Budget(content.length));
const tidy = (text: string): string => Buffer.from(read(bytes(text)).bytes).toString('latin1');

test('between tokens stands no more than what keeps them apart', () => {
  expect(tidy(' q % saved\r\n 1.50 0 0 -.5 0 0 cm /F1  12 Tf [ (a) -3 <4 1> ] TJ Q ')).toBe(
    'q\n1.5 0 0 -0.5 0 0 cm/F1 12 Tf[(a)-3(A)]TJ\nQ',
  );
  expect(tidy('/P << /MCID 0 >> BDC (a % b \\) c) Tj EMC')).toBe('/P<</MCID 0>>BDC(a % b \\) c)Tj\nEMC');
  expect(tidy('/ /A 1 Do')).toBe('//A 1 Do');
  expect(tidy('/ 1 Do')).toBe('/ 1 Do');
});

test('tidying is a fixed point', () => {
  const once = tidy('BT /F1 9 Tf  (x)\n\nTj ET % end');
  expect(tidy(once)).toBe(once);
});

test.each([
  ['(open', ''],
  ['1 w (cut off', '1 w'],
  ['1 w [(a) Tj <</A', '1 w'],
  ['n ) n', 'n\nnull n'],
  ['> > n', 'null null n'],
  ['{ 1 } n', 'null 1 null n'],
  ['(a) Tj] n', '(a)Tj\nnull n'],
  ['[(a)>>] TJ', '[(a)null]TJ'],
  ['[[1]] d', '[null 1]null d'],
  ['/OC <</B 1/C>> BDC', '/OC<</B 1/C null>>BDC'],
  ['/A <</B 1 2>> BDC', '/A null null BDC'],
  ['/A#4 gs', '/A#234 gs'],
  ['/A#00#41 gs', '/A#2300A gs'],
  ['/P <</Lang /B#00>> BDC', '/P<</Lang/B#2300>>BDC'],
  [`/${'A'.repeat(80)}#00 gs`, `/${'A'.repeat(80)}#2300 gs`],
  ['BI /W 1 /CS /A#00 ID \x00 EI', 'BI /W 1 /CS /A#2300 ID \x00 EI'],
  ['BI /W 1 /H 1 /BPC 8 /CS /A#00 /F /AHx ID 41> EI', 'BI/BPC 8/CS/A#2300/F/AHx/H 1/L 3/W 1 ID 41>\nEI'],
  ['<4g> Tj', '(@)Tj'],
  ['BI /W 1 ID \x00 EI ] Q', 'BI /W 1 ID \x00 EI  null  Q'],
])('what no reader can use is repaired: %s', (text, repaired) => {
  expect(tidy(text)).toBe(repaired);
  expect(tidy(repaired)).toBe(repaired);
});

test.each([
  ['+.50 0.0 -0 -.0 007 4. - . d0', '0.5 0 0 0 7 4 0 0 d0'],
  ['-00.2500 00123456789 0000000000001 w', '-0.25 123456789 1 w'],
  ['1.00 0.0 w', '1 0 w'],
])('a number has one spelling and its exact value: %s', (text, spelled) => {
  expect(tidy(text)).toBe(spelled);
});

test.each(['--5 w', '0-5 w', '1.2.3 w', '1e5 w', '12Tf', '5-3', '1.0 J', '2.0 Tr', '0.0 j', '99999999999.0 w'])(
  'a number that readers take for different ones keeps its bytes: %s',
  (text) => {
    expect(tidy(text)).toBe(text);
  },
);

test.each([
  [String.raw`(a\(b\)\\c)`, String.raw`(a\(b\)\\c)`],
  ['(a(b)c)', String.raw`(a\(b\)c)`],
  [String.raw`(\101\102\7)`, '<414207>'],
  ['(\\x\\\ny\\\r\nz)', '(xyz)'],
  ['<41 42 4>', '(AB@)'],
  ['<>', '()'],
  ['(\n)', '<0a>'],
  ['(\\r\\n)', '<0d0a>'],
  ['(\xe9\x00)', '<e900>'],
  [String.raw`(\777\8)`, '<ff38>'],
  ['(a\rb)', '(a\rb)'],
])('a string is literal when it can be read, else hexadecimal: %s', (text, spelled) => {
  expect(tidy(`${text} Tj`)).toBe(`${spelled}Tj`);
});

test('a long string is spelled whole', () => {
  const text = 'A'.repeat(5000);
  for (const written of [`<${'41'.repeat(5000)}>`, `(${String.raw`\101`.repeat(5000)})`, `(${text})`])
    expect(tidy(`${written} Tj`)).toBe(`(${text})Tj`);
});

test.each([
  ['/#41#42', '/AB'],
  ['/A#2F#20', '/A#2f#20'],
  ['/\xe9', '/#e9'],
  ['/A#23', '/A#23'],
])('a name escapes what it must: %s', (text, spelled) => {
  expect(tidy(`${text} gs`)).toBe(`${spelled} gs`);
});

test('what is no operator goes with its operands, and operands without an operator', () => {
  expect(tidy('1 w /A 1 foo [(x)] bar 2 w 3 (a)')).toBe('1 w\n2 w');
  expect(tidy('q foo Q')).toBe('q\nQ');
  expect(tidy('/F1 12Tf foo')).toBe('/F1 12Tf foo');
});

test('marked-content points go, and private entries of property lists', () => {
  expect(tidy('q /Touch MP 1 w /Touch <</A 1>> DP /Touch /MC0 DP Q')).toBe('q\n1 w\nQ');
  expect(tidy('/P <</Mine (x) /MCID 3>> BDC (a) Tj EMC')).toBe('/P<</MCID 3>>BDC(a)Tj\nEMC');
  expect(tidy('/OC <</Mine 1>> BDC EMC')).toBe('/OC<</Mine 1>>BDC\nEMC');
  expect(tidy('/P <</Mine 1e5>> BDC EMC')).toBe('/P<</Mine 1e5>>BDC\nEMC');
});

test('marked content without properties is begun by BMC, whatever list is empty', () => {
  for (const begin of ['/P <<>> BDC', '/P <</Mine (x)>> BDC', '/P BMC', '/#50<<>>BDC']) {
    expect(tidy(`q ${begin} (a) Tj EMC Q`)).toBe('q/P BMC(a)Tj\nEMC\nQ');
  }
  expect(tidy('/OC <<>> BDC (a) Tj EMC')).toBe('/OC<<>>BDC(a)Tj\nEMC');
  expect(tidy('1 /P <<>> BDC n EMC')).toBe('1/P<<>>BDC\nn\nEMC');
});

test('marked content around nothing goes, unless its tag means something there', () => {
  for (const nothing of ['/P BMC EMC', '/A <<>> BDC /B BMC % x\n EMC foo EMC', '/P BMC EMC /P BMC /X MP EMC'])
    expect(tidy(`q ${nothing} Q`)).toBe('q\nQ');
  expect(tidy('/P BMC n EMC')).toBe('/P BMC\nn\nEMC');
  expect(tidy('/P BMC /P BMC EMC n EMC EMC')).toBe('/P BMC\nn\nEMC\nEMC');
  for (const kept of ['/Tx BMC\nEMC', '/P<</MCID 0>>BDC\nEMC', '/P/L BDC\nEMC', '/P BMC', 'EMC', '1/P BMC\nEMC'])
    expect(tidy(kept)).toBe(kept);
});

test('marked content is matched however deep it is', () => {
  const deep = (text: string): string => '/P BMC '.repeat(70_000) + text + ' EMC'.repeat(70_000);
  const once = tidy(deep(''));
  expect(tidy(once)).toBe(once);
  expect(tidy(deep('n')).split('BMC')).toHaveLength(70_001);
});

test('what readers may read in two ways is left alone, and said', () => {
  expect(tidy('  \xe9  Tj')).toBe('  \xe9  Tj');
  for (const text of ['\xe9 Tj', '/A\xff gs', '12Tf', 'BI /W 1 ID \x00 EI Q'])
    expect(read(bytes(text)).isCertain).toBe(false);
  expect(read(bytes('q BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q')).isCertain).toBe(true);
});

test('sound dictionaries and arrays pass, in each other too', () => {
  expect(tidy('/OC <</B [[1] <</C true>>]/D<41>/E (x)>> BDC')).toBe('/OC<</B[[1]<</C true>>]/D(A)/E(x)>>BDC');
});

test('an inline image whose end is certain has one spelling', () => {
  const image = 'BI/BPC 8/CS/G/F/AHx/H 1/L 5/W 2 ID 0aff>\nEI';
  for (const written of [
    'BI /W 2 /H 1 /BPC 8 /CS /G ID \x0a\xff EI',
    'BI /Height 1 /Width 2 /ColorSpace /G /BitsPerComponent 8 /Interpolate false /L 2 ID \x0a\xff EI',
    'BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 0A fF>\nEI',
    'BI /W 2 /H 1 /BPC 8 /CS /G /F [/A85 /AHx] ID 0O\\R*4o~>\nEI',
    'BI /W 2 /H 1 /BPC 8 /CS /G /F /RL ID \x01\x0a\xff\x80 EI',
    'BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 0affbeef> EI',
  ])
    expect(tidy(`q ${written} Q`)).toBe(`q\n${image}\nQ`);
  expect(tidy(`q ${image} Q`)).toBe(`q\n${image}\nQ`);
});

test('entries of inline images that say the default go', () => {
  const mask = 'BI/F/AHx/H 1/IM true/L 3/W 1 ID 00>\nEI';
  expect(tidy('BI /W 1 /H 1 /IM true /BPC 1 /D [0 1.0] /I false ID \x00 EI')).toBe(mask);
  expect(tidy(mask)).toBe(mask);
  expect(tidy('BI /W 1 /H 1 /IM true /D [1 0] ID \x00 EI')).toContain('/D[1 0]');
  expect(tidy('BI /W 1 /H 1 /BPC 8 /CS /G /D [0 1] ID \x00 EI')).toBe('BI/BPC 8/CS/G/F/AHx/H 1/L 3/W 1 ID 00>\nEI');
  expect(tidy('BI /W 1 /H 1 /BPC 8 /CS /G /D [0 1 0 1] ID \x00 EI')).toContain('/D[0 1 0 1]');
});

test('parameters of fax data in inline images that say the default go', () => {
  const image = (parms: string): string => `BI /W 8 /H 1 /BPC 1 /CS /G /F [/AHx /CCF] ${parms} ID 00> EI`;
  expect(tidy(image('/DP [null <</K 0 /Columns 1728 /EndOfBlock true>>]'))).toBe(tidy(image('')));
  expect(tidy(image('/DP [null <</K 0 /Columns 8>>]'))).toContain('/DP[null<</Columns 8>>]');
});

test('from an inline image on whose end is not certain nothing is touched', () => {
  for (const image of [
    'BI /W 1 /H 1 ID \x00 \xff  EI  Q',
    'BI /W 1 /H 1 /BPC 8 /CS /Own ID \x00 EI  Q',
    'BI /W 3 /H 1 /BPC 8 /CS /G ID \x00 EI  Q',
    'BI /W 1 /Width 2 /H 1 /BPC 8 /CS /G ID \x00 EI  Q',
    'BI /W 2 /H 1 /BPC 8 /CS /G /F /Fl ID \x00 EI x EI  Q',
  ])
    expect(tidy(`q  1 0 0 1 0 0 cm\r\n${image}`)).toBe(`q\n1 0 0 1 0 0 cm\n${image}`);
});

test('tidying is a fixed point of anything', () => {
  const pieces = [
    '[',
    ']',
    '<<',
    '>>',
    ')',
    '>',
    '(a)',
    '(x',
    '<4>',
    '/K',
    '/#4',
    '1',
    'null',
    'Tj',
    'BI',
    'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI',
    'BI /W 1 /H 1 /F /AHx ID 41>',
    'ID',
    'EI',
    '+.50',
    '/P BMC',
    '/P <<>> BDC',
    'EMC',
    '1e5',
    '2.0',
    'j',
    'foo',
    '(\\101\r)',
    '/\xe9#41',
    '% x\n',
    '\xe9',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (tokens) => {
      const once = tidy(tokens.join(' '));
      return tidy(once) === once;
    }),
    { numRuns: 3000 },
  );
});

test('pieces join to what the whole would be', () => {
  const joined = (...parts: string[]): Uint8Array => read(joinContent(parts.map(bytes))).bytes;
  expect(joined('q 1 0 0 ', '\n1 0 0 cm', '', '(a b) Tj Q\n')).toEqual(joined('q 1 0 0 1 0 0 cm (a b) Tj Q'));
});

test('names are found by the operator that takes them', () => {
  const { names } = read(
    bytes('/F1 9 Tf/Im#30 Do/G gs/CS cs 1/P scn/S sh/OC/MC BDC EMC(/None)Tj BI/W 1/H 1/BPC 8/CS/Own/F/AHx ID 00>EI'),
  );
  const found = [...names].map(([category, name]) => `${category} ${name}`);
  expect(new Set(found)).toEqual(
    new Set([
      'ColorSpace CS',
      'ColorSpace Own',
      'ExtGState G',
      'Font F1',
      'Pattern P',
      'Properties MC',
      'Shading S',
      'XObject Im0',
    ]),
  );
});

test('content that is not certain may mean any name in any category', () => {
  const { names } = read(bytes('/F1 12Tf'));
  expect([names.of('Font').has('F1'), names.of('XObject').has('F1')]).toEqual([true, true]);
});

test('every name that might be meant is found, escaped or not', () => {
  expect(namesIn(bytes('/F1 9 Tf/Im#30 Do (in /a string)'))).toEqual(new Set(['F1', 'Im#30', 'Im0', 'a']));
});

test('inline images of any size are written in a way that stays, and what they grow by is counted', () => {
  const image = (side: number): string => {
    const data = deflateSync(new Uint8Array(side * side)).toString('latin1');
    return `BI /W ${side}/H ${side}/BPC 8/CS/G/F/Fl ID ${data}\nEI `;
  };
  const once = read(bytes(image(2000).repeat(6)));
  expect(once.isCertain).toBe(false);
  expect(Buffer.from(read(once.bytes).bytes).equals(once.bytes)).toBe(true);
  const budget = new Budget(1);
  const readAll = (): void => {
    for (let stream = 0; stream < 20; stream++) canonicalContent(bytes(image(2000)), budget);
  };
  expect(readAll).toThrow('decodedBytes');
});

test('an integer that overflows is written as a real number, a hexadecimal string without what is no digit', async () => {
  const cases = [
    ['0 1148459113265361704491147283 l', '0 1148459113265361704491147283.0 l'],
    ['-1148459113265361704491147283 0 l', '-1148459113265361704491147283.0 0 l'],
    [`[1] ${'9'.repeat(400)} d`, `[1]${'9'.repeat(400)}.0 d`],
    ['BX 1148459113265361704491147283 5-3 l', 'BX\n1148459113265361704491147283.0 5-3 l'],
    ['<48 65 6G 6C> Tj', '<486566c0>Tj'],
  ] as const;
  for (const [written, spelled] of cases) {
    const { bytes: once, isCertain } = read(bytes(written));
    expect(Buffer.from(once).toString('latin1')).toBe(spelled);
    expect(isCertain).toBe(false);
    expect(read(once).bytes).toEqual(once);
    const file = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
      4: { stream: once },
    });
    expect(await checkWithQpdf(file)).toBe('');
  }
  expect(read(bytes('0 999999999999999999 l')).isCertain).toBe(true);
});
