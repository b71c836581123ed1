/** Tickets of development: whoever has one is signed in as the owner of the demo organization, once. */
import type { Database } from '#store/database/database.ts';
import { DEMO_OWNER } from '#store/demo.ts';
import { type Member, MemberEntity } from './members.ts';
import { issueToken, redeemToken } from './one-time-tokens.ts';

export type DemoTicketStore = ReturnType<typeof demoTicketStore>;

export function demoTicketStore(db: Database) {
  return {
    /** Issues a ticket, which ends the earlier one. Returns null without a demo organization. */
    issue: (): Promise<string | null> =>
      db.system().transactional(async (em) => {
        const owner = await em.findOne(MemberEntity, { email: DEMO_OWNER, isActive: true });
        return owner && issueToken(em, 'demo-ticket', owner);
      }),

    /** Uses it up, and answers who it is for; null when it is not valid. */
    redeem: (ticket: string): Promise<Member | null> =>
      db.system().transactional(async (em) => {
        const redeemed = await redeemToken(em, 'demo-ticket', ticket);
        return redeemed && em.findOne(MemberEntity, { id: redeemed.memberId, isActive: true });
      }),
  };
}
