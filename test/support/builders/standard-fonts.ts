/** A page that names the fourteen standard fonts without embedding them, so that each program draws its own faces. */
import { buildPdf } from './pdf.ts';

const COURIER = ['Courier', 'Courier-Bold', 'Courier-BoldOblique', 'Courier-Oblique'];
const HELVETICA = ['Helvetica', 'Helvetica-Bold', 'Helvetica-BoldOblique', 'Helvetica-Oblique'];
const TIMES = ['Times-Roman', 'Times-Bold', 'Times-BoldItalic', 'Times-Italic'];
const OTHER_NAMES = ['Arial', 'ArialMT,Bold', 'TimesNewRoman', 'CourierNew'];
const FACES = [...COURIER, ...HELVETICA, ...TIMES, 'Symbol', 'ZapfDingbats', ...OTHER_NAMES];
const FIRST = 5;

export function standardFonts(): Uint8Array {
  const names = FACES.map((_, index) => `/F${index} ${FIRST + index} 0 R`).join('');
  const lines = FACES.map((_, index) => `/F${index} 16 Tf (Total 1,234.50 on 3 May: agreed & signed) Tj T*`);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<<${names}>>>>>>`,
    4: { stream: `BT 30 TL 60 740 Td ${lines.join('\n')} ET` },
    ...Object.fromEntries(FACES.map((face, index) => [FIRST + index, `<</Type/Font/Subtype/Type1/BaseFont/${face}>>`])),
  });
}
