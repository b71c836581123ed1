/** Documents at a service: sent, waited for, fetched. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { NormalizeOptions } from '#domain/pipeline.ts';
import { RISK_LEVELS, SEVERITIES } from '#domain/report.ts';
import { reasonOf } from '#src/system-error.ts';
import { CommandFailure, EXIT } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { asOptions } from '#src/cli/documents/parsers.ts';
import { unreadableReason } from '#src/cli/unreadable-file.ts';
import { answerOf, READING, type Service } from './connection.ts';

/** The used members of an answer. Words that may become more are strings. */
const Submission = z.object({
  submissionId: z.string(),
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'REJECTED']),
  normalized: z
    .object({ sha256: z.string(), sizeBytes: z.number(), pipelineSpec: z.string(), downloadUrl: z.string().nullable() })
    .nullable(),
  // An earlier version of the service does not have it.
  verdict: z.object({ kind: z.string(), level: z.string(), label: z.string(), sentence: z.string() }).optional(),
  tamperAnalysis: z
    .object({
      riskLevel: z.enum(RISK_LEVELS),
      anomalies: z.array(z.object({ type: z.string(), severity: z.enum(SEVERITIES), description: z.string() })),
    })
    .nullable(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  failure: z.object({ code: z.string(), message: z.string().transform(asOptions) }).nullable(),
});

export type Submission = z.infer<typeof Submission>;

export interface SubmitOptions extends NormalizeOptions {
  readonly region?: string;
  readonly batch?: string;
  readonly clientReference?: string;
}

/** The same key is the same submission, charged once, however often it is sent. */
export async function submit(
  service: Service,
  file: string,
  key: string,
  requested: SubmitOptions,
): Promise<Submission> {
  await readable(file);
  const response = await service.call('/api/normalize', {
    method: 'POST',
    headers: { Prefer: 'respond-async', 'Idempotency-Key': key },
    body: async () => formOf(await openAsBlob(file, { type: 'application/pdf' }), requested),
    mayRepeat: true,
  });
  return await answerOf(Submission, response);
}

async function readable(file: string): Promise<void> {
  const unreadable = (reason: string) => new CommandFailure(EXIT.unreadable, `The file cannot be read: ${reason}.`);
  const stats = await stat(file).catch((error: unknown) => {
    throw unreadable(unreadableReason(file, error));
  });
  if (stats.isDirectory()) throw unreadable('it is a folder: name the files in it');
  if (!stats.isFile()) throw unreadable('it is not a regular file');
}

function formOf(file: Blob, requested: SubmitOptions): FormData {
  const form = new FormData();
  const fields = {
    linearize: requested.linearize,
    remove_annotations: requested.removeAnnotations,
    signed_pdf_policy: requested.signedPdfPolicy,
    pdfa_policy: requested.pdfaPolicy,
    missing_glyph_policy: requested.missingGlyphPolicy,
    embedded_files_policy: requested.embeddedFilesPolicy,
    region: requested.region,
    batch_id: requested.batch,
    client_reference: requested.clientReference,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  // No name of a file is sent: the service has no use for it.
  form.append('file', file, 'document.pdf');
  return form;
}

const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 5_000;

/** Looks less often the longer it takes. */
export async function ended(service: Service, submissionId: string): Promise<Submission> {
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_LOOK_MS)) {
    const response = await service.call(`/api/submissions/${submissionId}`, READING);
    const submission = await answerOf(Submission, response);
    if (submission.status !== 'PENDING' && submission.status !== 'IN_PROGRESS') return submission;
    await pause(waitMs, undefined, { signal: interrupted });
  }
}

/** The canonical PDF, whose bytes are what their hash says. */
export async function download({ normalized }: Submission): Promise<Uint8Array> {
  const address = normalized?.downloadUrl ?? null;
  if (normalized === null || address === null) throw lost('there is no link to it');
  const response = await fetch(address, { signal: interrupted }).catch((error: unknown) => {
    interrupted.throwIfAborted();
    throw lost(reasonOf(error));
  });
  if (!response.ok) throw lost(`the store answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== normalized.sha256)
    throw lost('other bytes came than were promised');
  return bytes;
}

function lost(reason: string): CommandFailure {
  return new CommandFailure(EXIT.unavailable, `The canonical PDF cannot be fetched: ${reason}.`);
}
