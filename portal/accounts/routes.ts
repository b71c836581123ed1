/** Signing in and up, and what links of mails lead to. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { open } from '#portal/app/layouts.tsx';
import { type Search, text } from '#portal/app/search.ts';
import { LoginPage } from './login.tsx';

/** The token of the link in a mail. */
const withToken = ({ token }: Search): { token?: string | undefined } => ({ token: text(token) });

const login = createRoute({
  getParentRoute: () => open,
  path: '/login',
  validateSearch: ({ next }: Search): { next?: string | undefined } => ({ next: text(next) }),
  // Most visits begin here: it comes with the portal itself.
  component: LoginPage,
});

const register = createRoute({
  getParentRoute: () => open,
  path: '/register',
  validateSearch: ({ next }: Search): { next?: string | undefined } => ({ next: text(next) }),
  component: lazyRouteComponent(() => import('./register.tsx'), 'RegisterPage'),
});

const verify = createRoute({
  getParentRoute: () => open,
  path: '/verify',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./verify-email.tsx'), 'VerifyEmailPage'),
});

const forgot = createRoute({
  getParentRoute: () => open,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./forgot.tsx'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => open,
  path: '/reset',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./reset.tsx'), 'ResetPage'),
});

const invitation = createRoute({
  getParentRoute: () => open,
  path: '/invitation',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./invitation.tsx'), 'InvitationPage'),
});

export const accountRoutes = [login, register, verify, forgot, reset, invitation] as const;
