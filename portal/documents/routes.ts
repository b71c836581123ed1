/** The list of documents, and sending new ones. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, texts, uuid } from '#portal/app/search.ts';
import { FILTER_NAMES } from './filters/filter-names.ts';

const documents = createRoute({
  getParentRoute: () => members,
  path: '/documents',
  // The page knows which words there are: here the names are enough.
  validateSearch: (search: Search) => texts(search, FILTER_NAMES),
  component: lazyPage(() => import('./documents.tsx'), 'DocumentsPage'),
});

const upload = createRoute({
  getParentRoute: () => members,
  path: '/documents/upload',
  // The batch of the current files, so that a reloaded page finds it again.
  validateSearch: ({ batch }: Search): { batch?: string | undefined } => ({ batch: uuid(batch) }),
  component: lazyPage(() => import('./upload.tsx'), 'UploadPage'),
});

export const documentRoutes = [documents, upload] as const;
