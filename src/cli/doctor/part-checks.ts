/** The parts that the service is made of, each asked as the service asks it. */
import { timestampAuthority } from '#src/timestamps/authority.ts';
import { randomUUID } from 'node:crypto';
import { REGIONS } from '#domain/region.ts';
import { pipelineQueue } from '#domain/submission.ts';
import { greetMailServer } from '#src/mail/smtp.ts';
import type { Config } from '#src/config.ts';
import type { Risk } from '#src/risks.ts';
import type { Database } from '#store/database/database.ts';
import { excessRights } from '#store/database/least-privilege.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { excessPrivileges } from '#store/objects/least-privilege.ts';
import { sharesObjects } from '#store/objects/move-objects.ts';
import { connectDatabase, missingMigrations } from '#store/orm.ts';
import { type LiveWorker, workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { type Check, fail, type Finding, ok, warn } from './check.ts';

const MINOR_SKEW_MS = 2_000;
const FETCH_MS = 10_000;
const MOVE = 'fixpoint admin move-objects, when all processes are of this version (docs/operate/operations.md)';

export const PART_CHECKS: readonly Check[] = [
  {
    name: 'database',
    remedy:
      'start PostgreSQL, and let DATABASE_URL name its address, login and database (docs/operate/operations.md, "Logins of the database")',
    look: (config) =>
      withDatabase(config, async (database) => {
        const [row] = await database.system().execute<{ version: string }[]>('show server_version');
        return ok(`PostgreSQL ${row?.version ?? ''} answers`);
      }),
  },
  {
    name: 'schema',
    needs: 'database',
    remedy: 'fixpoint migrate, as the login of DATABASE_OWNER_URL',
    look: (config) =>
      withDatabase(config, async (database) => {
        const missing = await missingMigrations(database);
        if (missing.length === 0) return ok('has all migrations of this version');
        return fail(`lacks ${missing.join(', ')}`, 'fixpoint migrate, before API and worker of this version start');
      }),
  },
  {
    name: 'database login',
    needs: 'database',
    remedy: 'docs/operate/operations.md, "Logins of the database"',
    look: (config) =>
      withDatabase(config, async (database) => {
        const excess = await excessRights(database);
        if (excess.length === 0) return ok('may do what it is for');
        return tooMuch(config, excess, 'fixpoint database-logins', 'database-login');
      }),
  },
  {
    name: 'object keys',
    needs: 'schema',
    remedy: MOVE,
    look: (config) =>
      withDatabase(config, async (database) =>
        (await sharesObjects(database))
          ? warn('organizations share objects of a version before', MOVE)
          : ok('each organization has objects of its own'),
      ),
  },
  {
    name: 'clock',
    needs: 'database',
    remedy: 'let the hosts keep the same time (NTP)',
    look: (config) =>
      withDatabase(config, async (database) => {
        const before = Date.now();
        const [row] = await database
          .system()
          .execute<{ at: number }[]>('select extract(epoch from clock_timestamp()) * 1000 as at');
        const skewMs = Math.round(Number(row?.at) - (before + Date.now()) / 2);
        const said = `${skewMs} ms apart from the database's`;
        return Math.abs(skewMs) <= MINOR_SKEW_MS ? ok(said) : fail(said, 'let the hosts keep the same time (NTP)');
      }),
  },
  {
    name: 'object store',
    remedy:
      'start the store, and let S3_ENDPOINT and the S3 keys be right; fixpoint migrate makes the buckets (docs/operate/object-store.md)',
    async look({ s3 }) {
      const store = artifactStore(s3);
      await store.ready();
      const key = `tmp/doctor-${randomUUID()}`;
      for (const region of REGIONS) {
        await store.putBytes(region, key, Buffer.from(key), 'text/plain');
        const back = Buffer.from(await store.getBytes(region, key)).toString();
        await store.remove(region, key);
        if (back !== key)
          return fail(`gives back something else in ${region}`, 'look at the store: what it keeps is not what it got');
      }
      return ok(`${REGIONS.length} buckets store and return objects`);
    },
  },
  {
    name: 'keys of the store',
    needs: 'object store',
    remedy: 'docs/operate/object-store.md says what each key may do',
    async look(config) {
      const excess = await excessPrivileges(config.s3);
      return excess.length === 0 ? ok('may do what they are for') : tooMuch(config, excess, 'fixpoint minio-users');
    },
  },
  {
    name: 'validator',
    remedy: 'start veraPDF, or let VERAPDF_URL be right',
    async look({ verapdfUrl }) {
      if (verapdfUrl === null) return warn('none: PDF/A is not validated', 'set VERAPDF_URL');
      // Whatever it answers, it is there.
      await fetch(verapdfUrl, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'manual' });
      return ok('answers');
    },
  },
  {
    name: 'timestamps',
    remedy: 'let TIMESTAMP_URLS name authorities (RFC 3161) that this host reaches and that take SHA-256',
    async look({ timestampUrls }) {
      if (timestampUrls.length === 0) return ok('none: attestations state their own time');
      // Each: the worker goes on with one, and nobody would know that the others are no help.
      for (const url of timestampUrls) await timestampAuthority([url]).stamp(Buffer.from('fixpoint doctor'));
      return ok(`${timestampUrls.length} give tokens that hold`);
    },
  },
  {
    name: 'mail',
    remedy: 'let SMTP_URL name a mail server, with a login that it accepts',
    async look({ mail }) {
      if (mail.url === null) return warn('none: mail waits for a worker that has one', 'set SMTP_URL');
      await greetMailServer(mail.url);
      return ok('the mail server takes the login');
    },
  },
  {
    name: 'workers',
    needs: 'database',
    remedy: 'start a worker, because no process works on accepted documents',
    look: (config) =>
      withDatabase(config, async (database) => {
        const heartbeats = workerHeartbeats(database);
        const live = await heartbeats.live();
        if (live.length === 0) return fail('none was seen within half a minute', 'start a worker');
        const queues = await heartbeats.liveBuilds();
        const alone = REGIONS.filter((region) => !queues.has(pipelineQueue(region)));
        if (alone.length > 0)
          return fail(`no worker processes ${alone.join(', ')}`, 'start a worker with these in WORKER_REGIONS');
        const mixed = [...queues].filter(([, builds]) => builds.size > 1).map(([queue]) => queue);
        const said = `${live.length} seen within half a minute, with parsers isolated as ${isolationsOf(live)}`;
        if (mixed.length === 0) return ok(said);
        return warn(`${said}, of several versions on ${mixed.join(', ')}`, 'end the older ones when they are drained');
      }),
  },
  {
    name: 'API',
    remedy: 'start the API, or let PUBLIC_URL be where it is reached',
    async look({ publicUrl }) {
      const answer = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(FETCH_MS) });
      const said = `/readyz at PUBLIC_URL answers ${answer.status}`;
      return answer.ok ? ok(said) : fail(said, `read its log; its answer: ${(await answer.text()).slice(0, 200)}`);
    },
  },
];

function isolationsOf(workers: readonly LiveWorker[]): string {
  const each = workers.map(({ parserIsolation, parserWalls }) => `${parserIsolation} (${parserWalls.join(', ')})`);
  return [...new Set(each)].join(' and ');
}

/** Production refuses to start with it, unless it is a risk that was accepted. */
function tooMuch({ env, acceptedRisks }: Config, excess: readonly string[], remedy: string, risk?: Risk): Finding {
  const isAccepted = risk !== undefined && acceptedRisks.includes(risk);
  return (env === 'production' && !isAccepted ? fail : warn)(excess.join(' '), remedy);
}

async function withDatabase(config: Config, look: (database: Database) => Promise<Finding>): Promise<Finding> {
  const database = await connectDatabase(config.databaseUrl);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}
