/** Tries the ids of another organization at every operation with every credential, and calls that a role forbids. */
import { runMatrix } from '#test/store/leaks/matrix.ts';
import { type Attempt, broken, held, notTried } from './attempts.ts';
import { ask } from './http.ts';
import type { Stage } from './stage.ts';

/** A path belongs to the operation whose id it starts with. */
const nameOf = (way: string): string => way.split(' ')[0] ?? way;

export async function attackTenants({ target, organizations }: Stage, attempt: Attempt): Promise<void> {
  if (organizations === null) {
    return attempt("another's ids", () => notTried('nobody can register here: give --mail'));
  }
  const { attacker, victim } = organizations;
  const { idempotency: _sentByBoth, address: _ofAMail, ...ids } = victim.ids;
  const canaries = [...victim.words, ...Object.values(ids)];
  const stage = { stranger: attacker, other: victim };
  const { cells, leaks, wrong } = await runMatrix({ url: target.baseUrl, ask }, stage, canaries);
  for (const operation of new Set(cells.map(({ way }) => nameOf(way)))) {
    const isOfIt = (line: string) => nameOf(line) === operation;
    await attempt(operation, () => {
      const faults = [...leaks, ...wrong].filter(isOfIt);
      if (faults.length > 0) return broken(faults.join(' | '));
      const own = cells.filter(({ way }) => isOfIt(way));
      return held(`${own.length} calls: ${[...new Set(own.map(({ status }) => status))].join(' ')}`);
    });
  }
}
