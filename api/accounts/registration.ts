/** Registration and what follows from it by mail: confirming the address, and joining by invitation. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { constantTime } from '#src/accounts/constant-time.ts';
import type { Throttle } from '#src/accounts/throttle.ts';
import type { AccountStore } from '#store/accounts/accounts.ts';
import type { InvitationStore } from '#store/accounts/invitations.ts';
import type { Member, MemberStore } from '#store/accounts/members.ts';
import { hashPassword } from '#store/accounts/password-hash.ts';
import type { RegistrationStore } from '#store/accounts/registrations.ts';
import { Email } from '#api/http/fields.ts';
import type { Context, State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { OrganizationNames } from '#api/organization/organization.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Limit } from '#api/http/rate-limit.ts';
import { noSuchLink, type PasswordSettings, requireGoodPassword, requirePassword } from './passwords.ts';
import type { SignIn } from './sign-in.ts';

interface Deps {
  readonly limit: Limit;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly throttle: Throttle;
  readonly registrations: RegistrationStore;
  readonly invitations: InvitationStore;
  readonly signIn: SignIn;
  readonly sendMails: (mailIds: readonly string[]) => void;
  readonly settings: PasswordSettings;
}

export const NewAccount = z
  .strictObject({
    email: Email,
    password: z.string().describe('8 to 128 characters of any kind, not easily guessed.'),
    organizationName: OrganizationNames.shape.name.optional().describe('Without it, what stands before the @.'),
    inviteToken: z.string().optional().describe('Of an invitation: joins that organization instead of making one.'),
  })
  .refine(({ organizationName, inviteToken }) => organizationName === undefined || inviteToken === undefined, {
    path: ['organizationName'],
    message: 'is not taken with inviteToken, which is of an organization that has a name',
  });
export const AddressConfirmation = z.strictObject({
  token: z.string(),
  password: z
    .string()
    .optional()
    .describe(
      'The one chosen at registration: to be asked of a person, whose address somebody else may have registered.',
    ),
});
export const AddressToConfirm = z.strictObject({ email: Email });
export const AcceptInvite = z.strictObject({ token: z.string(), password: z.string() });

export function registrationRoutes(deps: Deps): Router<State> {
  const { limit, accounts, invitations, signIn, sendMails } = deps;
  const router = new Router<State>();

  router.post('/api/auth/register', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { inviteToken, ...account } = await readJson(ctx, NewAccount);
    const status =
      inviteToken === undefined ? await register(ctx, deps, account) : await join(ctx, deps, account, inviteToken);
    ctx.status = 201;
    ctx.body = { status, email: account.email.toLowerCase() };
  });

  router.post('/api/auth/verify-email', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { token, password } = await readJson(ctx, AddressConfirmation);
    const email = (await accounts.addressToConfirm(token)) ?? noSuchLink();
    // The mail reached its owner; the password says that the owner is who registered, and not somebody else.
    if (password !== undefined) await requirePassword(deps, email, password);
    if (!(await accounts.verifyEmail(token))) noSuchLink();
    ctx.body = { message: 'The e-mail address is confirmed, and all sign-ins have ended. Sign in again.' };
  });

  router.post('/api/auth/resend-verification', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { email } = await readJson(ctx, AddressToConfirm);
    await limit(ctx, 'resend-verification');
    sendMails(await constantTime(() => accounts.askForVerification(email.toLowerCase())));
    ctx.status = 202;
    ctx.body = { message: 'If there is an account with this address to be confirmed, a mail is on its way.' };
  });

  router.get('/api/auth/invitations/:token', async (ctx) => {
    readQuery(ctx, NoQuery);
    const found = (await invitations.preview(ctx.params['token'] ?? '')) ?? noSuchLink();
    const { organizationName, email, role, expiresAt } = found;
    ctx.body = { organizationName, email, role, expiresAt: expiresAt.toISOString() };
  });

  router.post('/api/auth/accept-invite', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { token, password } = await readJson(ctx, AcceptInvite);
    await signIn(ctx, await accept(deps, token, password, null));
  });

  return router;
}

interface Account {
  readonly email: string;
  readonly password: string;
  readonly organizationName?: string | undefined;
}

/** The same for an address that has an account already: its owner learns of it by mail. */
async function register(ctx: Context, deps: Deps, account: Account): Promise<'pending_verification'> {
  const { limit, registrations, sendMails, settings } = deps;
  const email = account.email.toLowerCase();
  const { password, organizationName = email.replace(/@.*$/, '') } = account;
  requireGoodPassword(password, { email, organizationName }, settings, '/password');
  await limit(ctx, 'register');
  const mailIds = await constantTime(async () => {
    const passwordHash = await hashPassword(password);
    return registrations.register({ email, passwordHash, organizationName });
  });
  sendMails(mailIds);
  return 'pending_verification';
}

/** The token came by mail, so there is nothing left to confirm. */
async function join(ctx: Context, deps: Deps, { email, password }: Account, inviteToken: string): Promise<'active'> {
  await deps.limit(ctx, 'register');
  await accept(deps, inviteToken, password, email.toLowerCase());
  return 'active';
}

/** Only for the address that was invited, where one is given. */
async function accept(
  { invitations, settings }: Deps,
  token: string,
  password: string,
  address: string | null,
): Promise<Member> {
  const invitation = (await invitations.preview(token)) ?? noSuchLink();
  if (address !== null && address !== invitation.email) noSuchLink();
  requireGoodPassword(password, invitation, settings, '/password');
  return (await invitations.accept(token, await hashPassword(password))) ?? noSuchLink();
}
