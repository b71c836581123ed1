/** The document that every program signs: a page with a text, a filled field and an empty one. */
import { buildPdf } from '#test/support/builders/pdf.ts';

export const RESOURCES = '/Resources<</Font<</F1 5 0 R>>>>';
const WIDGET = '/Type/Annot/Subtype/Widget/FT/Tx/DA(/F1 12 Tf 0 g)/F 4/P 3 0 R';

export function baseDocument(): Uint8Array {
  return buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 8 0 R]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 12 Tf 0 g)>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${RESOURCES}/Annots[6 0 R 8 0 R]>>`,
      4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay one hundred) Tj ET' },
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
      6: `<<${WIDGET}/T(amount)/V(100)/Rect[72 500 272 520]/AP<</N 7 0 R>>>>`,
      7: {
        dict: `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${RESOURCES}`,
        stream: '/Tx BMC q BT /F1 12 Tf 0 g 2 6 Td (100) Tj ET Q EMC',
      },
      8: `<<${WIDGET}/T(note)/Rect[72 450 272 470]>>`,
    },
    { trailer: `/Root 1 0 R/ID[<${'41'.repeat(16)}><${'41'.repeat(16)}>]` },
  );
}
