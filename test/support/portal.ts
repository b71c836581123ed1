/** The whole service for the portal's tests: an API with its pages, Temporal, workers with real parsers, and people. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { NO_VALIDATOR, verapdf } from '#src/validator/verapdf.ts';
import { createSender } from '#src/webhooks/send.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { type Api, type MemberOptions, type Person, startApi } from './api.ts';
import { heading, type Visitors, type Requested } from './browser.ts';
import { factsSignerWith, issuerWith, newKey, PUBLIC_URL } from './builders/issuer.ts';
import { type Provider, startProvider } from './payments.ts';
import { type Service, startService } from './service.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
/** The receivers of webhooks are on this machine. */
const LOCAL = { http: true, loopback: true };

export interface Portal {
  readonly api: Api;
  readonly service: Service;
  readonly provider: Provider;
  /** Opens its pages as in a new browser. */
  visit(visitors: Visitors, fragment: string, requested?: Partial<Requested>): Promise<Page>;
  /** Opens its pages as a signed-in member. */
  visitAs(visitors: Visitors, person: Person, fragment: string, requested?: Partial<Requested>): Promise<Page>;
  /** Makes the owner of a new organization, or another member of an existing one. */
  newOwner(): Promise<Person>;
  newMember(owner: Person, requested?: MemberOptions): Promise<Person>;
  /** The fragment of the link in the newest mail to this address. */
  linked(email: string): Promise<string>;
  close(): Promise<void>;
}

/** Nobody answers at this address, and nothing may be fetched from it. */
export const WORKFLOW_PAGES = 'https://temporal.test/namespaces/default/workflows/';

export async function startPortal(): Promise<Portal> {
  const shared = inject('parts');
  const parts = { ...shared, s3: { ...shared.s3, bucketPrefix: `pages-${randomUUID().slice(0, 8)}-` } };
  const service = await startService(parts);
  const connection = await Connection.connect({ address: parts.temporal.address });
  await registerSearchAttributes(service.client, connection);
  await connection.close();
  const provider = await startProvider();
  // Known after the API listens.
  const portalOrigins: string[] = [];
  const api = await startApi({
    temporal: service.temporal,
    s3: parts.s3,
    payments: provider.payments,
    settings: {
      env: 'development',
      portalOrigins,
      webauthnRpId: 'localhost',
      receivers: LOCAL,
      workflowPages: WORKFLOW_PAGES,
    },
  });
  portalOrigins.push(api.url);
  provider.tell(api);
  const key = newKey();
  await signingKeyStore(api.database).announce(key.publicJwk);
  await service.workHere({
    parser: { processes: 1, memoryMb: 1024, ...parserPrograms() },
    issueProof: issuerWith(key),
    signFacts: factsSignerWith(key),
    validator: parts.verapdfUrl === null ? NO_VALIDATOR : verapdf(parts.verapdfUrl),
    webhooks: { sealer: api.sealer, send: createSender({ rules: LOCAL }) },
    data: { sealer: api.sealer, certify: certifier({ key, publicUrl: PUBLIC_URL }), publicUrl: PUBLIC_URL },
    payments: provider.payments,
    batchQuietMs: 200,
  });

  const visit: Portal['visit'] = async (visitors, fragment, { origins = [], ...requested } = {}) => {
    const page = await visitors.newPage({ ...requested, origins: [api.url, ...origins] });
    await page.goto(`${api.url}/portal/${fragment}`);
    return page;
  };
  return {
    api,
    service,
    provider,
    visit,
    async visitAs(visitors, person, fragment, requested) {
      const page = await visit(visitors, fragment, requested);
      await signIn(page, person);
      return page;
    },
    newOwner: async () => api.newMember(await api.newTenant()),
    newMember: (owner, requested) => api.newMember(owner, requested),
    async linked(email) {
      const text = (await api.mails(email)).at(-1)?.text ?? '';
      const [, fragment] = /\/portal\/(#\S+)/.exec(text) ?? [];
      if (fragment === undefined) throw new Error(`There is no link in the newest mail to ${email}.`);
      return fragment;
    },
    async close() {
      await api.close();
      await service.close();
      await provider.close();
    },
  };
}

/** Fills in the sign-in page and waits for the next page. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await heading(page, 'Sign in');
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** Makes the sign-ins of a person too old for actions that cannot be undone. */
export async function ageSignIns({ database }: Api, { id }: Person): Promise<void> {
  await database.system().nativeUpdate(SessionEntity, { memberId: id }, { authTime: new Date(0) });
}

/** Answers the dialog that requires another sign-in. */
export async function confirmIdentity(page: Page, { password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The path of a file of `fixtures/`. */
export function fixture(name: string): string {
  return join(FIXTURES, name);
}

/** Saves a screenshot of a test's step in both schemes if `PORTAL_SCREENSHOTS` names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['PORTAL_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: true, animations: 'disabled' });
  }
}

/** The number of pixels of the page beyond its right edge. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Opens another page of the portal, as a link does. */
export async function goTo(page: Page, fragment: string): Promise<void> {
  await page.evaluate(`void (location.hash = ${JSON.stringify(fragment)})`);
}
