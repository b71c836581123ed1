/**
 * The time of an answer does not reveal whether an account exists. The test is Welch's t-test over real calls on a real
 * socket, with the usual limit of 4.5 for leaks (Goodwill et al., "A testing methodology for side-channel resistance
 * validation", 2011). The slowest answers are left out as in dudect (Reparaz et al., 2017).
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '#store/accounts/members.ts';
import { hashPassword } from '#store/accounts/password-hash.ts';
import { someAddress } from '#test/support/addresses.ts';
import { startApi } from '#test/support/api.ts';
import { newAddress, PASSWORD } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

const TRIES = 500;
/** Fewer than the number that slows an account down, and as many for each unknown address. */
const TRIES_AT_ONE = 9;
const ADDRESSES = Math.ceil(TRIES / TRIES_AT_ONE);
const LIMIT = 4.5;
const KEPT = 0.95;

let known: string[];
const agent = new Agent({ keepAlive: true });

const api = started(() => startApi());

beforeAll(async () => {
  const { organizationId } = await api.newTenant();
  const passwordHash = await hashPassword(PASSWORD);
  known = Array.from({ length: ADDRESSES }, newAddress);
  await api.database.system().transactional(async (em) => {
    for (const email of known) {
      addMember(em, { organizationId, email, passwordHash, role: 'member', emailVerified: true });
    }
  });
});
afterAll(async () => {
  agent.destroy();
});

const unknown = Array.from({ length: ADDRESSES }, newAddress);
const inTurn = (addresses: readonly string[]) => (index: number) => addresses[index % ADDRESSES] ?? '';

test.each([
  // The number of parallel calls that does not overload the machine, because hashing a password takes most of a call.
  ['login', 401, 12, inTurn(unknown), (email: string) => ({ email, password: 'not the password' })],
  ['register', 201, 8, newAddress, (email: string) => ({ email, password: PASSWORD })],
  ['forgot-password', 202, 24, inTurn(unknown), (email: string) => ({ email })],
] as const)(
  '%s takes the same time for an address that somebody has and one that nobody has',
  async (what, status, concurrency, nobodys, bodyFor) => {
    const somebodys = inTurn(known);
    const tries = shuffled(
      Array.from({ length: 2 * TRIES }, (_, index) => {
        const isKnown = index % 2 === 0;
        const email = isKnown ? somebodys(index / 2) : nobodys((index - 1) / 2);
        return { isKnown, body: JSON.stringify(bodyFor(email)) };
      }),
    );
    const times: { isKnown: boolean; ms: number }[] = [];
    const caller = async () => {
      for (let next = tries.pop(); next; next = tries.pop()) {
        const { isKnown, body } = next;
        const { ms, statusCode } = await timed(what, body);
        expect(statusCode).toBe(status);
        times.push({ isKnown, ms });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, caller));

    const longest = times.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(times.length * KEPT)] ?? 0;
    const kept = times.filter(({ ms }) => ms <= longest);
    const t = welch(
      kept.filter(({ isKnown }) => isKnown).map(({ ms }) => ms),
      kept.filter(({ isKnown }) => !isKnown).map(({ ms }) => ms),
    );
    console.info(`${what}: |t| = ${Math.abs(t).toFixed(2)} over ${times.length} calls`);
    expect(Math.abs(t)).toBeLessThan(LIMIT);
  },
  1_800_000,
);

async function timed(what: string, body: string): Promise<{ ms: number; statusCode: number | undefined }> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() };
  const startedAt = performance.now();
  const call = request(`${api.url}/api/auth/${what}`, { method: 'POST', agent, headers }).end(body);
  const [response]: [IncomingMessage] = await once(call, 'response').then(([first]) => [first]);
  response.resume();
  await once(response, 'end');
  return { ms: performance.now() - startedAt, statusCode: response.statusCode };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Welch's t: the difference of the means in its standard errors. */
function welch(a: readonly number[], b: readonly number[]): number {
  const [first, second] = [moments(a), moments(b)];
  return (first.mean - second.mean) / Math.sqrt(first.variance / a.length + second.variance / b.length);
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance };
}
