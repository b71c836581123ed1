import { expect, test } from 'vitest';
import { descriptionFaults, faultsOf, titleFaults } from './style.ts';
import { proseOf } from './prose.ts';

const found = (text: string, path: string): string[] =>
  faultsOf(proseOf(text, path)).map(({ line, fault }) => `${line} ${fault.split(':')[0]}`);

test.each([
  ['a comment', 'a.ts', '\n// The row is kept\n', ['2 "kept"']],
  ['a later line of a comment', 'a.ts', '/**\n * The row.\n * Whoever reads it waits.\n */', ['3 "Whoever"']],
  ['a string of three words', 'a.ts', 'fail("The row was kept");', ['1 "kept"']],
  ['a template around values', 'a.ts', 'fail(`The row ${id} was kept`);', ['1 "kept"']],
  ['the name of a test', 'a.ts', "test('what is signed is shown', run);", ['1 "what"']],
  ['the text of a page', 'a.tsx', 'const a = <p>\n  <b>What was removed</b>\n</p>;', ['2 "What"']],
  ['Markdown', 'a.md', '# Title\n\nA row. What is left is kept.\n', ['3 "kept"', '3 "What"']],
])('the check finds the words in %s', (_, path, text, faults) => {
  expect(found(text, path)).toEqual(faults);
});

test.each([
  ['identifiers', 'a.ts', 'const kept = told(wish.lane);'],
  ['short strings', 'a.ts', "const word = 'kept';"],
  ['regular expressions, which quote older messages', 'a.ts', 'expect(message).toMatch(/The row was kept/);'],
  ['quotations and code in comments', 'a.ts', '/** Reads "the rows that were kept" into `kept rows`. */'],
  ['names of parameters', 'a.ts', '/** @param wish the requested options */'],
  ['paths, ids and addresses', 'a.md', 'See docs/kept.md, contract-kept, KEPT_ROWS and https://example.com/kept.'],
  ['blocks of code', 'a.md', 'Text.\n\n```sh\n# What is kept\n```\n'],
  ['targets of links', 'a.md', '[Data](data.md#what-is-kept) ends.'],
  ['allowed phrases', 'a.md', 'The API will look up an odd number of rows.'],
  ['questions', 'a.md', '## What is Temporal?\n\nWhat does a\nworker do? It works.'],
  ['longer words', 'a.md', 'The function returns an address.'],
])('the check leaves %s alone', (_, path, text) => {
  expect(found(text, path)).toEqual([]);
});

test.each([
  ["count.describe('How many pages use it.')", '"How"'],
  ["z.string().describe(\n  'Of the file.',\n)", '"Of"'],
  ["endpoint({ summary: 'What an invitation is to' })", '"What"'],
  ['({ description: `Where ${of} is found.` })', '"Where"'],
])('the check finds the opening in %s', (source, word) => {
  expect(descriptionFaults(source).map(({ fault }) => fault.split(':')[0])).toEqual([word]);
});

test.each([
  "count.describe('The number of pages that use it.')",
  "z.boolean().describe('Whether the signature is valid.')",
  "fail('What happened?')",
])('the check takes %s', (source) => {
  expect(descriptionFaults(source)).toEqual([]);
});

test('a commit title is an imperative sentence of at most 72 characters', () => {
  expect(titleFaults('Reject appended fields that reuse an old signature')).toEqual([]);
  expect(titleFaults(`Reject ${'x'.repeat(65)}`)).toEqual([]);
  for (const title of ['reject fields', 'Reject fields.', `Reject ${'x'.repeat(66)}`, 'What is kept'])
    expect(titleFaults(title)).not.toEqual([]);
});
