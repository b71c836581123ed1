/** Signing in and up, and what links of mails lead to. */
import { createRoute } from '@tanstack/react-router';
import { open } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
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
  component: lazyPage(() => import('./register.tsx'), 'RegisterPage'),
});

const verify = createRoute({
  getParentRoute: () => open,
  path: '/verify',
  validateSearch: withToken,
  component: lazyPage(() => import('./verify-email.tsx'), 'VerifyEmailPage'),
});

const forgot = createRoute({
  getParentRoute: () => open,
  path: '/forgot',
  component: lazyPage(() => import('./forgot.tsx'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => open,
  path: '/reset',
  validateSearch: withToken,
  component: lazyPage(() => import('./reset.tsx'), 'ResetPage'),
});

const invitation = createRoute({
  getParentRoute: () => open,
  path: '/invitation',
  validateSearch: withToken,
  component: lazyPage(() => import('./invitation.tsx'), 'InvitationPage'),
});

export const accountRoutes = [login, register, verify, forgot, reset, invitation] as const;
