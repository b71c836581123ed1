/** A document that occupies a parser for seconds and then exceeds a counted limit, so that its sender pays no unit. */
import { FileBuilder, flateRepeat } from '#test/support/builders/hostile.ts';

const FLATE = '/Filter/FlateDecode';
/** The limits grow with the input, so a file at the size limit of plan Free costs most. */
const PADDING_BYTES = 3_900_000;
const LINES = '0 0 m 1 1 l S\n'.repeat(100_000);
const showing = (letter: string) => `BT/F 1 Tf(${letter.repeat(10_000)})Tj ET\n`;

/** @param salt makes documents different */
export function costlyDocument(salt: string): Uint8Array {
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R/Resources<</Font<</F 9 0 R>>>>>>`;
  return (
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>')
      .object(3, page(6))
      .object(4, page(7))
      .object(5, page(8))
      .stream(6, FLATE, flateRepeat(LINES, 70))
      .stream(7, FLATE, flateRepeat(showing('b'), 14_000))
      // One letter stands for a thousand characters, so that the last page exceeds the limit of text.
      .stream(8, FLATE, flateRepeat(showing('a'), 200))
      .object(9, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 10 0 R>>')
      .stream(10, '', `1 beginbfchar <61> <${'0062'.repeat(1_000)}> endbfchar`)
      .raw(`%${salt}${'x'.repeat(PADDING_BYTES)}\n`)
      .table()
  );
}
