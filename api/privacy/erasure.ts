/** Erasures of one document or of all of them. */
import { z } from 'zod';
import { erasureStore } from '#store/privacy/erasures.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { jsonOrNothing } from '#api/http/body.ts';
import { invalid, readSha256, notFound } from '#api/http/http.ts';
import { IdPath } from '#api/http/params.ts';
import { LIST_HEADERS } from '#api/http/headers.ts';
import { pageOf, PageQuery, requestedPage } from '#api/http/paging.ts';
import { erasureBody } from '#src/bodies/privacy.ts';
import { Erasure as ErasureSchema, ErasurePage, ScheduledErasure } from '#src/contract/privacy.ts';
import { answer } from '#api/operation.ts';
import { tryTo } from './start.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

/** The request must name its scope, so that a missing member never erases everything. */
const ErasureRequest = z
  .strictObject({
    contentHash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/i, 'must be sha256: and 64 hexadecimal digits')
      .optional()
      .describe(
        'The SHA-256 of an original, an output or a text. The erasure covers every submission of the originals that have it, under every specification and algorithm.',
      ),
    scope: z.literal('all', 'must be all').optional().describe('`all` covers every document.'),
    dryRun: z.boolean().default(false).describe('Whether the service only counts the documents.'),
  })
  .refine(({ contentHash, scope }) => contentHash === undefined || scope === undefined, {
    path: ['scope'],
    message: 'is not taken with contentHash',
  })
  .describe('The body has either `contentHash` or `scope`.');

/** A request without a body covers everything, as the specification says. */
const EVERYTHING = { scope: 'all', contentHash: undefined, dryRun: false } as const;

const MISSING_HASH = 'contentHash must be given, unless scope is all';
const ERASURE_MESSAGE =
  'The erasure is scheduled. It removes your document and everything about it. Another organization with the same document loses nothing.';

const tag = 'Data';
const path = z.string().regex(/^\//);

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/portal/erasure',
    id: 'requestErasure',
    tag,
    summary: 'Erases one document, or all of them',
    description:
      '`contentHash` names one document. `scope`, or no body, covers all of them. The erasure covers documents accepted before the request. Another organization with the same document loses nothing. A second request of the same kind while one is scheduled gets the first, which then covers newer documents too.',
    access: withRole('erasure.write'),
    recentSignIn: {
      exception: 'the dry run of one document',
      isException: (body) => body !== null && body.scope === undefined && body.dryRun,
    },
    body: jsonOrNothing(ErasureRequest),
    answers: [
      answer(200, 'Scheduled, or counted.', ScheduledErasure, {
        Location: { description: 'The address of the state of the erasure. It is absent for a dry run.', schema: path },
      }),
    ],
    async handle({ ctx, caller, body }, { erasures, temporal, log }: Deps) {
      const { organizationId, memberId } = caller;
      const { dryRun, contentHash, ...requested } = body ?? EVERYTHING;
      const scope = requested.scope ?? readSha256(contentHash ?? '');
      if (scope === null) throw invalid('body', '/contentHash', 'required', MISSING_HASH);
      if (dryRun) {
        const match = await erasures.count(organizationId, scope);
        return { status: 'dry_run', message: 'Nothing was erased.', erasureId: null, ...match };
      }
      const { erasure, match } = await erasures.schedule(organizationId, memberId, scope);
      const { id: erasureId } = erasure;
      await tryTo(log, 'erasure', () => temporal.startErasure({ erasureId, organizationId }, scope));
      ctx.set('Location', `/api/portal/erasure/${erasureId}`);
      return { status: 'scheduled', message: ERASURE_MESSAGE, erasureId, ...match };
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/erasure',
    id: 'listErasures',
    tag,
    summary: 'Lists the erasures of the organization, newest first',
    access: withRole('erasure.write'),
    query: PageQuery,
    answers: [answer(200, 'A page.', ErasurePage, LIST_HEADERS)],
    async handle({ ctx, caller: { organizationId }, query }, { erasures }: Deps) {
      const page = requestedPage(query);
      return await pageOf(ctx, page, await erasures.list(organizationId, page), erasureBody);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/erasure/{id}',
    id: 'getErasure',
    tag,
    summary: 'Returns the state of an erasure, and at its end the certificate',
    access: withRole('erasure.write'),
    params: IdPath,
    answers: [answer(200, 'The erasure.', ErasureSchema)],
    problems: ['not_found'],
    async handle({ caller, params: { id } }, { erasures }: Deps) {
      const found = id === null ? null : await erasures.find(caller.organizationId, id);
      if (found) return erasureBody(found);
      throw notFound('erasure', 'No such erasure.');
    },
  }),
];

function depsOf({ database, artifacts, temporal, log }: Services) {
  return { erasures: erasureStore(database, artifacts), temporal, log };
}

export const erasureFeature = feature(depsOf, endpoints);
