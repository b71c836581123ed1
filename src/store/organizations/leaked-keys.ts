/** Keys that somebody has published: revoked by the service itself, which tells those who can make new ones. */
import { LockMode } from '@mikro-orm/core';
import type { MailTemplates } from '#src/mail/account-mails.ts';
import { ApiKeyEntity, apiKeyStore, isWellFormedApiKey } from './api-keys.ts';
import { appendAudit } from './audit.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import type { Database } from '#store/database/database.ts';

export function leakedKeyStore(db: Database, mails: MailStore, mailTemplates: MailTemplates) {
  return {
    /**
     * Returns null for a text that is no key of the service. Otherwise returns the ids of mails to owners and admins,
     * for `startMail`; none for a key that was revoked before. `url` is the place of discovery.
     */
    async revoke(text: string, url: string | null): Promise<string[] | null> {
      const found = isWellFormedApiKey(text) ? await apiKeyStore(db).findByKey(text) : null;
      if (!found) return null;
      const { id, organizationId } = found.apiKey;
      return db.tenant(organizationId).transactional(async (em) => {
        const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
        const apiKey = await em.findOneOrFail(ApiKeyEntity, { organizationId, id }, locked);
        if (!apiKey.isActive) return [];
        apiKey.isActive = false;
        const fact = { actorId: null, action: 'api-key.revoked', target: id, details: { reason: 'published' } };
        await appendAudit(em, { organizationId, ...fact });
        const managers = { organizationId, isActive: true, role: { $in: ['owner', 'admin'] as const } };
        const mail = mailTemplates.publishedKey(apiKey, url);
        const recipients = await em.find(MemberEntity, managers);
        return mails.queue(
          em,
          recipients.map(({ email }) => ({ ...mail, to: email, organizationId })),
        );
      });
    },
  };
}
