/** Submissions: what has become of a document, now or as soon as it is known. */
import { Router } from '@koa/router';
import { ServiceError } from '#domain/errors.ts';
import type { ArtifactStore } from '#store/artifacts.ts';
import { isTerminal, type SubmissionRecord, type SubmissionStore } from '#store/submissions.ts';
import type { TemporalClient } from '#temporal/client.ts';
import type { Authenticate } from './auth.ts';
import { invalid, isUuid, queryFields, uniqueFields, type Context, type State } from './http.ts';
import { normalizeResponse } from './normalize-response.ts';

/** How long one request may wait for an end; below the usual 60 s of proxies. */
export const MAX_WAIT_SECONDS = 55;
/** When to ask again, for the header Retry-After. */
export const POLL_SECONDS = 2;

interface Deps {
  readonly authenticate: Authenticate;
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
}

export function submissionRoutes({ authenticate, submissions, artifacts, temporal }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/submissions/:id', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read', 'normalize');
    const waitMs = readWait(ctx) * 1000;
    const id = ctx.params['id'] ?? '';
    let record = isUuid(id) ? await submissions.find(organizationId, id) : null;
    if (record && waitMs > 0) record = await settle(record, waitMs, submissions, temporal);
    if (!record) throw new ServiceError('not_found', 'No such submission.', { members: { resource: 'submission' } });
    if (!isTerminal(record)) ctx.set('Retry-After', String(POLL_SECONDS));
    ctx.body = await normalizeResponse(record, artifacts);
  });

  return router;
}

function readWait(ctx: Context): number {
  const text = uniqueFields(queryFields(ctx), 'query', ['wait']).get('wait') ?? '0';
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Infinity;
  if (seconds > MAX_WAIT_SECONDS) {
    throw invalid('query', 'wait', 'out_of_range', `wait must be a whole number from 0 to ${MAX_WAIT_SECONDS}`);
  }
  return seconds;
}

/** The submission after its end, or as it stands when the time is over. */
export async function settle(
  record: SubmissionRecord,
  waitMs: number,
  submissions: SubmissionStore,
  temporal: TemporalClient,
): Promise<SubmissionRecord | null> {
  if (isTerminal(record)) return record;
  // Trouble while waiting is no trouble of the submission: it goes on, and the caller may ask again.
  await temporal.awaitSubmission(record.submissionId, waitMs).catch(() => false);
  return submissions.find(record.organizationId, record.submissionId);
}
