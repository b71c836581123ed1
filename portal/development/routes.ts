/** The link of `npm start` and `npm run demo`, which signs in by a ticket and goes on to a page. */
import { createRoute, redirect } from '@tanstack/react-router';
import { withinPortal } from '#portal/accounts/next.ts';
import { open } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text } from '#portal/app/search.ts';
import { ApiProblem, SignedOut } from '#portal/api/problem.ts';
import { signedIn } from '#portal/api/session.ts';
import { signInByTicket } from './demo.ts';

interface TicketSearch {
  readonly ticket?: string | undefined;
  readonly next?: string | undefined;
}

const ticket = createRoute({
  getParentRoute: () => open,
  path: '/ticket',
  validateSearch: ({ ticket: given, next }: Search): TicketSearch => ({ ticket: text(given), next: text(next) }),
  async beforeLoad({ search: { ticket: given = '', next } }) {
    if (await isLetIn(given)) throw redirect({ href: withinPortal(next), replace: true });
  },
  component: lazyPage(() => import('./ticket.tsx'), 'TicketPage'),
});

export const developmentRoutes = [ticket] as const;

/** A used ticket does not hinder a signed-in person, for example after going back in the browser. */
async function isLetIn(given: string): Promise<boolean> {
  try {
    await signInByTicket(given);
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status !== 400 && error.status !== 404)) throw error;
    return isSignedIn();
  }
}

async function isSignedIn(): Promise<boolean> {
  try {
    await signedIn();
    return true;
  } catch (error) {
    if (error instanceof SignedOut) return false;
    throw error;
  }
}
