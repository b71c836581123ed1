/** The team: who belongs to the organization, who is invited to it, who leaves, and which role each has. */
import { z } from 'zod';
import { mailTemplates } from '#src/mail/account-mails.ts';
import type { ServiceError } from '#domain/problem-codes.ts';
import { INVITED_ROLES, MEMBER_ROLES } from '#domain/accounts/permissions.ts';
import { factorResetStore } from '#store/accounts/factor-reset.ts';
import { type Invitation, invitationStore } from '#store/accounts/invitations.ts';
import { teamStore } from '#store/accounts/team.ts';
import { mailStore } from '#store/mail/mails.ts';
import { mailStarter } from '#api/accounts/mail-starter.ts';
import { withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { QUOTA_HEADERS } from '#api/http/headers.ts';
import { Email } from '#api/http/fields.ts';
import { IdPath, UserPath } from '#api/http/params.ts';
import { invitationBody, memberBody } from '#src/bodies/organization.ts';
import {
  Invitation as InvitationSchema,
  RemovedMember,
  ResetFactors,
  Revoked,
  TeamMember,
} from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';
import { notFound } from '#api/http/http.ts';

type Deps = ReturnType<typeof depsOf>;

const NewInvitationBody = z.strictObject({
  email: Email.describe('The address of the invited person.'),
  role: z
    .enum(INVITED_ROLES, `must be one of ${INVITED_ROLES.join(', ')}`)
    .describe('The role of the member in the portal.'),
});

const RoleChange = z.strictObject({
  role: z.enum(MEMBER_ROLES, `must be one of ${MEMBER_ROLES.join(', ')}`).describe('The new role.'),
});

/** A malformed id gets the same answer as an unknown id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const tag = 'Team';

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/portal/team',
    id: 'listTeam',
    tag,
    summary: 'Lists the members in the order in which they joined',
    access: withRole('team.read'),
    answers: [answer(200, 'The members.', z.array(TeamMember))],
    handle: async ({ caller }, deps: Deps) => (await deps.team.list(caller.organizationId)).map(memberBody),
  }),
  endpoint({
    method: 'post',
    path: '/api/portal/team/invite',
    id: 'inviteMember',
    tag,
    summary: 'Invites a person by mail: the link works once, for 48 hours',
    description:
      'A new invitation replaces the earlier one of the same address. An organization may send 100 in 24 hours.',
    access: withRole('team.invite'),
    recentSignIn: true,
    body: json(NewInvitationBody),
    answers: [answer(200, 'The invitation.', InvitationSchema, QUOTA_HEADERS)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['already_member', 'rate_limited'],
    async handle({ ctx, caller, body: { email, role } }, deps: Deps) {
      await deps.admission.limitOrganization(ctx, 'invite', caller);
      const { invitation, mailIds } = await deps.team.invite(caller, email, role);
      deps.sendMails(mailIds);
      return invitationBody(invitation);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/invitations',
    formerPath: '/api/portal/team/invitations',
    id: 'listInvitations',
    tag,
    summary: 'Lists the invitations that people can still accept, newest first',
    access: withRole('team.invite'),
    answers: [answer(200, 'The invitations.', z.array(InvitationSchema))],
    handle: async ({ caller }, deps: Deps) => (await deps.team.invitations(caller.organizationId)).map(invitationBody),
  }),
  endpoint({
    method: 'delete',
    path: '/api/portal/invitations/{id}',
    formerPath: '/api/portal/team/invitations/{id}',
    id: 'revokeInvitation',
    tag,
    summary: 'Revokes an invitation and its link',
    access: withRole('team.invite'),
    params: IdPath,
    answers: [answer(200, 'Revoked.', Revoked)],
    problems: ['not_found'],
    find: ({ caller, params }, deps: Deps) => findInvitation(deps, caller, params.id),
    async handle({ caller, found: { id } }, deps: Deps) {
      await deps.team.revokeInvitation(caller, id);
      return { id, status: 'revoked' };
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/portal/team/{userId}',
    id: 'removeMember',
    tag,
    summary: 'Removes a member, or leaves the organization',
    description:
      'Owners remove admins and members. Admins remove members. Everybody but an owner may leave. Sign-ins end at once, and the service deletes the account.',
    access: withRole('team.remove'),
    recentSignIn: true,
    params: UserPath,
    answers: [answer(200, 'Removed.', RemovedMember)],
    problems: ['insufficient_role', 'not_found', 'owner_cannot_be_removed'],
    async handle({ caller, params: { userId: id } }, deps: Deps) {
      if (!(await deps.team.remove(caller, id ?? NOBODY))) throw noSuchMember();
      return { id, status: 'removed' };
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/portal/team/{userId}/mfa',
    id: 'resetSecondFactors',
    tag,
    summary: 'Removes the second factors of a member who has lost them',
    description:
      'Owners may do this for everybody, admins for members. The member then signs in with the password alone. All sign-ins of the member end, and the member gets a mail.',
    access: withRole('team.reset-factors'),
    recentSignIn: true,
    params: UserPath,
    answers: [answer(200, 'There is none any more.', ResetFactors)],
    problems: ['insufficient_role', 'not_found'],
    async handle({ caller, params: { userId: id } }, deps: Deps) {
      deps.sendMails((await deps.factorReset.byColleague(caller, id ?? NOBODY)) ?? nobody());
      return { id, status: 'reset' };
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/portal/team/{userId}/role',
    id: 'changeRole',
    tag,
    summary: 'Changes the role of another member from the next call of that member on',
    access: withRole('team.role'),
    recentSignIn: true,
    params: UserPath,
    body: json(RoleChange),
    answers: [answer(200, 'The member after the change.', TeamMember)],
    problems: ['not_found', 'own_role_change'],
    async find({ caller, params: { userId: id } }, deps: Deps) {
      if (id === null || !(await deps.team.find(caller.organizationId, id))) throw noSuchMember();
      return id;
    },
    async handle({ caller, found: id, body: { role } }, deps: Deps) {
      const changed = await deps.team.setRole(caller, id, role);
      if (!changed) throw noSuchMember();
      return memberBody(changed);
    },
  }),
];

export const teamFeature = feature(depsOf, endpoints);

function depsOf({ database, sealer, temporal, admission, settings, log }: Services) {
  const mails = mailStore(database, sealer);
  const templates = mailTemplates(settings.publicUrl);
  return {
    team: teamStore(database, invitationStore(database), mails, templates),
    factorReset: factorResetStore(database, { mails, mailTemplates: templates }),
    admission,
    sendMails: mailStarter(temporal, log),
  };
}

async function findInvitation(deps: Deps, { organizationId }: PortalCaller, id: string | null): Promise<Invitation> {
  const invitation = id === null ? null : await deps.team.findInvitation(organizationId, id);
  if (!invitation) throw notFound('invitation', 'No such invitation.');
  return invitation;
}

function nobody(): never {
  throw noSuchMember();
}

function noSuchMember(): ServiceError {
  return notFound('member', 'The id names nobody of this organization.');
}
