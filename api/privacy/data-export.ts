/** Exports: the data of an organization to take with it, in one archive. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { exportKey } from '#store/objects/artifacts.ts';
import { type DataExport, exportStore, type ExportStore } from '#store/privacy/exports.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { linkSeconds } from '#api/http/link-life.ts';
import { IdPath } from '#api/http/params.ts';
import { LIST_HEADERS, locationOf, QUOTA_HEADERS } from '#api/http/headers.ts';
import { pageOf, PageQuery, requestedPage } from '#api/http/paging.ts';
import { exportBody, exportStatus } from '#src/bodies/privacy.ts';
import { DataExport as DataExportSchema, DataExportPage, ExportLink } from '#src/contract/privacy.ts';
import { answer } from '#api/operation.ts';
import { chooseRegion } from '#api/submissions/options.ts';
import { tryTo } from './start.ts';
import { notFound } from '#api/http/http.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const tag = 'Data';

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/portal/data-export',
    id: 'requestDataExport',
    tag,
    summary: 'Exports all data of the organization as an archive',
    description:
      'The archive is a BagIt bag (RFC 8493) in a ZIP file. A second request while one is pending gets the first export.',
    access: withRole('export.write'),
    recentSignIn: true,
    answers: [answer(202, 'The export, pending.', DataExportSchema, { ...locationOf('its state'), ...QUOTA_HEADERS })],
    problems: ['rate_limited'],
    problemHeaders: QUOTA_HEADERS,
    async handle({ ctx, caller }, deps: Deps) {
      const { organization, organizationId, memberId } = caller;
      await deps.admission.limitOrganization(ctx, 'data-export', caller);
      const region = chooseRegion(null, organization, deps.settings.homeRegion);
      const requested = await deps.exports.request(organizationId, memberId, region);
      const exportId = requested.id;
      await tryTo(deps.log, 'export', () => deps.temporal.startExport({ exportId, organizationId }));
      ctx.set('Location', `/api/portal/data-export/${exportId}/status`);
      return exportBody(requested);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/data-export',
    id: 'listDataExports',
    tag,
    summary: 'Lists the exports of the organization, newest first, with the expired ones',
    access: withRole('export.read'),
    query: PageQuery,
    answers: [answer(200, 'A page.', DataExportPage, LIST_HEADERS)],
    async handle({ ctx, caller: { organizationId }, query }, { exports }: Deps) {
      const page = requestedPage(query);
      return await pageOf(ctx, page, await exports.list(organizationId, page), exportBody);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/data-export/{id}/status',
    id: 'getDataExport',
    tag,
    summary: 'Returns the state of an export',
    access: withRole('export.read'),
    params: IdPath,
    answers: [answer(200, 'The export.', DataExportSchema)],
    problems: ['not_found'],
    handle: async ({ caller, params }, { exports }: Deps) =>
      exportBody(await findExport(exports, caller.organizationId, params.id)),
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/data-export/{id}/download',
    id: 'downloadDataExport',
    tag,
    summary: 'Leads to the archive of an export',
    access: withRole('export.read'),
    recentSignIn: true,
    params: IdPath,
    answers: [
      {
        status: 302,
        description: 'The archive stays at the address for 15 minutes.',
        headers: {
          Location: { description: 'A presigned address.', schema: z.url(), required: true },
          'Referrer-Policy': { description: 'no-referrer', schema: z.string(), required: true },
        },
      },
    ],
    problems: ['export_not_ready', 'not_found'],
    async handle({ ctx, caller: { organizationId }, params }, deps: Deps) {
      const { url } = await linkTo(deps, await findExport(deps.exports, organizationId, params.id));
      // The answer has no body, so that no page and no cache has the link.
      ctx.body = null;
      ctx.status = 302;
      ctx.set({ Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/data-export/{id}/link',
    id: 'getDataExportLink',
    tag,
    summary: 'Returns the address of the archive of an export',
    description: 'Pages use this address in the browser. The download redirects to the same address.',
    access: withRole('export.read'),
    recentSignIn: true,
    params: IdPath,
    answers: [answer(200, 'The archive is there for 15 minutes.', ExportLink)],
    problems: ['export_not_ready', 'not_found'],
    async handle({ ctx, caller: { organizationId }, params }, deps: Deps) {
      ctx.set('Cache-Control', 'no-store');
      const { url, expiresAt } = await linkTo(deps, await findExport(deps.exports, organizationId, params.id));
      return { url, expiresAt: expiresAt.toISOString() };
    },
  }),
];

function depsOf({ database, artifacts, temporal, admission, settings, log }: Services) {
  return {
    exports: exportStore(database),
    artifacts,
    temporal,
    admission,
    settings,
    log,
  };
}

export const dataExportFeature = feature(depsOf, endpoints);

async function findExport(exports: ExportStore, organizationId: string, id: string | null): Promise<DataExport> {
  const found = id === null ? null : await exports.find(organizationId, id);
  if (!found) throw noSuchExport('No such export.');
  return found;
}

/** A presigned link to the archive. Throws where there is none. */
async function linkTo({ artifacts }: Pick<Deps, 'artifacts'>, found: DataExport) {
  const { id, organizationId, region, expiresAt } = complete(found);
  const seconds = linkSeconds(expiresAt ?? null);
  const filename = `fixpoint-export-${id}.zip`;
  const key = exportKey(organizationId, id);
  const url = await artifacts.presignedGet(region, key, seconds, filename, 'application/zip');
  return { url, expiresAt: new Date(Date.now() + seconds * 1_000) };
}

/** The export whose archive is available. */
function complete(found: DataExport): DataExport {
  const status = exportStatus(found);
  if (status === 'expired') throw noSuchExport('The archive has expired.');
  if (status === 'completed') return found;
  const detail = status === 'failed' ? 'The export failed: request another one.' : 'The export is not complete yet.';
  throw new ServiceError('export_not_ready', detail, { members: { exportStatus: status } });
}

function noSuchExport(detail: string): ServiceError {
  return notFound('export', detail);
}
