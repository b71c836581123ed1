/** Batches, and one of them. */
import { createRoute } from '@tanstack/react-router';
import { BATCH_STATUSES, type BatchStatus } from '#domain/batch.ts';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '#domain/submission.ts';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text, word } from '#portal/app/search.ts';

interface BatchFilter {
  readonly status?: BatchStatus | undefined;
  readonly client_reference?: string | undefined;
}

const batches = createRoute({
  getParentRoute: () => members,
  path: '/batches',
  validateSearch: (search: Search): BatchFilter => ({
    status: word(search['status'], BATCH_STATUSES),
    client_reference: text(search['client_reference']),
  }),
  component: lazyPage(() => import('./batches.tsx'), 'BatchesPage'),
});

const batch = createRoute({
  getParentRoute: () => members,
  path: '/batches/$batchId',
  validateSearch: ({ status }: Search): { status?: SubmissionStatus | undefined } => ({
    status: word(status, SUBMISSION_STATUSES),
  }),
  component: lazyPage(() => import('./batch.tsx'), 'BatchPage'),
});

export const batchRoutes = [batches, batch] as const;
