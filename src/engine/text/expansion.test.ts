import { expect, test } from 'vitest';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/open.ts';
import { refuseExpansion } from './expansion.ts';

/** One page that paints the first form; each form's content is given, and each may paint the next as `/X`. */
function nested(...forms: string[]): PdfDocument {
  const stream = (number: number, entries: string, content: string) =>
    `${number} 0 obj <<${entries}/Length ${content.length}>> stream\n${content}\nendstream endobj\n`;
  const objects = forms.map((content, index) => {
    const next = 10 + ((index + 1) % forms.length);
    return stream(
      10 + index,
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${next} 0 R>>>>`,
      content,
    );
  });
  const file = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>>>>> endobj
${stream(4, '', '/F Do')}${objects.join('')}trailer <</Root 1 0 R>>`;
  return openDocument(new Uint8Array(Buffer.from(file, 'latin1')));
}

test('ordinary nesting passes, and a form that paints itself is no loop', () => {
  refuseExpansion(nested('q /X Do Q', '0 0 1 1 re f'));
  refuseExpansion(nested('/X Do'));
  refuseExpansion(nested('/X Do', '/X Do'));
});

test('ten uses on each of twelve levels end the document', () => {
  const levels = Array.from({ length: 12 }, () => '/#58 Do '.repeat(10));
  expect(() => refuseExpansion(nested(...levels, 'f'))).toThrow(/content painted by forms/);
});

test('many levels of one use each are no expansion', () => {
  refuseExpansion(nested(...Array.from({ length: 5000 }, () => '/X Do'), 'f'));
});

test('a form that paints itself twice ends the document, whatever resources it borrows', () => {
  expect(() => refuseExpansion(nested('/X Do /X Do'))).toThrow(/content painted by forms/);
  const borrowing = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 5>> stream\n/F Do\nendstream endobj
5 0 obj <</Subtype/Form/BBox[0 0 9 9]/Length 11>> stream\n/F Do /F Do\nendstream endobj
trailer <</Root 1 0 R>>`;
  expect(() => refuseExpansion(openDocument(new Uint8Array(Buffer.from(borrowing, 'latin1'))))).toThrow(
    /painted by forms/,
  );
});
