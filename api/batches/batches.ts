/** Batches group submissions. They hold no documents: each submission runs by itself and is counted. */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { correlationOf } from '#domain/correlation.ts';
import type { ReceiverRules } from '#src/webhooks/addresses.ts';
import { readRequestWebhookUrl } from '#src/webhooks/url.ts';
import { type BatchRecord, batchStore, type BatchStore } from '#store/submissions/batches.ts';
import { submissionLists } from '#store/submissions/submission-lists.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { type Caller, creatorOf, maySee, noneToSee } from '#api/auth/caller.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { displayName } from '#api/http/fields.ts';
import { pageOf, PageQuery, requestedPage } from '#api/http/paging.ts';
import { BatchPath } from '#api/http/params.ts';
import { LIST_HEADERS, locationOf, QUOTA_HEADERS } from '#api/http/headers.ts';
import { batchBody } from '#src/bodies/batch.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { Batch, BatchPage } from '#src/contract/batches.ts';
import { SubmissionPage } from '#src/contract/submissions.ts';
import { answer } from '#api/operation.ts';
import { presignedLinks } from '#api/submissions/normalize-response.ts';
import { ClientReference, Metadata } from '#api/submissions/correlation.ts';
import { filterOf, FilterQuery } from '#api/submissions/submission-filter.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const MAX_NAME_CHARS = 255;
const MAX_EXPECTED = 1_000_000;

const NewBatch = z.strictObject({
  name: displayName({ maxChars: MAX_NAME_CHARS, mayHaveAddress: true })
    .optional()
    .describe('The name of the batch. The service makes one by default.'),
  webhook_url: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe('An HTTPS address that gets a notice of each completion.'),
  client_reference: ClientReference.optional(),
  metadata: Metadata.optional(),
  expected_total: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_EXPECTED, `must be at most ${MAX_EXPECTED}`)
    .optional()
    .describe('The number of submissions that will come. The batch is complete when they have ended.'),
});

const SubmissionsOfBatchQuery = z.object({ ...FilterQuery.omit({ batch_id: true }).shape, ...PageQuery.shape });

const BatchesQuery = z.object({
  status: z.enum(BATCH_STATUSES).optional().describe('Batches with this status.'),
  client_reference: ClientReference.optional(),
  ...PageQuery.shape,
});

const tag = 'Batches';

/** A batch is stored, so a caller who sends this header would get what the header excludes. */
const STATELESS = ['X-Stateless'];

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/batches',
    id: 'createBatch',
    tag,
    summary: 'Creates a batch',
    access: withKeyOrSignIn({ scopes: ['normalize'], action: 'documents.write' }),
    refusedHeaders: STATELESS,
    body: json(NewBatch, { isOptional: true }),
    answers: [answer(201, 'Open, and empty.', Batch, { ...locationOf('the batch'), ...QUOTA_HEADERS })],
    problems: ['invalid_webhook_url', 'rate_limited'],
    problemHeaders: QUOTA_HEADERS,
    async handle({ ctx, caller, body }, { store, admission, settings }: Deps) {
      const requested = requestedOf(body, settings.receivers);
      await admission.limitOrganization(ctx, 'batch', caller);
      const created = batchBody(await store.create(caller.organizationId, { ...requested, ...creatorOf(caller) }));
      ctx.set('Location', created.links.self);
      return created;
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/batches',
    id: 'listBatches',
    tag,
    summary: 'Lists the batches, newest first',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    query: BatchesQuery,
    answers: [answer(200, 'A page.', BatchPage, LIST_HEADERS)],
    async handle({ ctx, caller: { organizationId }, query }, { store }: Deps) {
      const page = requestedPage(query);
      const filter = { status: query.status ?? null, clientReference: query.client_reference ?? null };
      return await pageOf(ctx, page, await store.list(organizationId, filter, page), batchBody);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/batches/{batchId}',
    id: 'getBatch',
    tag,
    summary: 'Returns a batch with its counters',
    access: withKeyOrSignIn({ scopes: ['read', 'normalize'], action: 'documents.read' }),
    onlyOwnWithoutRead: true,
    params: BatchPath,
    answers: [answer(200, 'The batch.', Batch)],
    problems: ['not_found'],
    find: ({ caller, params }, { store }: Deps) => findBatch(store, caller, params.batchId),
    handle: ({ found }) => batchBody(found),
  }),
  endpoint({
    method: 'get',
    path: '/api/batches/{batchId}/submissions',
    id: 'listSubmissionsOfBatch',
    tag,
    summary: 'Lists the submissions of a batch, newest first',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: BatchPath,
    query: SubmissionsOfBatchQuery,
    answers: [answer(200, 'A page.', SubmissionPage, LIST_HEADERS)],
    problems: ['not_found'],
    async handle({ ctx, caller, params, query }, { store, lists, artifacts, log }: Deps) {
      const page = requestedPage(query);
      const { batchId } = await findBatch(store, caller, params.batchId);
      const filter = { ...filterOf(query), batchId };
      const found = await lists.list(caller.organizationId, filter, page);
      return await pageOf(ctx, page, found, (record) => submissionBody(record, presignedLinks(artifacts), log));
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/batches/{batchId}/close',
    id: 'closeBatch',
    tag,
    summary: 'Closes a batch: it is complete when its last submission has ended',
    access: withKeyOrSignIn({ scopes: ['normalize'], action: 'documents.write' }),
    onlyOwnWithoutRead: true,
    refusedHeaders: STATELESS,
    params: BatchPath,
    answers: [answer(200, 'The batch.', Batch)],
    problems: ['not_found'],
    handle: async ({ caller, params }, deps: Deps) => batchBody(await closeBatch(deps, caller, params.batchId)),
  }),
];

function depsOf({ database, artifacts, temporal, admission, settings, log }: Services) {
  return {
    store: batchStore(database),
    lists: submissionLists(database),
    artifacts,
    temporal,
    admission,
    settings,
    log,
  };
}

export const batchesFeature = feature(depsOf, endpoints);

function requestedOf(body: z.output<typeof NewBatch>, receivers: ReceiverRules) {
  const { name, webhook_url, expected_total, client_reference: clientReference, metadata } = body;
  const where = { in: 'body', name: '/webhook_url' } as const;
  return {
    name: name ?? null,
    webhookUrl: webhook_url === undefined ? null : readRequestWebhookUrl(webhook_url, receivers, where),
    expectedTotal: expected_total ?? null,
    ...correlationOf({ clientReference, metadata }),
  };
}

async function findBatch(store: BatchStore, caller: Caller, id: string | null): Promise<BatchRecord> {
  const batch = id === null ? null : await store.find(caller.organizationId, id);
  if (!batch || !maySee(caller, batch)) throw noneToSee(caller, 'batch');
  return batch;
}

async function closeBatch({ store, temporal, log }: Deps, caller: Caller, id: string | null): Promise<BatchRecord> {
  const { organizationId } = caller;
  const { batchId } = await findBatch(store, caller, id);
  const closed = await store.close(organizationId, batchId);
  if (!closed) throw noneToSee(caller, 'batch');
  if (closed.due) {
    await temporal.settleBatch(organizationId, batchId).catch((error: unknown) => {
      log.warn({ err: error, batchId }, 'batch not called to settle; the sweep will');
    });
  }
  return closed.batch;
}
