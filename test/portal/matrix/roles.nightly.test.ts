/**
 * Tests that the pages offer each role exactly the actions of the table of permissions, and that organizations are
 * separate.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { MEMBER_ROLES, mayDo, type MemberRole, type PortalAction } from '#domain/accounts/permissions.ts';
import type { Person } from '#test/support/api.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { goTo } from '#test/support/portal.ts';
import { setStage } from './stage.ts';
import { settled } from './views.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

/** The buttons that start an action, by page. */
const CONTROLS: readonly (readonly [path: string, title: string, button: string, action: PortalAction])[] = [
  ['/documents/upload', 'Send documents', 'Choose files', 'documents.write'],
  ['/batches', 'Batches', 'New batch', 'documents.write'],
  ['/keys', 'API keys', 'New key', 'api-keys.write'],
  ['/webhooks', 'Webhooks', 'New endpoint', 'webhooks.write'],
  ['/team', 'Team', 'Invite', 'team.invite'],
  ['/data', 'Data and privacy', 'Request an export', 'export.write'],
  ['/data', 'Data and privacy', 'Erase all documents', 'erasure.write'],
  ['/data', 'Data and privacy', 'Delete the organization', 'deletion.request'],
  ['/settings', 'Settings', 'Deactivate the organization', 'organization.deactivate'],
];

const PLACES: readonly (readonly [link: string, action: PortalAction])[] = [
  ['Overview', 'stats.read'],
  ['Documents', 'documents.read'],
  ['API keys', 'api-keys.read'],
  ['Webhooks', 'webhooks.read'],
  ['Team', 'team.read'],
  ['Plan and billing', 'billing.read'],
  ['Audit log', 'audit.read'],
  ['Settings', 'organization.read'],
];

describe('by roles', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const stage = started(() => setStage());
  const personOf = (role: MemberRole): Person =>
    ({ owner: stage.owner, admin: stage.admin, member: stage.member })[role];
  const offers = async (page: Page, name: string): Promise<boolean> => {
    const button = page.getByRole('button', { name, exact: true }).first();
    return (await button.count()) > 0 && (await button.isEnabled());
  };

  test.each(MEMBER_ROLES)('as %s one is offered what one may do, and led to what one may see', async (role) => {
    const page = await stage.portal.visitAs(visitors, personOf(role), '#/');
    for (const [path, title, button, action] of CONTROLS) {
      await goTo(page, `#${path}`);
      await heading(page, title);
      await settled(page);
      expect.soft(await offers(page, button), `${button} as ${role}`).toBe(mayDo(role, action));
    }
    const pages = page.getByRole('navigation', { name: 'Pages' });
    for (const [name, action] of PLACES) {
      const links = await pages.getByRole('link', { name, exact: true }).count();
      expect.soft(links > 0, `${name} as ${role}`).toBe(mayDo(role, action));
    }
  });

  test('a member who follows a link to what is not theirs is told so', async () => {
    const page = await stage.portal.visitAs(visitors, stage.member, '#/audit');
    await settled(page);
    await sees(page, /owner|admin/i);
  });

  test('a second organization sees nothing of the first', async () => {
    const { stranger, portal, forged, batchId, webhookId } = stage;
    const page = await portal.visitAs(visitors, stranger, '#/documents');
    for (const path of [`/documents/${forged}`, `/batches/${batchId}`, `/webhooks/${webhookId}`]) {
      await goTo(page, `#${path}`);
      await page.getByRole('alert').first().waitFor();
      await settled(page);
      expect.soft(await page.locator('main').innerText(), path).not.toMatch(/contract|127\.0\.0\.1|Contracts of May/i);
    }
    for (const path of ['/', '/documents', '/batches', '/keys', '/webhooks', '/team', '/audit', '/data']) {
      await goTo(page, `#${path}`);
      await settled(page);
      const text = await page.locator('main').innerText();
      expect.soft(text, path).not.toMatch(/contract|hello\.pdf|Contracts of May|Archive\b|grace@|:\d+\/hook/i);
    }
  });
});
