/** The first page. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';

const overview = createRoute({
  getParentRoute: () => members,
  path: '/',
  component: lazyPage(() => import('./overview.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
