/** API keys. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import type { Search } from '#portal/app/search.ts';

const keys = createRoute({
  getParentRoute: () => members,
  path: '/keys',
  component: lazyPage(() => import('./keys.tsx'), 'KeysPage'),
  /** `ended` shows the keys too that work no more. */
  validateSearch: ({ ended }: Search): { ended?: true | undefined } => ({ ended: ended === true ? true : undefined }),
});

export const keyRoutes = [keys] as const;
