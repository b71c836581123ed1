/** The revisions of a submission's input: what each wrote, and how far each signature reaches. */
import { type SubmissionRecord, isTerminal, submissionStore } from '#store/submissions/submissions.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { notFound } from '#api/http/http.ts';
import { RETRY_AFTER } from '#api/http/headers.ts';
import { IdPath } from '#api/http/params.ts';
import { answer } from '#api/operation.ts';
import { POLL_SECONDS } from '#api/submissions/wait-for-outcome.ts';
import { revisionsBody } from '#src/bodies/revisions.ts';
import { SubmissionRevisions } from '#src/contract/revisions.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}/revisions',
    id: 'getRevisionsOfSubmission',
    tag: 'Normalization',
    summary: 'Returns the revisions of the submitted file, for each outcome of the submission',
    description:
      'A file that was saved by incremental updates holds every earlier state of the document. The answer lists the changes of each revision and the coverage of each signature. The service stores it as long as the report. A file that did not open has no revisions.',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: IdPath,
    answers: [answer(200, 'The revisions.', SubmissionRevisions)],
    problemHeaders: RETRY_AFTER,
    problems: ['not_found'],
    async handle({ ctx, caller: { organizationId }, params: { id } }, { submissions }: Deps) {
      const record = id === null ? null : await submissions.find(organizationId, id);
      if (!record) throw notFound('submission', 'No such submission.');
      const timeline = await submissions.findTimeline(organizationId, record.submissionId);
      if (timeline) return revisionsBody(record.submissionId, timeline);
      if (!isTerminal(record)) ctx.set('Retry-After', String(POLL_SECONDS));
      throw notFound('revisions', whyNone(record));
    },
  }),
];

function depsOf({ database }: Services) {
  return { submissions: submissionStore(database) };
}

export const revisionsFeature = feature(depsOf, endpoints);

function whyNone(record: SubmissionRecord): string {
  if (record.erasedAt) return 'The document has been erased.';
  if (!isTerminal(record)) return 'The submission has not ended yet.';
  return 'The revisions of the file are unknown: the file did not open, or an earlier version of the service processed it. In the second case submit it again.';
}
