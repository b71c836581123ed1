/** The people of the organization. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';

const team = createRoute({
  getParentRoute: () => members,
  path: '/team',
  component: lazyPage(() => import('./team.tsx'), 'TeamPage'),
});

export const teamRoutes = [team] as const;
