/** Reads submissions, now or as soon as they end. */
import { z } from 'zod';
import { submissionWorkflowId } from '#domain/submission.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { submissionLists } from '#store/submissions/submission-lists.ts';
import { isTerminal, submissionStore } from '#store/submissions/submissions.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { maySee, noneToSee } from '#api/auth/caller.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { pageOf, PageQuery, requestedPage } from '#api/http/paging.ts';
import { IdPath } from '#api/http/params.ts';
import { wholeNumber } from '#api/http/query.ts';
import { LIST_HEADERS, RETRY_AFTER } from '#api/http/headers.ts';
import { Submission, SubmissionPage, SubmissionReport } from '#src/contract/submissions.ts';
import { readableReport } from '#src/bodies/readable.ts';
import { reportBody } from '#src/bodies/report.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { answer } from '#api/operation.ts';
import { presignedLinks } from './normalize-response.ts';
import { FilterQuery, filterOf } from './submission-filter.ts';
import { MAX_WAIT_SECONDS, POLL_SECONDS, waitForOutcome } from './wait-for-outcome.ts';
import { notFound } from '#api/http/http.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const SubmissionsQuery = z.object({ ...FilterQuery.shape, ...PageQuery.shape });

const WaitQuery = z.object({
  wait: wholeNumber(0, MAX_WAIT_SECONDS).default(0).describe('Seconds to wait for the end.'),
});

const tag = 'Normalization';

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}',
    id: 'getSubmission',
    tag,
    summary: 'Returns a submission, on request after its end',
    access: withKeyOrSignIn({ scopes: ['read', 'normalize'], action: 'documents.read' }),
    onlyOwnWithoutRead: true,
    params: IdPath,
    query: WaitQuery,
    answers: [answer(200, 'The submission.', Submission, RETRY_AFTER)],
    problems: ['not_found'],
    async handle({ ctx, caller, params: { id }, query }, { store, artifacts, temporal, workflowPages, log }: Deps) {
      const waitMs = query.wait * 1000;
      let record = id === null ? null : await store.find(caller.organizationId, id);
      if (record && !maySee(caller, record)) record = null;
      if (record && waitMs > 0) record = await waitForOutcome(record, waitMs, store, temporal);
      if (!record) throw noneToSee(caller, 'submission');
      if (!isTerminal(record)) ctx.set('Retry-After', String(POLL_SECONDS));
      const body = await submissionBody(record, presignedLinks(artifacts), log);
      return workflowPages === null
        ? body
        : { ...body, workflowUrl: workflowPages + submissionWorkflowId(record.submissionId) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/submissions',
    id: 'listSubmissions',
    tag,
    summary: 'Lists the submissions, newest first',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    query: SubmissionsQuery,
    answers: [answer(200, 'A page.', SubmissionPage, LIST_HEADERS)],
    async handle({ ctx, caller, query }, { lists, artifacts, log }: Deps) {
      const page = requestedPage(query);
      const found = await lists.list(caller.organizationId, filterOf(query), page);
      return await pageOf(ctx, page, found, (record) => submissionBody(record, presignedLinks(artifacts), log));
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}/report',
    id: 'getReportOfSubmission',
    tag,
    summary: 'Returns the report of a submission that has ended, for each outcome',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: IdPath,
    answers: [answer(200, 'The report.', SubmissionReport)],
    problems: ['not_found'],
    problemHeaders: RETRY_AFTER,
    async handle({ ctx, caller, params: { id } }, { store, pages, log }: Deps) {
      const record = id === null ? null : await store.find(caller.organizationId, id);
      if (!record) throw notFound('submission', 'No such submission.');
      if (record.erasedAt) throw notFound('report', 'The document has been erased.');
      const report = readableReport(record, log);
      if (report) {
        const found = await pages.ofSubmission(record.organizationId, record.submissionId);
        return reportBody(record, report, found);
      }
      if (record.report) throw notFound('report', 'The stored report cannot be read.');
      ctx.set('Retry-After', String(POLL_SECONDS));
      throw notFound('report', 'The submission has not ended yet.');
    },
  }),
];

function depsOf({ database, artifacts, temporal, log, settings: { workflowPages } }: Services) {
  return {
    store: submissionStore(database),
    lists: submissionLists(database),
    pages: pageFingerprintStore(database),
    artifacts,
    temporal,
    log,
    workflowPages,
  };
}

export const submissionsFeature = feature(depsOf, endpoints);
