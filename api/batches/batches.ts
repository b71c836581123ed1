/** Batches group submissions. They hold no documents: each submission runs by itself and is counted. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BATCH_STATUSES, type BatchStatus } from '#domain/batch.ts';
import type { ReceiverRules } from '#src/webhooks/addresses.ts';
import { readWebhookUrl } from '#src/webhooks/url.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { BatchRecord, BatchStore } from '#store/submissions/batches.ts';
import { EVERY_SUBMISSION, type SubmissionLists } from '#store/submissions/submission-lists.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { type Authenticate, type Caller, maySee, noneToSee } from '#api/http/auth.ts';
import { plainName } from '#api/http/fields.ts';
import { isUuid, type Context, type State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { PageQuery, pageWish, sendPage } from '#api/http/paging.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import { submissionBody } from '#api/submissions/submission-body.ts';

/** The specification's Batch, and more: times, what was announced, and where to read on. */
export interface BatchBody {
  readonly batchId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  readonly createdAt: string;
  readonly expectedTotal: number | null;
  readonly closedAt: string | null;
  readonly completedAt: string | null;
  readonly links: { readonly self: string; readonly submissions: string };
}

export interface BatchSettings {
  /** Which addresses may be given for notices; the strict rules unless told. */
  readonly receivers?: ReceiverRules;
  /** How long a body of JSON may take to arrive; ten seconds unless told. */
  readonly bodyTimeoutMs?: number;
}

interface Deps {
  readonly authenticate: Authenticate;
  readonly batches: BatchStore;
  readonly lists: SubmissionLists;
  readonly artifacts: ArtifactStore;
  readonly temporal: Pick<TemporalClient, 'settleBatch'>;
  readonly settings: BatchSettings;
  readonly log: Logger;
}

const MAX_NAME_CHARS = 255;
const MAX_EXPECTED = 1_000_000;

export const NewBatch = z.strictObject({
  name: plainName(MAX_NAME_CHARS).optional(),
  webhook_url: z.string().meta({ format: 'uri' }).optional().describe('HTTPS; gets a notice of each completion.'),
  expected_total: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_EXPECTED, `must be at most ${MAX_EXPECTED}`)
    .optional()
    .describe('How many submissions will come: the batch is complete then, and not before.'),
});

export const BatchesQuery = z.object({ status: z.enum(BATCH_STATUSES).optional(), ...PageQuery.shape });

export function batchRoutes(deps: Deps): Router<State> {
  const { authenticate, batches, lists, artifacts } = deps;
  const router = new Router<State>();

  router.post('/api/batches', async (ctx) => {
    const { organizationId, apiKeyId } = await authenticate(ctx, 'normalize');
    readQuery(ctx, NoQuery);
    const wishes = await readNewBatch(ctx, deps.settings);
    const batch = await batches.create(organizationId, { ...wishes, apiKeyId });
    ctx.status = 201;
    ctx.set('Location', linksOf(batch).self);
    ctx.body = batchBody(batch);
  });

  router.get('/api/batches', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const query = readQuery(ctx, BatchesQuery);
    const page = pageWish(query);
    const found = await batches.list(organizationId, query.status ?? null, page);
    await sendPage(ctx, page, found, batchBody);
  });

  router.get('/api/batches/:batchId', async (ctx) => {
    const caller = await authenticate(ctx, 'read', 'normalize');
    readQuery(ctx, NoQuery);
    ctx.body = batchBody(await findBatch(batches, caller, ctx.params['batchId']));
  });

  router.get('/api/batches/:batchId/submissions', async (ctx) => {
    const caller = await authenticate(ctx, 'read');
    const page = pageWish(readQuery(ctx, PageQuery));
    const { batchId } = await findBatch(batches, caller, ctx.params['batchId']);
    const found = await lists.list(caller.organizationId, { ...EVERY_SUBMISSION, batchId }, page);
    await sendPage(ctx, page, found, (record) => submissionBody(record, artifacts));
  });

  router.post('/api/batches/:batchId/close', async (ctx) => {
    const caller = await authenticate(ctx, 'normalize');
    readQuery(ctx, NoQuery);
    ctx.body = batchBody(await closeBatch(deps, caller, ctx.params['batchId']));
  });

  return router;
}

async function readNewBatch(ctx: Context, { receivers, bodyTimeoutMs }: BatchSettings) {
  const { name, webhook_url, expected_total } = await readJson(ctx, NewBatch, bodyTimeoutMs);
  const where = { in: 'body', name: '/webhook_url' } as const;
  return {
    name: name ?? null,
    webhookUrl: webhook_url === undefined ? null : readWebhookUrl(webhook_url, receivers, where),
    expectedTotal: expected_total ?? null,
  };
}

async function findBatch(batches: BatchStore, caller: Caller, id = ''): Promise<BatchRecord> {
  const batch = isUuid(id) ? await batches.find(caller.organizationId, id) : null;
  if (!batch || !maySee(caller, batch)) throw noneToSee(caller, 'batch');
  return batch;
}

async function closeBatch({ batches, temporal, log }: Deps, caller: Caller, id?: string): Promise<BatchRecord> {
  const { organizationId } = caller;
  const { batchId } = await findBatch(batches, caller, id);
  const closed = await batches.close(organizationId, batchId);
  if (!closed) throw noneToSee(caller, 'batch');
  if (closed.due) {
    await temporal.settleBatch(organizationId, batchId).catch((error: unknown) => {
      log.warn({ err: error, batchId }, 'batch not called to settle; the sweep will');
    });
  }
  return closed.batch;
}

function batchBody(batch: BatchRecord): BatchBody {
  const { batchId, name, status, total, completed, failed, rejected, expectedTotal } = batch;
  return {
    batchId,
    name,
    status,
    total,
    completed,
    failed,
    rejected,
    createdAt: batch.createdAt.toISOString(),
    expectedTotal,
    closedAt: batch.closedAt?.toISOString() ?? null,
    completedAt: status === 'complete' ? (batch.endedAt?.toISOString() ?? null) : null,
    links: linksOf(batch),
  };
}

function linksOf({ batchId }: BatchRecord): BatchBody['links'] {
  const self = `/api/batches/${batchId}`;
  return { self, submissions: `${self}/submissions` };
}
