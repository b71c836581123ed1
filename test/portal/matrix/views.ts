/** The views of the portal: every route with content, and its dialogs. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { open } from '#test/support/browser.ts';
import type { Stage } from './stage.ts';

export interface View {
  /** The route in the form of the router. */
  readonly route: string;
  /** The difference from other views of the route. */
  readonly state?: string;
  /** The fragment; the route by default. */
  readonly at?: (stage: Stage) => string;
  /** Brings it into its state. */
  readonly act?: (page: Page, stage: Stage) => Promise<void>;
  /** The dialog that is open then. */
  readonly opens?: string;
}

/** Pages beside the portal. */
export const OPEN_PAGES = ['page /', 'page /verify'];

const pressing = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Views for callers who are not signed in. */
export const PUBLIC_VIEWS: readonly View[] = [
  { route: 'page /' },
  { route: 'page /verify' },
  { route: '/login' },
  { route: '/register' },
  { route: '/verify', at: () => '/verify?token=t' },
  { route: '/forgot' },
  { route: '/reset', at: () => '/reset?token=t' },
  { route: '/deleted', at: () => '/deleted?certificate=00000000-0000-4000-8000-000000000000' },
  { route: '/ticket', at: () => '/ticket?t=t' },
  { route: '/invitation', state: 'whose link is not valid', at: () => '/invitation?token=t' },
  {
    route: '/login',
    state: 'with a refusal',
    async act(page) {
      await page.getByLabel('E-mail address').fill('nobody@person.example');
      await page.locator('input[name=password]').fill('of nobody');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];

/** Views for the owner of the organization with content. */
export const MEMBER_VIEWS: readonly View[] = [
  { route: '/' },
  { route: '/documents' },
  { route: '/documents', state: 'with filters that nothing matches', at: () => '/documents?status=PENDING' },
  { route: '/documents/upload' },
  { route: '/documents/$submissionId', state: 'of what was forged', at: ({ forged }) => `/documents/${forged}` },
  { route: '/documents/$submissionId', state: 'of what failed', at: ({ failed }) => `/documents/${failed}` },
  { route: '/documents/$submissionId', state: 'of what was rejected', at: ({ rejected }) => `/documents/${rejected}` },
  {
    route: '/documents/$submissionId',
    state: 'of what is not there',
    at: () => '/documents/00000000-0000-4000-8000-000000000000',
  },
  { route: '/batches' },
  { route: '/batches/$batchId', at: ({ batchId }) => `/batches/${batchId}` },
  { route: '/compare' },
  { route: '/keys' },
  { route: '/keys', state: 'with a new key asked for', act: pressing('New key') },
  { route: '/batches', state: 'with a new batch asked for', act: pressing('New batch') },
  { route: '/webhooks' },
  { route: '/webhooks', state: 'with a new endpoint asked for', act: pressing('New endpoint') },
  { route: '/webhooks/$webhookId', at: ({ webhookId }) => `/webhooks/${webhookId}` },
  { route: '/team' },
  { route: '/team', state: 'with an invitation asked for', act: pressing('Invite') },
  { route: '/billing' },
  { route: '/data' },
  { route: '/data', state: 'with all to be erased', act: pressing('Erase all documents') },
  { route: '/data', state: 'with all to be deleted', act: pressing('Delete the organization') },
  { route: '/audit' },
  { route: '/settings' },
  { route: '/security' },
  { route: '/security', state: 'with an authenticator app to set up', act: pressing('Set up') },
  { route: '/', state: 'under the keys', act: (page) => page.keyboard.press('?'), opens: 'Keys' },
  { route: '/', state: 'under the palette', act: pressing('Go to'), opens: 'Where to?' },
];

export const VIEWS: readonly View[] = [...PUBLIC_VIEWS, ...MEMBER_VIEWS];

/** The name of a view in the names of tests. */
export function nameOf({ route, state }: View): string {
  return state === undefined ? route : `${route} ${state}`;
}

/** Loads a view and waits until all of it is there. */
export async function show(page: Page, stage: Stage, { route, at, act, opens }: View): Promise<void> {
  const { url } = stage.portal.api;
  const path = route.startsWith('page ') ? route.slice('page '.length) : `/portal/#${at?.(stage) ?? route}`;
  await open(page, url + path);
  await settled(page);
  await act?.(page, stage);
  if (opens !== undefined) await page.getByRole('dialog', { name: opens }).waitFor();
  if (act) await settled(page);
}

const QUIET_MS = 200;
const PATIENCE_MS = 30_000;
/** Whether the heading is visible, and for some time no placeholder was. */
const IS_QUIET = `(() => {
  const isReady = document.querySelector('h1') !== null && document.querySelector('[aria-label="Loading"]') === null;
  window.readySince = isReady ? (window.readySince ?? performance.now()) : undefined;
  return isReady && performance.now() - window.readySince > ${QUIET_MS};
})()`;

export async function settled(page: Page): Promise<void> {
  await page.evaluate('window.readySince = undefined');
  await expect.poll(() => page.evaluate(IS_QUIET), { timeout: PATIENCE_MS, interval: 50 }).toBe(true);
}
