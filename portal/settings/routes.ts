/** The organization, and the account of whoever is signed in. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';

const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
});

const security = createRoute({
  getParentRoute: () => members,
  path: '/security',
  component: lazyRouteComponent(() => import('./security.tsx'), 'SecurityPage'),
});

export const settingsRoutes = [settings, security] as const;
