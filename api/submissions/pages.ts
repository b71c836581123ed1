/** A page of a document, found in all documents of the organization. */
import { foundPageBody } from '#src/bodies/pages.ts';
import { FoundPageList } from '#src/contract/pages.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { LIST_HEADERS } from '#api/http/headers.ts';
import { notFound } from '#api/http/http.ts';
import { pageOf, PageOfSubmissionQuery, requestedPage } from '#api/http/paging.ts';
import { FingerprintPath, invalidHash } from '#api/http/params.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/pages/{fingerprint}',
    id: 'findPages',
    tag: 'Normalization',
    summary: 'Finds the submissions and pages with a fingerprint',
    description:
      'A report has two fingerprints for each page: of the whole page, and of the page without the margins in which courts and registries stamp. The list has only pages of this organization.',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: FingerprintPath,
    query: PageOfSubmissionQuery,
    answers: [answer(200, 'The pages.', FoundPageList, LIST_HEADERS)],
    problems: ['invalid_hash', 'not_found'],
    async handle({ ctx, caller: { organizationId }, params, query }, { pages }: Deps) {
      const fingerprint = params.fingerprint ?? invalidHash();
      const requested = requestedPage(query);
      const found = await pages.find(organizationId, fingerprint, requested);
      const isFirst = requested.page === null ? requested.after === null : requested.page === 1;
      if (isFirst && found.items.length === 0) throw notFound('page', 'No page has this fingerprint.');
      return pageOf(ctx, requested, found, foundPageBody);
    },
  }),
];

function depsOf({ database }: Services) {
  return { pages: pageFingerprintStore(database) };
}

export const pagesFeature = feature(depsOf, endpoints);
