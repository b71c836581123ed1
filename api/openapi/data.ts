/** What is an organization's own: its data to take with it, to have erased, and the end of its account. */
import { z } from 'zod';
import { ErasureWish } from '#api/privacy/data.ts';
import type { Operation } from './operation.ts';
import { IdPath } from './parameters.ts';
import {
  AccountDeletion,
  CancelledDeletion,
  DataExport,
  Erasure,
  RequestedDeletion,
  ScheduledErasure,
} from './schemas.ts';

const tag = 'Data';
const one = { tag, scopes: null, pathParameters: IdPath } as const;
const path = z.string().regex(/^\//);
const json = (schema: z.ZodType) => ({ 'application/json': schema });

const EXPORTS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/portal/data-export',
    id: 'requestDataExport',
    tag,
    summary: 'Has all data of the organization written into an archive',
    description: 'A BagIt bag (RFC 8493) as a ZIP file. A second request while one is pending gets the first.',
    scopes: null,
    action: 'export.write',
    answers: [
      {
        status: 202,
        description: 'The export, pending.',
        content: json(DataExport),
        headers: { Location: { description: 'Where its state is found.', schema: path, required: true } },
      },
    ],
  },
  {
    ...one,
    method: 'get',
    path: '/api/portal/data-export/{id}/status',
    id: 'getDataExport',
    summary: 'How an export stands',
    action: 'export.read',
    answers: [{ status: 200, description: 'The export.', content: json(DataExport) }],
    problems: ['not_found'],
  },
  {
    ...one,
    method: 'get',
    path: '/api/portal/data-export/{id}/download',
    id: 'downloadDataExport',
    summary: 'Leads to the archive of an export',
    action: 'export.read',
    answers: [
      {
        status: 302,
        description: 'The archive is there for 15 minutes.',
        headers: {
          Location: { description: 'A presigned address.', schema: z.url(), required: true },
          'Cache-Control': { description: 'no-store', schema: z.string(), required: true },
          'Referrer-Policy': { description: 'no-referrer', schema: z.string(), required: true },
        },
      },
    ],
    problems: ['export_not_ready', 'not_found'],
  },
];

const ERASURES: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/portal/erasure',
    id: 'requestErasure',
    tag,
    summary: 'Has one document erased, or all of them',
    description:
      'Of one document by `contentHash`; of all of them by `scope`, or without a body, which takes a sign-in of the last hour. Covers what was accepted before the request. Objects that other organizations refer to stay with them. A second request of the same kind while one is scheduled gets the first, which then covers what came since.',
    scopes: null,
    action: 'erasure.write',
    body: json(ErasureWish),
    isBodyOptional: true,
    answers: [
      {
        status: 200,
        description: 'Scheduled, or counted.',
        content: json(ScheduledErasure),
        headers: { Location: { description: 'Where its state is found; not of a dry run.', schema: path } },
      },
    ],
    problems: ['reauthentication_required', 'unsupported_media_type', 'body_too_large', 'upload_stalled'],
  },
  {
    ...one,
    method: 'get',
    path: '/api/portal/erasure/{id}',
    id: 'getErasure',
    summary: 'How an erasure stands, with its certificate in the end',
    action: 'erasure.write',
    answers: [{ status: 200, description: 'The erasure.', content: json(Erasure) }],
    problems: ['not_found'],
  },
];

const DELETION: readonly Operation[] = [
  {
    method: 'delete',
    path: '/api/portal/data',
    id: 'requestDeletion',
    tag,
    summary: 'Has the organization deleted, with everything that is kept of it',
    description:
      'After 72 hours in which it can be cancelled. A second request gets the first. Takes a recent sign-in.',
    scopes: null,
    action: 'deletion.request',
    answers: [{ status: 202, description: 'Pending.', content: json(RequestedDeletion) }],
    problems: ['reauthentication_required'],
  },
  {
    method: 'get',
    path: '/api/portal/data-deletion/status',
    id: 'getDeletion',
    tag,
    summary: 'The deletion that is pending',
    scopes: null,
    action: 'deletion.read',
    answers: [{ status: 200, description: 'Pending.', content: json(AccountDeletion) }],
    problems: ['not_found'],
  },
  {
    method: 'delete',
    path: '/api/portal/data-deletion/cancel',
    id: 'cancelDeletion',
    tag,
    summary: 'Keeps the organization',
    scopes: null,
    action: 'deletion.cancel',
    answers: [{ status: 200, description: 'Cancelled.', content: json(CancelledDeletion) }],
    problems: ['cooling_off_expired', 'not_found'],
  },
  {
    ...one,
    method: 'get',
    path: '/api/deletion-certificates/{id}',
    id: 'getDeletionCertificate',
    summary: 'The signed certificate of a deleted organization, for 30 days',
    description: 'Without credentials: the id is known to whoever asked for the deletion.',
    answers: [
      {
        status: 200,
        description: 'JWS in compact serialization; the keys are at `/.well-known/attestation-keys.json`.',
        content: { 'application/jose': z.string() },
      },
    ],
    problems: ['not_found', 'unknown_parameter'],
  },
];

export const DATA: readonly Operation[] = [...EXPORTS, ...ERASURES, ...DELETION];
