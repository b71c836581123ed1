import { expect, it } from 'vitest';
import { documentName } from './document-name.ts';

const bare = { submissionId: '722c5893-716c-4c1c-8452-880abd00322d', clientReference: null, metadata: {} };

it.each([
  ['contract.pdf', { ...bare, metadata: { filename: 'contract.pdf' }, clientReference: 'C-1' }],
  ['Contract', { ...bare, metadata: { filename: ' ', name: 'Contract' } }],
  ['C-1', { ...bare, clientReference: 'C-1' }],
  ['Document 722c5893', bare],
  [`${'a'.repeat(120)}…`, { ...bare, clientReference: 'a'.repeat(255) }],
])('a document is called %s', (name, submission) => {
  expect(documentName(submission)).toBe(name);
});
