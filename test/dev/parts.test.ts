import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { requires } from '#test/support/requires.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { excessRights } from '#store/database/least-privilege.ts';
import { connectDatabase, migrateDatabase } from '#store/orm.ts';
import { accepts } from '#dev/network.ts';
import { startParts } from '#dev/parts/parts.ts';
import { postgresServer } from '#dev/parts/postgres.ts';
import { startServer } from '#dev/process.ts';
import { serviceUser } from '#dev/parts/service-user.ts';

/** A first run may have to build the programs. */
const TIMEOUT_MS = 600_000;

const freshDir = () => mkdtempSync(join(tmpdir(), 'fixpoint-parts-'));
const portOf = (url: string) => Number(new URL(url).port);

test(
  'the three servers start, can be used, and leave nothing behind',
  async () => {
    const dataDir = freshDir();
    const parts = await startParts({ postgres: true, store: true, temporal: true, dataDir });
    try {
      await migrateDatabase(parts.database.ownerUrl);
      const database = await connectDatabase(parts.database.url);
      await database.ready();
      expect(await excessRights(database)).toEqual([]);
      await database.close();

      const store = artifactStore({ ...parts.s3, bucketPrefix: 'parts-' });
      await store.ensureBuckets();
      await store.putBytes('eu-central-1', 'a.pdf', Buffer.from('bytes'), 'application/pdf');
      expect(Buffer.from(await store.getBytes('eu-central-1', 'a.pdf')).toString()).toBe('bytes');

      const attributes = await fetch(`${parts.temporal.ui}/api/v1/namespaces/default/search-attributes`);
      expect(await attributes.json()).toMatchObject({
        customAttributes: { OrgId: 'INDEXED_VALUE_TYPE_KEYWORD' },
      });
    } finally {
      await parts.stop();
    }
    expect(existsSync(dataDir)).toBe(false);
    for (const url of [parts.database.url, parts.s3.endpoint, `http://${parts.temporal.address}`]) {
      expect(await accepts('127.0.0.1', portOf(url))).toBe(false);
    }
  },
  TIMEOUT_MS,
);

test(
  'a lock of PostgreSQL that names another process is no obstacle, and that of the real one is',
  { timeout: TIMEOUT_MS, ...requires('Linux', process.platform === 'linux') },
  async () => {
    const dataDir = freshDir();
    chmodSync(dataDir, 0o711);
    const dir = join(dataDir, 'postgres');
    const logFile = join(dataDir, 'postgres.log');
    const another = spawn('sleep', ['1000'], serviceUser() ?? {});
    const server = () => postgresServer({ dir, password: 'secret', logFile, durable: false, report: () => {} });
    const first = await startServer((await server()).service);
    const lock = join(dir, 'data/postmaster.pid');
    const text = readFileSync(lock, 'utf8');
    try {
      await expect(startServer((await server()).service)).rejects.toThrow(/lock file "postmaster.pid" already exists/);
      await first.stop(10_000);
      writeFileSync(lock, text.replace(String(first.pid), String(another.pid)));
      const again = await startServer((await server()).service);
      await again.stop(10_000);
    } finally {
      another.kill('SIGKILL');
      await first.stop(0);
      rmSync(dataDir, { recursive: true });
    }
  },
);

test(
  'a wrong password is refused',
  async () => {
    const parts = await startParts({ postgres: true, dataDir: freshDir() });
    try {
      const url = new URL(parts.database.url);
      url.password = 'guess';
      const database = await connectDatabase(url.href);
      await expect(database.ready()).rejects.toThrow(/password authentication failed/);
      await database.close();
    } finally {
      await parts.stop();
    }
  },
  TIMEOUT_MS,
);

test(
  'what was not asked for cannot be used by mistake',
  async () => {
    const parts = await startParts({ store: true, dataDir: freshDir() });
    try {
      expect(() => parts.database).toThrow('was not asked for postgres');
      expect(() => parts.temporal).toThrow('was not asked for temporal');
    } finally {
      await parts.stop();
    }
  },
  TIMEOUT_MS,
);

test.each(['SIGTERM', 'SIGINT', 'exit'])(
  'a test run that ends by %s takes its servers along',
  async (ending) => {
    const dataDir = freshDir();
    const script = `
      import { startParts } from ${JSON.stringify(resolve(import.meta.dirname, '../../dev/parts/parts.ts'))};
      const parts = await startParts({ postgres: true, store: true, dataDir: process.argv[1] });
      console.log(JSON.stringify([parts.database.url, parts.s3.endpoint]));
      if (${ending === 'exit'}) process.exit(0);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (ending !== 'exit' && said.endsWith('\n')) child.kill(ending as NodeJS.Signals);
    }
    const urls = JSON.parse(said) as string[];
    expect(urls).toHaveLength(2);
    for (const url of urls) expect(await accepts('127.0.0.1', portOf(url))).toBe(false);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  },
  TIMEOUT_MS,
);

test('a server that was given but does not answer is told by its variable', async () => {
  const script = `
    import { startParts } from ${JSON.stringify(resolve(import.meta.dirname, '../../dev/parts/parts.ts'))};
    await startParts({ postgres: true, dataDir: process.argv[1] }).catch((error) => console.log(error.message));
  `;
  const env = { ...process.env, DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, freshDir()], {
    env,
    encoding: 'utf8',
  });
  expect(stdout).toContain('Nothing answers at 127.0.0.1:1, which DATABASE_URL names.');
});
