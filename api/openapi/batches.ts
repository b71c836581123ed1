/** Groups of submissions. */
import { BatchesQuery, NewBatch } from '#api/batches/batches.ts';
import { PageQuery } from '#api/http/paging.ts';
import type { Operation } from './operation.ts';
import { BatchPath, LIST_HEADERS } from './parameters.ts';
import { Batch, BatchPage, SubmissionPage } from './schemas.ts';

const tag = 'Batches';
const reading = { method: 'get', tag, scopes: ['read'] } as const;
const one = { 'application/json': Batch };

export const BATCHES: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/batches',
    id: 'createBatch',
    tag,
    summary: 'Creates a batch',
    scopes: ['normalize'],
    body: { 'application/json': NewBatch },
    isBodyOptional: true,
    answers: [{ status: 201, description: 'Open, and empty.', content: one }],
    problems: ['invalid_webhook_url', 'unsupported_media_type', 'body_too_large'],
  },
  {
    ...reading,
    path: '/api/batches',
    id: 'listBatches',
    summary: 'The batches, newest first',
    query: BatchesQuery,
    answers: [
      { status: 200, description: 'A page.', content: { 'application/json': BatchPage }, headers: LIST_HEADERS },
    ],
  },
  {
    ...reading,
    path: '/api/batches/{batchId}',
    id: 'getBatch',
    summary: 'A batch with its counters',
    scopes: ['read', 'normalize'],
    onlyOwnWithoutRead: true,
    pathParameters: BatchPath,
    answers: [{ status: 200, description: 'The batch.', content: one }],
    problems: ['not_found'],
  },
  {
    ...reading,
    path: '/api/batches/{batchId}/submissions',
    id: 'listSubmissionsOfBatch',
    summary: 'The submissions of a batch, newest first',
    pathParameters: BatchPath,
    query: PageQuery,
    answers: [
      { status: 200, description: 'A page.', content: { 'application/json': SubmissionPage }, headers: LIST_HEADERS },
    ],
    problems: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/batches/{batchId}/close',
    id: 'closeBatch',
    tag,
    summary: 'Takes no more submissions: the batch is complete as soon as the last one has ended',
    scopes: ['normalize'],
    onlyOwnWithoutRead: true,
    pathParameters: BatchPath,
    answers: [{ status: 200, description: 'The batch.', content: one }],
    problems: ['not_found'],
  },
];
