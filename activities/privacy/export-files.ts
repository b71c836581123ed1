/**
 * The files of an export: what the API answers about the same things, made by the same functions. Nothing is held in
 * memory beyond a page of records.
 */
import { apiKeyBody, auditEntryBody, invitationBody, memberBody, organizationBody } from '#src/bodies/organization.ts';
import { batchBody } from '#src/bodies/batch.ts';
import { keySet } from '#src/bodies/key-set.ts';
import { erasureBody, exportBody } from '#src/bodies/privacy.ts';
import { readableReport } from '#src/bodies/readable.ts';
import { once } from '#src/export/evidence.ts';
import { reportBody } from '#src/bodies/report.ts';
import { batchRequest, submissionRequest } from '#src/bodies/request.ts';
import { revisionsBody } from '#src/bodies/revisions.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { usageDayBody } from '#src/bodies/usage.ts';
import { webhookBody } from '#src/bodies/webhook.ts';
import type { Payload } from '#src/export/bag.ts';
import { csv, json, jsonLines } from '#src/export/text.ts';
import type { ExportContent } from '#store/privacy/export-content.ts';
import { exportedObjects, problemLine, type ExportObjectsDeps, type ExportScratch } from './export-objects.ts';

export interface ExportFilesDeps extends ExportObjectsDeps {
  readonly exportContent: ExportContent;
}

const USAGE = ['startsAt', 'endsAt', 'used', 'reserved', 'succeeded', 'failed', 'rejected', 'processingMs'] as const;

/** The order puts the organization first, so that a reader knows the subject. */
export async function* exportFiles(
  deps: ExportFilesDeps,
  organizationId: string,
  scratch: ExportScratch,
): AsyncGenerator<Payload> {
  yield* organizationFiles(deps.exportContent, organizationId);
  yield* recordFiles(deps, organizationId);
  yield* proofFiles(deps, organizationId, scratch);
  yield* exportedObjects(deps, organizationId, 'artifact', scratch);
  yield* exportedObjects(deps, organizationId, 'original', scratch);
  if (scratch.problems.sizeBytes > 0) yield { name: 'problems.ndjson', content: scratch.problems.read() };
}

async function* organizationFiles(from: ExportContent, id: string): AsyncGenerator<Payload> {
  const organization = organizationBody(await from.organization(id), await from.deletion(id));
  yield { name: 'organization.json', content: json(organization) };
  yield { name: 'users.json', content: json((await from.members(id)).map(memberBody)) };
  yield { name: 'invitations.json', content: json((await from.invitations(id)).map(invitationBody)) };
  yield { name: 'api-keys.json', content: json((await from.apiKeys(id)).map(apiKeyBody)) };
  yield { name: 'webhooks.json', content: json((await from.webhooks(id)).map(webhookBody)) };
  yield { name: 'usage.csv', content: csv(USAGE, await from.usage(id)) };
  yield { name: 'usage-days.json', content: json((await from.usageDays(id)).map(usageDayBody)) };
}

async function* recordFiles({ exportContent: from, log }: ExportFilesDeps, id: string): AsyncGenerator<Payload> {
  yield { name: 'audit.ndjson', content: jsonLines(from.audit(id), auditEntryBody) };
  yield { name: 'exports.ndjson', content: jsonLines(from.exports(id), exportBody) };
  yield { name: 'erasures.ndjson', content: jsonLines(from.erasures(id), erasureBody) };
  yield { name: 'batches.ndjson', content: jsonLines(from.batches(id), batchBody) };
  yield { name: 'batch-requests.ndjson', content: jsonLines(from.batches(id), batchRequest) };
  const bodyOf = (record: Parameters<typeof submissionBody>[0]) => submissionBody(record, noLink, log);
  yield { name: 'submissions.ndjson', content: jsonLines(from.submissions(id), bodyOf) };
  yield { name: 'submission-requests.ndjson', content: jsonLines(from.submissions(id), submissionRequest) };
}

/** A presigned link would be dead before the archive is read: the output lies beside it under its hash. */
async function noLink(): Promise<null> {
  return null;
}

async function* proofFiles(
  { exportContent: from, log }: ExportFilesDeps,
  id: string,
  { problems }: ExportScratch,
): AsyncGenerator<Payload> {
  for await (const record of from.submissions(id)) {
    if (record.report === null) continue;
    const name = `reports/${record.submissionId}.json`;
    const report = readableReport(record, log);
    if (report) yield { name, content: json(reportBody(record, report, await from.pages(id, record.submissionId))) };
    else await problems.append(problemLine(name, 'unreadable'));
  }
  for await (const { id: submissionId, timeline } of from.timelines(id)) {
    yield { name: `revisions/${submissionId}.json`, content: json(revisionsBody(submissionId, timeline)) };
  }
  for await (const { id: submissionId, document, envelope } of from.facts(id)) {
    yield { name: `facts/${submissionId}.json`, content: once(document) };
    yield { name: `facts/${submissionId}.dsse.json`, content: json(envelope) };
  }
  yield { name: 'attestation-keys.json', content: json(keySet(await from.signingKeys())) };
  for await (const attestation of from.attestations(id)) {
    yield { name: `attestations/${attestation.id}.jsonld`, content: json(attestation.document) };
  }
}
