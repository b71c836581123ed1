import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { appearance, formFile, widget } from '#test/support/builders/form.ts';
import { pageCount, pageTexts, renderPage, UnreadablePdf, withPdfium } from './pdfium.ts';

async function twoPages(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([200, 100]).drawText('First page', { font, x: 10, y: 50, size: 12 });
  const second = document.addPage([200, 100]);
  second.drawText('Second\nin two lines', { font, x: 10, y: 80, size: 12, lineHeight: 14 });
  second.drawRectangle({ x: 0, y: 0, width: 200, height: 50, color: rgb(1, 0, 0) });
  return document.save();
}

test('counts pages', async () => {
  expect(await pageCount(await twoPages())).toBe(2);
});

test('reads text page by page, in content order', async () => {
  expect(await pageTexts(await twoPages())).toEqual(['First page', 'Second\r\nin two lines']);
});

test('draws a page from the top row, red-green-blue-alpha, on white', async () => {
  const picture = await renderPage(await twoPages(), 1, 40);
  expect([picture.width, picture.height]).toEqual([40, 20]);
  expect([...picture.rgba.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect([...picture.rgba.subarray(-4, -1)]).toEqual([255, 0, 0]);
});

test('draws form fields when asked', async () => {
  const black = appearance('0 0 200 20 re f', '/BBox[0 0 200 20]');
  const form = formFile({ more: { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: black } });
  const [without, withFields] = await withPdfium(form, (pdf) => [pdf.render(0, 300), pdf.renderWithFields(0, 300)]);
  const at = ((300 - 20) * 300 + 100) * 4;
  expect(without?.rgba[at]).toBe(255);
  expect(withFields?.rgba[at]).toBe(0);
});

test('says when the bytes are no document', async () => {
  await expect(pageCount(new TextEncoder().encode('not a PDF'))).rejects.toThrow(UnreadablePdf);
  await expect(pageCount(new Uint8Array())).rejects.toThrow(UnreadablePdf);
});

test('a document that cannot be read leaves the next one alone', async () => {
  const good = await twoPages();
  const broken = good.slice(0, 300);
  const [first, , second] = await Promise.all([pageTexts(good), pageCount(broken).catch(() => 0), pageTexts(good)]);
  expect(second).toEqual(first);
});

test('every document meets the engine as the first one did', async () => {
  const other = await PDFDocument.create();
  other.addPage([50, 50]).drawText('other', { x: 5, y: 5, size: 8 });
  const [document, between] = [await twoPages(), await other.save()];
  const before = [await pageTexts(document), await renderPage(document, 0, 60)];
  await renderPage(between, 0, 2000); // this call makes the memory grow
  await pageTexts(between);
  expect([await pageTexts(document), await renderPage(document, 0, 60)]).toEqual(before);
});
