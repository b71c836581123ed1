/** The audit log. */
import { createRoute } from '@tanstack/react-router';
import { members } from '#portal/app/layouts.tsx';
import { lazyPage } from '#portal/app/lazy-page.tsx';
import { type Search, text } from '#portal/app/search.ts';

const audit = createRoute({
  getParentRoute: () => members,
  path: '/audit',
  component: lazyPage(() => import('./audit.tsx'), 'AuditPage'),
  /** `actor` is the id of a member, who may be gone. */
  validateSearch: ({ action, actor }: Search): { action?: string | undefined; actor?: string | undefined } => ({
    action: text(action),
    actor: text(actor),
  }),
});

export const auditRoutes = [audit] as const;
