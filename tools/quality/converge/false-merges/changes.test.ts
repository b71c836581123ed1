import { expect, test } from 'vitest';
import { chanceOf } from '#test/properties/mutations.ts';
import { baseDocuments } from '#test/support/builders/variants.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { plainHash } from '#tools/quality/normalize-files.ts';
import { modelOf } from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';
import { changePage, pagesOf } from './changes.ts';

const { book } = baseDocuments();

test('pages are found in their order, and only pages', () => {
  expect(pagesOf(book)).toHaveLength(5);
  expect(pagesOf(modelOf(helloPage()))).toHaveLength(1);
});

test('each change makes another document, and leaves the first as it was', async () => {
  const [page = 0] = pagesOf(book);
  const before = serialize(book);
  const hash = await plainHash(before);
  const kinds = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const changed = changePage(book, page, chanceOf(seed));
    if (changed === null) throw new Error('Nothing was changed.');
    kinds.add(changed.kind);
    expect(await plainHash(serialize(changed.model))).not.toEqual(hash);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['a character of text', 'a coordinate', 'a sample of an image']));
  expect(serialize(book)).toEqual(before);
});

test('a page that shows nothing gives no change', () => {
  const blank = modelOf(helloPage());
  blank.objects.clear();
  expect(changePage(blank, 1, chanceOf(1))).toBeNull();
});
