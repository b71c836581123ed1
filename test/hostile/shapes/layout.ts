/** Cross-references, updates, object streams and encryption with wrong statements. */
import { deflateSync } from 'node:zlib';
import { FileBuilder, offsetText, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, fails, passes, type Shape } from '#test/hostile/shape.ts';

export const LAYOUTS: readonly Shape[] = [
  passes('cross-reference stream of 2^31 announced entries', () => {
    const file = onePage().stream(4, '', 'n');
    const start = file.length;
    file.stream(5, '/Type/XRef/W[1 2 1]/Index[0 2147483648]/Size 2147483648/Root 1 0 R', '\x01\x00\x09\x00');
    return file.raw(`startxref\n${start}\n%%EOF`).bytes();
  }),
  passes('cross-reference table of 2^31 announced entries', () => {
    const file = onePage().stream(4, '', 'n');
    const start = file.length;
    const rows = [...file.offsets].map(([number, at]) => `${number} 1\n${offsetText(at)} 00000 n \n`).join('');
    return file.raw(`xref\n${rows}5 2147483648\ntrailer<</Root 1 0 R/Size 9>>startxref\n${start}\n%%EOF`).bytes();
  }),
  exceeds('twenty thousand updates', 'cross-reference sections', () => updates(20_000)),
  passes('nine thousand updates', (scale) => updates(Math.round(9000 * scale))),
  passes('updates that go round in a circle', () => {
    const file = onePage().stream(4, '', 'n');
    const first = file.length;
    const rows = [...file.offsets].map(([number, at]) => `${number} 1\n${offsetText(at)} 00000 n \n`).join('');
    const second = `xref\n${rows}trailer<</Root 1 0 R/Size 5/Prev `;
    file
      .raw(`${second}${offsetText(first + second.length + 60)}>>`.padEnd(second.length + 60))
      .raw(`${second}${first}>>`);
    return file.raw(`startxref\n${first}\n%%EOF`).bytes();
  }),
  exceeds('thousands of sections that share one huge hybrid stream', 'cross-reference entries', () => {
    const file = onePage().stream(4, '', 'n');
    const hybrid = file.length;
    const data = deflateSync(Buffer.alloc(3 * 900_000, 1));
    file.stream(5, '/Type/XRef/W[1 1 1]/Size 900000/Filter/FlateDecode', data);
    let previous = '';
    for (let section = 0; section < 9000; section++) {
      const start = file.length;
      file.raw(`xref\n0 0\ntrailer<</Root 1 0 R/XRefStm ${hybrid}/Size 9${previous}>>\n`);
      previous = `/Prev ${start}`;
    }
    return file.raw(`startxref\n${previous.slice(6)}\n%%EOF`).bytes();
  }),
  passes('object stream with a billion objects announced', () =>
    onePage('/X 9 0 R').stream(4, '', 'n').stream(5, '/Type/ObjStm/N 1000000000/First 4', '9 0 (x)').bytes(),
  ),
  fails('object stream that holds itself', 'NO_PAGES', () => {
    const file = new FileBuilder();
    const start = file.length;
    file.stream(2, '/Type/ObjStm/N 2/First 8', '1 0 2 0 <</Type/Catalog/Pages 2 0 R>>');
    const xref = file.length;
    const rows = Buffer.from([0, 0, 0, 0, 2, 0, 2, 0, 2, 0, 2, 1, 1, xref >> 8, xref & 255, 0]);
    file.stream(3, '/Type/XRef/W[1 2 1]/Size 4/Root 1 0 R', rows);
    return file.raw(`startxref\n${start + xref - start}\n%%EOF`).bytes();
  }),
  passes('object stream that extends itself', () =>
    onePage('/X 9 0 R').stream(4, '', 'n').stream(5, '/Type/ObjStm/N 1/First 4/Extends 5 0 R', '9 0 [5 0 R]').bytes(),
  ),
  passes('a hundred thousand entries with wrong places in one object stream', (scale) =>
    wrongPlaces(Math.round(100_000 * scale)),
  ),
  exceeds('objects of an object stream that all hold the rest of it', 'bytes read', () => nestedMembers(100_000)),
  fails('encryption of revision 6 with broken keys', 'PASSWORD_REQUIRED', () =>
    encrypted(
      '/V 5/R 6/Length 256/P -4/O(x)/U(x)/OE(x)/UE(x)/Perms(x)/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF',
    ),
  ),
  fails('encryption with a key of 2^31 bits', 'PASSWORD_REQUIRED', () =>
    encrypted('/V 2/R 3/Length 2147483648/P -4/O(x)/U(x)'),
  ),
  fails('encryption with a key below zero bits', 'PASSWORD_REQUIRED', () =>
    encrypted('/V 4/R 4/Length -2147483648/P 99999999999/O()/U()/CF null/StmF/StdCF'),
  ),
  fails('encryption without anything', 'UNSUPPORTED_ENCRYPTION', () => encrypted('')),
  fails('an encryption dictionary that is its own string', 'UNSUPPORTED_ENCRYPTION', () =>
    onePage().stream(4, '', 'n').object(5, '<</Filter 5 0 R/V 5 0 R>>').table('/Root 1 0 R/Encrypt 5 0 R'),
  ),
];

/** Every update rewrites the page. */
function updates(count: number): Uint8Array {
  const file = onePage().stream(4, '', 'n');
  let previous = file.length;
  file.raw('xref\n0 1\n0000000000 65535 f \n');
  for (const [number, at] of file.offsets) file.raw(`${number} 1\n${offsetText(at)} 00000 n \n`);
  file.raw(`trailer<</Root 1 0 R/Size 5>>startxref\n${previous}\n%%EOF\n`);
  for (let update = 0; update < count; update++) {
    const at = file.length;
    file.raw('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n');
    const start = file.length;
    file.raw(
      `xref\n3 1\n${offsetText(at)} 00000 n \ntrailer<</Root 1 0 R/Size 5/Prev ${previous}>>startxref\n${start}\n%%EOF\n`,
    );
    previous = start;
  }
  return file.bytes();
}

/** Cross-reference entries name positions in the object stream in reverse. */
function wrongPlaces(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index + 10);
  const head = numbers.map((number) => `${number} 0`).join(' ');
  const file = onePage('/X 6 0 R')
    .stream(4, '', 'n')
    .object(6, `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`);
  file.stream(5, `/Type/ObjStm/N ${count}/First ${head.length + 1}/Filter/FlateDecode`, deflateSync(`${head} <<>>`));
  const start = file.length;
  const rows = Buffer.alloc(8 * (count + 10));
  for (const [number, at] of file.offsets) row(rows, number, 1, at, 0);
  for (const [index, number] of numbers.entries()) row(rows, number, 2, 5, count - 1 - index);
  const dict = `/Type/XRef/W[1 4 3]/Size ${count + 10}/Root 1 0 R/Filter/FlateDecode`;
  return file.stream(7, dict, deflateSync(rows)).raw(`startxref\n${start}\n%%EOF`).bytes();
}

function row(rows: Buffer, number: number, type: number, second: number, third: number): void {
  rows[number * 8] = type;
  rows.writeUInt32BE(second, number * 8 + 1);
  rows.writeUIntBE(third, number * 8 + 5, 3);
}

/** Member n starts one byte after member n - 1, and each is a string to the end. */
function nestedMembers(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index + 10);
  const head = numbers.map((number, index) => `${number} ${index}`).join(' ');
  const body = '('.repeat(count);
  const dict = `/Type/ObjStm/N ${count}/First ${head.length + 1}/Filter/FlateDecode`;
  return onePage('/X 6 0 R')
    .stream(4, '', 'n')
    .object(6, `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`)
    .stream(5, dict, deflateSync(`${head} ${body}`))
    .bytes();
}

function encrypted(entries: string): Uint8Array {
  return onePage()
    .stream(4, '', 'secret')
    .object(5, `<</Filter/Standard${entries}>>`)
    .table('/Root 1 0 R/Encrypt 5 0 R/ID[(x)(x)]');
}
