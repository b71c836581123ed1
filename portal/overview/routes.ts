/** The first page. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';

const overview = createRoute({
  getParentRoute: () => members,
  path: '/',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
