import { expect, test } from 'vitest';
import { type SearchEntry, searchOf, wordsOf } from './search.ts';

const page = (path: string, title: string, text = ''): SearchEntry => ({
  path,
  title,
  chapter: 'Guides',
  summary: '',
  headings: '',
  words: wordsOf(text).join(' '),
});

const search = searchOf([
  page('/batches', 'Many documents: batches', 'A batch groups submissions'),
  page('/limits', 'Limits', 'How many documents, and how large'),
  page('/problems/not_a_pdf', 'Problem not_a_pdf', 'The file is no PDF'),
]);
const found = (query: string) => search(query, 10).map(({ path }) => path);

test('every word of the query is in the page, at least as the beginning of a word', () => {
  expect(found('docu many')).toEqual(['/batches', '/limits']);
  expect(found('documents large')).toEqual(['/limits']);
  expect(found('documents small')).toEqual([]);
  expect(found('ocuments')).toEqual([]);
});

test('what stands in the title comes first', () => {
  expect(found('documents')).toEqual(['/batches', '/limits']);
  expect(found('limits')).toEqual(['/limits']);
});

test('a code is found whole and by its parts, in any case', () => {
  expect(found('NOT_A_PDF')).toEqual(['/problems/not_a_pdf']);
  expect(found('pdf')).toEqual(['/problems/not_a_pdf']);
  expect(found('not_a')).toEqual(['/problems/not_a_pdf']);
});

test('nothing is found for nothing, and no more than is asked for', () => {
  expect(found('')).toEqual([]);
  expect(found(' … ?! ')).toEqual([]);
  expect(search('documents', 1)).toHaveLength(1);
});
