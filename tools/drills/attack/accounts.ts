/** Attacks keys, tokens, sign-ins and roles. */
import { randomUUID } from 'node:crypto';
import { mailTo } from '#tools/stranger.ts';
import { type Attempt, broken, held, notTried, refusal, refused } from './attempts.ts';
import { ask, someLoopbackAddress } from './http.ts';
import { claimsOf, type Organization, type Stage } from './stage.ts';
import { forgeries } from './tokens.ts';

export async function attackAccounts(stage: Stage, attempt: Attempt): Promise<void> {
  await guessKeys(stage, attempt);
  const { organizations } = stage;
  if (organizations === null) {
    return attempt('accounts', () => notTried('nobody can register here: give --mail'));
  }
  await forgeTokens(stage, organizations, attempt);
  await useCookies(stage, organizations.attacker, attempt);
  await replayRefresh(stage, organizations.attacker, attempt);
  await rise(stage, organizations.attacker, attempt);
  await spoof(stage, organizations.victim, attempt);
}

export const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

async function guessKeys({ target: { baseUrl, apiKey } }: Stage, attempt: Attempt): Promise<void> {
  const swapped = apiKey.replace(/^(.{6})(.)(.)/, '$1$3$2');
  const guesses: Record<string, string> = {
    'the beginning of a key': apiKey.slice(0, 10),
    'a key with one character less': apiKey.slice(0, -1),
    'a key with one character more': `${apiKey}A`,
    'a key with another last character': apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A'),
    'a key with two characters in each other’s place': swapped === apiKey ? `${apiKey}x` : swapped,
    'a key in lower case': apiKey.toLowerCase() === apiKey ? apiKey.toUpperCase() : apiKey.toLowerCase(),
    'a key that is a pattern': `${apiKey.slice(0, 10)}%`,
    'a key that is SQL': "fxp_' or '1'='1",
    'an empty key': '',
  };
  const of = (key: string) => ask(`${baseUrl}/api/submissions/${randomUUID()}`, { headers: { 'X-Api-Key': key } });
  for (const [name, key] of Object.entries(guesses)) await attempt(name, async () => refusal(await of(key), 401));
  await attempt('five hundred keys guessed', async () => {
    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => of(`fxp_${randomUUID().replaceAll('-', '')}`)),
      );
      const other = answers.find(({ status }) => status !== 401);
      if (other) return refusal(other, 401);
    }
    return refused('each 401');
  });
  await attempt('a key in the query', async () =>
    refusal(await ask(`${baseUrl}/api/submissions?api_key=${encodeURIComponent(apiKey)}`), 401, 400),
  );
}

async function forgeTokens(
  { target: { baseUrl } }: Stage,
  { attacker, victim }: { readonly attacker: Organization; readonly victim: Organization },
  attempt: Attempt,
): Promise<void> {
  const pem = await (await ask(`${baseUrl}/.well-known/service-signing-key.pem`)).text();
  const certificate = await ask(`${baseUrl}/api/certificates/${attacker.ids.output}`, {
    headers: { 'X-Api-Key': attacker.keys['normalize+read'] },
  });
  const { token } = attacker.members.owner;
  const tokens = {
    ...forgeries(token, claimsOf(victim.members.owner.token), pem),
    // The service has signed this text, but it is no token.
    'a certificate of a document': await certificate.text(),
    'a refresh token': attacker.members.owner.refreshToken,
    'an API key': attacker.keys['normalize+read'],
  };
  for (const [name, forged] of Object.entries(tokens)) {
    await attempt(`a token: ${name}`, async () => {
      const headers = { Authorization: `Bearer ${forged}` };
      return refusal(await ask(`${baseUrl}/api/portal/organization`, { headers }), 401);
    });
  }
  await attempt('the token the forgeries are made of is a good one', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await ask(`${baseUrl}/api/portal/organization`, { headers });
    return status === 200 ? held('200') : broken(`${status}: the forgeries show nothing`);
  });
}

const COOKIE = '__Host-refresh';

/** The request of a browser on another site, if it sent the cookie. */
async function useCookies({ target: { baseUrl } }: Stage, { members }: Organization, attempt: Attempt): Promise<void> {
  const { email, password } = members.admin;
  const signIn = await ask(`${baseUrl}/api/auth/login`, json({ email, password }));
  const set = signIn.headers.get('set-cookie') ?? '';
  await attempt('the cookie is kept from scripts, other sites and plain HTTP', () => {
    const missing = ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'].filter((word) => !set.includes(word));
    return set.startsWith(`${COOKIE}=`) && missing.length === 0
      ? held('all of them')
      : broken(`${missing.join()} of ${set}`);
  });
  const cookie = set.split(';')[0] ?? '';
  const from = (site: string, origin: string, type = 'application/json'): RequestInit => ({
    method: 'POST',
    body: '{}',
    headers: { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': site, 'Content-Type': type },
  });
  for (const [site, origin] of [
    ['cross-site', 'https://attack.example'],
    ['same-site', 'http://127.0.0.1:9'],
    ['cross-site', 'null'],
  ] as const) {
    await attempt(`the cookie from a ${site} page of ${origin}`, async () =>
      refusal(await ask(`${baseUrl}/api/auth/refresh`, from(site, origin)), 401),
    );
  }
  await attempt('the cookie with a body that needs no leave', async () =>
    refusal(
      await ask(`${baseUrl}/api/auth/refresh`, from('cross-site', 'https://attack.example', 'text/plain')),
      415,
      401,
    ),
  );
  await attempt('the cookie in the place of an access token', async () =>
    refusal(await ask(`${baseUrl}/api/portal/organization`, { headers: { Cookie: cookie } }), 401),
  );
  await attempt('the same cookie from the portal is a good one', async () => {
    const { status } = await ask(`${baseUrl}/api/auth/refresh`, from('same-origin', new URL(baseUrl).origin));
    return status === 200 ? held('200') : broken(`${status}: the others show nothing`);
  });
  await attempt('a page of elsewhere that reads answers', async () => {
    const headers = { Origin: 'https://attack.example', 'X-Api-Key': 'x' };
    const answer = await ask(`${baseUrl}/api/submissions`, { headers });
    const allowed = answer.headers.get('access-control-allow-origin');
    return allowed === null ? refused('not allowed') : broken(`allows ${allowed}`);
  });
}

async function replayRefresh(
  { target: { baseUrl } }: Stage,
  { members }: Organization,
  attempt: Attempt,
): Promise<void> {
  const refresh = (token: string) => ask(`${baseUrl}/api/auth/refresh`, json({ refresh_token: token }));
  await attempt('a refresh token used again after its successor was', async () => {
    const { email, password } = members.admin;
    const first = await refreshOf(await ask(`${baseUrl}/api/auth/login`, json({ email, password })));
    const second = await refreshOf(await refresh(first));
    const third = await refreshOf(await refresh(second));
    const replayed = await refresh(first);
    if (replayed.status !== 401) return refusal(replayed, 401);
    const after = await refresh(third);
    return after.status === 401
      ? refused('401, and the sign-in has ended')
      : broken(`the sign-in goes on: ${after.status}`);
  });
}

async function refreshOf(answer: Response): Promise<string> {
  const { refresh_token: token }: { refresh_token?: string } = JSON.parse(await answer.text());
  if (token === undefined) throw new Error(`There is no refresh token in an answer ${answer.status}.`);
  return token;
}

/** The matrix of all operations tests forbidden calls. This attack misuses allowed ones. */
async function rise({ target: { baseUrl } }: Stage, { members }: Organization, attempt: Attempt): Promise<void> {
  const as = (who: 'owner' | 'admin' | 'member', method: string, path: string, body: object) =>
    ask(`${baseUrl}${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${members[who].token}` },
    });
  const roleOf = (who: 'owner' | 'admin' | 'member') => `/api/portal/team/${claimsOf(members[who].token).sub}/role`;
  const attempts: Record<string, () => Promise<Response>> = {
    'an admin who makes themselves owner': () => as('admin', 'PUT', roleOf('admin'), { role: 'owner' }),
    'a member who makes themselves admin': () => as('member', 'PUT', roleOf('member'), { role: 'admin' }),
    'an admin who makes the owner a member': () => as('admin', 'PUT', roleOf('owner'), { role: 'member' }),
    'an admin who invites an owner': () =>
      as('admin', 'POST', '/api/portal/team/invite', { email: `${randomUUID()}@person.example`, role: 'owner' }),
    'a member who invites an admin': () =>
      as('member', 'POST', '/api/portal/team/invite', { email: `${randomUUID()}@person.example`, role: 'admin' }),
    'a member who makes a key': () =>
      as('member', 'POST', '/api/portal/api-keys', { name: 'x', scopes: ['normalize', 'read'] }),
    'a key with a scope there is not': () =>
      as('admin', 'POST', '/api/portal/api-keys', { name: 'x', scopes: ['admin'] }),
    'a plan that nobody pays for': () =>
      as('owner', 'PUT', '/api/portal/organization', { name: 'x', slug: `x-${randomUUID()}`, planTier: 'pro' }),
    'a limit of one’s own': () =>
      as('owner', 'PUT', '/api/portal/organization/settings', { monthlyDocLimit: 1_000_000 }),
    'a registration as somebody of the service': () =>
      ask(
        `${baseUrl}/api/auth/register`,
        json({
          email: `${randomUUID()}@person.example`,
          password: `a long word ${randomUUID()}`,
          role: 'owner',
          emailVerified: true,
        }),
      ),
  };
  for (const [name, run] of Object.entries(attempts)) await attempt(name, async () => refusal(await run(), 400, 403));
}

async function spoof({ target: { baseUrl, mail } }: Stage, { members }: Organization, attempt: Attempt): Promise<void> {
  const { hostname } = new URL(baseUrl);
  const headers = {
    'Content-Type': 'application/json',
    Host: 'attack.example',
    'X-Forwarded-Host': 'attack.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=attack.example',
  };
  await attempt('a link in a mail to another host', async () => {
    if (mail === null) return notTried('mails cannot be read');
    const { email } = members.admin;
    await ask(`${baseUrl}/api/auth/forgot-password`, { method: 'POST', body: JSON.stringify({ email }), headers });
    const page = await mailTo(mail, email, (text) => text.includes('reset'));
    return page.includes('attack.example') ? broken('the mail names it') : held(`the link is to ${hostname}`);
  });
  await attempt('an address in an answer of another host', async () => {
    for (const path of ['/openapi.json', '/problems', '/portal', '/api/nothing']) {
      const answer = await ask(baseUrl + path, { headers });
      const text = [...answer.headers.values(), await answer.text()].join('\n');
      if (text.includes('attack.example')) return broken(path);
    }
    return held('none');
  });
  await attempt('more sign-ins than an address may make, by X-Forwarded-For', async () => {
    const question = json({ email: members.owner.email, password: 'not the right one' });
    const statuses: number[] = [];
    const address = someLoopbackAddress();
    for (let number = 1; number <= 12; number++) {
      const said = `203.0.113.${number}`;
      const claimed = { 'X-Forwarded-For': said, 'X-Real-IP': said, Forwarded: `for=${said}` };
      const init = { ...question, headers: { 'Content-Type': 'application/json', ...claimed } };
      statuses.push((await ask(`${baseUrl}/api/auth/login`, init, address)).status);
    }
    const limited = statuses.indexOf(429);
    return limited === -1 ? broken(`no limit: ${statuses.join(' ')}`) : refused(`429 from number ${limited + 1} on`);
  });
}
