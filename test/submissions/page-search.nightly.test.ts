/** A search among a million pages of one organization: how long it takes, and that indexes alone lead to the pages. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';

const SUBMISSIONS = 1_000;
const PAGES = 1_000;
/** Several statements, since each has to end within the time that the service gives it. */
const AT_ONCE = 10;
const SEARCHES = 200;

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.newTenant();
  const { submissionId } = await submissionOf(await api.postForm(pdfSaying('many pages'), tenant));
  const em = api.database.system();
  const copies = `insert into submission
    select (json_populate_record(s, json_build_object('id', md5('copy' || n)::uuid))).*
    from submission s, generate_series(1, ${SUBMISSIONS}) n where s.id = ?`;
  await em.execute(copies, [submissionId]);
  for (let from = 1; from <= SUBMISSIONS; from += AT_ONCE) {
    // Every tenth page is blank, as in a scan, and these all have one fingerprint.
    const rows = `insert into page_fingerprint
      select ?::uuid, md5('copy' || n)::uuid, p,
        case when p % 10 = 0 then sha256('blank') else sha256(('page' || n || '/' || p)::bytea) end,
        case when p % 10 <> 0 then sha256(('body' || n || '/' || p)::bytea) end
      from generate_series(?::int, ?::int) n, generate_series(1, ${PAGES}) p`;
    await em.execute(rows, [tenant.organizationId, from, from + AT_ONCE - 1]);
  }
}, 900_000);
afterAll(() => api.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function timesOf(fingerprints: readonly string[]): Promise<number[]> {
  const store = pageFingerprintStore(api.database);
  const times: number[] = [];
  for (const fingerprint of fingerprints) {
    const startedAt = performance.now();
    const { items } = await store.find(tenant.organizationId, fingerprint, { page: null, after: null, pageSize: 20 });
    times.push(performance.now() - startedAt);
    expect(items.length).toBeGreaterThan(0);
  }
  return times.toSorted((a, b) => a - b);
}

test('a page, its body, and a page that is blank a hundred thousand times are found within 50 ms', async () => {
  const places = Array.from(
    { length: SEARCHES },
    (_, n) => `${1 + ((n * 7919) % SUBMISSIONS)}/${1 + ((n * 31) % 99) * 10}`,
  );
  const searches = {
    page: places.map((place) => sha256(`page${place}`)),
    body: places.map((place) => sha256(`body${place}`)),
    blank: places.map(() => sha256('blank')),
  };
  for (const [kind, fingerprints] of Object.entries(searches)) {
    const times = await timesOf(fingerprints);
    const [median, most] = [times[SEARCHES / 2] ?? Infinity, times.at(-10) ?? Infinity];
    process.stdout.write(`${kind}: median ${median.toFixed(1)} ms, 95 % within ${most.toFixed(1)} ms\n`);
    expect(most).toBeLessThan(50);
  }
}, 300_000);

test('an index alone leads to the pages', async () => {
  const plan: Record<string, string>[] = await api.database.system().execute(
    `explain select page from page_fingerprint where organization_id = ? and fingerprint = sha256('blank')
        order by submission_id, page limit 21`,
    [tenant.organizationId],
  );
  const text = plan.map((row) => Object.values(row).join(' ')).join('\n');
  expect(text).toContain('Index Only Scan using page_fingerprint_whole');
});
