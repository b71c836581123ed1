/** The organization, and the account of whoever is signed in. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';

const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  component: lazyPage(() => import('./settings.tsx'), 'SettingsPage'),
});

const security = createRoute({
  getParentRoute: () => members,
  path: '/security',
  component: lazyPage(() => import('./security.tsx'), 'SecurityPage'),
});

export const settingsRoutes = [settings, security] as const;
