/** Tests the team in the portal: invitations, leaving, permissions, and that an owner always remains. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEMBER_ROLES, type MemberRole } from '#domain/accounts/permissions.ts';
import { InvitationEntity, invitationStore } from '#store/accounts/invitations.ts';
import { memberStore } from '#store/accounts/members.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import type { Api, Person, Tenant } from '#test/support/api.ts';
import { mailedToken } from '#test/support/accounts.ts';
import { expectNoAuditEntry, expectAuditEntry, jsonOf, sortedStatuses } from '#test/support/audit.ts';

interface MemberBody {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly [field: string]: unknown;
}

const PATH = '/api/portal/team';
const INVITATIONS = '/api/portal/invitations';
const HOUR_MS = 60 * 60 * 1000;

let api: Api;
let tenant: Tenant;
let owner: Person;
let admin: Person;
let member: Person;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.newTenant();
  owner = await api.newMember(tenant);
  admin = await api.newMember(tenant, { role: 'admin' });
  member = await api.newMember(tenant, { role: 'member' });
});
afterAll(() => api.close());

const list = async (who = owner) => jsonOf<MemberBody[]>(await api.portal('GET', PATH, who));
const invite = (body: unknown, who = admin) => api.portal('POST', `${PATH}/invite`, who, body);
const remove = (id: string, who: Person) => api.portal('DELETE', `${PATH}/${id}`, who);
const setRole = (id: string, role: unknown, who = owner) => api.portal('PUT', `${PATH}/${id}/role`, who, { role });
const newcomer = () => `${randomUUID()}@newcomer.example`;
const join = (role: MemberRole, team: Pick<Tenant, 'organizationId'> = tenant) => api.newMember(team, { role });
const newTeam = async () => {
  const team = await api.newTenant();
  return { first: await join('owner', team), second: await join('owner', team) };
};

describe('GET /api/portal/team', () => {
  test('has the fields of the specification and who has a second factor, in the order people joined', async () => {
    const team = await api.newTenant();
    const first = await join('owner', team);
    const second = await api.newMember(team, { role: 'member', emailVerified: false });
    expect(await list(second)).toEqual([
      {
        id: first.id,
        email: first.email,
        role: 'owner',
        isActive: true,
        emailVerified: true,
        hasSecondFactor: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        lastLoginAt: null,
      },
      expect.objectContaining({ id: second.id, role: 'member', emailVerified: false }),
    ]);
  });
});

describe('POST /api/portal/team/invite', () => {
  test('answers with the invitation, and a mail has its link', async () => {
    const email = newcomer();
    const started = vi.spyOn(api.runner, 'startMail');
    const { organizationId } = tenant;
    const target = expect.any(String);
    const change = {
      organizationId,
      actorId: admin.id,
      action: 'invitation.created',
      target,
      details: { role: 'member' },
    };
    const response = await expectAuditEntry(api, change, () => invite({ email, role: 'member' }));
    const body = await jsonOf<{ invitationId: string; expiresAt: string }>(response);
    expect(body).toEqual({
      invitationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      role: 'member',
      status: 'pending',
      expiresAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 48 * HOUR_MS)).toBeLessThan(60_000);
    expect(started).toHaveBeenCalledOnce();
    started.mockRestore();

    const [mail] = await api.mails(email);
    expect(mail?.text).toContain('“Test”');
    const preview = await invitationStore(api.database).preview(await mailedToken(api, email));
    expect(preview).toMatchObject({ id: body.invitationId, organizationId, email, role: 'member' });
  });

  test('the mail is sent later when Temporal cannot be told now', async () => {
    const away = vi.spyOn(api.runner, 'startMail').mockRejectedValue(new Error('no Temporal'));
    const email = newcomer();
    expect((await invite({ email, role: 'admin' })).status).toBe(200);
    expect(await api.mails(email)).toHaveLength(1);
    away.mockRestore();
  });

  test('a second invitation ends the first, also when both come at the same time', async () => {
    const email = newcomer();
    await jsonOf(await invite({ email, role: 'member' }));
    const old = await mailedToken(api, email);
    const answers = await Promise.all([1, 2, 3].map(() => invite({ email: email.toUpperCase(), role: 'admin' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await invitationStore(api.database).preview(old)).toBeNull();
    const rows = await api.database.system().find(InvitationEntity, { email });
    expect(rows).toMatchObject([{ role: 'admin', organizationId: tenant.organizationId }]);
  });

  test('a link is dead after 48 hours', async () => {
    const email = newcomer();
    const { invitationId: id } = await jsonOf<{ invitationId: string }>(await invite({ email, role: 'member' }));
    const token = await mailedToken(api, email);
    await api.database.system().nativeUpdate(InvitationEntity, { id }, { expiresAt: new Date(Date.now() - 1000) });
    expect(await invitationStore(api.database).preview(token)).toBeNull();
  });

  test('of a member is refused, however the address is written', async () => {
    for (const email of [member.email, member.email.toUpperCase()]) {
      const response = await expectNoAuditEntry(api, tenant.organizationId, () => invite({ email, role: 'member' }));
      expect(await problemOf(response)).toMatchObject({ status: 409, code: 'already_member' });
    }
  });

  test('does not tell whether an address belongs to another organization', async () => {
    const stranger = await api.newMember(await api.newTenant());
    expect((await invite({ email: stranger.email, role: 'member' })).status).toBe(200);
  });

  test.each([
    ['no address', { role: 'member' }, '/email', 'required'],
    ['an address that is none', { email: 'nobody', role: 'member' }, '/email', 'invalid_value'],
    [
      'more than 64 characters before the @',
      { email: `${'a'.repeat(65)}@example.com`, role: 'member' },
      '/email',
      'invalid_value',
    ],
    ['a host whose name ends with -', { email: 'a@host-.example', role: 'member' }, '/email', 'invalid_value'],
    ['two addresses', { email: 'a@example.com,b@example.com', role: 'member' }, '/email', 'invalid_value'],
    [
      'an address with a line end',
      { email: 'a@example.com\r\nBcc: b@example.com', role: 'member' },
      '/email',
      'invalid_value',
    ],
    ['no role', { email: 'new@example.com' }, '/role', 'required'],
    ['an owner', { email: 'new@example.com', role: 'owner' }, '/role', 'invalid_value'],
    ['a role that does not exist', { email: 'new@example.com', role: 'root' }, '/role', 'invalid_value'],
  ])('refuses %s', async (_what, body, name, code) => {
    expect(await problemOf(await invite(body))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name, code }],
    });
  });

  test('is possible a hundred times a day, for each organization', async () => {
    const { first, second } = await newTeam();
    const windows = rateWindows(api.database);
    for (let sent = 0; sent < 99; sent++) await windows.count('invite', first.organizationId, 60);
    const last = await invite({ email: newcomer(), role: 'member' }, first);
    expect([last.status, last.headers.get('ratelimit-policy')]).toEqual([200, '"invite";q=100;w=86400']);
    const refused = await invite({ email: newcomer(), role: 'member' }, second);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const problem = await problemOf(refused);
    expect(problem).toMatchObject({ status: 429, code: 'rate_limited', 'violated-policies': ['invite'] });
    expect((await invite({ email: newcomer(), role: 'member' })).status).toBe(200);
  });

  test('takes an address of the inviter that is confirmed', async () => {
    const unconfirmed = await api.newMember(tenant, { role: 'admin', emailVerified: false });
    const response = await invite({ email: newcomer(), role: 'member' }, unconfirmed);
    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'email_not_verified' });
  });
});

describe('an invitation that is not accepted yet', () => {
  const pending = async (who = admin) => jsonOf<{ invitationId: string }[]>(await api.portal('GET', INVITATIONS, who));
  const revoke = (id: string, who = admin) => api.portal('DELETE', `${INVITATIONS}/${id}`, who);

  test('is listed, and revoked: then its link is dead', async () => {
    const { first } = await newTeam();
    const email = newcomer();
    const sent = await jsonOf<{ invitationId: string }>(await invite({ email, role: 'admin' }, first));
    const token = await mailedToken(api, email);
    expect(await pending(first)).toEqual([sent]);

    const { organizationId } = first;
    const change = { organizationId, actorId: first.id, action: 'invitation.revoked', target: sent.invitationId };
    const response = await expectAuditEntry(api, change, () => revoke(sent.invitationId, first));
    expect(await jsonOf(response)).toEqual({ id: sent.invitationId, status: 'revoked' });
    expect(await pending(first)).toEqual([]);
    expect(await invitationStore(api.database).preview(token)).toBeNull();
    expect(await problemOf(await revoke(sent.invitationId, first))).toMatchObject({
      status: 404,
      resource: 'invitation',
    });
  });

  test('is found and revoked at the path of before, too', async () => {
    const { first } = await newTeam();
    const sent = await jsonOf<{ invitationId: string }>(await invite({ email: newcomer(), role: 'member' }, first));
    const former = `${PATH}/invitations`;
    expect(await jsonOf(await api.portal('GET', former, first))).toEqual([sent]);
    expect((await api.portal('DELETE', `${former}/${sent.invitationId}`, first)).status).toBe(200);
    expect(await pending(first)).toEqual([]);
  });

  test('is none any more when it is 48 hours old', async () => {
    const { first } = await newTeam();
    const sent = await jsonOf<{ invitationId: string }>(await invite({ email: newcomer(), role: 'member' }, first));
    const expiresAt = new Date(Date.now() - 1000);
    await api.database.system().nativeUpdate(InvitationEntity, { id: sent.invitationId }, { expiresAt });
    expect(await pending(first)).toEqual([]);
    expect((await revoke(sent.invitationId, first)).status).toBe(404);
  });

  test('of another organization is not there', async () => {
    const { first } = await newTeam();
    const sent = await jsonOf<{ invitationId: string }>(await invite({ email: newcomer(), role: 'member' }, first));
    expect((await pending()).map(({ invitationId }) => invitationId)).not.toContain(sent.invitationId);
    for (const id of [sent.invitationId, randomUUID(), 'x']) expect((await revoke(id)).status).toBe(404);
    expect(await pending(first)).toHaveLength(1);
  });
});

describe('DELETE /api/portal/team/{userId}', () => {
  test.each<[MemberRole, MemberRole, number, string | null]>([
    ['owner', 'admin', 200, null],
    ['owner', 'member', 200, null],
    ['owner', 'owner', 400, 'owner_cannot_be_removed'],
    ['admin', 'member', 200, null],
    ['admin', 'admin', 403, 'insufficient_role'],
    ['admin', 'owner', 400, 'owner_cannot_be_removed'],
    ['member', 'member', 403, 'insufficient_role'],
    ['member', 'admin', 403, 'insufficient_role'],
    ['member', 'owner', 403, 'insufficient_role'],
  ])('%s removes %s: %i', async (actorRole, role, status, code) => {
    const { first } = await newTeam();
    const actor = await join(actorRole, first);
    const other = await join(role, first);
    const response = await remove(other.id, actor);
    expect(response.status).toBe(status);
    if (code !== null) expect(await problemOf(response)).toMatchObject({ code });
    else expect(await jsonOf(response)).toEqual({ id: other.id, status: 'removed' });
    const ids = (await list(first)).map(({ id }) => id);
    expect(ids.includes(other.id)).toBe(status !== 200);
  });

  test.each<[MemberRole, number]>([
    ['owner', 400],
    ['admin', 200],
    ['member', 200],
  ])('%s leaves: %i', async (role, status) => {
    const { first } = await newTeam();
    const leaver = await join(role, first);
    expect((await remove(leaver.id.toUpperCase(), leaver)).status).toBe(status);
    expect((await api.portal('GET', PATH, leaver)).status).toBe(status === 200 ? 401 : 200);
  });

  test('ends sign-ins on the very next call, leaves nothing of the person, and frees the address', async () => {
    const gone = await join('admin');
    const { organizationId } = tenant;
    const details = { role: 'admin' };
    const change = { organizationId, actorId: owner.id, action: 'member.removed', target: gone.id, details };
    await expectAuditEntry(api, change, () => remove(gone.id, owner));
    expect(await problemOf(await api.portal('GET', PATH, gone))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await api.database.system().count(SessionEntity, { memberId: gone.id })).toBe(0);
    expect(await memberStore(api.database).findByEmail(gone.email)).toBeNull();

    expect((await invite({ email: gone.email, role: 'member' })).status).toBe(200);
    const joined = await invitationStore(api.database).accept(await mailedToken(api, gone.email), 'hash');
    expect(joined).toMatchObject({ email: gone.email, role: 'member', organizationId });
    expect(joined?.id).not.toBe(gone.id);
  });

  test('there is nobody by an unknown id, by no id, or of another organization', async () => {
    const stranger = await api.newMember(await api.newTenant(), { role: 'member' });
    for (const id of [randomUUID(), 'x', stranger.id]) {
      const response = await expectNoAuditEntry(api, tenant.organizationId, () => remove(id, owner));
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found', resource: 'member' });
      // A member does not even learn that.
      expect((await remove(id, member)).status).toBe(403);
    }
    expect((await api.portal('GET', PATH, stranger)).status).toBe(200);
  });

  test('is still possible once the organization has been deactivated', async () => {
    const { first } = await newTeam();
    const leaver = await join('member', first);
    await jsonOf(await api.portal('POST', '/api/portal/organization/deactivate', first));
    expect((await remove(leaver.id, leaver)).status).toBe(200);
  });
});

describe('PUT /api/portal/team/{userId}/role', () => {
  test('counts from the very next call on', async () => {
    const changed = await join('admin');
    const settings = () => api.portal('PUT', '/api/portal/organization/settings', changed, {});
    expect((await settings()).status).toBe(200);
    const { organizationId } = tenant;
    const details = { from: 'admin', to: 'member' };
    const change = { organizationId, actorId: owner.id, action: 'member.role-changed', target: changed.id, details };
    const response = await expectAuditEntry(api, change, () => setRole(changed.id, 'member'));
    expect(await jsonOf(response)).toMatchObject({ id: changed.id, email: changed.email, role: 'member' });
    expect(await problemOf(await settings())).toMatchObject({ status: 403, code: 'insufficient_role' });
    await jsonOf(await setRole(changed.id, 'owner'));
    expect((await settings()).status).toBe(200);
  });

  test('the same role again changes nothing', async () => {
    const same = await join('admin');
    const response = await expectNoAuditEntry(api, tenant.organizationId, () => setRole(same.id, 'admin'));
    expect(await jsonOf(response)).toMatchObject({ role: 'admin' });
  });

  test("one's own is refused, however the id is written", async () => {
    for (const id of [owner.id, owner.id.toUpperCase()]) {
      const response = await expectNoAuditEntry(api, tenant.organizationId, () => setRole(id, 'member'));
      expect(await problemOf(response)).toMatchObject({ status: 400, code: 'own_role_change' });
    }
  });

  test.each([['root'], ['OWNER'], [''], [null], [7], [['owner']]])('refuses the role %j', async (role) => {
    expect(await problemOf(await setRole(member.id, role))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name: '/role' }],
    });
  });

  test('there is nobody by an unknown id or of another organization, whatever the body says', async () => {
    const stranger = await api.newMember(await api.newTenant(), { role: 'member' });
    for (const id of [randomUUID(), 'x', stranger.id]) {
      const response = await setRole(id, 'root');
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found', resource: 'member' });
    }
  });
});

describe('an owner is always left', () => {
  const owners = async (who: Person) => (await list(who)).filter(({ role }) => role === 'owner');

  test('when two owners take the role from each other at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { first, second } = await newTeam();
      const answers = await Promise.all([setRole(second.id, 'member', first), setRole(first.id, 'member', second)]);
      expect(sortedStatuses(answers)).toEqual([200, 403]);
      expect(await owners(first)).toHaveLength(1);
    }
  });

  test('when five do so in a circle', async () => {
    for (let round = 0; round < 3; round++) {
      const team = await api.newTenant();
      const circle = await Promise.all([1, 2, 3, 4, 5].map(() => join('owner', team)));
      const ids = circle.map(({ id }) => id);
      const answers = await Promise.all(
        circle.map((person, index) => setRole(ids[(index + 1) % 5] ?? '', 'admin', person)),
      );
      const demoted = answers.filter(({ status }) => status === 200).length;
      const [witness] = circle;
      if (!witness) throw new Error('five are there');
      expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
      expect(await owners(witness)).toHaveLength(5 - demoted);
      expect(demoted).toBeLessThan(5);
    }
  });

  test('when one makes somebody an owner whom the other removes', async () => {
    for (let round = 0; round < 5; round++) {
      const { first, second } = await newTeam();
      const other = await join('admin', first);
      const [promoted, removed] = await Promise.all([setRole(other.id, 'owner', first), remove(other.id, second)]);
      expect([promoted.status, removed.status]).toEqual(promoted.status === 200 ? [200, 400] : [404, 200]);
    }
  });

  /** The expected result of a call by the rules. */
  function predicted(team: Map<number, MemberRole>, { actor, target, role }: Step): number {
    const [own, other] = [team.get(actor), team.get(target)];
    if (!own) return 401;
    if (role) return own !== 'owner' ? 403 : !other ? 404 : actor === target ? 400 : 200;
    if (own === 'member' && actor !== target) return 403;
    if (!other) return 404;
    if (other === 'owner') return 400;
    return actor === target || own === 'owner' || other === 'member' ? 200 : 403;
  }

  interface Step {
    readonly actor: number;
    readonly target: number;
    /** The new role; null removes the member. */
    readonly role: MemberRole | null;
  }

  const who = fc.nat({ max: 4 });
  const step = fc.record<Step>({ actor: who, target: who, role: fc.constantFrom(...MEMBER_ROLES, null) });

  test('after any steps of anybody, each of which is answered as the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const tenantOfRun = await api.newTenant();
        const roles: MemberRole[] = ['owner', 'owner', 'admin', 'member', 'member'];
        const members: Person[] = [];
        for (const role of roles) members.push(await join(role, tenantOfRun));
        const team = new Map(roles.entries());
        for (const taken of steps) {
          const [actor, target] = [members[taken.actor], members[taken.target]];
          if (!actor || !target) throw new Error('five are there');
          const expected = predicted(team, taken);
          const response = await (taken.role ? setRole(target.id, taken.role, actor) : remove(target.id, actor));
          expect(response.status).toBe(expected);
          if (expected !== 200) continue;
          if (taken.role) team.set(taken.target, taken.role);
          else team.delete(taken.target);
        }
        const rows = await jsonOf<MemberBody[]>(
          await api.portal('GET', PATH, members.find((_, at) => team.has(at)) ?? null),
        );
        const after = rows.map(({ id, role }) => [members.findIndex((person) => person.id === id), role]);
        expect(after).toEqual([...team].toSorted(([a], [b]) => a - b));
        expect([...team.values()]).toContain('owner');
      }),
      { numRuns: 25 },
    );
  });
});
