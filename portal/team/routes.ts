/** The people of the organization. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';

const team = createRoute({
  getParentRoute: () => members,
  path: '/team',
  component: lazyRouteComponent(() => import('./team.tsx'), 'TeamPage'),
});

export const teamRoutes = [team] as const;
