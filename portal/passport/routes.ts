/** The passport of one document. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { positive, type Search, text } from '#portal/app/search.ts';

interface PassportSearch {
  /** Two states side by side, as `revision-2..revision-3`. */
  readonly pair?: string | undefined;
  readonly page?: number | undefined;
  /** The shown revision. */
  readonly revision?: number | undefined;
}

const passport = createRoute({
  getParentRoute: () => members,
  path: '/documents/$submissionId',
  component: lazyPage(() => import('./passport.tsx'), 'PassportPage'),
  validateSearch: ({ pair, page, revision }: Search): PassportSearch => ({
    pair: text(pair),
    page: positive(page),
    revision: positive(revision),
  }),
});

export const passportRoutes = [passport] as const;
