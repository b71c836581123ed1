/**
 * Signs in as the owner of the demo organization without a password, in development alone: `npm start`, `npm run demo`
 * and the first page ask for a ticket, and the portal uses it up. The ticket is in the fragment of a link and in the body
 * of a request, so that no log has it.
 */
import { z } from 'zod';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { accountStore } from '#store/accounts/accounts.ts';
import { type DemoTicketStore, demoTicketStore } from '#store/accounts/demo-tickets.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { mailStore } from '#store/mail/mails.ts';
import { signedInAnswer } from '#api/accounts/answers.ts';
import { noSuchLink } from '#api/accounts/passwords.ts';
import { type SignIn, signInOpener, signInSender } from '#api/accounts/sign-in.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json, nothing } from '#api/http/body.ts';
import { isOfStrangePage } from '#api/http/fetch-metadata.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

interface Deps {
  readonly tickets: DemoTicketStore;
  readonly signIn: SignIn;
}

const Ticket = z.object({ ticket: z.string().describe('The ticket signs in once, within ten minutes.') });

const common = { method: 'post', tag: 'Accounts', access: anyone, isPage: true } as const;

export const demoTicketsFeature = feature(
  ({ database, sealer, tokens, settings }: Services): Deps => {
    const accounts = accountStore(database, mailStore(database, sealer), mailTemplates(settings.publicUrl));
    const signIn = signInOpener(accounts, sessionStore(database), signInSender(tokens));
    return { tickets: demoTicketStore(database), signIn };
  },
  [
    endpoint({
      ...common,
      path: '/api/development/tickets',
      id: 'createDemoTicket',
      summary: 'Makes a ticket of the demo organization',
      description:
        'Only callers on this machine and pages of this service may ask for a ticket. A new ticket replaces the earlier one.',
      body: nothing,
      answers: [answer(201, 'The ticket.', Ticket)],
      problems: ['not_found'],
      async handle({ ctx }, { tickets }: Deps) {
        const ticket = isOfThisMachine(ctx) && !isOfStrangePage(ctx) ? await tickets.issue() : null;
        if (ticket === null) throw notFound('demo', 'This service has no demo organization.');
        return { ticket };
      },
    }),
    endpoint({
      ...common,
      path: '/api/development/sign-in',
      id: 'signInByDemoTicket',
      summary: 'Signs in by a ticket',
      body: json(z.strictObject({ ticket: z.string() })),
      answers: [signedInAnswer()],
      problems: ['invalid_or_expired_token'],
      async handle({ ctx, body: { ticket } }, { tickets, signIn }: Deps) {
        const owner = isOfStrangePage(ctx) ? null : await tickets.redeem(ticket);
        await signIn(ctx, owner ?? noSuchLink());
      },
    }),
  ],
);

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const LOCAL_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether somebody on this machine asks, and asks for this machine: not by way of a proxy, and not a page whose name was
 * made to lead here (DNS rebinding).
 */
function isOfThisMachine({ req, host }: Context): boolean {
  const isForwarded = 'forwarded' in req.headers || 'x-forwarded-for' in req.headers;
  return !isForwarded && LOOPBACK.test(req.socket.remoteAddress ?? '') && LOCAL_HOST.test(host);
}
