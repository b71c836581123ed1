/**
 * Tests that the parsers of a worker in production have no network, unless the operator has accepted network access.
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#src/config.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { knownWalls } from '#src/parser-host/isolation/walls.ts';
import { openParserSandbox } from '#temporal/worker/parser-sandbox.ts';
import { ownFolder } from '#test/support/folder.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';
import { runUntil } from '#test/support/programs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEEDED = {
  DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'made-of-chance',
  S3_LINK_ACCESS_KEY: 'link-key',
  S3_LINK_SECRET_KEY: 'link-secret',
};
const PRODUCTION = {
  ...NEEDED,
  NODE_ENV: 'production',
  SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  SECRETS_KEY: randomBytes(32).toString('base64'),
};

const folder = ownFolder(afterAll);

describe('a worker whose parsers are not isolated', () => {
  const openSandbox = async (env: Record<string, string>, sandbox = probeSandbox([])) => {
    const lines: string[] = [];
    const log = {
      info: (_fields: object, message: string) => void lines.push(`info ${message}`),
      warn: (_fields: object, message: string) => void lines.push(`warn ${message}`),
    };
    const { isolation } = await openParserSandbox(loadConfig({ ...NEEDED, ...env }), log, () => sandbox);
    return { isolation, lines };
  };
  const warned = {
    isolation: 'network-access',
    lines: [
      'info parser sandbox',
      expect.stringMatching(/^warn A parser that a document took over could reach the network/),
    ],
  };

  test.each([
    ['in production', { NODE_ENV: 'production' }],
    ['in production that says so', { NODE_ENV: 'production', PARSER_ISOLATION: 'full' }],
    ['in production that accepts less', { NODE_ENV: 'production', PARSER_ISOLATION: 'accept-shared-host' }],
    ['in development that insists', { PARSER_ISOLATION: 'full' }],
  ])('is refused %s', async (_where, env) => {
    await expect(openSandbox(env)).rejects.toMatchObject({
      name: 'ParserIsolationError',
      message: expect.stringMatching(/docs\/operate\/operations\.md .* PARSER_ISOLATION=accept-network-access\.$/),
    });
  });

  test.each([
    ['in production that accepts it', { NODE_ENV: 'production', PARSER_ISOLATION: 'accept-network-access' }],
    ['in development', {}],
  ])('is warned of %s', async (_where, env) => {
    expect(await openSandbox(env)).toEqual(warned);
  });

  test('is refused in production where only the network is kept away, unless that is accepted', async ({ skip }) => {
    const [, , namespacesAlone] = knownWalls();
    const sandbox = probeSandbox([namespacesAlone]);
    if (!sandbox.mechanisms.includes('unshare')) skip('namespaces');
    const production = { NODE_ENV: 'production' };
    await expect(openSandbox(production, sandbox)).rejects.toThrow(
      /could reach files or processes of the host from here .* accept it with PARSER_ISOLATION=accept-shared-host\.$/,
    );
    for (const accepted of ['accept-shared-host', 'accept-network-access']) {
      const { isolation, lines } = await openSandbox({ ...production, PARSER_ISOLATION: accepted }, sandbox);
      expect({ isolation, lines }).toEqual({
        isolation: 'no-network',
        lines: ['info parser sandbox', expect.stringMatching(/^warn .* files or processes of the host/)],
      });
    }
  });

  test.each(['1', 'yes', 'none', 'no-network'])('is not accepted by "%s"', (word) => {
    expect(() => loadConfig({ ...NEEDED, PARSER_ISOLATION: word })).toThrow(/PARSER_ISOLATION/);
  });
});

/** Whether this host allows an isolation with a separate root. */
function isIsolated(): boolean {
  const { mechanisms } = probeSandbox();
  return mechanisms.includes('bwrap') || mechanisms.includes('chroot');
}

/** Simulates a host that forbids user namespaces. A host that forbids them needs nothing. */
const FORBIDDING = ['--user', '--map-root-user', 'sh', '-c', 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"'];

function commandOn({ forbidden }: { forbidden: boolean }, entry: readonly string[]): [string, ...string[]] {
  const isForbidding = forbidden && isIsolated();
  return isForbidding ? ['unshare', ...FORBIDDING, 'sh', process.execPath, ...entry] : [process.execPath, ...entry];
}

const settings = (env: Record<string, string>) => {
  return { cwd: ROOT, env: { ...PROGRAM_ENV, SPOOL_DIR: folder, ...env } };
};

function start(entry: readonly string[], env: Record<string, string>, host: { forbidden: boolean }) {
  const [program, ...args] = commandOn(host, entry);
  const options = { ...settings(env), encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, stdout, stderr };
}

/** The output of a worker until it waits for its missing database, or ends. */
async function saidBeforeDatabase(env: Record<string, string>, host: { forbidden: boolean }): Promise<string> {
  const command = commandOn(host, ['temporal/worker/main.ts']);
  return (await runUntil('waiting for PostgreSQL', command, settings({ ...PRODUCTION, ...env }))).said;
}

const startWorker = (env: Record<string, string>, host: { forbidden: boolean }) =>
  start(['temporal/worker/main.ts'], { ...PRODUCTION, ...env }, host);

describe('a worker in production', () => {
  test('does not start on a host that forbids namespaces, and says by which setting', () => {
    const { status, stderr } = startWorker({}, { forbidden: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(/ParserIsolationError: A parser .*unshare.* accept it with PARSER_ISOLATION=/);
    if (isIsolated()) expect(stderr).toContain('user.max_user_namespaces is 0');
    expect(stderr).not.toContain('ECONNREFUSED');
  });

  test('starts there once that is accepted, as far as its database', async () => {
    const said = await saidBeforeDatabase({ PARSER_ISOLATION: 'accept-network-access' }, { forbidden: true });
    expect(said).toMatch(/"level":"warn".*"isolation":"network-access".*could reach the network/);
    expect(said).toContain('waiting for PostgreSQL');
  });

  test('starts without a word of it where parsers are cut off', async ({ skip }) => {
    if (!isIsolated()) skip('namespaces');
    const said = await saidBeforeDatabase({}, { forbidden: false });
    expect(said).toMatch(/"isolation":"full","walls":\[.*"parser sandbox"/);
    expect(said).toContain('waiting for PostgreSQL');
  });
});

test('the command line warns on such a host, and does its work', () => {
  const hash = ['src/cli.ts', 'hash', 'fixtures/pdf/hello.pdf'];
  const { status, stdout, stderr } = start(hash, {}, { forbidden: true });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/) });
  expect(stderr).toMatch(/^Warning: parsers are not cut off from the network here \(.*unshare.*\)\.\n$/);
  if (!isIsolated()) return;
  expect(start(hash, {}, { forbidden: false })).toEqual({ status: 0, stdout, stderr: '' });
});
