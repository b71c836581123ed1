/** The audit log: what was changed in the portal, when and by whom, and whether the record of it is whole. */
import { Router } from '@koa/router';
import type { AuditEntry, AuditLog } from '#store/organizations/audit.ts';
import type { State } from '#api/http/http.ts';
import { PageQuery, pageWish, sendPage } from '#api/http/paging.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Admit } from './access.ts';

interface Deps {
  readonly admit: Admit;
  readonly audit: AuditLog;
}

export function auditLogRoutes({ admit, audit }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/portal/audit-log', async (ctx) => {
    const { organizationId } = await admit(ctx, 'audit.read');
    const page = pageWish(readQuery(ctx, PageQuery));
    await sendPage(ctx, page, await audit.list(organizationId, page), entryBody);
  });

  router.get('/api/portal/audit-log/verify', async (ctx) => {
    const { organizationId } = await admit(ctx, 'audit.read');
    readQuery(ctx, NoQuery);
    const firstBreak = await audit.firstBreak(organizationId);
    ctx.body = { intact: firstBreak === null, firstBreak };
  });

  return router;
}

function entryBody({ sequence, at, actorId, action, target, details, hash, previousHash }: AuditEntry) {
  return {
    sequence,
    at: at.toISOString(),
    actorId: actorId ?? null,
    action,
    target: target ?? null,
    details,
    hash,
    previousHash,
  };
}
