/** Reports: what was found and done on the way to an output, by the hash of the output. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { crossTenantProbeLimit } from '#api/auth/cross-tenant-probe-limit.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { HashPath, idValue } from '#api/http/params.ts';
import { readableReport } from '#src/bodies/readable.ts';
import { reportBody } from '#src/bodies/report.ts';
import { Report } from '#src/contract/submissions.ts';
import { answer } from '#api/operation.ts';
import { notFound } from '#api/http/http.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const ReportQuery = z.object({
  submission_id: idValue().optional().describe('The submission, where several submissions led to one output.'),
});

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/reports/{hash}',
    id: 'getReport',
    tag: 'Normalization',
    summary: 'Returns the report of a normalized PDF',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: HashPath,
    query: ReportQuery,
    answers: [answer(200, 'The report.', Report)],
    problems: ['report_forbidden', 'not_found'],
    async handle({ caller, params: { hash }, query }, { outputs, submissions, pages, admitProbe, log }: Deps) {
      const { organizationId } = caller;
      if (hash === null) throw noSuchReport();
      const own = await outputs.findReport(organizationId, hash, query.submission_id);
      const record = own && (await submissions.find(organizationId, own.submissionId));
      const report = record && readableReport(record, log);
      if (report) {
        const found = await pages.ofSubmission(record.organizationId, record.submissionId);
        return reportBody(record, report, found);
      }
      if (record?.report) throw notFound('report', 'The stored report cannot be read.');
      if (await admitProbe(caller, hash, () => outputs.isOfAnotherOrganization(organizationId, hash))) {
        throw new ServiceError('report_forbidden', 'This report belongs to another organization.');
      }
      throw noSuchReport();
    },
  }),
];

function depsOf({ database, settings, log }: Services) {
  return {
    outputs: outputStore(database),
    submissions: submissionStore(database),
    pages: pageFingerprintStore(database),
    admitProbe: crossTenantProbeLimit({ database, settings, log }),
    log,
  };
}

export const reportsFeature = feature(depsOf, endpoints);

function noSuchReport(): ServiceError {
  return notFound('report', 'No such report, or it has expired.');
}
