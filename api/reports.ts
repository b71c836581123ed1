/** Reports: what was found and done on the way to an output, by the hash of the output. */
import { Router } from '@koa/router';
import { ServiceError } from '#domain/errors.ts';
import type { EngineReport } from '#domain/report.ts';
import type { OutputStore } from '#store/outputs.ts';
import type { SubmissionRecord, SubmissionStore } from '#store/submissions.ts';
import type { Authenticate } from './auth.ts';
import { readSha256, type State } from './http.ts';

interface Deps {
  readonly authenticate: Authenticate;
  readonly outputs: OutputStore;
  readonly submissions: SubmissionStore;
}

export function reportRoutes({ authenticate, outputs, submissions }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/reports/:hash', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const sha256 = readSha256(ctx.params['hash'] ?? '');
    const found = sha256 ? await outputs.findReport(organizationId, sha256) : 'absent';
    if (found === 'foreign') {
      throw new ServiceError('report_forbidden', 'This report belongs to another organization.');
    }
    const record = found === 'absent' ? null : await submissions.find(organizationId, found.own.submissionId);
    if (!sha256 || !record?.report) {
      throw new ServiceError('not_found', 'No such report, or it has expired.', { members: { resource: 'report' } });
    }
    ctx.body = reportOf(record, record.report, sha256);
  });

  return router;
}

/** The specification's Report. */
function reportOf(record: SubmissionRecord, report: EngineReport, outputSha256: string) {
  const anomalies = report.tamperAnalysis?.anomalies ?? [];
  return {
    apiVersion: record.apiVersion,
    outputHash: `sha256:${outputSha256}`,
    submissionId: record.submissionId,
    createdAt: (record.completedAt ?? record.createdAt).toISOString(),
    processingTimeMs: record.processingTimeMs ?? 0,
    stages: report.stages.map(({ stage, name, result, findings }) => ({
      stage,
      name,
      durationMs: Math.round(record.stageDurationsMs?.[name] ?? 0),
      result,
      ...(findings && { findings }),
    })),
    warnings: report.warnings,
    tamperAnalysis: { detected: anomalies.length > 0, findings: anomalies },
    validator: {
      validated: report.validation.validatorValidated === true,
      errors: report.validation.validatorErrors,
    },
  };
}
