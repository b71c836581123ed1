/** Files with broken syntax that makes readers search repeatedly. */
import { FileBuilder, offsetText, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, fails, passes, type Shape } from '#test/hostile/shape.ts';

const BASICS = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n';
const PAGE = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n';

export const SYNTAX: readonly Shape[] = [
  exceeds('a million and a half objects without cross-reference', 'objects', () =>
    headed(sequence(1_500_000, (number) => `${number} 0 obj<<>>endobj\n`)),
  ),
  passes('nine hundred thousand objects without cross-reference', (scale) =>
    headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj<<>>endobj\n`)),
  ),
  passes('three hundred thousand reachable objects without cross-reference', (scale) => {
    const count = 300_000 * scale;
    const refs = sequence(count, (index) => `${index + 5} 0 R `);
    const page = `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/X 4 0 R>>endobj 4 0 obj[${refs}]endobj\n`;
    return headed(BASICS + page + sequence(count, (index) => `${index + 5} 0 obj<</A 1>>endobj\n`));
  }),
  passes('a million objects that never close', (scale) =>
    headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj\n`)),
  ),
  passes('a hundred thousand arrays that never close', () =>
    headed(BASICS + PAGE + sequence(100_000, (index) => `${index + 4} 0 obj [ `)),
  ),
  exceeds('a hundred thousand strings that never close', 'bytes read', () =>
    headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '(')}`),
  ),
  exceeds('a hundred thousand hexadecimal strings that never close', 'bytes read', () =>
    headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '<')}`),
  ),
  exceeds('a hundred thousand objects in one comment', 'bytes read', () =>
    headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '%')}`),
  ),
  exceeds('trailers whose strings never close', 'bytes read', () =>
    headed(BASICS + PAGE + 'trailer<<('.repeat(200_000)),
  ),
  passes('eight million opening parentheses', () => headed(`${BASICS}${PAGE}4 0 obj${'('.repeat(8_000_000)}`)),
  passes('a string of forty million escapes in the document information', (scale) =>
    onePage()
      .stream(4, '', 'n')
      .object(5, `<</Title(${String.raw`\a`.repeat(40_000_000 * scale)})>>`)
      .table('/Root 1 0 R/Info 5 0 R'),
  ),
  passes('numbers of a million digits', () => {
    const number = '7'.repeat(1_000_000);
    return onePage(`/UserUnit ${number}/X -${number}.${number}/Y[${number} 0 R]`)
      .stream(4, '', `${number} w ${number} 0 m`)
      .table();
  }),
  passes('a name of eight million characters', () =>
    onePage(`/X/${'#41'.repeat(2_700_000)}`)
      .stream(4, '', 'n')
      .table(),
  ),
  passes('a dictionary of half a million keys', (scale) =>
    onePage(`/X<<${sequence(500_000 * scale, (index) => `/K${index} 1`)}>>`)
      .stream(4, '', 'n')
      .table(),
  ),
  passes('an array of five million numbers', (scale) =>
    onePage(`/X[${'1 '.repeat(5_000_000 * scale)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  passes('streams of wrong length without endstream', (scale) => brokenStreams(Math.round(60_000 * scale), 'endobj')),
  exceeds('streams of wrong length without any end', 'bytes read', () => brokenStreams(60_000, '')),
  passes('nine hundred thousand keywords stream', (scale) =>
    headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj<<>>stream\n`)),
  ),
  passes('a stream whose length is the stream itself', () =>
    onePage().stream(4, '/Length 4 0 R', '0 0 m 9 9 l S').table(),
  ),
  passes('streams whose lengths are each other', (scale) => {
    const count = Math.round(20_000 * scale);
    const file = onePage('/Resources 5 0 R').stream(4, '/Length 5 0 R', 'n');
    for (let number = 5; number < count; number++) file.stream(number, `/Length ${number + 1} 0 R`, 'n');
    return file.stream(count, '/Length 4 0 R', 'n').table();
  }),
  passes('a length of 2^53', () => onePage().stream(4, '/Length 9007199254740991', 'n').table()),
  passes('a length below zero', () => onePage().stream(4, '/Length -5', 'n').table()),
  passes('offsets that all point into one comment', (scale) => {
    const count = Math.round(200_000 * scale);
    const file = onePage().stream(4, '', 'n');
    const comment = file.length;
    file.raw(`%${'x'.repeat(3_000_000)}\n`);
    const start = file.length;
    const rows = sequence(count, (index) => `${offsetText(comment + index)} 00000 n \n`);
    file.raw(`xref\n5 ${count}\n${rows}`);
    return file
      .raw([...file.offsets].map(([n, at]) => `${n} 1\n${offsetText(at)} 00000 n \n`).join(''))
      .raw(`trailer<</Root 1 0 R/Size ${count + 5}>>startxref ${start}`)
      .bytes();
  }),
  passes('HTML and ZIP before the header', () => {
    const file = Buffer.from(onePage().stream(4, '', 'n').table());
    return new Uint8Array(Buffer.concat([Buffer.from('<html><script>alert(1)</script>PK\x03\x04\n'), file]));
  }),
  fails('nothing but a header', 'CORRUPT_UNRECOVERABLE', () => headed('')),
  fails('sixty-four megabytes of zeros', 'NOT_A_PDF', (scale) => new Uint8Array(64_000_000 * scale)),
  fails('ten megabytes of obj', 'CORRUPT_UNRECOVERABLE', () => headed('obj '.repeat(2_500_000))),
  fails('ten megabytes of endstream', 'CORRUPT_UNRECOVERABLE', () => headed('endstream\n'.repeat(1_000_000))),
  exceeds('ten megabytes of trailers', 'trailers', () => headed('trailer<<>>\n'.repeat(900_000))),
  fails('ten megabytes of startxref', 'CORRUPT_UNRECOVERABLE', () => headed('startxref 9\n'.repeat(900_000))),
  fails('a catalog without pages', 'NO_PAGES', () => new FileBuilder().object(1, '<</Type/Catalog>>').table()),
];

function headed(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${text}`, 'latin1'));
}

function sequence(count: number, text: (index: number) => string): string {
  return Array.from({ length: Math.round(count) }, (_, index) => text(index)).join('');
}

/** Objects from 5 on that object 4 refers to. One character makes each of them contain the rest of the file. */
function reachableRow(count: number, swallow: string): string {
  const refs = sequence(count, (index) => `${index + 5} 0 R `);
  return `4 0 obj[${refs}]endobj\n${sequence(count, (index) => `${index + 5} 0 obj ${swallow} `)}`;
}

function brokenStreams(count: number, end: string): Uint8Array {
  const refs = sequence(count, (index) => `${index + 6} 0 R `);
  const file = onePage('/X 5 0 R').stream(4, '', 'n').object(5, `[${refs}]`);
  for (let number = 6; number < count + 6; number++) {
    file.offsets.set(number, file.length);
    file.raw(`${number} 0 obj<</Length 9999999>>stream\n${'x'.repeat(60)}\n${end}\n`);
  }
  return file.table();
}
