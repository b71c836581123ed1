/** The audit log: what was changed in the portal, when and by whom, and whether the record of it is whole. */
import { type AuditEntry, auditLog as auditLogOf, type AuditLog } from '#store/organizations/audit.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { PageQuery, pageWish, pageOf } from '#api/http/paging.ts';
import { LIST_HEADERS } from '#api/http/headers.ts';
import { AuditEntryPage, AuditVerification } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';

interface Deps {
  readonly audit: AuditLog;
}

const tag = 'Audit log';

export const auditLogFeature = feature(
  ({ database }): Deps => ({ audit: auditLogOf(database) }),
  [
    endpoint({
      method: 'get',
      path: '/api/portal/audit-log',
      id: 'listAuditLog',
      tag,
      summary: 'What was changed in the portal, newest first',
      description: 'Each entry has the SHA-256 of the one before it.',
      access: withRole('audit.read'),
      query: PageQuery,
      answers: [answer(200, 'A page.', AuditEntryPage, LIST_HEADERS)],
      async handle({ ctx, caller, query }, { audit }: Deps) {
        const page = pageWish(query);
        return await pageOf(ctx, page, await audit.list(caller.organizationId, page), entryBody);
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/portal/audit-log/verify',
      id: 'verifyAuditLog',
      tag,
      summary: 'Reads the whole log and says whether an entry was altered or taken out',
      access: withRole('audit.read'),
      answers: [answer(200, 'The verdict.', AuditVerification)],
      async handle({ caller }, { audit }: Deps) {
        const firstBreak = await audit.firstBreak(caller.organizationId);
        return { intact: firstBreak === null, firstBreak };
      },
    }),
  ],
);

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
