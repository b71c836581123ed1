import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { openDocument } from './open.ts';

/** The content of each page as text. */
function contents(bytes: Uint8Array): string[] {
  const pdf = openDocument(bytes);
  return pdf.pages.map((page) => Buffer.from(pdf.pageContent(page)).toString('latin1').trim());
}

function codeOf(bytes: Uint8Array): string {
  try {
    openDocument(bytes);
    return 'opened';
  } catch (error) {
    if (error instanceof PdfFailure) return error.code;
    throw error;
  }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytes = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, 'latin1'));

const HELLO = 'BT /F1 24 Tf 72 700 Td (Hello, world) Tj ET';

test('a well-formed file opens without a problem', () => {
  const pdf = openDocument(helloPage());
  expect(pdf.problems).toEqual([]);
  expect(pdf.structure).toMatchObject({ xrefRebuilt: false, linearized: false, encrypted: false, baseOffset: 0 });
  expect(contents(helloPage())).toEqual([HELLO]);
});

test('without a usable cross-reference the objects are found by scanning', () => {
  const damaged = [
    text(helloPage()).replace(/startxref\n\d+/, 'startxref\n7'),
    text(helloPage()).replace(/xref\n0 1[^]*trailer/, 'trailer'),
    text(helloPage()).replace(/trailer[^]*$/, ''),
  ];
  for (const file of damaged) {
    expect(contents(bytes(file))).toEqual([HELLO]);
    expect(openDocument(bytes(file)).structure.xrefRebuilt).toBe(true);
  }
});

test('an entry that points beside its object is repaired by the scan', () => {
  const shifted = text(helloPage()).replace('4 1\n0000000', '4 1\n0000001');
  expect(contents(bytes(shifted))).toEqual([HELLO]);
});

test('bytes before the header shift every offset and do no harm', () => {
  const pdf = openDocument(bytes(`junk from a mail gateway\n${text(helloPage())}`));
  expect(pdf.structure).toMatchObject({ baseOffset: 25, xrefRebuilt: false });
});

test('a wrong stream length is found out by what follows the data', () => {
  const wrong = text(helloPage()).replace(/Length \d+/, 'Length 9');
  expect(contents(bytes(wrong))).toEqual([HELLO]);
});

test('a Length that is the stream itself does not loop', () => {
  const cyclic = text(helloPage()).replace(/Length \d+/, 'Length 4 0 R');
  expect(contents(bytes(cyclic))).toEqual([HELLO]);
});

test('of two revisions the newest counts', () => {
  const first = text(helloPage());
  const at = first.length;
  const update = `4 0 obj\n<</Length 9>>\nstream\n(Changed)\nendstream\nendobj\n`;
  const xref = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  const previous = /startxref\n(\d+)/.exec(first)?.[1];
  const file = `${first}${update}${xref}trailer\n<</Size 6/Root 1 0 R/Prev ${previous}>>\nstartxref\n${at + update.length}\n%%EOF\n`;
  expect(contents(bytes(file))).toEqual(['(Changed)']);
  expect(openDocument(bytes(file)).structure.sections).toHaveLength(2);
});

test('object streams are found by the scan', () => {
  const inner = '1 0 2 29 <</Type/Catalog/Pages 2 0 R>>\n<</Type/Pages/Kids[3 0 R]/Count 1>>';
  const file = buildPdf({
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
    4: { stream: HELLO },
    6: { dict: '/Type/ObjStm/N 2/First 9/Filter/FlateDecode', stream: deflateSync(inner) },
  });
  expect(contents(file)).toEqual([HELLO]);
});

test('inherited attributes come down to the page, and the tree becomes flat', () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 100 200]/Rotate 90>>',
    3: '<</Type/Pages/Kids[4 0 R]/Count 1/Parent 2 0 R/Rotate 180>>',
    4: '<</Type/Page/Parent 3 0 R>>',
    6: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]>>',
  });
  const { pages, catalog } = openDocument(file);
  expect(pages.map(({ dict }) => [dict.array('MediaBox'), dict.integer('Rotate')])).toEqual([
    [[0, 0, 100, 200], 180],
    [[0, 0, 1, 1], 90],
  ]);
  expect(catalog.dict('Pages')?.array('Kids')).toHaveLength(2);
});

test('page trees that loop, share nodes or hold rubbish give the pages they have', () => {
  const tree = (kids: string): Uint8Array =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: `<</Type/Pages/Kids[${kids}]/Count 1/MediaBox[0 0 9 9]>>`,
      3: '<</Type/Page/Parent 2 0 R>>',
    });
  expect(openDocument(tree('2 0 R 3 0 R')).pages).toHaveLength(1);
  expect(openDocument(tree('null 99 0 R 3 0 R (x)')).pages).toHaveLength(1);
  expect(openDocument(tree('3 0 R 3 0 R')).pages).toHaveLength(2);
});

test('a page tree that multiplies itself ends with a code', () => {
  const levels = 40;
  const objects: Record<number, string> = { 1: '<</Type/Catalog/Pages 2 0 R>>' };
  for (let level = 0; level < levels; level++) {
    const kid = level + 3;
    objects[level + 2] = `<</Type/Pages/Kids[${`${kid} 0 R `.repeat(2)}]/Count 2/MediaBox[0 0 9 9]>>`;
  }
  objects[levels + 2] = '<</Type/Page>>';
  expect(codeOf(buildPdf(objects))).toBe('RESOURCE_LIMIT_EXCEEDED');
});

test('a page that carries stream data is a page', () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: { dict: '/Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]', stream: '' },
  });
  expect(openDocument(file).pages.map(({ dict }) => dict.keys().toSorted())).toEqual([['MediaBox', 'Parent', 'Type']]);
});

test('an Encrypt entry that is no dictionary encrypts nothing', () => {
  const file = text(helloPage()).replace('/Root 1 0 R', '/Root 1 0 R/Encrypt[]');
  expect(openDocument(bytes(file)).structure.encrypted).toBe(false);
});

test('what cannot be opened ends with its code', () => {
  expect(codeOf(new Uint8Array())).toBe('EMPTY_FILE');
  expect(codeOf(bytes('just text'))).toBe('NOT_A_PDF');
  expect(codeOf(bytes('%PDF-1.7\nnothing else'))).toBe('CORRUPT_UNRECOVERABLE');
  expect(codeOf(buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>' }))).toBe(
    'NO_PAGES',
  );
  const locked = { trailer: '/Root 1 0 R/Encrypt<</Filter/Adobe.PubSec/V 4>>' };
  expect(codeOf(buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Kids[]>>' }, locked))).toBe(
    'UNSUPPORTED_ENCRYPTION',
  );
});

test('an xref stream that announces two thousand million entries allocates none of them', () => {
  const file = buildPdf({ 1: '<</Type/Catalog>>' }, { trailer: '/Root 1 0 R' });
  const lying = `${text(file)}9 0 obj\n<</Type/XRef/W[1 2 1]/Index[0 2147483647]/Size 2147483647/Length 4>>\nstream\n\0\0\0\0\nendstream\nendobj\nstartxref\n${file.length}\n%%EOF`;
  expect(codeOf(bytes(lying))).toBe('NO_PAGES');
});

test('the header of a PostScript program that says it is a PDF is one', () => {
  const file = text(helloPage()).replace('%PDF-1.7', '%!PS-Adobe-3.0 PDF-1.7');
  expect(openDocument(bytes(file)).structure.header).toEqual({ offset: 0, version: '1.7' });
});

test('a file without header is read only when its cross-reference is sound', () => {
  const headless = text(helloPage()).replace('%PDF-1.7', '%ABC-1.7');
  const pdf = openDocument(bytes(headless));
  expect(pdf.pages).toHaveLength(1);
  expect(pdf.structure.header).toBeNull();
  expect(codeOf(bytes(headless.replace('startxref', 'nowhere')))).toBe('NOT_A_PDF');
});

test('a catalog without pages and no catalog at all are told apart', () => {
  expect(codeOf(bytes('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>'))).toBe('NO_PAGES');
  expect(codeOf(bytes('%PDF-1.7\n1 0 obj<</Type/Nothing>>endobj trailer<</Root 1 0 R>>'))).toBe(
    'CORRUPT_UNRECOVERABLE',
  );
});

test('lengths that lead from stream to stream are followed only so far', () => {
  const streams = Array.from({ length: 5000 }, (_, index) => {
    return `${index + 5} 0 obj<</Length ${index + 6} 0 R>>stream\nn\nendstream endobj\n`;
  });
  const page = '3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Contents 5 0 R>>endobj\n';
  const file = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj\n${page}`;
  const pdf = openDocument(bytes(file + streams.join('')));
  expect(pdf.pages).toHaveLength(1);
  expect(text(pdf.pageContent(pdf.pages[0] ?? expect.fail('a page')))).toBe('n\n');
});

test('a file that lost its header opens where its end says that it is a PDF', () => {
  const headless = text(helloPage()).replace(/^%PDF[^\n]*\n[^\n]*\n/, '');
  expect(contents(bytes(headless))).toEqual([HELLO]);
  expect(codeOf(bytes(headless.replace(/startxref[^]*$/, '')))).toBe('NOT_A_PDF');
});

test('where only embedded files are encrypted, the document opens without their password', () => {
  const encrypt =
    `<</Filter/Standard/V 4/R 4/Length 128/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>` +
    '/CF<</StdCF<</CFM/AESV2/AuthEvent/EFOpen/Length 16>>>>';
  const locked = (filters: string): Uint8Array =>
    bytes(text(helloPage()).replace('/Root 1 0 R', `/Root 1 0 R/ID[<00><00>]/Encrypt${encrypt}${filters}>>`));
  expect(contents(locked('/EFF/StdCF'))).toEqual([HELLO]);
  expect(contents(locked('/EFF/StdCF/StmF/Identity/StrF/Identity'))).toEqual([HELLO]);
  expect(codeOf(locked('/StmF/StdCF/StrF/StdCF'))).toBe('PASSWORD_REQUIRED');
  const own = text(locked('/EFF/StdCF')).replace(
    '<</Length 43',
    '<</Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]/Length 43',
  );
  expect(() => contents(bytes(own))).toThrow('PASSWORD_REQUIRED');
});

const PAGE_OF_HELLO = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>`;

/** A file with the given nodes in its page tree and one page with content. */
function withTree(nodes: Readonly<Record<number, string>>, page = PAGE_OF_HELLO): Uint8Array {
  return buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 3: page, 4: { stream: HELLO }, ...nodes });
}

test('a page tree that is a loop or leads nowhere has the pages that name one of its nodes as their parent', () => {
  const trees: [Record<number, string>, string?][] = [
    [{ 2: '<</Type/Pages/Kids[2 0 R]/Count 1>>' }],
    [{ 2: '<</Type/Pages/Kids[9 0 R]/Count 1>>' }],
    [
      { 2: '<</Type/Pages/Kids[8 0 R]/Count 1>>', 8: '<</Type/Pages/Kids[8 0 R]/Parent 2 0 R>>' },
      PAGE_OF_HELLO.replace('2 0 R', '8 0 R'),
    ],
  ];
  for (const [nodes, page] of trees) {
    const file = withTree(nodes, page);
    expect(contents(file)).toEqual([HELLO]);
    expect(openDocument(file).problems.map(({ code }) => code)).toContain('page-tree');
  }
});

test('a page that an intact page tree does not list is no page', () => {
  expect(codeOf(withTree({ 2: '<</Type/Pages/Kids[]/Count 0>>' }))).toBe('NO_PAGES');
  const other = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
  expect(contents(withTree({ 2: '<</Type/Pages/Kids[9 0 R 2 0 R]/Count 1>>', 9: other }))).toEqual(['']);
});

test('the scan finds an object of a generation that no cross-reference table can hold', () => {
  for (const generation of [65_536, 4_294_967_296]) {
    const file = text(helloPage())
      .replaceAll(/^(\d+) 0 obj/gm, `$1 ${generation} obj`)
      .replace(/xref\n0 1[^]*trailer/, 'trailer');
    expect(contents(bytes(file))).toEqual([HELLO]);
  }
});

test('the scan finds an object whose number has any number of leading zeros', () => {
  const zeros = '0'.repeat(40);
  const file = text(helloPage())
    .replaceAll(/^(\d+) 0 obj/gm, `${zeros}$1 0 obj`)
    .replace(/xref\n0 1[^]*trailer/, 'trailer');
  expect(contents(bytes(file))).toEqual([HELLO]);
});
