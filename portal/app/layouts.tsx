/** The parents of all pages: the frame of public pages, and the frame of pages for signed-in members. */
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { SignedOut } from '#portal/api/problem.ts';
import { signedIn } from '#portal/api/session.ts';
import { Alone, FailedFrame, NotFound } from './failure.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PublicLayout } from './public-layout.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: FailedFrame });

/** Pages for everybody: signing in, and what links of mails lead to. */
export const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicLayout });

/** Pages for signed-in members. Other visitors sign in first, and then get the page that they wanted. */
export const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: lazyPage(() => import('./shell.tsx'), 'Shell', Alone),
  errorComponent: FailedFrame,
  async beforeLoad({ location }) {
    try {
      await signedIn();
    } catch (error) {
      if (error instanceof SignedOut) throw redirect({ to: '/login', search: { next: location.href } });
      throw error;
    }
  },
});
