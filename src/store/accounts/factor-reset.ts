/** A member who lost every second factor gets access by the password again, through a colleague or the operator. */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FACTOR_RESETTERS, type MemberRole } from '#domain/accounts/permissions.ts';
import type { MailTemplates } from '#src/mail/account-mails.ts';
import type { Database } from '#store/database/database.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { removeFactors } from './factor-rows.ts';
import { type Member, MemberEntity } from './members.ts';
import { endSessions } from './sessions.ts';
import { type Actor, insufficientRole, lockBoth } from './team.ts';

interface Deps {
  readonly mails: MailStore;
  readonly mailTemplates: Pick<MailTemplates, 'secondFactor'>;
}

export function factorResetStore(db: Database, deps: Deps) {
  return {
    /** Throws `insufficient_role`. */
    byColleague: (actor: Actor, memberId: string): Promise<readonly string[] | null> =>
      db.tenant(actor.organizationId).transactional(async (em) => {
        const { self, other } = await lockBoth(em, actor, memberId);
        // The role comes first, so that a refusal does not show whether the member exists.
        if (self.role === 'member') throw insufficientRole(FACTOR_RESETTERS.member);
        if (!other) return null;
        const resetters: readonly MemberRole[] = FACTOR_RESETTERS[other.role];
        if (!resetters.includes(self.role)) throw insufficientRole(resetters);
        return reset(em, other, self.id, deps);
      }),

    /** For the command line: the only owner of an organization has no colleague with this right. */
    byOperator: (email: string): Promise<readonly string[] | null> =>
      db.system().transactional(async (em) => {
        const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
        const member = await em.findOne(MemberEntity, { email: email.toLowerCase() }, locked);
        return member && reset(em, member, null, deps);
      }),
  };
}

async function reset(
  em: EntityManager,
  { id: memberId, organizationId, email: to }: Member,
  actorId: string | null,
  { mails, mailTemplates }: Deps,
): Promise<readonly string[]> {
  const factors = await removeFactors(em, { organizationId, memberId });
  const sessionsEnded = await endSessions(em, { organizationId, memberId });
  const fact = { action: 'second-factor.reset', target: memberId, details: { factors, sessionsEnded } };
  await appendAudit(em, { organizationId, actorId, ...fact });
  return mails.queue(em, [{ ...mailTemplates.secondFactor('reset'), to, organizationId }]);
}
