/** Small data that become large: compression bombs, declared sizes, content that multiplies. */
import { flateBomb, flateRepeat, FileBuilder, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, fails, passes, type Shape } from '#test/hostile/shape.ts';
import { brotliCompressSync, constants, deflateSync } from 'node:zlib';

const LIMIT = 'RESOURCE_LIMIT_EXCEEDED';
const FLATE = '/Filter/FlateDecode';

export const BOMBS: readonly Shape[] = [
  exceeds('flate bomb as page content, 1 GiB', 'decoded bytes', () =>
    onePage().stream(4, FLATE, flateBomb(1024)).table(),
  ),
  passes('flate bomb as page content, 200 MiB, within the limit', (scale) =>
    onePage()
      .stream(4, FLATE, flateBomb(Math.max(64, 200 * scale)))
      .table(),
  ),
  exceeds('double flate bomb, 4 GiB from some kilobytes', 'decoded bytes', () =>
    onePage()
      .stream(4, '/Filter[/FlateDecode/FlateDecode]', deflateSync(flateBomb(4096)))
      .table(),
  ),
  exceeds('flate bomb as image of a page', 'decoded bytes', () =>
    onePage('/Resources<</XObject<</I 5 0 R>>>>')
      .stream(4, '', '/I Do')
      .stream(
        5,
        `/Subtype/Image/Width 32768/Height 32768/BitsPerComponent 8/ColorSpace/DeviceGray${FLATE}`,
        flateBomb(1024),
      )
      .table(),
  ),
  exceeds('flate bomb as object stream', 'decoded bytes', () =>
    new FileBuilder().stream(1, `/Type/ObjStm/N 1/First 4${FLATE}`, flateBomb(1024)).bytes(),
  ),
  exceeds('flate bomb as cross-reference stream', 'decoded bytes', () =>
    withXrefStream(`/Type/XRef/W[1 2 1]/Size 5/Root 1 0 R${FLATE}`, flateBomb(1024)),
  ),
  fails('a hundred million real entries in a cross-reference stream', LIMIT, () =>
    withXrefStream(`/Type/XRef/W[1 1 1]/Size 100000000/Root 1 0 R${FLATE}`, flateBomb(290, 1)),
  ),
  exceeds('five million real entries in a cross-reference stream', 'cross-reference entries', () =>
    withXrefStream(`/Type/XRef/W[1 1 1]/Size 5000000/Root 1 0 R${FLATE}`, flateBomb(15, 1)),
  ),
  exceeds('an object stream of spaces with a million numbers announced', 'decoded bytes', () =>
    new FileBuilder().stream(1, `/Type/ObjStm/N 1000000000/First 4${FLATE}`, flateBomb(300)).bytes(),
  ),
  fails('object streams that hold fifteen million empty objects', LIMIT, (scale) => {
    const file = onePage().stream(4, '', 'n');
    const pairs = flateRepeat('9 0 '.repeat(250_000), 1);
    for (let number = 5; number < 5 + 60 * Math.max(0.4, scale); number++) {
      file.stream(number, `/Type/ObjStm/N 250000/First 1000000${FLATE}`, pairs);
    }
    return file.bytes();
  }),
  exceeds('predictor with two billion columns', 'predictor row bytes', () =>
    onePage().stream(4, `${FLATE}/DecodeParms<</Predictor 15/Columns 2147483648>>`, deflateSync('q Q')).table(),
  ),
  exceeds('predictor with a billion colours', 'predictor row bytes', () =>
    onePage()
      .stream(
        4,
        `${FLATE}/DecodeParms<</Predictor 2/Colors 1000000000/BitsPerComponent 1/Columns 1>>`,
        deflateSync('q Q'),
      )
      .table(),
  ),
  exceeds('run-length bomb, 8 MB to 512 MB', 'decoded bytes', () =>
    onePage().stream(4, '/Filter/RunLengthDecode', '\x81 '.repeat(4_000_000)).table(),
  ),
  exceeds('LZW bomb', 'decoded bytes', () => onePage().stream(4, '/Filter/LZWDecode', lzwBomb(60)).table()),
  exceeds('Brotli bomb, 300 MiB from some kilobytes', 'decoded bytes', () =>
    onePage().stream(4, '/Filter/BrotliDecode', brotliBomb(300)).table(),
  ),
  exceeds('twenty-six filters', 'filters per stream', () =>
    onePage()
      .stream(4, `/Filter[${'/FlateDecode'.repeat(26)}]`, 'x')
      .table(),
  ),
  passes('image of 100,000 by 100,000 pixels in four kilobytes', () =>
    onePage('/Resources<</XObject<</I 5 0 R>>>>')
      .stream(4, '', 'q 100 0 0 100 0 0 cm /I Do Q')
      .stream(
        5,
        `/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceGray${FLATE}`,
        flateBomb(4),
      )
      .table(),
  ),
  exceeds('one content stream listed forty thousand times', 'decoded bytes', () =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, '<</Type/Pages/Kids[3 0 R]/Count 1>>')
      .object(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${'4 0 R '.repeat(40_000)}]>>`)
      .stream(4, FLATE, deflateSync('0 0 m 1 1 l S\n'.repeat(4000)))
      .table(),
  ),
  exceeds('one content stream shared by thousands of pages', 'content that text is read from', () =>
    sharedContent(2000, flateRepeat('0 0 m 1 1 l S\n'.repeat(70_000), 1)),
  ),
  passes('one content stream shared by hundreds of pages', (scale) =>
    sharedContent(Math.round(500 * scale), flateRepeat('0 0 m 1 1 l S\n'.repeat(7000), 1)),
  ),
  exceeds('hundreds of streams just within the limit of each', 'content bytes', () => {
    const file = onePage('/Resources<</XObject 5 0 R>>').stream(
      4,
      '',
      Array.from({ length: 100 }, (_, index) => `/F${index} Do `).join(''),
    );
    file.object(5, `<<${Array.from({ length: 100 }, (_, index) => `/F${index} ${index + 6} 0 R`).join('')}>>`);
    const bomb = flateBomb(60);
    for (let index = 0; index < 100; index++) file.stream(index + 6, `/Subtype/Form/BBox[0 0 9 9]${FLATE}`, bomb);
    return file.table();
  }),
  passes('an attached file that is a bomb', () =>
    onePage('', '/Names<</EmbeddedFiles<</Names[(a)5 0 R]>>>>')
      .stream(4, '', 'n')
      .object(5, '<</Type/Filespec/F(a)/EF<</F 6 0 R>>>>')
      .stream(6, `/Type/EmbeddedFile${FLATE}`, flateBomb(1024))
      .table(),
  ),
  exceeds('metadata that are a bomb', 'decoded bytes', () =>
    onePage('', '/Metadata 5 0 R')
      .stream(4, '', 'n')
      .stream(5, `/Type/Metadata/Subtype/XML${FLATE}`, flateBomb(1024))
      .table(),
  ),
  passes('metadata with a billion laughs and an external entity', () =>
    onePage('', '/Metadata 5 0 R').stream(4, '', 'n').stream(5, '/Type/Metadata/Subtype/XML', laughs()).table(),
  ),
];

/** A valid file except for its cross-reference stream. */
function withXrefStream(dict: string, data: Uint8Array): Uint8Array {
  const file = onePage().stream(4, '', 'n');
  const start = file.length;
  return file.stream(5, dict, data).raw(`startxref\n${start}\n%%EOF\n`).bytes();
}

function sharedContent(pages: number, data: Uint8Array): Uint8Array {
  const file = new FileBuilder().object(1, '<</Type/Catalog/Pages 2 0 R>>').stream(4, FLATE, data);
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`);
  file.object(2, `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`);
  for (let index = 0; index < pages; index++) {
    file.object(index + 5, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>');
  }
  return file.table();
}

/** Seven million zeros with each turn of the code table (ISO 32000-2, 7.4.4.2). */
function lzwBomb(turns: number): Uint8Array {
  const CLEAR = 256;
  const codes = Array.from({ length: turns }, () => [
    CLEAR,
    0,
    ...Array.from({ length: 3836 }, (_, index) => index + 258),
  ]);
  let bits = '';
  for (const turn of codes) {
    for (const [index, code] of turn.entries())
      bits += code.toString(2).padStart(index === 0 ? 12 : widthAt(index), '0');
  }
  return Uint8Array.from(bits.slice(3).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The decoder knows 257 + n codes after it has read n of them, and widens them one early. */
function widthAt(index: number): number {
  return Math.min(12, Math.max(9, (257 + index).toString(2).length));
}

function laughs(): string {
  const entities = Array.from({ length: 30 }, (_, index) => `<!ENTITY l${index + 1} "&l${index};&l${index};">`);
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${entities.join('')}]>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about=""><dc:format>&l30;&f;</dc:format>
</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

function brotliBomb(mebibytes: number): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return brotliCompressSync(Buffer.alloc(mebibytes * 1024 * 1024, ' '), { params });
}
