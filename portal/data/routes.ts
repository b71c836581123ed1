/** Export, erasure and deletion. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';

const data = createRoute({
  getParentRoute: () => members,
  path: '/data',
  component: lazyRouteComponent(() => import('./data.tsx'), 'DataPage'),
});

export const dataRoutes = [data] as const;
