/** Tests the promises of docker-compose.yml without running containers. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadParserServiceConfig, loadServiceConfig } from '#src/config.ts';
import { PLAN_TIERS, PLANS } from '#domain/billing/plan.ts';
import { resolvePostgres } from '#dev/parts/postgres-program.ts';
import { serviceUser } from '#dev/parts/service-user.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TEXT = readFileSync(resolve(ROOT, 'docker-compose.yml'), 'utf8');
const SECRETS = {
  POSTGRES_PASSWORD: 'p'.repeat(16),
  DATABASE_OWNER_PASSWORD: 'o'.repeat(16),
  DATABASE_PASSWORD: 'd'.repeat(16),
  TEMPORAL_DATABASE_PASSWORD: 'e'.repeat(16),
  S3_ACCESS_KEY: 'a'.repeat(16),
  S3_SECRET_KEY: 's'.repeat(16),
  S3_LINK_ACCESS_KEY: 'l'.repeat(16),
  S3_LINK_SECRET_KEY: 'k'.repeat(16),
  MINIO_ROOT_USER: 'r'.repeat(16),
  MINIO_ROOT_PASSWORD: 't'.repeat(16),
  SIGNING_KEY_FILE: './signing-key.pem',
  ACCESS_TOKEN_KEY_FILE: './access-token-key.pem',
  SECRETS_KEY_FILE: './secrets-key',
};

const composeFile = z.object({
  volumes: z.record(z.string(), z.object({ driver_opts: z.object({ o: z.string() }).optional() }).nullable()),
  configs: z.record(z.string(), z.strictObject({ file: z.string() })),
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ target: z.string() }).optional(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.array(z.string()),
      user: z.string().optional(),
      mem_limit: z.string(),
      pids_limit: z.number(),
      ports: z.array(z.string()).default([]),
      tmpfs: z.array(z.string()),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
      restart: z.literal('unless-stopped').optional(),
      secrets: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      network_mode: z.literal('none').optional(),
      environment: z.record(z.string(), z.string()).default({}),
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
/** The second host of the profile `scale` has the name `api-2`, for example. */
const kindOf = (name: string) => name.replace(/-\d$/, '');

describe('docker-compose.yml', () => {
  test.each(services)(
    '%s is locked: read-only, no capabilities, not root, bounded memory and processes',
    (_name, service) => {
      // The image of our own S3 store sets its user itself.
      expect(service.user ?? '65534:65534').toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(service.user === undefined).toBe(service.image === 'fixpoint-s3');
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit).toBeGreaterThan(0);
    },
  );

  test.each(services)('%s gains no privilege, and runs under a seccomp profile', (name, { security_opt: options }) => {
    // Docker's defaults without.
    const profile = kindOf(name) === 'parsers' ? ['seccomp=./seccomp/parsers.json', 'apparmor=unconfined'] : [];
    expect(options).toEqual(['no-new-privileges:true', ...profile]);
  });

  test('parsers have no network, no secret and no file but their socket; the worker reaches that and starts none itself', () => {
    const { parsers, worker } = compose.services;
    for (const [name, service] of services.filter(([each]) => kindOf(each) === 'parsers')) {
      expect(service).toMatchObject({ network_mode: 'none', secrets: [], ports: [], depends_on: {} });
      expect(service.volumes).toEqual([`${name}:/run/parsers`]);
      expect(compose.services[name.replace('parsers', 'worker')]?.volumes).toContain(`${name}:/run/parsers:ro`);
    }
    expect(parsers).toMatchObject({ network_mode: 'none', secrets: [], ports: [], depends_on: {} });
    expect(parsers?.volumes).toEqual(['parsers:/run/parsers']);
    expect(Object.keys(parsers?.environment ?? {}).toSorted()).toEqual([
      'LOG_LEVEL',
      'NODE_ENV',
      'PARSER_LIMIT',
      'PARSER_SOCKET',
    ]);
    expect(worker?.environment['PARSER_SOCKET']).toBe(parsers?.environment['PARSER_SOCKET']);
    const sharing = services.filter(([, { volumes }]) => volumes.some((volume) => volume.startsWith('parsers:')));
    expect(sharing.map(([name, { volumes }]) => [name, volumes.at(-1)])).toEqual([
      ['parsers', 'parsers:/run/parsers'],
      ['worker', 'parsers:/run/parsers:ro'],
    ]);
    expect(compose.volumes['parsers']?.driver_opts?.o).toMatch(/uid=1000,gid=1000,mode=0700,nosuid,nodev,noexec$/);
    expect(parsers?.pids_limit).toBeGreaterThanOrEqual(loadParserServiceConfig({ PARSER_SOCKET: 'x' }).maxParsers * 64);
  });

  test('the profile of the parsers is Docker’s default, and lets parsers have namespaces and a root of their own: nothing else', () => {
    const text = readFileSync(resolve(ROOT, 'seccomp/parsers.json'), 'utf8');
    const profile: { syscalls: object[] } = JSON.parse(text);
    expect(profile.syscalls.pop()).toMatchObject({
      names: ['chroot', 'clone', 'mount', 'pivot_root', 'umount2', 'unshare'],
      action: 'SCMP_ACT_ALLOW',
      excludes: { caps: ['CAP_SYS_ADMIN'] },
    });
    // default.json of github.com/moby/profiles/seccomp v0.2.3
    expect(createHash('sha256').update(JSON.stringify(profile)).digest('hex')).toBe(
      'afb4934b023cfceaaec1a9d752ca3f801aaa96eb2e59abe6e7ea16976948e080',
    );
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

  test('the proxy asks APIs whether they live, of which it knows each one there is', () => {
    const proxy = readFileSync(resolve(ROOT, 'deploy/haproxy/haproxy.cfg'), 'utf8');
    const apis = services.map(([name]) => name).filter((name) => kindOf(name) === 'api');
    expect([...proxy.matchAll(/^ +server (\S+) (\S+):8080$/gm)].map(([, , host]) => host)).toEqual(apis);
    expect(proxy).toContain('option httpchk GET /livez');
  });

  test('API and worker are asked whether they live, not what else does, and are started again when they end', () => {
    for (const name of ['api', 'worker']) {
      const { healthcheck, restart } = compose.services[name] ?? {};
      expect(healthcheck?.test.join(' ')).toMatch(/^CMD node -e fetch\('http:\/\/127\.0\.0\.1:808[01]\/livez'\)/);
      expect(restart).toBe('unless-stopped');
    }
  });

  test('each process has the keys it needs, and no other', () => {
    const keys: Record<string, string[]> = {
      api: ['access-token-key', 'secrets-key'],
      worker: ['signing-key', 'secrets-key'],
    };
    for (const [name, { secrets }] of services) expect([name, secrets]).toEqual([name, keys[kindOf(name)] ?? []]);
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

  test('the stage that builds the service copies all sources of the build', { timeout: 180_000 }, () => {
    const stage =
      /^FROM \S+ AS built\n([^]*?)^FROM /m.exec(readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
    const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const sent = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8').split('\n');
    const folder = ownFolder(onTestFinished);
    for (const name of copied) {
      const isSent = sent.some((line) => line === `!${name}` || name.startsWith(`${line.slice(1)}/`));
      expect([name, isSent]).toEqual([name, true]);
      cpSync(resolve(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'),
      });
    }
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync(resolve(ROOT, 'node_modules')).filter((one) => one !== '.cache')) {
      symlinkSync(resolve(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    const env = { ...process.env, WIREIT_CACHE: 'none' };
    const made = spawnSync(process.execPath, ['--run', 'build:all'], { cwd: folder, env, encoding: 'utf8' });
    expect(made, `${made.stdout}${made.stderr}`).toMatchObject({ status: 0 });
    const outputs = (root: string) => readdirSync(join(root, 'dist')).toSorted();
    expect(outputs(folder)).toEqual(outputs(ROOT));
    // Root builds the files, and another user reads them.
    for (const output of outputs(folder)) expect(statSync(join(folder, 'dist', output)).mode & 0o777).toBe(0o755);
  });

  test('an image is made of packages that package-lock.json has a hash of, and of no others', () => {
    const folder = ownFolder(onTestFinished);
    const verify = () =>
      spawnSync(process.execPath, [resolve(ROOT, 'tools/generate/packages/verify-installed.ts')], {
        cwd: folder,
        encoding: 'utf8',
      });
    const write = (path: string, packages: object) => writeFileSync(join(folder, path), JSON.stringify({ packages }));
    const [a, b] = [{ integrity: 'sha512-a' }, { integrity: 'sha512-b' }];
    mkdirSync(join(folder, 'node_modules'));
    const workspace = { 'node_modules/own': { resolved: 'own', link: true }, own: {} };
    const all = { 'node_modules/a': a, 'node_modules/b': b, ...workspace };
    write('package-lock.json', { '': {}, ...all, 'node_modules/elsewhere': a });
    write('node_modules/.package-lock.json', all);
    expect(verify()).toMatchObject({ status: 0, stderr: '' });
    write('node_modules/.package-lock.json', { 'node_modules/a': b, 'node_modules/b': {}, 'node_modules/c': a });
    expect(verify()).toMatchObject({
      status: 1,
      stderr: ['a', 'b', 'c']
        .map((name) => `node_modules/${name} is not the one that package-lock.json pins.\n`)
        .join(''),
    });

    const installs = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8').match(/^RUN npm (?:\\\n|.)*$/gm) ?? [];
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toContain('&& node verify-installed.ts');
  });

  test('the image of the service has the output of the build, since its processes never build', () => {
    const dockerfile = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8').split('FROM ').at(-1) ?? '';
    expect(dockerfile).toMatch(/COPY --from=built \/app\/dist dist\n[^]*USER 1000:1000/);
  });

  test('configurations are files that are there: Compose cannot put a text into a read-only container', () => {
    for (const { file } of Object.values(compose.configs)) expect(existsSync(resolve(ROOT, file))).toBe(true);
  });

  test('the database can be made as it is asked for', async () => {
    const user = serviceUser();
    const { initdb } = await resolvePostgres(user);
    const folder = ownFolder(onTestFinished);
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'secret');
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const given = compose.services['postgres']?.environment['POSTGRES_INITDB_ARGS']?.split(' ') ?? [];
    const made = spawnSync(initdb, [...given, '--no-sync', `--pwfile=${passwordFile}`, join(folder, 'data')], {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    expect(made).toMatchObject({ stderr: '', status: 0 });
  });

  test('the spool holds what a plan lets be under way, and its memory is there', () => {
    const { volumes, services: parts } = compose;
    const spoolBytes = bytesOf(/size=(\w+)/.exec(volumes['spool']?.driver_opts?.o ?? '')?.[1] ?? '');
    const underWay = PLAN_TIERS.map((tier) => PLANS[tier].concurrentJobs * PLANS[tier].maxFileBytes);
    // The spool holds uploads and the copies for parsers, and a little must stay free.
    expect(spoolBytes * 0.98).toBeGreaterThanOrEqual(2 * Math.max(...underWay));
    for (const [name, ownBytes] of [
      ['api', bytesOf('512m')],
      ['worker', bytesOf('1g')],
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

  test('nobody knows the administrator of the store but the store and who makes its users', () => {
    const trusted = services.filter(([, { environment }]) => Object.hasOwn(environment, 'MINIO_ROOT_PASSWORD'));
    expect(trusted.map(([name]) => name)).toEqual(['s3', 's3-users']);
  });

  test('the administrator of the database is known to it and to who makes its logins', () => {
    const knowing = services.filter(([, { environment }]) =>
      JSON.stringify(environment).includes('{POSTGRES_PASSWORD'),
    );
    expect(knowing.map(([name]) => name)).toEqual(['postgres', 'database-logins']);
  });

  test('whoever works with the database has a login of its own: who migrates, the service, Temporal', () => {
    const knowing = (variable: string) => [
      ...new Set(
        services
          .filter(([, { environment }]) => JSON.stringify(environment).includes(`{${variable}`))
          .map(([name]) => kindOf(name))
          .filter((name) => name !== 'database-logins'),
      ),
    ];
    expect(knowing('STANDBY_PASSWORD')).toEqual(['postgres-standby']);
    expect(knowing('DATABASE_OWNER_PASSWORD')).toEqual(['migrate']);
    expect(knowing('DATABASE_PASSWORD')).toEqual(['migrate', 'api', 'worker']);
    expect(knowing('TEMPORAL_DATABASE_PASSWORD')).toEqual(['temporal-schema', 'temporal']);
  });

  test('what API and worker are given is what production starts with, and nothing has to be accepted', () => {
    for (const name of ['api', 'worker', 'api-2', 'worker-2', 'worker-3']) {
      const given = Object.entries(compose.services[name]?.environment ?? {}).map(([variable, value]) => {
        const filled = value.replaceAll(/\$\{(\w+)(?::-([^}]*)|[^}]*)\}/g, (_whole, asked: string, fallback = '') => {
          return Object.hasOwn(SECRETS, asked) ? String(Reflect.get(SECRETS, asked)) : String(fallback);
        });
        return [variable, filled];
      });
      expect(loadServiceConfig(Object.fromEntries(given))).toMatchObject({ env: 'production', acceptedRisks: [] });
    }
  });

  const version = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' });
  test(
    'passes docker compose config, and only with the secrets',
    requires('docker compose', version.status === 0),
    () => {
      const check = (env: Record<string, string>) =>
        spawnSync('docker', ['compose', '--env-file', '/dev/null', 'config', '--quiet'], {
          cwd: ROOT,
          env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
        }).status;
      expect(check(SECRETS)).toBe(0);
      expect(check({ ...SECRETS, S3_SECRET_KEY: '' })).not.toBe(0);
    },
  );
});
