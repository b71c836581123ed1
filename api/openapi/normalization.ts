/** Documents in, canonical documents and reports out. */
import { z } from 'zod';
import { DiffFields } from '#api/compare/compare.ts';
import { NormalizeFields } from '#api/submissions/options.ts';
import { SubmissionsQuery, WaitQuery } from '#api/submissions/submissions.ts';
import type { Operation } from './operation.ts';
import { HashPath, IdPath, LIST_HEADERS, PDF_HEADERS, POLL_HEADERS, QUOTA_HEADERS, ReportQuery } from './parameters.ts';
import {
  COMPARE_PARTS,
  file,
  NormalizeResponse,
  Report,
  StructuralDiffReport,
  Submission,
  SubmissionPage,
  SubmissionReport,
} from './schemas.ts';

const tag = 'Normalization';

const NormalizeForm = z.object({ file, ...NormalizeFields.shape });
const CompareForm = z.object({ ...COMPARE_PARTS, ...DiffFields.shape });

const NormalizeHeaders = z.object({
  Prefer: z.string().optional().describe('`respond-async`, or `wait=N` with N seconds (RFC 7240).'),
  'Idempotency-Key': z.string().min(1).max(255).optional().describe('Makes a retry safe for 24 hours.'),
  'X-Stateless': z.enum(['true']).optional().describe('Nothing but metadata is stored.'),
});

const IdempotencyHeaders = NormalizeHeaders.pick({ 'Idempotency-Key': true });

const accepted = { 'application/json': NormalizeResponse };

export const NORMALIZATION: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/normalize',
    id: 'normalize',
    tag,
    summary: 'Normalizes a PDF',
    description: 'A form has its options inside; a raw body has them as query parameters of the same names.',
    scopes: ['normalize'],
    query: NormalizeFields,
    headers: NormalizeHeaders,
    body: { 'multipart/form-data': NormalizeForm, 'application/pdf': file },
    answers: [
      {
        status: 200,
        description: 'The result; for a raw body, and where `Accept` asks for it without state, the PDF itself.',
        content: { ...accepted, 'application/pdf': file },
        headers: QUOTA_HEADERS,
      },
      {
        status: 202,
        description: 'Accepted; the result comes later.',
        content: accepted,
        headers: { ...POLL_HEADERS, ...QUOTA_HEADERS },
      },
    ],
    problems: [
      'malformed_upload',
      'not_a_pdf',
      'invalid_region',
      'region_not_allowed',
      'invalid_webhook_url',
      'batch_not_found',
      'not_found',
      'stateless_conflict',
      'idempotency_key_conflict',
      'quota_exceeded',
      'payment_past_due',
      'batch_closed',
      'idempotency_key_reused',
      'abnormal_usage',
      'upload_stalled',
      'file_too_large',
      'unsupported_media_type',
      'document_rejected',
      'document_failed',
      'processing_timeout',
    ],
  },
  {
    method: 'get',
    path: '/api/submissions/{id}',
    id: 'getSubmission',
    tag,
    summary: 'A submission as it stands, or at its end',
    scopes: ['read', 'normalize'],
    onlyOwnWithoutRead: true,
    pathParameters: IdPath,
    query: WaitQuery,
    answers: [{ status: 200, description: 'The submission.', content: { 'application/json': Submission } }],
    problems: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/submissions',
    id: 'listSubmissions',
    tag,
    summary: 'The submissions, newest first',
    scopes: ['read'],
    query: SubmissionsQuery,
    answers: [
      { status: 200, description: 'A page.', content: { 'application/json': SubmissionPage }, headers: LIST_HEADERS },
    ],
  },
  {
    method: 'get',
    path: '/api/submissions/{id}/report',
    id: 'getReportOfSubmission',
    tag,
    summary: 'The report of a submission that has ended, however it ended',
    scopes: ['read'],
    pathParameters: IdPath,
    answers: [{ status: 200, description: 'The report.', content: { 'application/json': SubmissionReport } }],
    problems: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/artifacts/{hash}',
    id: 'getArtifact',
    tag,
    summary: 'A normalized PDF by the SHA-256 of its content',
    scopes: ['read'],
    pathParameters: HashPath,
    headers: z.object({
      Range: z.string().optional().describe('One range of bytes (RFC 9110, 14).'),
      'If-None-Match': z.string().optional(),
    }),
    answers: [
      { status: 200, description: 'The PDF.', content: { 'application/pdf': file }, headers: PDF_HEADERS },
      { status: 206, description: 'The range asked for.', content: { 'application/pdf': file } },
      { status: 304, description: 'The caller has it.' },
    ],
    problems: ['artifact_forbidden', 'not_found', 'range_not_satisfiable'],
  },
  {
    method: 'get',
    path: '/api/reports/{hash}',
    id: 'getReport',
    tag,
    summary: 'The report of a normalized PDF',
    scopes: ['read'],
    pathParameters: HashPath,
    query: ReportQuery,
    answers: [{ status: 200, description: 'The report.', content: { 'application/json': Report } }],
    problems: ['report_forbidden', 'not_found'],
  },
  {
    method: 'post',
    path: '/api/compare',
    id: 'compare',
    tag,
    summary: 'What differs between two PDFs',
    scopes: ['normalize'],
    headers: IdempotencyHeaders,
    body: { 'multipart/form-data': CompareForm },
    answers: [{ status: 200, description: 'The differences.', content: { 'application/json': StructuralDiffReport } }],
    problems: [
      'malformed_upload',
      'not_a_pdf',
      'document_encrypted',
      'idempotency_key_conflict',
      'quota_exceeded',
      'payment_past_due',
      'idempotency_key_reused',
      'abnormal_usage',
      'upload_stalled',
      'file_too_large',
      'unsupported_media_type',
      'document_rejected',
      'document_failed',
      'processing_timeout',
    ],
  },
];
