/** Export, erasure and deletion. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';

const data = createRoute({
  getParentRoute: () => members,
  path: '/data',
  component: lazyPage(() => import('./data.tsx'), 'DataPage'),
});

export const dataRoutes = [data] as const;
