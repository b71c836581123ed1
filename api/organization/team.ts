/** The team: who belongs to the organization, who is invited to it, who leaves, and which role each has. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import { INVITED_ROLES, MEMBER_ROLES } from '#domain/team.ts';
import type { Invitation } from '#store/accounts/invitations.ts';
import type { Member } from '#store/accounts/members.ts';
import type { TeamStore } from '#store/accounts/team.ts';
import { Email } from '#api/http/fields.ts';
import { type Context, isUuid, type State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import type { SendMails } from '#api/accounts/mail-starter.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Limit } from '#api/http/rate-limit.ts';
import { type Admit, type PortalCaller, requireRecentSignIn } from './access.ts';

interface Deps {
  readonly admit: Admit;
  readonly team: TeamStore;
  readonly limit: Limit;
  readonly sendMails: SendMails;
}

export const NewInvitationBody = z.strictObject({
  email: Email,
  role: z.enum(INVITED_ROLES, `must be one of ${INVITED_ROLES.join(', ')}`),
});

export const RoleChange = z.strictObject({
  role: z.enum(MEMBER_ROLES, `must be one of ${MEMBER_ROLES.join(', ')}`),
});

/** A path that has no id is answered as one that has nobody's. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function teamRoutes(deps: Deps): Router<State> {
  const { admit, team } = deps;
  const router = new Router<State>();

  router.get('/api/portal/team', async (ctx) => {
    const { organizationId } = await admit(ctx, 'team.read');
    readQuery(ctx, NoQuery);
    ctx.body = (await team.list(organizationId)).map(memberBody);
  });

  router.post('/api/portal/team/invite', async (ctx) => {
    const caller = await admit(ctx, 'team.invite');
    await deps.limit(ctx, 'invite', caller.organizationId);
    readQuery(ctx, NoQuery);
    ctx.body = invitationBody(await invite(ctx, deps, caller));
  });

  router.get('/api/portal/team/invitations', async (ctx) => {
    const { organizationId } = await admit(ctx, 'team.invite');
    readQuery(ctx, NoQuery);
    ctx.body = (await team.invitations(organizationId)).map(invitationBody);
  });

  router.delete('/api/portal/team/invitations/:id', async (ctx) => {
    const caller = await admit(ctx, 'team.invite');
    const { id } = await findInvitation(team, caller.organizationId, ctx.params['id']);
    readQuery(ctx, NoQuery);
    await team.revokeInvitation(caller, id);
    ctx.body = { id, status: 'revoked' };
  });

  router.delete('/api/portal/team/:userId', async (ctx) => {
    const caller = await admit(ctx, 'team.remove');
    readQuery(ctx, NoQuery);
    const id = userId(ctx.params['userId']);
    if (!(await team.remove(caller, id))) throw noSuchMember();
    ctx.body = { id, status: 'removed' };
  });

  router.put('/api/portal/team/:userId/role', async (ctx) => {
    const caller = await admit(ctx, 'team.role');
    const id = userId(ctx.params['userId']);
    if (!(await team.find(caller.organizationId, id))) throw noSuchMember();
    readQuery(ctx, NoQuery);
    const { role } = await readJson(ctx, RoleChange);
    if (role === 'owner') requireRecentSignIn(caller);
    const changed = await team.setRole(caller, id, role);
    if (!changed) throw noSuchMember();
    ctx.body = memberBody(changed);
  });

  return router;
}

async function invite(ctx: Context, { team, sendMails }: Deps, caller: PortalCaller): Promise<Invitation> {
  const { email, role } = await readJson(ctx, NewInvitationBody);
  const { invitation, mailIds } = await team.invite(caller, email, role);
  sendMails(mailIds);
  return invitation;
}

async function findInvitation(team: TeamStore, organizationId: string, id = ''): Promise<Invitation> {
  const invitation = isUuid(id) ? await team.findInvitation(organizationId, id) : null;
  if (!invitation) throw new ServiceError('not_found', 'No such invitation.', { members: { resource: 'invitation' } });
  return invitation;
}

function userId(id = ''): string {
  return isUuid(id) ? id.toLowerCase() : NOBODY;
}

function noSuchMember(): ServiceError {
  return new ServiceError('not_found', 'Nobody of this organization.', { members: { resource: 'member' } });
}

/** The specification's team member. */
function memberBody({ id, email, role, isActive, emailVerified, createdAt, lastLoginAt }: Member) {
  return {
    id,
    email,
    role,
    isActive,
    emailVerified,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}

function invitationBody({ id, email, role, expiresAt }: Invitation) {
  return { invitationId: id, email, role, status: 'pending', expiresAt: expiresAt.toISOString() };
}
