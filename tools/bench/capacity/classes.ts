/** The classes of documents in a year. Each document has unique bytes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPdf, type BuiltObject, helloPage } from '#test/support/builders/pdf.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/pdf');

export interface DocumentClass {
  readonly name: string;
  readonly about: string;
  /** The default share of the class among the documents of a year. */
  readonly share: number;
  make(): Uint8Array;
}

export const CLASSES: readonly DocumentClass[] = [
  { name: 'small', about: 'one page, one line', share: 0.5, make: () => helloPage(randomUUID()) },
  { name: 'text', about: '20 pages of 45 lines', share: 0.25, make: text },
  { name: 'scan', about: '5 pages, a grey picture of 300 by 400 on each', share: 0.15, make: scan },
  { name: 'signed', about: 'signed once, the signature stripped', share: 0.05, make: () => copyOf('signed.pdf') },
  {
    name: 'pdfa',
    about: 'declares PDF/A, which veraPDF is asked about',
    share: 0.05,
    make: () => copyOf('veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf'),
  },
];

/** All copies have one output, but the service does not know that before. */
function copyOf(name: string): Uint8Array {
  return Buffer.concat([readFileSync(join(FIXTURES, name)), Buffer.from(`\n%${randomUUID()}\n`)]);
}

function text(): Uint8Array {
  return pages(20, () => {
    const lines = Array.from({ length: 45 }, () => `(${words(14)}) Tj T*`);
    return { content: `BT /F 11 Tf 14 TL 50 760 Td ${lines.join('\n')} ET`, resources: '/Font<</F 3 0 R>>' };
  });
}

function words(count: number): string {
  const letters = randomBytes(count * 5)
    .toString('base64')
    .replaceAll(/[^a-z]/gi, 'e');
  return (letters.match(/.{1,6}/g) ?? []).slice(0, count).join(' ');
}

const SCAN = { width: 300, height: 400 };

function scan(): Uint8Array {
  const { width, height } = SCAN;
  return pages(5, () => ({
    content: 'q 595 0 0 842 0 0 cm /I Do Q',
    resources: '',
    image: {
      dict: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      stream: randomBytes(width * height),
    },
  }));
}

interface Page {
  readonly content: string;
  readonly resources: string;
  readonly image?: { readonly dict: string; readonly stream: Uint8Array };
}

function pages(count: number, pageOf: () => Page): Uint8Array {
  const objects: Record<number, BuiltObject> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  };
  const kids: string[] = [];
  for (let at = 0; at < count; at++) {
    const number = 4 + at * 3;
    const { content, resources, image } = pageOf();
    const picture = image === undefined ? '' : `/XObject<</I ${number + 2} 0 R>>`;
    objects[number] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R/Resources<<${resources}${picture}>>>>`;
    objects[number + 1] = { stream: content };
    if (image !== undefined) objects[number + 2] = image;
    kids.push(`${number} 0 R`);
  }
  objects[2] = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${count}>>`;
  return buildPdf(objects);
}
