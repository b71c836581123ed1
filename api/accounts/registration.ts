/** Registration and what follows from it by mail: confirming the address, and joining by invitation. */
import { z } from 'zod';
import { constantTime } from '#src/passwords/constant-time.ts';
import type { Member } from '#store/accounts/members.ts';
import { hashPassword } from '#store/accounts/password-hash.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { QUOTA_HEADERS } from '#api/http/headers.ts';
import { Email } from '#api/http/fields.ts';
import type { Context } from '#api/http/http.ts';
import { InvitationPreview, Registered } from '#src/contract/accounts.ts';
import { answer } from '#api/operation.ts';
import { OrganizationNames } from '#api/organization/organization.ts';
import type { AccountDeps } from './account-deps.ts';
import { limited, message, signedInAnswer } from './answers.ts';
import { noSuchLink, requireGoodPassword, requirePassword } from './passwords.ts';

const NewAccount = z
  .strictObject({
    email: Email.describe('The address of the sign-in.'),
    password: z.string().describe('A password of 8 to 128 characters of any kind that nobody guesses easily.'),
    organizationName: OrganizationNames.shape.name
      .optional()
      .describe(
        'The name of the organization. The default is the part of the address before the @, with spaces for dots.',
      ),
    inviteToken: z
      .string()
      .optional()
      .describe('The token of an invitation. The account joins that organization instead of making one.'),
  })
  .refine(({ organizationName, inviteToken }) => organizationName === undefined || inviteToken === undefined, {
    path: ['organizationName'],
    message: 'is not taken with inviteToken, which is of an organization that has a name',
  });
const AddressConfirmation = z.strictObject({
  token: z.string().describe('The token of the mail.'),
  password: z
    .string()
    .optional()
    .describe(
      'The password from the registration. Ask the person for it, because somebody else may have registered the address.',
    ),
});
const AddressToConfirm = z.strictObject({ email: Email.describe('The address to confirm.') });
const AcceptInvite = z.strictObject({
  token: z.string().describe('The token of the mail.'),
  password: z.string().describe('The new password of the account.'),
});

const tag = 'Accounts';
const registering = limited('register');
const resending = limited('resend-verification');

export const registrationEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/register',
    id: 'register',
    tag,
    summary: 'Makes an organization with its owner, or joins one by invitation',
    description: `The answer is the same for an address that has an account. The owner of that account gets a mail. ${registering.description}`,
    access: anyone,
    body: json(NewAccount),
    answers: [answer(201, 'A mail is on its way.', Registered, registering.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: [
      'weak_password',
      'rate_limited',
      'invalid_or_expired_token',
      'already_registered',
      'organization_inactive',
    ],
    async handle({ ctx, body: { inviteToken, ...account } }, deps: AccountDeps) {
      const status =
        inviteToken === undefined ? await register(ctx, deps, account) : await join(ctx, deps, account, inviteToken);
      return { status, email: account.email.toLowerCase() };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/verify-email',
    id: 'verifyEmail',
    tag,
    summary: 'Confirms an e-mail address by the token of a mail',
    description:
      'The password of the account is optional. All sign-ins, API keys, webhook endpoints and invitations of the organization end, because they are older than the proof that the address belongs to the owner. `POST /api/auth/reset-password` replaces a password that somebody else chose, and ends them too.',
    access: anyone,
    body: json(AddressConfirmation),
    answers: [message(200, 'The address is confirmed. The confirmation signs nobody in.')],
    problems: ['invalid_or_expired_token', 'invalid_credentials'],
    async handle({ body: { token, password } }, deps: AccountDeps) {
      const email = (await deps.accounts.addressToConfirm(token)) ?? noSuchLink();
      // The mail reached the owner of the address. The password shows that the same person registered.
      if (password !== undefined) await requirePassword(deps, email, password);
      if (!(await deps.accounts.verifyEmail(token))) noSuchLink();
      return { message: 'The e-mail address is confirmed, and all sign-ins have ended. Sign in again.' };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/resend-verification',
    id: 'resendVerification',
    tag,
    summary: 'Sends the mail for the confirmation of an address again',
    description: `The answer does not show whether an account with the address exists. ${resending.description}`,
    access: anyone,
    body: json(AddressToConfirm),
    answers: [message(202, 'Taken.', resending.headers)],
    problems: ['rate_limited'],
    async handle({ ctx, body: { email } }, { limit, accounts, sendMails }: AccountDeps) {
      await limit(ctx, 'resend-verification');
      sendMails(await constantTime(() => accounts.askForVerification(email.toLowerCase())));
      return { message: 'If there is an account with this address to be confirmed, a mail is on its way.' };
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/auth/invitations/{token}',
    id: 'previewInvitation',
    tag,
    summary: 'The organization and the role of an invitation',
    access: anyone,
    params: z.object({ token: z.string().describe('The token of the mail.') }),
    answers: [answer(200, 'The invitation.', InvitationPreview)],
    problems: ['invalid_or_expired_token'],
    async handle({ params }, { invitations }: AccountDeps) {
      const found = (await invitations.preview(params.token ?? '')) ?? noSuchLink();
      const { organizationName, email, role, expiresAt } = found;
      return { organizationName, email, role, expiresAt: expiresAt.toISOString() };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/accept-invite',
    id: 'acceptInvite',
    tag,
    summary: 'Accepts an invitation, and signs in',
    access: anyone,
    body: json(AcceptInvite),
    answers: [signedInAnswer()],
    problems: ['weak_password', 'invalid_or_expired_token', 'already_registered', 'organization_inactive'],
    async handle({ ctx, body: { token, password } }, deps: AccountDeps) {
      const member = await accept(deps, token, password, null);
      await deps.signIn(ctx, member);
    },
  }),
];

interface Account {
  readonly email: string;
  readonly password: string;
  readonly organizationName?: string | undefined;
}

/** The answer is the same for an address with an account. Its owner gets a mail. */
async function register(ctx: Context, deps: AccountDeps, account: Account): Promise<'pending_verification'> {
  const { limit, registrations, sendMails, settings } = deps;
  const email = account.email.toLowerCase();
  const { password, organizationName = nameOf(email) } = account;
  requireGoodPassword(password, { email, organizationName }, settings, '/password');
  await limit(ctx, 'register');
  const mailIds = await constantTime(async () => {
    const passwordHash = await hashPassword(password);
    return registrations.register({ email, passwordHash, organizationName });
  });
  sendMails(mailIds);
  return 'pending_verification';
}

/** A dot between two words of a name would make a link of it. */
function nameOf(email: string): string {
  return email.replace(/@.*$/, '').replaceAll('.', ' ');
}

/** The token came by mail, so there is nothing left to confirm. */
async function join(
  ctx: Context,
  deps: AccountDeps,
  { email, password }: Account,
  inviteToken: string,
): Promise<'active'> {
  await deps.limit(ctx, 'register');
  await accept(deps, inviteToken, password, email.toLowerCase());
  return 'active';
}

/** An invitation is good for the address that was invited and for no other, where one is given. */
async function accept(
  { invitations, settings }: AccountDeps,
  token: string,
  password: string,
  address: string | null,
): Promise<Member> {
  const invitation = (await invitations.preview(token)) ?? noSuchLink();
  if (address !== null && address !== invitation.email) noSuchLink();
  requireGoodPassword(password, invitation, settings, '/password');
  return (await invitations.accept(token, await hashPassword(password))) ?? noSuchLink();
}
