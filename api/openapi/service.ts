/** The service about itself. */
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { Liveness, Readiness } from './schemas.ts';

const open = { method: 'get', tag: 'Service', scopes: null } as const;

export const SERVICE: readonly Operation[] = [
  {
    ...open,
    path: '/livez',
    id: 'getLiveness',
    summary: 'Whether the process lives',
    answers: [{ status: 200, description: 'It does.', content: { 'application/json': Liveness } }],
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
];
