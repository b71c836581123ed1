/** docker-compose.yml: what an operator may rely on, checked where no container can run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PLAN_TIERS, PLANS } from '#domain/plan.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TEXT = readFileSync(resolve(ROOT, 'docker-compose.yml'), 'utf8');
const SECRETS = {
  POSTGRES_PASSWORD: 'p'.repeat(16),
  S3_ACCESS_KEY: 'a'.repeat(16),
  S3_SECRET_KEY: 's'.repeat(16),
  SIGNING_KEY_FILE: './signing-key.pem',
  ACCESS_TOKEN_KEY_FILE: './access-token-key.pem',
  SECRETS_KEY_FILE: './secrets-key',
};

const composeFile = z.object({
  volumes: z.record(z.string(), z.object({ driver_opts: z.object({ o: z.string() }).optional() }).nullable()),
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ target: z.string() }).optional(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      user: z.string().optional(),
      mem_limit: z.string(),
      ports: z.array(z.string()).default([]),
      tmpfs: z.array(z.string()),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
      restart: z.literal('unless-stopped').optional(),
      secrets: z.array(z.string()).default([]),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    }),
  ),
});

function bytesOf(size: string): number {
  const [, digits = '', unit] = /^(\d+)([mg])$/.exec(size) ?? [];
  return Number(digits) * (unit === 'g' ? 1024 ** 3 : 1024 ** 2);
}

const compose = composeFile.parse(parse(TEXT, { merge: true }));
const services = Object.entries(compose.services);

describe('docker-compose.yml', () => {
  test.each(services)('%s is locked: read-only, no capabilities, not root, bounded memory', (_name, service) => {
    // The image of our own S3 store sets its user itself.
    expect(service.user ?? '65534:65534').toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.user === undefined).toBe(service.image === 'fixpoint-s3');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
  });

  test.each(services)('%s publishes nothing beyond this machine', (_name, { ports }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  test('whatever is waited for can say that it is there', () => {
    for (const [name, { depends_on: needs }] of services) {
      for (const [needed, { condition }] of Object.entries(needs)) {
        const target = compose.services[needed];
        const oneShot = target?.restart === undefined;
        expect(`${name} waits for ${needed}: ${condition}`).toBe(
          `${name} waits for ${needed}: ${oneShot ? 'service_completed_successfully' : 'service_healthy'}`,
        );
        if (!oneShot) expect(target.healthcheck?.test.length).toBeGreaterThan(1);
      }
    }
  });

  test('each process has the keys it needs, and no other', () => {
    const held = Object.fromEntries(services.map(([name, { secrets }]) => [name, secrets]));
    const { api, worker, ...others } = held;
    expect({ api, worker }).toEqual({
      api: ['access-token-key', 'secrets-key'],
      worker: ['signing-key', 'secrets-key'],
    });
    expect(Object.values(others).flat()).toEqual([]);
  });

  test('images built here name a stage of the Dockerfile', () => {
    const dockerfile = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8');
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map((match) => match[1]);
    for (const [, { build }] of services) if (build) expect(stages).toContain(build.target);
  });

  test('the image of the service has every room that runs, and the pages', () => {
    const dockerfile = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8').split('FROM ').at(-1) ?? '';
    const sent = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const room of ['src', 'api', 'portal', 'activities', 'workflows', 'temporal']) {
      expect(dockerfile).toContain(`\nCOPY ${room} ${room}\n`);
      expect(sent).toContain(`!${room}`);
    }
  });

  test('the spool holds what a plan lets be under way, and its memory is there', () => {
    const { volumes, services: parts } = compose;
    const spoolBytes = bytesOf(/size=(\w+)/.exec(volumes['spool']?.driver_opts?.o ?? '')?.[1] ?? '');
    const underWay = PLAN_TIERS.map((tier) => PLANS[tier].concurrentJobs * PLANS[tier].maxFileBytes);
    // As uploads, and as the copies that parsers are given; a little stays free.
    expect(spoolBytes * 0.98).toBeGreaterThanOrEqual(2 * Math.max(...underWay));
    for (const [name, ownBytes] of [
      ['api', bytesOf('512m')],
      ['worker', bytesOf('3g')],
    ] as const) {
      expect(bytesOf(parts[name]?.mem_limit ?? '')).toBeGreaterThanOrEqual(spoolBytes + ownBytes);
    }
  });

  test('no secret has a default', () => {
    for (const name of Object.keys(SECRETS)) {
      const uses = [...TEXT.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))].map((match) => match[1]);
      expect(uses.length).toBeGreaterThan(0);
      expect(new Set(uses)).toEqual(new Set([':?set it in .env']));
    }
  });

  const version = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' });
  const missing = version.error?.message ?? version.stderr.split('\n')[0];
  if (version.status !== 0) console.info(`docker compose config is not run: ${missing}`);
  test.skipIf(version.status !== 0)('passes docker compose config, and only with the secrets', () => {
    const check = (env: Record<string, string>) =>
      spawnSync('docker', ['compose', '--env-file', '/dev/null', 'config', '--quiet'], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      }).status;
    expect(check(SECRETS)).toBe(0);
    expect(check({ ...SECRETS, S3_SECRET_KEY: '' })).not.toBe(0);
  });
});
