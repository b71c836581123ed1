/** Data about the document in great numbers and depths: metadata, signatures, encryption and revisions. */
import { deflateSync } from 'node:zlib';
import { FileBuilder, flateBomb, offsetText, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, fails, passes, type Shape } from '#test/hostile/shape.ts';
import { numbered } from './parts.ts';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"';

export const DOCUMENTS: readonly Shape[] = [
  passes('metadata of a hundred thousand elements in each other', (scale) =>
    metadata(packet(nested(100_000 * scale, () => ['<a>', '</a>']))),
  ),
  passes('metadata of a hundred thousand elements in each other that each name a namespace', (scale) =>
    metadata(
      packet(
        numbered(0, 100_000 * scale)
          .map((number) => `<n${number}:a xmlns:n${number}="u${number}">`)
          .join(''),
      ),
    ),
  ),
  passes('metadata of a million attributes', (scale) =>
    metadata(
      packet(
        `<rdf:Description ${numbered(0, 1_000_000 * scale)
          .map((number) => `dc:a${number}="x"`)
          .join(' ')}/>`,
      ),
    ),
  ),
  passes('metadata of a million languages', (scale) =>
    metadata(
      packet(
        `<rdf:Description><dc:title><rdf:Alt>${numbered(0, 1_000_000 * scale)
          .map((number) => `<rdf:li xml:lang="x-${number}">t</rdf:li>`)
          .join('')}</rdf:Alt></dc:title></rdf:Description>`,
      ),
    ),
  ),
  passes('metadata of a million entities and open quotes', (scale) =>
    metadata(
      packet(
        `<rdf:Description dc:format="${'&amp;&#x41;&l;'.repeat(300_000 * scale)}">${'<a b="'.repeat(300_000 * scale)}`,
      ),
    ),
  ),
  passes('metadata of comments, instructions and sections that never end', (scale) =>
    metadata(packet('<!--<?x<![CDATA[<!DOCTYPE['.repeat(300_000 * scale))),
  ),
  passes('metadata that describe a hundred thousand schemas', (scale) => {
    const schema =
      '<rdf:li rdf:parseType="Resource"><pdfaSchema:namespaceURI>u</pdfaSchema:namespaceURI><pdfaSchema:prefix>p</pdfaSchema:prefix></rdf:li>';
    return metadata(
      packet(
        `<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"><pdfaExtension:schemas><rdf:Bag>${schema.repeat(100_000 * scale)}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`,
      ),
    );
  }),
  passes('metadata of thirty megabytes of text', (scale) =>
    metadata(packet(`<rdf:Description><dc:format>${'word '.repeat(6_000_000 * scale)}</dc:format></rdf:Description>`)),
  ),
  passes('document information of a hundred thousand entries', (scale) =>
    onePage()
      .stream(4, '', 'n')
      .object(
        5,
        `<<${numbered(0, 100_000 * scale)
          .map((number) => `/K${number}(value ${number})`)
          .join('')}>>`,
      )
      .table('/Root 1 0 R/Info 5 0 R'),
  ),
  passes('document information whose every text is ten megabytes', (scale) =>
    onePage()
      .stream(4, '', 'n')
      .object(5, `<<${['Title', 'Author', 'Subject', 'Keywords', 'Creator'].map((key) => `/${key} 6 0 R`).join('')}>>`)
      .object(6, `(\\376\\377${'\x00a'.repeat(5_000_000 * scale)})`)
      .table('/Root 1 0 R/Info 5 0 R'),
  ),
  passes('an identifier of ten megabytes', (scale) =>
    onePage()
      .stream(4, '', 'n')
      .table(`/Root 1 0 R/ID[(${'x'.repeat(10_000_000 * scale)})(y)]`),
  ),
  passes('a trailer of half a million entries', () =>
    onePage()
      .stream(4, '', 'n')
      .table(
        `/Root 1 0 R${numbered(0, 500_000)
          .map((number) => `/K${number}<<>>`)
          .join('')}`,
      ),
  ),
  passes('fifty megabytes behind the end', (scale) => appended(Buffer.alloc(50_000_000 * scale, 'x'))),
  passes('a million ends of file', (scale) => appended('\n%%EOF'.repeat(1_000_000 * scale))),
  passes('a million headers before and behind the document', (scale) =>
    appended('\n%PDF-1.7'.repeat(1_000_000 * scale)),
  ),
  passes('three hundred thousand objects that the cross-reference does not know', (scale) =>
    hidden(
      numbered(10, 300_000 * scale)
        .map((number) => `${number} 0 obj<</A(x)>>endobj\n`)
        .join(''),
    ),
  ),
  passes('three hundred thousand rivals of the content', (scale) =>
    hidden('4 0 obj<</Length 1>>stream\nn\nendstream endobj\n'.repeat(300_000 * scale)),
  ),
  passes('three hundred thousand ranges of bytes that nobody refers to', (scale) =>
    hidden(
      numbered(10, 300_000 * scale)
        .map((number) => `${number} 0 obj<</ByteRange[0 1 2 3]/Contents<00>>>endobj\n`)
        .join(''),
    ),
  ),
  exceeds('a thousand and one signatures', 'signatures', () => signatures(1001, () => '[0 9 19 9]', '00'.repeat(600))),
  fails('nine hundred signatures that cover all and hold nothing', 'POLICY_REJECTION', (scale) =>
    signatures(Math.round(900 * scale), () => '[0 9 19 9]', '00'.repeat(600)),
  ),
  fails('five hundred signatures whose messages are a million levels deep together', 'POLICY_REJECTION', (scale) =>
    signatures(Math.round(500 * scale), () => '[0 9 19 9]', '3080'.repeat(2000)),
  ),
  fails('a signature over a million ranges', 'POLICY_REJECTION', (scale) =>
    signatures(1, () => `[${'0 9 '.repeat(1_000_000 * scale)}]`, '3080'.repeat(600)),
  ),
  fails('a signature whose message has lengths beyond its end', 'POLICY_REJECTION', () =>
    signatures(1, () => '[0 9 19 9]', `3084ffffffff${'a084ffffffff'.repeat(5000)}`),
  ),
  passes('a store of a hundred thousand certificates', (scale) =>
    onePage(
      '',
      `/DSS<</Certs[${'5 0 R '.repeat(100_000 * scale)}]/CRLs[${'5 0 R '.repeat(100_000 * scale)}]/OCSPs[${'5 0 R '.repeat(100_000 * scale)}]>>`,
    )
      .stream(4, '', 'n')
      .stream(5, '/Filter/FlateDecode', deflateSync(Buffer.alloc(100_000, '0')))
      .table(),
  ),
  fails('a hundred thousand crypt filters', 'PASSWORD_REQUIRED', (scale) =>
    onePage()
      .stream(4, '', 'secret')
      .object(
        5,
        `<</Filter/Standard/V 4/R 4/Length 128/P -4/O(x)/U(x)/CF<<${numbered(0, 100_000 * scale)
          .map((number) => `/C${number}<</CFM/AESV2/AuthEvent/DocOpen>>`)
          .join('')}>>/StmF/C0/StrF/C1>>`,
      )
      .table('/Root 1 0 R/Encrypt 5 0 R/ID[(x)(x)]'),
  ),
  passes('three hundred thousand ever wider updates of the same objects', (scale) =>
    wideUpdates(300, Math.round(1000 * scale)),
  ),
  passes('nine thousand cross-reference streams that follow each other', (scale) =>
    streamChain(Math.round(9000 * scale)),
  ),
  passes('ten thousand object streams that extend each other', (scale) => {
    const last = 10 + Math.round(10_000 * scale);
    const file = onePage('/X 1000000 0 R').stream(4, '', 'n');
    for (let number = 10; number < last; number++)
      file.stream(
        number,
        `/Type/ObjStm/N 1/First 8/Extends ${number + 1} 0 R`,
        `${1_000_000 + number - 10} 0 [${1_000_001 + number - 10} 0 R]`,
      );
    return file.bytes();
  }),
  passes('an object stream whose members are all at one place', (scale) => {
    const numbers = numbered(10, 300_000 * scale);
    const head = numbers.map((number) => `${number} 0`).join(' ');
    return onePage('/X 6 0 R')
      .stream(4, '', 'n')
      .object(6, `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`)
      .stream(
        5,
        `/Type/ObjStm/N ${numbers.length}/First ${head.length + 1}/Filter/FlateDecode`,
        deflateSync(`${head} <</A[[][][]]>>`),
      )
      .bytes();
  }),
  exceeds('a thousand streams whose filters are ten thousand times the same reference', 'filters per stream', () => {
    const file = onePage('/Contents 6 0 R')
      .stream(4, '/Filter 5 0 R', 'x')
      .object(5, `[${'/FlateDecode'.repeat(10_000)}]`);
    for (const number of numbered(6, 1000)) file.stream(number, '/Filter 5 0 R', 'x');
    return file.table();
  }),
  passes('a bomb that only another reader would open', () => {
    const file = onePage().stream(4, '', 'n').stream(5, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', flateBomb(200));
    return new Uint8Array(
      Buffer.from(Buffer.from(file.table()).toString('latin1').replace('/Count 1', '/Count 7'), 'latin1'),
    );
  }),
];

function metadata(xml: string): Uint8Array {
  return onePage('', '/Metadata 5 0 R').stream(4, '', 'n').stream(5, '/Type/Metadata/Subtype/XML', xml).table();
}

/** Nested elements. */
function nested(levels: number, tags: (level: number) => readonly [open: string, close: string]): string {
  const all = numbered(0, levels).map(tags);
  return [...all.map(([open]) => open), ...all.toReversed().map(([, close]) => close)].join('');
}

function packet(inside: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${inside}</rdf:RDF></x:xmpmeta>`;
}

function appended(more: string | Uint8Array): Uint8Array {
  return new FileBuilder('')
    .raw(onePage().stream(4, '', 'n').table())
    .raw(more)
    .bytes();
}

/** Objects between those of the document and its cross-reference. */
function hidden(objects: string): Uint8Array {
  return onePage().stream(4, '', '0 0 m 9 9 l S').raw(objects).table();
}

function signatures(count: number, range: (index: number) => string, contents: string): Uint8Array {
  const fields = numbered(10, count);
  const file = onePage(`/Annots 5 0 R`, '/AcroForm<</SigFlags 3/Fields 5 0 R>>')
    .stream(4, '', 'n')
    .object(5, `[${fields.map((number) => `${number} 0 R`).join(' ')}]`);
  for (const number of fields) {
    file.object(number, `<</Type/Annot/Subtype/Widget/FT/Sig/T(s${number})/Rect[0 0 0 0]/V ${number + count} 0 R>>`);
    file.object(
      number + count,
      `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange${range(number)}/Contents<${contents}>>>`,
    );
  }
  return file.table();
}

/** This many updates that each write this many objects again. */
function wideUpdates(updates: number, objects: number): Uint8Array {
  const file = onePage().stream(4, '', 'n');
  let previous = file.length;
  file.raw('xref\n0 1\n0000000000 65535 f \n');
  for (const [number, at] of file.offsets) file.raw(`${number} 1\n${offsetText(at)} 00000 n \n`);
  file.raw(`trailer<</Root 1 0 R/Size 5>>startxref\n${previous}\n%%EOF\n`);
  for (let update = 0; update < updates; update++) {
    const offsets: number[] = [];
    for (let number = 10; number < 10 + objects; number++) {
      offsets.push(file.length);
      file.raw(`${number} 0 obj<</A ${update}>>endobj\n`);
    }
    const start = file.length;
    file.raw(`xref\n10 ${objects}\n${offsets.map((at) => `${offsetText(at)} 00000 n \n`).join('')}`);
    file.raw(`trailer<</Root 1 0 R/Size ${10 + objects}/Prev ${previous}>>startxref\n${start}\n%%EOF\n`);
    previous = start;
  }
  return file.bytes();
}

function streamChain(count: number): Uint8Array {
  const file = onePage().stream(4, '', 'n');
  let previous = '';
  let start = 0;
  for (let index = 0; index < count; index++) {
    start = file.length;
    const rows = [...file.offsets].filter(([number]) => number < 5).flatMap(([, at]) => [1, at >> 8, at & 255, 0]);
    file.stream(
      10 + index,
      `/Type/XRef/W[1 2 1]/Index[1 4]/Size ${20 + count}/Root 1 0 R${previous}`,
      Uint8Array.from(rows),
    );
    previous = `/Prev ${start}`;
  }
  return file.raw(`startxref\n${start}\n%%EOF`).bytes();
}
