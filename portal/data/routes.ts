/** Export, erasure and deletion, and what is there after it. */
import { createRoute } from '@tanstack/react-router';
import { members, open } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text } from '#portal/app/search.ts';

const data = createRoute({
  getParentRoute: () => members,
  path: '/data',
  component: lazyPage(() => import('./data.tsx'), 'DataPage'),
});

/** Nobody can sign in any more. A mail links to this page. */
const deleted = createRoute({
  getParentRoute: () => open,
  path: '/deleted',
  validateSearch: ({ certificate }: Search): { certificate?: string | undefined } => ({
    certificate: text(certificate),
  }),
  component: lazyPage(() => import('./deleted.tsx'), 'DeletedPage'),
});

export const dataRoutes = [data] as const;
export const deletedRoutes = [deleted] as const;
