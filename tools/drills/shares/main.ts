/**
 * `npm run drill:shares`: ten organizations of the plan Free take all that the service gives them: first of the parsers, then
 * of what an API process has, then of both at once. Another organization sends one small file after the other. The drill
 * prints how long such a file takes before and under each attack. It ends with 1 where an attack makes a file take more than
 * twice as long, or makes the service refuse it.
 */
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import type { Database } from '#store/database/database.ts';
import { startFindings } from '#tools/drills/findings.ts';
import { median } from '#tools/figures.ts';
import { newApiKey } from '#tools/organizations.ts';
import type { Sample } from '#tools/drills/faults/documents.ts';
import { newTenant, type Tenant } from '#tools/drills/faults/tenants.ts';
import { say, type ServiceUnderLoad, withServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';
import type { Attacker } from './attack.ts';
import { type AttackName, ATTACKS, startAttackers } from './attackers-process.ts';

const ATTACKERS = 10;
const DOCUMENTS = 40;
/**
 * The programs compile their code during these requests. Without them the times before the attack would be too long.
 */
const WARM_UP = 60;
const ALLOWED = 2;
/** Each attacker has its own address. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1,::1' };

const { report, exit } = startFindings();
const hosts = [
  { name: 'worker', programs: ['worker'], spool: 'shared', isDirect: true },
  { name: 'api', programs: ['api'], spool: 'shared', isDirect: true, settings: SETTINGS },
] as const;
for (const attack of [...ATTACKS.map((name) => [name]), ATTACKS]) {
  // A separate service, because documents of an earlier attack would still be in progress.
  await withServiceUnderLoad({ hosts, callers: 1, seed: 1, report }, (service) => drill(service, attack));
}
exit('The other organization was served in time.');

async function drill(service: ServiceUnderLoad, attack: readonly AttackName[]): Promise<void> {
  const { installation, database, tenants, samples } = service;
  const url = installation.hosts().find(({ apiUrl }) => apiUrl !== null)?.apiUrl ?? installation.url;
  const under = attack.join(' and ');
  await times(url, tenants.growth.apiKey, samples.hello, WARM_UP);
  const usualMs = median(await times(url, tenants.growth.apiKey, samples.hello, DOCUMENTS));

  const document = samples.hello.copy('attack');
  const organizations = await Promise.all(
    Array.from({ length: ATTACKERS }, () => newTenant(installation, database, 'free', 'free')),
  );
  const started = [];
  for (const name of attack) {
    const attackers = await Promise.all(organizations.map((each) => attackerOf(database, each)));
    started.push(await startAttackers({ name, url, attackers, document }));
  }
  const attacked = await times(url, tenants.growth.apiKey, samples.hello, DOCUMENTS);
  const attackedMs = median(attacked);
  const [before, now, most] = [usualMs, attackedMs, Math.max(...attacked)].map(Math.round);
  say(`${under}: ${before} ms before, ${now} ms now, ${most} ms at most`);
  for (const one of started) say(`the attackers: ${await one.stop()}`);
  if (attackedMs > ALLOWED * usualMs) {
    report(`under ${under} a file took ${(attackedMs / usualMs).toFixed(1)} times as long`);
  }
}

/**
 * An attacker with a separate API key. The service delays answers for a key with many rejections, so one attack of an
 * organization would slow down its other one.
 */
async function attackerOf(database: Database, tenant: Tenant): Promise<Attacker> {
  const apiKey = await newApiKey(database, tenant.organizationId, 'attacker', API_KEY_SCOPES);
  return { apiKey, token: await tenant.token() };
}

/** The milliseconds of each document from the request to the result. A rejection is a finding. */
async function times(url: string, apiKey: string, sample: Sample, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now();
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/pdf', 'X-Forwarded-For': '203.0.113.1' };
    const body = Buffer.from(sample.copy(`${startedAt}`));
    const answer = await fetch(`${url}/api/normalize`, { method: 'POST', headers, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) report(`a file was answered ${answer.status} ${bytes.toString('utf8', 0, 200)}`);
    taken.push(performance.now() - startedAt);
  }
  return taken;
}
