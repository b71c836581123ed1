/** Reports: what was found and done on the way to an output, by the hash of the output. */
import { Router } from '@koa/router';
import { ServiceError } from '#domain/errors.ts';
import type { OutputStore } from '#store/submissions/outputs.ts';
import type { SubmissionStore } from '#store/submissions/submissions.ts';
import type { Authenticate } from '#api/http/auth.ts';
import type { AdmitProbe } from '#api/http/cross-tenant-probe-limit.ts';
import { invalid, isUuid, queryFields, readSha256, uniqueFields, type Context, type State } from '#api/http/http.ts';
import { reportBody } from './report-body.ts';

interface Deps {
  readonly authenticate: Authenticate;
  readonly outputs: OutputStore;
  readonly submissions: SubmissionStore;
  readonly admitProbe: AdmitProbe;
}

export function reportRoutes({ authenticate, outputs, submissions, admitProbe }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/reports/:hash', async (ctx) => {
    const caller = await authenticate(ctx, 'read');
    const { organizationId } = caller;
    const submissionId = readSubmissionId(ctx);
    const sha256 = readSha256(ctx.params['hash'] ?? '');
    if (!sha256) throw noSuchReport();
    const own = await outputs.findReport(organizationId, sha256, submissionId);
    const record = own && (await submissions.find(organizationId, own.submissionId));
    if (record?.report) {
      ctx.body = reportBody(record, record.report);
    } else if (await admitProbe(caller, sha256, () => outputs.isOfAnotherOrganization(organizationId, sha256))) {
      throw new ServiceError('report_forbidden', 'This report belongs to another organization.');
    } else {
      throw noSuchReport();
    }
  });

  return router;
}

/** Several submissions may have led to the same output: which one's report is asked for. */
function readSubmissionId(ctx: Context): string | undefined {
  const id = uniqueFields(queryFields(ctx), 'query', ['submission_id']).get('submission_id');
  if (id !== undefined && !isUuid(id)) {
    throw invalid('query', 'submission_id', 'invalid_format', 'submission_id must be a UUID');
  }
  return id;
}

function noSuchReport(): ServiceError {
  return new ServiceError('not_found', 'No such report, or it has expired.', { members: { resource: 'report' } });
}
