/** The audit log: what was changed in the portal, when and by whom, and whether the record of it is whole. */
import { z } from 'zod';
import { auditLog as auditLogOf } from '#store/organizations/audit.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { idValue } from '#api/http/params.ts';
import { pageOf, requestedPage, SequenceQuery } from '#api/http/paging.ts';
import { LIST_HEADERS } from '#api/http/headers.ts';
import { auditEntryBody } from '#src/bodies/organization.ts';
import { AuditEntryPage, AuditVerification } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const AuditQuery = z.object({
  action: z
    .string()
    .regex(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, 'must be an action, like member.removed')
    .optional()
    .describe('An action such as `member.removed`.'),
  actor_id: idValue().toLowerCase().optional().describe('The member who acted.'),
  ...SequenceQuery.shape,
});

const tag = 'Audit log';

function depsOf({ database }: Services) {
  return { audit: auditLogOf(database) };
}

export const auditLogFeature = feature(depsOf, [
  endpoint({
    method: 'get',
    path: '/api/portal/audit-log',
    id: 'listAuditLog',
    tag,
    summary: 'Lists the changes that people made in the portal, newest first',
    description: 'Each entry has the SHA-256 of the entry before it.',
    access: withRole('audit.read'),
    query: AuditQuery,
    answers: [answer(200, 'A page.', AuditEntryPage, LIST_HEADERS)],
    async handle({ ctx, caller, query }, { audit }: Deps) {
      const page = requestedPage(query);
      const { action, actor_id: actorId } = query;
      const filter = { ...(action !== undefined && { action }), ...(actorId !== undefined && { actorId }) };
      return await pageOf(ctx, page, await audit.list(caller.organizationId, page, filter), auditEntryBody);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/audit-log/verify',
    id: 'verifyAuditLog',
    tag,
    summary: 'Checks the whole log for altered or missing entries',
    access: withRole('audit.read'),
    answers: [answer(200, 'The verdict.', AuditVerification)],
    async handle({ caller }, { audit }: Deps) {
      const firstBreak = await audit.firstBreak(caller.organizationId);
      return { intact: firstBreak === null, firstBreak };
    },
  }),
]);
