/** Files whose text is broken in a way that makes readers search, again and again. */
import { FileBuilder, offsetText, onePage } from '#test/support/builders/hostile.ts';
import type { Shape } from '#test/hostile/shape.ts';

const LIMIT = 'RESOURCE_LIMIT_EXCEEDED';
const BASICS = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n';
const PAGE = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n';

export const SYNTAX: readonly Shape[] = [
  {
    name: 'a million and a half objects without cross-reference',
    ends: LIMIT,
    names: 'objects',
    build: () => headed(sequence(1_500_000, (number) => `${number} 0 obj<<>>endobj\n`)),
  },
  {
    name: 'nine hundred thousand objects without cross-reference',
    ends: 'SUCCESS',
    build: (scale) => headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj<<>>endobj\n`)),
  },
  {
    name: 'three hundred thousand reachable objects without cross-reference',
    ends: 'SUCCESS',
    build: (scale) => {
      const count = 300_000 * scale;
      const refs = sequence(count, (index) => `${index + 5} 0 R `);
      const page = `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/X 4 0 R>>endobj 4 0 obj[${refs}]endobj\n`;
      return headed(BASICS + page + sequence(count, (index) => `${index + 5} 0 obj<</A 1>>endobj\n`));
    },
  },
  {
    name: 'a million objects that never close',
    ends: 'SUCCESS',
    build: (scale) => headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj\n`)),
  },
  {
    name: 'a hundred thousand arrays that never close',
    ends: 'SUCCESS',
    build: () => headed(BASICS + PAGE + sequence(100_000, (index) => `${index + 4} 0 obj [ `)),
  },
  {
    name: 'a hundred thousand strings that never close',
    ends: LIMIT,
    names: 'bytes read',
    build: () => headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '(')}`),
  },
  {
    name: 'a hundred thousand hexadecimal strings that never close',
    ends: LIMIT,
    names: 'bytes read',
    build: () => headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '<')}`),
  },
  {
    name: 'a hundred thousand objects in one comment',
    ends: LIMIT,
    names: 'bytes read',
    build: () => headed(`${BASICS}${PAGE.replace('/MediaBox', '/X 4 0 R/MediaBox')}${reachableRow(100_000, '%')}`),
  },
  {
    name: 'trailers whose strings never close',
    ends: LIMIT,
    names: 'bytes read',
    build: () => headed(BASICS + PAGE + 'trailer<<('.repeat(200_000)),
  },
  {
    name: 'eight million opening parentheses',
    ends: 'SUCCESS',
    build: () => headed(`${BASICS}${PAGE}4 0 obj${'('.repeat(8_000_000)}`),
  },
  {
    name: 'a string of forty million escapes in the document information',
    ends: 'SUCCESS',
    build: (scale) =>
      onePage()
        .stream(4, '', 'n')
        .object(5, `<</Title(${String.raw`\a`.repeat(40_000_000 * scale)})>>`)
        .table('/Root 1 0 R/Info 5 0 R'),
  },
  {
    name: 'numbers of a million digits',
    ends: 'SUCCESS',
    build: () => {
      const number = '7'.repeat(1_000_000);
      return onePage(`/UserUnit ${number}/X -${number}.${number}/Y[${number} 0 R]`)
        .stream(4, '', `${number} w ${number} 0 m`)
        .table();
    },
  },
  {
    name: 'a name of eight million characters',
    ends: 'SUCCESS',
    build: () =>
      onePage(`/X/${'#41'.repeat(2_700_000)}`)
        .stream(4, '', 'n')
        .table(),
  },
  {
    name: 'a dictionary of half a million keys',
    ends: 'SUCCESS',
    build: (scale) =>
      onePage(`/X<<${sequence(500_000 * scale, (index) => `/K${index} 1`)}>>`)
        .stream(4, '', 'n')
        .table(),
  },
  {
    name: 'an array of five million numbers',
    ends: 'SUCCESS',
    build: (scale) =>
      onePage(`/X[${'1 '.repeat(5_000_000 * scale)}]`)
        .stream(4, '', 'n')
        .table(),
  },
  {
    name: 'streams of wrong length without endstream',
    ends: 'SUCCESS',
    build: (scale) => brokenStreams(Math.round(60_000 * scale), 'endobj'),
  },
  {
    name: 'streams of wrong length without any end',
    ends: LIMIT,
    names: 'bytes read',
    build: () => brokenStreams(60_000, ''),
  },
  {
    name: 'nine hundred thousand keywords stream',
    ends: 'SUCCESS',
    build: (scale) => headed(BASICS + PAGE + sequence(900_000 * scale, (index) => `${index + 4} 0 obj<<>>stream\n`)),
  },
  {
    name: 'a stream whose length is the stream itself',
    ends: 'SUCCESS',
    build: () => onePage().stream(4, '/Length 4 0 R', '0 0 m 9 9 l S').table(),
  },
  {
    name: 'streams whose lengths are each other',
    ends: 'SUCCESS',
    build: (scale) => {
      const count = Math.round(20_000 * scale);
      const file = onePage('/Resources 5 0 R').stream(4, '/Length 5 0 R', 'n');
      for (let number = 5; number < count; number++) file.stream(number, `/Length ${number + 1} 0 R`, 'n');
      return file.stream(count, '/Length 4 0 R', 'n').table();
    },
  },
  {
    name: 'a length of 2^53',
    ends: 'SUCCESS',
    build: () => onePage().stream(4, '/Length 9007199254740991', 'n').table(),
  },
  { name: 'a length below zero', ends: 'SUCCESS', build: () => onePage().stream(4, '/Length -5', 'n').table() },
  {
    name: 'offsets that all point into one comment',
    ends: 'SUCCESS',
    build: (scale) => {
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
    },
  },
  {
    name: 'HTML and ZIP before the header',
    ends: 'SUCCESS',
    build: () => {
      const file = Buffer.from(onePage().stream(4, '', 'n').table());
      return new Uint8Array(Buffer.concat([Buffer.from('<html><script>alert(1)</script>PK\x03\x04\n'), file]));
    },
  },
  { name: 'nothing but a header', ends: 'CORRUPT_UNRECOVERABLE', build: () => headed('') },
  { name: 'sixty-four megabytes of zeros', ends: 'NOT_A_PDF', build: (scale) => new Uint8Array(64_000_000 * scale) },
  { name: 'ten megabytes of obj', ends: 'CORRUPT_UNRECOVERABLE', build: () => headed('obj '.repeat(2_500_000)) },
  {
    name: 'ten megabytes of endstream',
    ends: 'CORRUPT_UNRECOVERABLE',
    build: () => headed('endstream\n'.repeat(1_000_000)),
  },
  {
    name: 'ten megabytes of trailers',
    ends: LIMIT,
    names: 'trailers',
    build: () => headed('trailer<<>>\n'.repeat(900_000)),
  },
  {
    name: 'ten megabytes of startxref',
    ends: 'CORRUPT_UNRECOVERABLE',
    build: () => headed('startxref 9\n'.repeat(900_000)),
  },
  {
    name: 'a catalog without pages',
    ends: 'NO_PAGES',
    build: () => new FileBuilder().object(1, '<</Type/Catalog>>').table(),
  },
];

function headed(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${text}`, 'latin1'));
}

function sequence(count: number, text: (index: number) => string): string {
  return Array.from({ length: Math.round(count) }, (_, index) => text(index)).join('');
}

/** Objects from 5 on, all reached from object 4, each swallowing the rest of the file with one character. */
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
