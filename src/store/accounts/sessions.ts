/**
 * Sign-ins of members. A session ends by a call or after thirty days. Each of its refresh tokens lives a week and
 * works once. A second use shows a theft, so the session ends for both users. A second use within a moment is accepted
 * while no successor was used: two tabs asked together, or an answer was lost.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { methodsOf } from './factor-rows.ts';
import { lockMember, type Member, MemberEntity } from './members.ts';
import { type Organization, OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { hashOfToken, newToken } from './one-time-tokens.ts';
import { DAY_MS } from '#domain/duration.ts';

const p = defineEntity.properties;

export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'session',
  policies: ownRows('session_tenant', 'organization_id'),
  uniques: [{ name: 'session_of_organization', properties: ['organizationId', 'id'] }],
  indexes: [{ name: 'session_member', properties: ['organizationId', 'memberId'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    memberId: p.uuid(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The last use of the password. */
    authTime: p.datetime(),
    /** The last use of a second factor; null without one. */
    secondFactorAt: p.datetime().nullable(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    /** The browser or program, by which the owner recognizes the session. */
    userAgent: p.text().nullable(),
  },
});

export const RefreshTokenEntity = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_token',
  policies: ownRows('refresh_token_tenant', 'organization_id'),
  indexes: [
    { name: 'refresh_token_session', properties: ['sessionId'] },
    { name: 'refresh_token_organization', properties: ['organizationId'] },
  ],
  properties: {
    sha256: p.text().primary(),
    sessionId: p.uuid(),
    organizationId: p.uuid(),
    expiresAt: p.datetime(),
    spentAt: p.datetime().nullable(),
  },
});

export type Session = InferEntity<typeof SessionEntity>;
type RefreshToken = InferEntity<typeof RefreshTokenEntity>;

/** The three rows of a session at this moment. */
export interface SignedIn {
  readonly session: Session;
  readonly member: Member;
  readonly organization: Organization;
}

/** The facts that decide about a call: the caller, with the second factors of the member. */
export interface Found extends SignedIn {
  readonly methods: readonly FactorMethod[];
}

export interface NewSession {
  readonly organizationId: string;
  readonly memberId: string;
  readonly userAgent: string | null;
  /** The hash of the given password. A password that was replaced since gives no access. */
  readonly passwordHash?: string;
  /** Whether a second factor was shown; without one a member who has one is not let in. */
  readonly secondFactor?: boolean;
}

export interface SessionStore {
  /** Signs an active member in; throws `invalid_credentials`. The refresh token is in this answer and nowhere else. */
  open(requested: NewSession): Promise<SignedIn & { readonly refreshToken: string }>;
  /** Answers null once the session has ended or expired, or the member is no longer active. */
  find(organizationId: string, sessionId: string, memberId: string): Promise<Found | null>;
  /** The signed-in member has confirmed the password or a second factor again. */
  reauthenticate(key: SessionKey, shown: 'password' | 'second factor'): Promise<void>;
  /** Spends the token for a new one; null for one that is unknown or expired, or was spent before and more than a moment ago. */
  refresh(refreshToken: string): Promise<(SignedIn & { readonly refreshToken: string }) | null>;
  /** Answers the sessions that still live, the last used first. */
  list(organizationId: string, memberId: string): Promise<Session[]>;
  /** Answers false when there is no such session, or it has ended before. */
  end(organizationId: string, memberId: string, sessionId: string): Promise<boolean>;
  endAll(organizationId: string, memberId: string): Promise<void>;
  /** Ends a session by any of its refresh tokens, spent or not. */
  endByToken(refreshToken: string): Promise<void>;
}

const SESSION_MS = 30 * DAY_MS;
export const REFRESH_SECONDS = 7 * 24 * 60 * 60;
/** The time in which a used refresh token works again. */
export const REUSE_SECONDS = 10;
/** No browser says more of itself that is worth showing. */
const MAX_USER_AGENT = 200;

export function sessionStore(db: Database): SessionStore {
  return {
    open: ({ organizationId, memberId, userAgent, passwordHash, secondFactor = false }) =>
      db.tenant(organizationId).transactional(async (em) => {
        const now = new Date();
        const member = await lockMember(em, { organizationId, id: memberId });
        if (passwordHash !== undefined && member.passwordHash !== passwordHash) {
          throw new ServiceError('invalid_credentials', 'The password was replaced a moment ago.');
        }
        if (!secondFactor && (await methodsOf(em, { organizationId, memberId })).length > 0) {
          throw new ServiceError('invalid_credentials', 'A second factor was added a moment ago.');
        }
        // Expired sessions go, with their refresh tokens.
        await em.nativeDelete(SessionEntity, { organizationId, memberId, expiresAt: { $lte: now } });
        const session = em.create(SessionEntity, {
          id: randomUUID(),
          organizationId,
          memberId,
          createdAt: now,
          authTime: now,
          secondFactorAt: secondFactor ? now : null,
          lastUsedAt: now,
          expiresAt: new Date(now.getTime() + SESSION_MS),
          endedAt: null,
          userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        });
        await em.flush();
        const organization = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
        return { session, member, organization, refreshToken: await addRefreshToken(em, session, now) };
      }),

    find: (organizationId, id, memberId) =>
      db.tenant(organizationId).transactional(async (em) => {
        // The order matters: confirmations and new passwords end sessions in the same transaction. So a member in the
        // new state has no older session.
        const member = await em.findOne(MemberEntity, { organizationId, id: memberId, isActive: true });
        if (!member) return null;
        const session = await em.findOne(SessionEntity, { organizationId, id, memberId, ...living(new Date()) });
        if (!session) return null;
        const organization = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
        return { session, member, organization, methods: await methodsOf(em, { organizationId, memberId }) };
      }),

    async reauthenticate({ organizationId, memberId, id }, shown) {
      const now = new Date();
      const changes = shown === 'password' ? { authTime: now } : { secondFactorAt: now };
      await db
        .tenant(organizationId)
        .nativeUpdate(SessionEntity, { organizationId, memberId, id, ...living(now) }, changes);
    },

    refresh: (refreshToken) => refresh(db, hashOfToken(refreshToken)),

    list: (organizationId, memberId) => {
      const where = { organizationId, memberId, ...living(new Date()) };
      return db.tenant(organizationId).find(SessionEntity, where, { orderBy: { lastUsedAt: 'desc', id: 'asc' } });
    },

    end: (organizationId, memberId, id) => end(db, { organizationId, memberId, id }),

    endAll: (organizationId, memberId) =>
      db.tenant(organizationId).transactional(async (em) => {
        await endSessions(em, { organizationId, memberId });
        await appendAudit(em, { organizationId, actorId: memberId, action: 'session.all-ended', target: memberId });
      }),

    async endByToken(refreshToken) {
      const found = await db.system().findOne(RefreshTokenEntity, { sha256: hashOfToken(refreshToken) });
      if (!found) return;
      const { organizationId, sessionId: id } = found;
      const session = await db.tenant(organizationId).findOne(SessionEntity, { organizationId, id });
      if (session) await end(db, session);
    },
  };
}

export type SessionKey = Pick<Session, 'organizationId' | 'memberId' | 'id'>;

function end(db: Database, { organizationId, memberId, id }: SessionKey): Promise<boolean> {
  return db.tenant(organizationId).transactional(async (em) => {
    const now = new Date();
    const where = { organizationId, memberId, id, ...living(now) };
    if ((await em.nativeUpdate(SessionEntity, where, { endedAt: now })) === 0) return false;
    await appendAudit(em, { organizationId, actorId: memberId, action: 'session.ended', target: id });
    return true;
  });
}

/** Selects the sessions of one member, or of all members without a name. */
export interface SessionsOf {
  readonly organizationId: string;
  readonly memberId?: string;
  /** All but one. */
  readonly id?: { readonly $ne: string };
}

/** Runs within the transaction that takes the right to them away, and that has locked the member; answers how many. */
export function endSessions(em: EntityManager, of: SessionsOf): Promise<number> {
  return em.nativeUpdate(SessionEntity, { ...of, endedAt: null }, { endedAt: new Date() });
}

/** Runs within a transaction that has locked the member: a new password has ended it, or waits. */
export async function requireSession(em: EntityManager, key: SessionKey): Promise<void> {
  const { organizationId, memberId, id } = key;
  if ((await em.count(SessionEntity, { organizationId, memberId, id, ...living(new Date()) })) > 0) return;
  throw new ServiceError('invalid_token', 'This sign-in has ended.');
}

function living(now: Date) {
  return { endedAt: null, expiresAt: { $gt: now } };
}

async function signedIn(em: EntityManager, session: Session): Promise<SignedIn | null> {
  const { organizationId, memberId } = session;
  const member = await em.findOne(MemberEntity, { organizationId, id: memberId, isActive: true });
  if (!member) return null;
  return { session, member, organization: await em.findOneOrFail(OrganizationEntity, { id: organizationId }) };
}

/** The token is looked up before its organization is known. All later statements are limited to that organization. */
async function refresh(db: Database, sha256: string) {
  const found = await db.system().findOne(RefreshTokenEntity, { sha256 });
  if (!found) return null;
  const { organizationId, sessionId: id } = found;
  return db.tenant(organizationId).transactional(async (em) => {
    // Concurrent uses wait for each other.
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const session = await em.findOne(SessionEntity, { organizationId, id, ...living(new Date()) }, locked);
    if (!session) return null;
    const now = new Date();
    const use = await useToken(em, await em.findOneOrFail(RefreshTokenEntity, { organizationId, sha256 }), now);
    if (use === 'stolen') await endStolen(em, found, now);
    const who = use === 'right' ? await signedIn(em, session) : null;
    if (!who) return null;
    who.session.lastUsedAt = now;
    return { ...who, refreshToken: await addRefreshToken(em, who.session, now) };
  });
}

/**
 * The use of a token ends its siblings, which came for the same token. So the tokens of a session form generations.
 * Only the last used token works again for a moment. A sibling is in other hands, so its use shows a theft.
 */
async function useToken(
  em: EntityManager,
  { sha256, organizationId, sessionId, spentAt, expiresAt }: RefreshToken,
  now: Date,
): Promise<'right' | 'stolen' | 'expired'> {
  const ofSession = { organizationId, sessionId };
  const spent = { ...ofSession, spentAt: { $ne: null } };
  const last = await em.findOne(RefreshTokenEntity, spent, { orderBy: { spentAt: 'desc' } });
  const lastAt = last?.spentAt?.getTime() ?? 0;
  if (spentAt) {
    const isRepeated = spentAt.getTime() === lastAt && now.getTime() - lastAt <= REUSE_SECONDS * 1000;
    return isRepeated ? 'right' : 'stolen';
  }
  if (expiresAt <= now) return 'expired';
  // Clocks of two servers differ: the order is that of the uses all the same.
  const at = new Date(Math.max(now.getTime(), lastAt + 1));
  await em.nativeUpdate(RefreshTokenEntity, { ...ofSession, sha256 }, { spentAt: at });
  const before = new Date(at.getTime() - 1);
  await em.nativeUpdate(RefreshTokenEntity, { ...ofSession, spentAt: null }, { spentAt: before });
  return 'right';
}

/** Tells of it once: the token may be tried again and again. */
async function endStolen(
  em: EntityManager,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  now: Date,
): Promise<void> {
  if (!(await endSession(em, organizationId, sessionId, now))) return;
  await appendAudit(em, { organizationId, actorId: null, action: 'session.token-reused', target: sessionId });
}

/** Answers false when it had ended before. */
async function endSession(em: EntityManager, organizationId: string, id: string, now: Date): Promise<boolean> {
  return (await em.nativeUpdate(SessionEntity, { organizationId, id, endedAt: null }, { endedAt: now })) === 1;
}

async function addRefreshToken(em: EntityManager, session: Session, now: Date): Promise<string> {
  const { token: refreshToken, sha256 } = newToken();
  const latest = session.expiresAt.getTime();
  await em.insert(RefreshTokenEntity, {
    sha256,
    sessionId: session.id,
    organizationId: session.organizationId,
    expiresAt: new Date(Math.min(now.getTime() + REFRESH_SECONDS * 1000, latest)),
    spentAt: null,
  });
  return refreshToken;
}
