/**
 * The pages of the portal and their addresses. They are fragments, as `#/documents?status=FAILED`: the portal works below
 * any path, and the tokens in links of mails are in no request, no log and no `Referer`.
 */
import { createHashHistory, createRouter } from '@tanstack/react-router';
import { accountRoutes } from '#portal/accounts/routes.ts';
import { auditRoutes } from '#portal/audit/routes.ts';
import { batchRoutes } from '#portal/batches/routes.ts';
import { billingRoutes } from '#portal/billing/routes.ts';
import { compareRoutes } from '#portal/compare/routes.ts';
import { dataRoutes, deletedRoutes } from '#portal/data/routes.ts';
import { developmentRoutes } from '#portal/development/routes.ts';
import { documentRoutes } from '#portal/documents/routes.ts';
import { keyRoutes } from '#portal/keys/routes.ts';
import { overviewRoutes } from '#portal/overview/routes.ts';
import { passportRoutes } from '#portal/passport/routes.ts';
import { settingsRoutes } from '#portal/settings/routes.ts';
import { teamRoutes } from '#portal/team/routes.ts';
import { webhookRoutes } from '#portal/webhooks/routes.ts';
import { Failure, NotFound } from './failure.tsx';
import { members, open, root } from './layouts.tsx';

const routeTree = root.addChildren([
  open.addChildren([...accountRoutes, ...deletedRoutes, ...developmentRoutes]),
  members.addChildren([
    ...overviewRoutes,
    ...documentRoutes,
    ...passportRoutes,
    ...batchRoutes,
    ...compareRoutes,
    ...keyRoutes,
    ...webhookRoutes,
    ...teamRoutes,
    ...billingRoutes,
    ...dataRoutes,
    ...auditRoutes,
    ...settingsRoutes,
  ]),
]);

export function createPortalRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Failure,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
