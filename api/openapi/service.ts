/** The service about itself. */
import { z } from 'zod';
import type { HeaderWords, Operation } from './operation.ts';
import { Liveness, Readiness } from './schemas.ts';

const open = { method: 'get', tag: 'Service', scopes: null } as const;

const PAGE_HEADERS: Readonly<Record<string, HeaderWords>> = {
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
  'Content-Security-Policy': { description: 'Nothing of another origin.', schema: z.string(), required: true },
};

export const SERVICE: readonly Operation[] = [
  {
    ...open,
    path: '/livez',
    id: 'getLiveness',
    summary: 'Whether the process lives',
    answers: [
      { status: 200, description: 'It does.', content: { 'application/json': Liveness } },
      {
        status: 503,
        description: 'It has lost its way to a database that is there, and ends, to be started again.',
        content: { 'application/json': Liveness },
      },
    ],
  },
  {
    ...open,
    path: '/readyz',
    id: 'getReadiness',
    summary: 'Whether the process can serve',
    answers: [
      { status: 200, description: 'Every part answers.', content: { 'application/json': Readiness } },
      { status: 503, description: 'A part does not, or it is ending.', content: { 'application/json': Readiness } },
    ],
  },
  {
    ...open,
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    answers: [
      { status: 200, description: 'OpenAPI 3.1.', content: { 'application/json': z.looseObject({}) } },
      { status: 304, description: 'The caller has it.' },
    ],
  },
  {
    ...open,
    path: '/problems',
    id: 'listProblems',
    summary: 'Every code an error may carry',
    answers: [{ status: 200, description: 'A page.', content: { 'text/html': z.string() } }],
  },
  {
    ...open,
    path: '/problems/{code}',
    id: 'getProblem',
    summary: 'What a code means and what to do about it',
    pathParameters: z.object({ code: z.string() }),
    answers: [{ status: 200, description: 'A page.', content: { 'text/html': z.string() } }],
    problems: ['not_found'],
  },
  {
    ...open,
    path: '/portal',
    id: 'getPortal',
    summary: 'Leads to the portal',
    answers: [
      {
        status: 308,
        description: 'The pages are one step further.',
        content: { 'text/plain': z.string() },
        headers: { Location: { description: 'Relative.', schema: z.literal('portal/'), required: true } },
      },
    ],
  },
  {
    ...open,
    path: '/portal/',
    id: 'getPortalPage',
    summary: 'The page of the portal',
    description:
      'The fragment says what it shows: mails lead to `#/verify?token=…`, refusals for the plan to `#/billing`.',
    answers: [
      { status: 200, description: 'The page.', content: { 'text/html': z.string() }, headers: PAGE_HEADERS },
      { status: 304, description: 'The caller has it.' },
    ],
  },
  {
    ...open,
    path: '/portal/{file}',
    id: 'getPortalFile',
    summary: 'What the page of the portal is made of',
    pathParameters: z.object({ file: z.string() }),
    answers: [
      {
        status: 200,
        description: 'A script, a style sheet, a picture or the page.',
        content: {
          'text/javascript': z.string(),
          'text/css': z.string(),
          'image/svg+xml': z.string(),
          'text/html': z.string(),
        },
        headers: PAGE_HEADERS,
      },
      { status: 304, description: 'The caller has it.' },
    ],
    problems: ['not_found'],
  },
];
