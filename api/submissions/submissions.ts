/** Submissions: what has become of a document, now or as soon as it is known. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { SubmissionLists } from '#store/submissions/submission-lists.ts';
import { isTerminal, type SubmissionStore } from '#store/submissions/submissions.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { type Authenticate, maySee, noneToSee } from '#api/http/auth.ts';
import { isUuid, type State } from '#api/http/http.ts';
import { PageQuery, pageWish, sendPage } from '#api/http/paging.ts';
import { NoQuery, readQuery, wholeNumber } from '#api/http/query.ts';
import { reportBody } from './report-body.ts';
import { waitForOutcome } from './wait-for-outcome.ts';
import { submissionBody } from './submission-body.ts';
import { FilterQuery, filterOf } from './submission-filter.ts';

/** How long one request may wait for an end; below the usual 60 s of proxies. */
export const MAX_WAIT_SECONDS = 55;
/** When to ask again, for the header Retry-After. */
export const POLL_SECONDS = 2;

export const SubmissionsQuery = z.object({ ...FilterQuery.shape, ...PageQuery.shape });

export const WaitQuery = z.object({
  wait: wholeNumber(0, MAX_WAIT_SECONDS).default(0).describe('Seconds to wait for the end.'),
});

interface Deps {
  readonly authenticate: Authenticate;
  readonly submissions: SubmissionStore;
  readonly lists: SubmissionLists;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
}

export function submissionRoutes({ authenticate, submissions, lists, artifacts, temporal }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/submissions', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const query = readQuery(ctx, SubmissionsQuery);
    const page = pageWish(query);
    const found = await lists.list(organizationId, filterOf(query), page);
    await sendPage(ctx, page, found, (record) => submissionBody(record, artifacts));
  });

  router.get('/api/submissions/:id', async (ctx) => {
    const caller = await authenticate(ctx, 'read', 'normalize');
    const waitMs = readQuery(ctx, WaitQuery).wait * 1000;
    const id = ctx.params['id'] ?? '';
    let record = isUuid(id) ? await submissions.find(caller.organizationId, id) : null;
    if (record && !maySee(caller, record)) record = null;
    if (record && waitMs > 0) record = await waitForOutcome(record, waitMs, submissions, temporal);
    if (!record) throw noneToSee(caller, 'submission');
    if (!isTerminal(record)) ctx.set('Retry-After', String(POLL_SECONDS));
    ctx.body = await submissionBody(record, artifacts);
  });

  router.get('/api/submissions/:id/report', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    readQuery(ctx, NoQuery);
    const id = ctx.params['id'] ?? '';
    const record = isUuid(id) ? await submissions.find(organizationId, id) : null;
    if (!record) throw noSuch('submission', 'No such submission.');
    if (record.erasedAt) throw noSuch('report', 'The document has been erased.');
    if (!record.report) {
      ctx.set('Retry-After', String(POLL_SECONDS));
      throw noSuch('report', 'The submission has not ended yet.');
    }
    ctx.body = reportBody(record, record.report);
  });

  return router;
}

function noSuch(resource: 'submission' | 'report', detail: string): ServiceError {
  return new ServiceError('not_found', detail, { members: { resource } });
}
