/** Registrations: an organization with its first owner, and a mail in any case. */
import { randomBytes, randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { slugOf } from './slug.ts';
import type { MailTemplates } from '#src/mail/account-mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { addMember, MemberEntity } from './members.ts';
import { issueToken } from './one-time-tokens.ts';
import { addOrganization, OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';

export interface Registration {
  /** Lower case. */
  readonly email: string;
  readonly passwordHash: string;
  readonly organizationName: string;
}

/** The attempts of a registration that meets another one with the same address or slug at the same moment. */
const MAX_ROUNDS = 3;

export function registrationStore(db: Database, mails: MailStore, mailTemplates: MailTemplates) {
  return {
    /** Whether the address is known shows in the mail alone. Answers ids, for `startMail`. */
    async register(registration: Registration): Promise<string[]> {
      for (let round = 1; ; round++) {
        try {
          return await db.system().transactional((em) => register(em, registration, mails, mailTemplates));
        } catch (error) {
          if (!(error instanceof UniqueConstraintViolationException) || round === MAX_ROUNDS) throw error;
        }
      }
    },
  };
}

async function register(
  em: EntityManager,
  registration: Registration,
  mails: MailStore,
  mailTemplates: MailTemplates,
): Promise<string[]> {
  const { email: to } = registration;
  const known = await em.findOne(MemberEntity, { email: to });
  if (known) {
    await pretend(em, registration);
    return mails.queue(em, [{ ...mailTemplates.alreadyRegistered(), to, organizationId: known.organizationId }]);
  }
  const { organizationId, token } = await enrol(em, registration);
  return mails.queue(em, [{ ...mailTemplates.verification(token), to, organizationId }]);
}

async function enrol(em: EntityManager, { email, passwordHash, organizationName: name }: Registration) {
  const slug = await freeSlug(em, name);
  const { id: organizationId } = addOrganization(em, { name, slug, planTier: 'free', contactEmail: email });
  await em.flush(); // it comes first: the manager does not know that the owner refers to it
  const owner = addMember(em, { organizationId, email, passwordHash, role: 'owner', emailVerified: false });
  await em.flush();
  const token = await issueToken(em, 'verify-email', owner);
  await appendAudit(em, { organizationId, actorId: owner.id, action: 'organization.created' });
  return { organizationId, token };
}

/** Does the same work and undoes it, because the time of the answer must not show that the address is known. */
async function pretend(em: EntityManager, registration: Registration): Promise<void> {
  const undo = new Error('This was for nobody.');
  const email = `${randomUUID()}@nobody.invalid`;
  const inner = em.transactional(async (nested) => {
    await enrol(nested, { ...registration, email });
    throw undo;
  });
  await inner.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

async function freeSlug(em: EntityManager, name: string): Promise<string> {
  const slug = slugOf(name);
  const isTaken = (await em.count(OrganizationEntity, { slug })) > 0;
  return isTaken ? `${slug}-${randomBytes(3).toString('hex')}` : slug;
}
