/** Comparing two documents. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text } from '#portal/app/search.ts';

/** Two submissions, the earlier one first. */
const pairOf = ({ a, b }: Search): { a?: string | undefined; b?: string | undefined } => ({ a: text(a), b: text(b) });

const compare = createRoute({
  getParentRoute: () => members,
  path: '/compare',
  validateSearch: pairOf,
  component: lazyPage(() => import('./compare.tsx'), 'ComparePage'),
});

export const compareRoutes = [compare] as const;
