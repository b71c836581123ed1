/** Tests signing in, refresh tokens, and the ends of sign-ins. */
import { createHash, createPublicKey, sign as signBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessTokens } from '#src/keys/access-token.ts';
import { auditLog } from '#store/organizations/audit.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { RefreshTokenEntity, SessionEntity } from '#store/accounts/sessions.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { type Person, problemOf, startApi } from '#test/support/api.ts';
import { ask, newAddress, PASSWORD, reaches, registered, signedIn, signInOf } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

const KEY = newKey();
const NOW = Math.floor(Date.now() / 1000);

let email: string;
let person: Person;

const api = started(() => startApi({ key: KEY }));

beforeAll(async () => {
  email = await registered(api);
  person = await api.newMember(await api.newTenant());
});

const memberRow = () => api.database.system().findOneOrFail(MemberEntity, { email });
const cookieOf = (response: Response) =>
  /^__Host-refresh=([\w-]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
const refresh = (token: string) => ask(api, 'refresh', { refresh_token: token });
const statusOf = async (answer: Promise<Response>) => (await answer).status;

describe('signing in', () => {
  test('gives an access token for fifteen minutes, who one is, and a cookie that scripts cannot see', async () => {
    const response = await ask(api, 'login', { email: email.replace('person', 'Person'), password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { id, organizationId } = await memberRow();
    const body = await signInOf(response);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      user: { id, email, emailVerified: false },
      organization: { id: organizationId, slug: expect.stringMatching(/^analytical-engines/), role: 'owner' },
    });
    expect(response.headers.get('set-cookie')).toBe(
      `__Host-refresh=${body.refresh_token}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict`,
    );
    expect(await reaches(api, body.token)).toBe(200);
  });

  test('is remembered as the last one', async () => {
    await api.database.system().nativeUpdate(MemberEntity, { email }, { lastLoginAt: null });
    await signedIn(api, email);
    expect((await memberRow()).lastLoginAt).toBeInstanceOf(Date);
  });

  test('with a wrong password, an address nobody has, or as somebody inactive gets one answer', async () => {
    const inactive = await registered(api);
    await api.database.system().nativeUpdate(MemberEntity, { email: inactive }, { isActive: false });
    const attempts = [
      { email, password: 'not the password' },
      { email: newAddress(), password: PASSWORD },
      { email: inactive, password: PASSWORD },
    ];
    const answers = await Promise.all(
      attempts.map(async (body) => {
        const response = await ask(api, 'login', body);
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api"');
        const { requestId: _own, ...answer } = await problemOf(response);
        return answer;
      }),
    );
    expect(answers[0]).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test.each([
    [{ email: 'ada@person.example' }, 'validation_failed'],
    [{ email: 'ada', password: PASSWORD }, 'validation_failed'],
    [{ email: 'ada\u0000@person.example', password: PASSWORD }, 'validation_failed'],
    [{ email: 'ada@person.example', password: PASSWORD, otp: '123456' }, 'unknown_parameter'],
  ])('with %j is refused: %s', async (body, code) => {
    expect(await problemOf(await ask(api, 'login', body))).toMatchObject({ status: 400, code });
  });

  test('takes a password exactly as it was chosen', async () => {
    const address = newAddress();
    const password = '  Grüße an Zoë, ﬁx  ';
    await ask(api, 'register', { email: address, password });
    expect(await statusOf(ask(api, 'login', { email: address, password }))).toBe(200);
    for (const other of [password.trim(), password.normalize('NFKC'), password.normalize('NFD')]) {
      expect(await statusOf(ask(api, 'login', { email: address, password: other }))).toBe(401);
    }
  });

  test('makes a hash anew that was made with weaker parameters', async () => {
    const weak = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 });
    await api.database.system().nativeUpdate(MemberEntity, { email }, { passwordHash: weak });
    await signedIn(api, email);
    expect((await memberRow()).passwordHash).toContain('$m=19456,t=2,p=1$');
    await signedIn(api, email);
  });

  test('is possible where the organization is deactivated: there is still something to export and delete', async () => {
    const address = await registered(api);
    const { organization } = await signedIn(api, address);
    await deactivateOrganization(api.database, organization.id);
    await signedIn(api, address);
  });
});

describe('a refresh token', () => {
  test('gives new tokens of the same sign-in, by the body or by the cookie', async () => {
    const first = await signedIn(api, email);
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    const { refresh_token: next, token, user } = await signInOf(second);
    expect(next).not.toBe(first.refresh_token);
    expect(cookieOf(second)).toBe(next);
    expect(user).toEqual(first.user);
    const third = await ask(api, 'refresh', undefined, { Cookie: `a=b; __Host-refresh=${next}` });
    expect(third.status).toBe(200);
    expect(sidOf((await signInOf(third)).token)).toBe(sidOf(token));
  });

  test('that is used twice ends the sign-in for whoever has its tokens', async () => {
    const { refresh_token: stolen, token, organization } = await signedIn(api, email);
    const thief = await signInOf(await refresh(stolen));
    await afterReuse(stolen);
    const again = await refresh(stolen);
    expect(await problemOf(again)).toMatchObject({ status: 401, code: 'invalid_refresh_token' });
    expect(cookieOf(again)).toBe('');
    expect(await reaches(api, token)).toBe(401);
    expect(await reaches(api, thief.token)).toBe(401);
    expect(await statusOf(refresh(thief.refresh_token))).toBe(401);
    const { items } = await auditLog(api.database).list(organization.id, { page: 1, pageSize: 1 });
    expect(items).toMatchObject([{ action: 'session.token-reused', actorId: null, target: sidOf(token) }]);
  });

  test('that several tabs use at the same moment lets all of them go on', async () => {
    const { refresh_token: token } = await signedIn(api, email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
    const signIns = await Promise.all(answers.map(signInOf));
    expect(new Set(signIns.map(({ refresh_token: next }) => next)).size).toBe(5);
    expect(await reaches(api, signIns[0]?.token ?? '')).toBe(200);
    expect(await statusOf(refresh(signIns[3]?.refresh_token ?? ''))).toBe(200);
  });

  test('whose answer was lost gives another one for ten seconds', async () => {
    const { refresh_token: token } = await signedIn(api, email);
    const lost = await signInOf(await refresh(token));
    const found = await signInOf(await refresh(token));
    expect(found.refresh_token).not.toBe(lost.refresh_token);
    expect(sidOf(found.token)).toBe(sidOf(lost.token));
    await afterReuse(token);
    expect(await statusOf(refresh(token))).toBe(401);
    expect(await statusOf(refresh(found.refresh_token))).toBe(401);
  });

  test('whose successor was used does not work again, not even a moment later', async () => {
    const { refresh_token: first } = await signedIn(api, email);
    const second = await signInOf(await refresh(first));
    const third = await signInOf(await refresh(second.refresh_token));
    expect(await statusOf(refresh(first))).toBe(401);
    expect(await reaches(api, third.token)).toBe(401);
  });

  test('is spent with those that came for the same one: whoever keeps a second one is noticed', async () => {
    const { refresh_token: first } = await signedIn(api, email);
    const [mine, kept] = [await signInOf(await refresh(first)), await signInOf(await refresh(first))];
    const next = await signInOf(await refresh(mine.refresh_token));
    await afterReuse(kept.refresh_token);
    expect(await statusOf(refresh(kept.refresh_token))).toBe(401);
    expect(await reaches(api, next.token)).toBe(401);
  });

  test('ends with the first use of another one that came for the same token, without a moment of grace', async () => {
    const { refresh_token: first } = await signedIn(api, email);
    const [mine, twin] = [await signInOf(await refresh(first)), await signInOf(await refresh(first))];
    const next = await signInOf(await refresh(mine.refresh_token));
    // Only the last used token works again for a moment, because its answer may have been lost.
    expect(await statusOf(refresh(mine.refresh_token))).toBe(200);
    expect(await statusOf(refresh(twin.refresh_token))).toBe(401);
    expect(await reaches(api, next.token)).toBe(401);
  });

  /** Simulates that the token was used more than ten seconds ago. */
  async function afterReuse(token: string): Promise<void> {
    const spentAt = new Date(Date.now() - 11_000);
    const sha256 = createHash('sha256').update(token).digest('hex');
    const spent = await api.database.system().nativeUpdate(RefreshTokenEntity, { sha256 }, { spentAt });
    expect(spent).toBe(1);
  }

  test.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 401],
    ['cross-site', 401],
  ])('is not taken from the cookie for a page of elsewhere: %s is answered with %i', async (site, status) => {
    const { refresh_token: token } = await signedIn(api, email);
    const headers = { Cookie: `__Host-refresh=${token}`, 'Sec-Fetch-Site': site, Origin: 'https://elsewhere.example' };
    const response = await ask(api, 'refresh', undefined, headers);
    expect(response.status).toBe(status);
    expect(await statusOf(ask(api, 'logout', undefined, headers))).toBe(status === 200 ? 204 : 401);
    if (status === 401) expect(await statusOf(refresh(token))).toBe(200);
  });

  test.each([
    ['that nobody has', () => 'x'.repeat(43)],
    ['that is an access token', () => person.token],
    ['of no length', () => ''],
  ])('%s is refused', async (_which, token) => {
    expect(await problemOf(await refresh(token()))).toMatchObject({ status: 401, code: 'invalid_refresh_token' });
  });

  test('must be there', async () => {
    expect(await problemOf(await ask(api, 'refresh'))).toMatchObject({ status: 401, code: 'missing_credentials' });
  });

  test('is good for a week, and its sign-in for thirty days', async () => {
    const { refresh_token: token } = await signedIn(api, email);
    const past = new Date(Date.now() - 1_000);
    const system = api.database.system();
    const { organizationId } = await memberRow();
    const [session] = await system.find(SessionEntity, { organizationId }, { orderBy: { authTime: 'desc' }, limit: 1 });
    const days = ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const [row] = await system.find(RefreshTokenEntity, { sessionId: session?.id ?? '' });
    expect(Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(7);
    await system.nativeUpdate(RefreshTokenEntity, { sha256: row?.sha256 ?? '' }, { expiresAt: past });
    expect(await statusOf(refresh(token))).toBe(401);
  });

  test('and its sign-in are removed when they are over and their member signs in again', async () => {
    const { organizationId } = await memberRow();
    await signedIn(api, email);
    await api.database.system().nativeUpdate(SessionEntity, { organizationId }, { expiresAt: new Date(0) });
    await signedIn(api, email);
    expect(await api.database.system().count(SessionEntity, { organizationId })).toBe(1);
    expect(await api.database.system().count(RefreshTokenEntity, { organizationId })).toBe(1);
  });

  test('lies in the database as a hash', async () => {
    const { refresh_token: token } = await signedIn(api, email);
    const rows = await api.database.system().find(RefreshTokenEntity, {});
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('sign-ins', () => {
  test('are listed with where they are used, and this one is marked', async () => {
    const member = await api.newMember(person);
    const { email: address, password } = member;
    const { token } = await signInOf(await ask(api, 'login', { email: address, password }, { 'User-Agent': 'Web' }));
    const list = await api.portal('GET', '/api/auth/sessions', { token });
    expect(await list.json()).toMatchObject([
      { id: sidOf(token), current: true, userAgent: 'Web' },
      { id: member.sessionId, current: false, userAgent: null },
    ]);
  });

  test('are ended one by one, at once, and by their member alone', async () => {
    const { email: address, password } = await api.newMember(person);
    const [first, second] = [await signedIn(api, address, password), await signedIn(api, address, password)];
    const path = `/api/auth/sessions/${sidOf(first.token)}`;
    const colleague = await api.newMember(person);
    expect(await problemOf(await api.portal('DELETE', path, colleague))).toMatchObject({
      status: 404,
      code: 'not_found',
      resource: 'session',
    });
    expect(await statusOf(api.portal('DELETE', path, second))).toBe(204);
    expect(await reaches(api, first.token)).toBe(401);
    expect(await statusOf(refresh(first.refresh_token))).toBe(401);
    expect(await reaches(api, second.token)).toBe(200);
    expect(await statusOf(api.portal('DELETE', path, second))).toBe(404);
    expect(await statusOf(api.portal('DELETE', '/api/auth/sessions/mine', second))).toBe(404);
  });

  test('end by logging out: with the access token, the cookie, or the refresh token, spent or not', async () => {
    const ways = [
      (one: Awaited<ReturnType<typeof signedIn>>) => api.portal('POST', '/api/auth/logout', one),
      ({ refresh_token: token }: { refresh_token: string }) => ask(api, 'logout', { refresh_token: token }),
      ({ refresh_token: token }: { refresh_token: string }) =>
        ask(api, 'logout', undefined, { Cookie: `__Host-refresh=${token}` }),
      async ({ refresh_token: token }: { refresh_token: string }) => {
        await refresh(token);
        return ask(api, 'logout', { refresh_token: token });
      },
    ];
    for (const way of ways) {
      const one = await signedIn(api, email);
      const response = await way(one);
      expect(response.status).toBe(204);
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-refresh=; Max-Age=0; Path=\/;/);
      expect(await reaches(api, one.token)).toBe(401);
      expect(await statusOf(refresh(one.refresh_token))).toBe(401);
    }
  });

  test('end by logging out, both, where the access token and the cookie are of two', async () => {
    const [bearer, cookie, body] = [await signedIn(api, email), await signedIn(api, email), await signedIn(api, email)];
    const headers = {
      Authorization: `Bearer ${bearer.token}`,
      Cookie: `__Host-refresh=${cookie.refresh_token}`,
    };
    expect(await statusOf(ask(api, 'logout', { refresh_token: body.refresh_token }, headers))).toBe(204);
    for (const one of [bearer, cookie, body]) {
      expect(await reaches(api, one.token)).toBe(401);
      expect(await statusOf(refresh(one.refresh_token))).toBe(401);
    }
  });

  test('end by the cookie also where the access token has ended before', async () => {
    const one = await signedIn(api, email);
    const headers = { Authorization: 'Bearer ended', Cookie: `__Host-refresh=${one.refresh_token}` };
    expect(await statusOf(ask(api, 'logout', undefined, headers))).toBe(204);
    expect(await reaches(api, one.token)).toBe(401);
  });

  test('cannot be ended by nobody; a token of no sign-in ends none', async () => {
    expect(await problemOf(await ask(api, 'logout'))).toMatchObject({ status: 401, code: 'missing_credentials' });
    expect(await statusOf(ask(api, 'logout', { refresh_token: 'x'.repeat(43) }))).toBe(204);
  });

  test('all end together, and those of others stay', async () => {
    const [one, two] = [await signedIn(api, email), await signedIn(api, email)];
    expect(await statusOf(api.portal('POST', '/api/auth/logout-all', one))).toBe(204);
    expect(await reaches(api, one.token)).toBe(401);
    expect(await reaches(api, two.token)).toBe(401);
    expect(await reaches(api, person.token)).toBe(200);
  });

  test('end when the member is made inactive', async () => {
    const member = await api.newMember(person);
    await api.database.system().nativeUpdate(MemberEntity, { id: member.id }, { isActive: false });
    expect(await reaches(api, member.token)).toBe(401);
  });
});

/** Every known way to forge a token or to misuse another one. */
describe('an access token is refused', () => {
  const PUBLIC_URL = 'https://fixpoint.test';
  const claims = () => ({ org: person.organizationId, sid: person.sessionId, auth_time: NOW });
  const base = (alg = 'ES256', typ: string | null = 'at+jwt') => {
    const header = { alg, kid: KEY.publicJwk.kid, ...(typ !== null && { typ }) };
    return new SignJWT(claims())
      .setProtectedHeader(header)
      .setIssuer(PUBLIC_URL)
      .setAudience(PUBLIC_URL)
      .setSubject(person.id)
      .setJti('one')
      .setIssuedAt();
  };
  const publicPem = () => createPublicKey(KEY.privateKey).export({ type: 'spki', format: 'pem' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = (): Record<string, () => Promise<string>> => ({
    'that is not signed': async () =>
      new UnsecuredJWT(claims())
        .setIssuer(PUBLIC_URL)
        .setAudience(PUBLIC_URL)
        .setSubject(person.id)
        .setJti('one')
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
    'signed with the public key as a secret': () =>
      base('HS256').setExpirationTime('5m').sign(Buffer.from(publicPem())),
    'that never expires': () => base().sign(KEY.privateKey),
    'of another type': () => base('ES256', 'JWT').setExpirationTime('5m').sign(KEY.privateKey),
    'of no type': () => base('ES256', null).setExpirationTime('5m').sign(KEY.privateKey),
    'of another issuer': () => base().setIssuer('https://evil.example').setExpirationTime('5m').sign(KEY.privateKey),
    'for another audience': () =>
      base().setAudience('https://evil.example').setExpirationTime('5m').sign(KEY.privateKey),
    'of another key': () => base().setExpirationTime('5m').sign(newKey().privateKey),
    'whose key is in its own header': async () => {
      const own = newKey();
      const header = { alg: 'ES256', typ: 'at+jwt', jwk: own.publicJwk };
      const body = {
        ...claims(),
        sub: person.id,
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        jti: 'one',
        iat: NOW,
        exp: NOW + 300,
      };
      const input = `${part(header)}.${part(body)}`;
      const signature = signBytes('sha256', Buffer.from(input), { key: own.privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    },
    'with a member changed': async () => {
      const [header, , signature] = person.token.split('.');
      const body = {
        ...claims(),
        sub: person.id,
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        jti: 'one',
        iat: NOW,
        exp: NOW + 9e9,
      };
      return `${header}.${part(body)}.${signature}`;
    },
    'of a sign-in that is somebody else’s': async () => {
      const other = await api.newMember(person);
      return accessTokens(KEY, PUBLIC_URL).mint({
        memberId: other.id,
        organizationId: person.organizationId,
        sessionId: person.sessionId,
        authTime: new Date(),
      });
    },
    'of another organization': async () => {
      const { organizationId } = await api.newTenant();
      const { id: memberId, sessionId } = person;
      return accessTokens(KEY, PUBLIC_URL).mint({ memberId, organizationId, sessionId, authTime: new Date() });
    },
    'that is no token': async () => 'a.b.c',
  });

  test('but the one it is made after is not', async () => {
    expect(await reaches(api, await base().setExpirationTime('5m').sign(KEY.privateKey))).toBe(200);
  });

  test.each(Object.keys(forged()))('%s', async (name) => {
    const token = (await forged()[name]?.()) ?? '';
    const response = await api.portal('GET', '/api/auth/sessions', { token });
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_token' });
  });

  test('after fifteen minutes, with words of its own', async () => {
    const { id: memberId, organizationId, sessionId } = person;
    const past = new Date(Date.now() - 900_000);
    const token = await accessTokens(KEY, PUBLIC_URL, () => past).mint({
      memberId,
      organizationId,
      sessionId,
      authTime: past,
    });
    const response = await api.portal('GET', '/api/auth/sessions', { token });
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'token_expired' });
  });
});

function sidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
}
