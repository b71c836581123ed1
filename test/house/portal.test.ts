/** Tests the portal: it can do everything that the API can, under the same names, and has one appearance. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { portalRoutes } from '#test/support/portal-routes.ts';
import { OPEN_PAGES, VIEWS } from '#test/portal/matrix/views.ts';

const PORTAL = resolve(import.meta.dirname, '../../portal');
const files = globSync('**/*.{ts,tsx}', { cwd: PORTAL })
  .filter((name) => !/\.test\.ts$|^vite\.config\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(PORTAL, name), 'utf8') }));

/** Operations without a page, each with the reason. */
const WITHOUT_A_PAGE: Readonly<Record<string, string>> = {
  receivePaymentEvent: 'The payment provider calls it.',
  reportPublishedKeys: 'GitHub calls it.',
  getLiveness: 'Whoever watches the processes asks for it.',
  getReadiness: 'Whoever watches the processes asks for it.',
  getContext: 'Programs that read attestations take it by its address, which is in each of them.',
  getFactsType: 'Programs that read the envelopes of facts take it by its address, which is in each of them.',
  getKeySet: 'The page /verify takes it by its path, as anybody may who is not signed in.',
  getSigningKey: 'The key set has the same key, in the form that browsers read.',
  getVersion: 'Whoever runs the service asks for it.',
  findPages: 'Programs search; the portal compares two files instead.',
  getReport: 'Pages have the id of a submission, and take its report by that.',
  getApiKey: 'The list of keys tells the same of each.',
  getDeletion: 'The organization tells the same, and is no refusal where there is none.',
  getDataExport: 'The list of exports tells the same of each.',
  downloadDataExport: 'Pages take the address of the archive instead, so that the browser itself saves it.',
};

/** The code of pages that call operations in another way than by a client function of that name. */
const OTHERWISE: Readonly<Record<string, string>> = {
  normalizeDocument: 'client.normalize(',
  followSubmission: 'client.progress(',
  getDeletionCertificate: '`/api/deletion-certificates/${',
};

/** Whether pages name the operation, send a request to its path, or link to it. */
function isUsed({ id, method, path }: (typeof OPERATIONS)[number], pages: string): boolean {
  const place = path.slice(1).replace(/\{.*/, '');
  return [
    `'${id}'`,
    `client.api.${id}(`,
    OTHERWISE[id] ?? `client.request('${method.toUpperCase()}', '${path}'`,
    path.includes('{') ? `addressOf(\`${place}\${` : `addressOf('${place}')`,
  ].some((call) => pages.includes(call));
}

test('every operation of the API is called from a page or linked to, or says why not', () => {
  const pages = files
    .filter(({ name }) => name !== 'api/answers.ts')
    .map(({ text }) => text)
    .join('\n');
  const operations = OPERATIONS.filter(({ isPage = false }) => !isPage);
  const missing = operations.filter((one) => !(one.id in WITHOUT_A_PAGE) && !isUsed(one, pages)).map(({ id }) => id);
  expect(missing).toEqual([]);
  const unneeded = operations.filter((one) => one.id in WITHOUT_A_PAGE && isUsed(one, pages)).map(({ id }) => id);
  expect(unneeded).toEqual([]);
  expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(WITHOUT_A_PAGE)));
});

test('the library of components and the icons are imported in one folder', () => {
  const users = files.filter(
    ({ name, text }) => !name.startsWith('ui/') && /['"](?:@mantine\/|lucide-react)/.test(text),
  );
  expect(users.map(({ name }) => name)).toEqual([]);
});

test('what is loaded when it is needed is loaded by the one helper, which asks again after a failure', () => {
  const bare = /\blazyRouteComponent\b|\blazy\(|\.lazy\(/;
  const imports = /^.*\bimport\(.*$/gm;
  const helped = /\b(?:lazyPart|lazyPage|new Source)\(|^const load = /;
  const users = files.filter(
    ({ text }) => bare.test(text) || (text.match(imports) ?? []).some((line) => !helped.test(line.trim())),
  );
  expect(users.map(({ name }) => name)).toEqual([]);
});

test('what strangers wrote is never put in as markup, and no text is run as a program', () => {
  const bad = /dangerouslySetInnerHTML|\.innerHTML|outerHTML|insertAdjacentHTML|document\.write|new Function|\beval\(/;
  expect(files.filter(({ text }) => bad.test(text)).map(({ name }) => name)).toEqual([]);
});

test('nothing is kept in the browser but which files are being sent, and that somebody is signed in', () => {
  const users = files.filter(({ text }) => /localStorage|sessionStorage|indexedDB|document\.cookie/.test(text));
  expect(users.map(({ name }) => name).toSorted()).toEqual([
    'api/session.ts',
    'documents/upload/kept-uploads.ts',
    'documents/upload/presence.ts',
    // The reference has a separate origin without storage, so it gets an object in memory.
    'reference/main.ts',
  ]);
});

test('every route is looked at by axe, and every view that is looked at has a route', () => {
  const paths = [...new Set(VIEWS.map(({ route }) => route))];
  expect(paths.toSorted()).toEqual([...portalRoutes().map(({ path }) => path), ...OPEN_PAGES].toSorted());
});
