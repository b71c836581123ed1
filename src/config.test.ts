import { availableParallelism, tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, loadParserServiceConfig, loadServiceConfig } from './config.ts';
import { RISKS } from './risks.ts';

const NEEDED = {
  DATABASE_URL: 'postgresql://fixpoint:secret@127.0.0.1:5432/fixpoint',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_LINK_ACCESS_KEY: 'link-key',
  S3_LINK_SECRET_KEY: 'link-secret',
};

function problemsOf(env: Record<string, string>, load = loadConfig): readonly string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('settings', () => {
  test('seven are required, the rest have defaults', () => {
    expect(loadConfig(NEEDED)).toEqual({
      env: 'development',
      host: '127.0.0.1',
      port: 8080,
      healthPort: null,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: NEEDED.DATABASE_URL,
      databaseOwnerUrl: null,
      temporal: { address: '127.0.0.1:7233', namespace: 'default' },
      workflowPages: null,
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        publicEndpoint: 'http://127.0.0.1:9000',
        accessKey: 'key',
        secretKey: 'secret',
        bucketPrefix: 'fixpoint-',
        links: { accessKey: 'link-key', secretKey: 'link-secret' },
      },
      homeRegion: 'eu-central-1',
      workerRegions: ['ca-central-1', 'us-east-2', 'eu-central-1'],
      spoolDir: tmpdir(),
      statelessQueue: expect.stringMatching(/^pdf-stateless-.+-[0-9a-f]{8}$/),
      hideForeignArtifacts: false,
      keepAliveMs: 65_000,
      mostVersions: 100,
      syncMaxBytes: 5_242_880,
      syncTimeoutMs: 25_000,
      workerProcesses: Math.ceil(Math.max(2, availableParallelism()) / 2),
      parser: {
        memoryMb: 1024,
        processes: Math.max(2, availableParallelism()),
        idleMemoryMb: expect.any(Number),
      },
      leastParserIsolation: 'network-access',
      parserSocket: null,
      trustStorePath: null,
      verapdfUrl: null,
      signingKey: { pem: null, file: null, uri: null },
      timestampUrls: [],
      accessTokenKey: { pem: null, file: null },
      trustedProxies: [],
      passwordMinLength: 8,
      secretsKey: { text: null, file: null },
      mail: { url: null, from: 'Fixpoint <no-reply@fixpoint.example>' },
      receivers: { http: true, loopback: false },
      deletionCoolingOffMs: 259_200_000,
      payments: null,
      portalOrigins: ['http://127.0.0.1:8080'],
      webauthnRpId: '127.0.0.1',
      secretScanningKeysUrl: null,
      imageDigest: 'unpinned',
      logLevel: 'info',
      metricsPort: null,
      metricsHosts: [],
      isTraced: false,
      acceptedRisks: [],
    });
  });

  test('an empty variable is an absent one', () => {
    expect(loadConfig({ ...NEEDED, PORT: '', LOG_LEVEL: '' })).toMatchObject({
      port: 8080,
      logLevel: 'info',
    });
    expect(problemsOf({ ...NEEDED, S3_SECRET_KEY: '' })).toEqual(['S3_SECRET_KEY: is required']);
  });

  test('no link is signed by the key that the service writes with', () => {
    expect(problemsOf({ ...NEEDED, S3_LINK_ACCESS_KEY: NEEDED.S3_ACCESS_KEY })).toEqual([
      'S3_LINK_ACCESS_KEY: must be another key than S3_ACCESS_KEY, whose name no link may show',
    ]);
  });

  test('proxies are a list of addresses and blocks', () => {
    const proxies = '127.0.0.1, 10.0.0.0/8,::1,fd00::/8';
    expect(loadConfig({ ...NEEDED, TRUSTED_PROXIES: proxies })).toMatchObject({
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
    });
  });

  test('all mistakes are told together', () => {
    expect(problemsOf({ PORT: 'http', HOME_REGION: 'mars' }).map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
      'S3_LINK_ACCESS_KEY',
      'S3_LINK_SECRET_KEY',
      'HOME_REGION',
    ]);
  });

  test.each([
    ['PORT', '70000', 'must be at most 65535'],
    ['PORT', '0x50', 'must be a whole number'],
    ['PORT', '-1', 'must be a whole number'],
    ['SYNC_MAX_BYTES', '1e6', 'must be a whole number'],
    ['PARSER_PROCESSES', '0', 'must be at least 1'],
    ['TEMPORAL_ADDRESS', 'http://127.0.0.1', 'must have the form host:7233'],
    [
      'DATABASE_URL',
      'mysql://root:hunter2@localhost/x',
      'must have the form postgresql://user:password@host:5432/fixpoint',
    ],
    ['IMAGE_DIGEST', 'latest', 'must have the form sha256: and 64 hexadecimal digits'],
    ['TRUSTED_PROXIES', 'proxy.example', 'must be IP addresses or CIDR blocks'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be IP addresses or CIDR blocks'],
    ['PASSWORD_MIN_LENGTH', '7', 'must be at least 8'],
    ['SMTP_URL', 'http://mail.example', 'must have the form smtp://user:password@host:587'],
    ['MAIL_FROM', 'A\nBcc: b@c.example', 'must be one line'],
    ['S3_BUCKET_PREFIX', 'Upper_', 'must be lower-case letters, digits and hyphens'],
  ])('%s=%s is refused: %s', (name, value, reason) => {
    expect(problemsOf({ ...NEEDED, [name]: value })).toEqual([`${name}: ${reason}`]);
  });

  test('a mistake is told without the value, which may be a secret', () => {
    const env = {
      ...NEEDED,
      DATABASE_URL: 'mysql://root:hunter2@localhost/x',
      NODE_ENV: 'hunter2',
    };
    expect(problemsOf(env).join('\n')).not.toContain('hunter2');
  });

  test('the public address has no slash at its end and follows the port', () => {
    expect(loadConfig({ ...NEEDED, PUBLIC_URL: 'https://fixpoint.example/' }).publicUrl).toBe(
      'https://fixpoint.example',
    );
    expect(loadConfig({ ...NEEDED, PORT: '9999' }).publicUrl).toBe('http://127.0.0.1:9999');
  });

  test('payments need both secrets, and TLS in production', () => {
    const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const apiBase = 'http://127.0.0.1:1';
    expect(loadConfig({ ...NEEDED, ...secrets, STRIPE_API_BASE: apiBase }).payments).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiBase,
    });
    expect(problemsOf({ ...NEEDED, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY',
    ]);
    expect(problemsOf({ ...NEEDED, ...secrets, NODE_ENV: 'production', STRIPE_API_BASE: apiBase })).toEqual([
      'STRIPE_API_BASE: must be https in production',
    ]);
  });

  test("the payment provider's pages lead back to the service's own origin, and to others that are named", () => {
    const origins = (PORTAL_ORIGINS: string) => loadConfig({ ...NEEDED, PORTAL_ORIGINS }).portalOrigins;
    expect(origins('https://a.example, https://b.example:8443,http://127.0.0.1:8080')).toEqual([
      'http://127.0.0.1:8080',
      'https://a.example',
      'https://b.example:8443',
    ]);
    expect(loadConfig({ ...NEEDED, PUBLIC_URL: 'https://c.example/x' }).portalOrigins).toEqual(['https://c.example']);
    for (const wrong of ['https://a.example/', 'a.example', 'https://*.example', 'ftp://a.example']) {
      expect(problemsOf({ ...NEEDED, PORTAL_ORIGINS: wrong })).toHaveLength(1);
    }
  });

  test('a deletion can be cancelled for 72 hours, and for less in development alone', () => {
    expect(loadConfig(NEEDED).deletionCoolingOffMs).toBe(72 * 3_600_000);
    expect(loadConfig({ ...NEEDED, DELETION_COOLING_OFF: '1h' }).deletionCoolingOffMs).toBe(3_600_000);
    expect(loadConfig({ ...NEEDED, DELETION_COOLING_OFF: '500ms' }).deletionCoolingOffMs).toBe(500);
    expect(problemsOf({ ...NEEDED, DELETION_COOLING_OFF: '72' })).toHaveLength(1);
    expect(problemsOf({ ...NEEDED, NODE_ENV: 'production', DELETION_COOLING_OFF: '71h' })).toEqual([
      'DELETION_COOLING_OFF: is 72h in production',
    ]);
    expect(loadConfig({ ...NEEDED, NODE_ENV: 'production', DELETION_COOLING_OFF: '72h' })).toBeDefined();
  });

  test('the parser service needs its socket alone, and tells every mistake', () => {
    expect(loadParserServiceConfig({ PARSER_SOCKET: '/run/parsers/socket', LOG_LEVEL: '' })).toEqual({
      isProduction: false,
      socketPath: '/run/parsers/socket',
      maxParsers: 32,
      logLevel: 'info',
    });
    expect(() => loadParserServiceConfig({ PARSER_LIMIT: '0' })).toThrow(
      /PARSER_SOCKET: is required\n {2}PARSER_LIMIT: must be at least 1$/,
    );
  });

  test('the result cannot be changed', () => {
    const config = loadConfig(NEEDED);
    expect(Object.isFrozen(config) && Object.isFrozen(config.s3) && Object.isFrozen(config.parser)).toBe(true);
  });
});

describe('Temporal', () => {
  const temporal = (env: Record<string, string>) => loadConfig({ ...NEEDED, ...env }).temporal;

  test('is spoken to over TLS once any setting says so', () => {
    expect(temporal({ TEMPORAL_TLS: '0' })).not.toHaveProperty('tls');
    expect(temporal({ TEMPORAL_TLS: '1' })).toMatchObject({ tls: {} });
    expect(temporal({ TEMPORAL_API_KEY: 'key' })).toMatchObject({ tls: {}, apiKey: 'key' });
    expect(temporal({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: 'ca.pem' })).toMatchObject({ tls: { caFile: 'ca.pem' } });
    const client = { TEMPORAL_TLS_CLIENT_CERT_PATH: 'c.pem', TEMPORAL_TLS_CLIENT_KEY_PATH: 'k.pem' };
    expect(temporal({ ...client, TEMPORAL_TLS_SERVER_NAME: 'temporal.example' })).toMatchObject({
      tls: { serverName: 'temporal.example', client: { certificateFile: 'c.pem', keyFile: 'k.pem' } },
    });
  });

  test.each(['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'])('%s is of no use alone', (name) => {
    expect(problemsOf({ ...NEEDED, [name]: 'one.pem' })).toEqual([
      'TEMPORAL_TLS_CLIENT_CERT_PATH: goes with TEMPORAL_TLS_CLIENT_KEY_PATH, neither without the other',
    ]);
  });
});

test("the pages of workflows are those of the namespace in Temporal's web interface", () => {
  const given = { TEMPORAL_UI_URL: 'https://temporal.example/ui/', TEMPORAL_NAMESPACE: 'fix point' };
  expect(loadConfig({ ...NEEDED, ...given }).workflowPages).toBe(
    'https://temporal.example/ui/namespaces/fix%20point/workflows/',
  );
  expect(problemsOf({ ...NEEDED, TEMPORAL_UI_URL: 'javascript:alert(1)' })).toEqual([
    'TEMPORAL_UI_URL: must have the form https://temporal.example',
  ]);
});

describe('API and worker', () => {
  const PRODUCTION = {
    ...NEEDED,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://fixpoint_service:5e55a6e0@db.internal:5432/fixpoint',
    PUBLIC_URL: 'https://fixpoint.example',
    S3_SECRET_KEY: '2f9c1b7d',
    S3_LINK_SECRET_KEY: '8d41c06e',
  };
  const refused = (env: Record<string, string>) => problemsOf({ ...PRODUCTION, ...env }, loadServiceConfig);
  const STRIPE = { STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  test('do not start without being told whether this is production', () => {
    const { NODE_ENV: _, ...unsaid } = PRODUCTION;
    expect(problemsOf(unsaid, loadServiceConfig)).toEqual(['NODE_ENV: is required']);
    expect(problemsOf({ ...unsaid, NODE_ENV: '', PORT: 'x' }, loadServiceConfig)).toEqual([
      'NODE_ENV: is required',
      'PORT: must be a whole number',
    ]);
    expect(loadServiceConfig({ ...NEEDED, NODE_ENV: 'development' }).env).toBe('development');
  });

  test('start in production with what is safe there', () => {
    expect(refused({})).toEqual([]);
    expect(refused({ SMTP_URL: 'smtps://user:x9@mail.example:465', TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' })).toEqual(
      [],
    );
    expect(refused({ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([]);
  });

  const RISKY: [risk: string, env: Record<string, string>, sentence: string][] = [
    [
      'http-public-url',
      { PUBLIC_URL: 'http://fixpoint.example' },
      'PUBLIC_URL: passwords and documents would go there in the clear: make it https',
    ],
    [
      'all-proxies-trusted',
      { TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' },
      'TRUSTED_PROXIES: whoever calls could name any address as theirs, and no limit would count: name your proxies alone',
    ],
    [
      'plain-smtp',
      { SMTP_URL: 'smtp://user:x9@mail.example:587' },
      'SMTP_URL: mail with links to new passwords could be read on its way: make it smtps, or add ?requireTLS=true',
    ],
    [
      'http-s3',
      { S3_ENDPOINT: 'http://s3.example', S3_PUBLIC_ENDPOINT: 'https://s3.example' },
      'S3_ENDPOINT: documents would leave your network in the clear: make it https',
    ],
    [
      'http-s3',
      { S3_PUBLIC_ENDPOINT: 'http://files.example' },
      'S3_PUBLIC_ENDPOINT: documents would leave your network in the clear: make it https',
    ],
    [
      'http-verapdf',
      { VERAPDF_URL: 'http://verapdf.example' },
      'VERAPDF_URL: documents would leave your network in the clear: make it https',
    ],
    [
      'plain-temporal',
      { TEMPORAL_ADDRESS: 'temporal.example:7233' },
      'TEMPORAL_ADDRESS: it would be spoken to in the clear outside of your network: set TEMPORAL_TLS=1',
    ],
    [
      'stripe-test-key',
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY: is a key of tests, with which nobody pays: take the live one',
    ],
    [
      'default-credentials',
      { DATABASE_URL: 'postgresql://app:Postgres@db/fixpoint' },
      'DATABASE_URL: has a password that is tried before all others: make one of chance (openssl rand -hex 20)',
    ],
    [
      'default-credentials',
      { S3_SECRET_KEY: 'minioadmin' },
      'S3_SECRET_KEY: has a password that is tried before all others: make one of chance (openssl rand -hex 20)',
    ],
    [
      'database-owner-url',
      { DATABASE_OWNER_URL: 'postgresql://fixpoint_owner:x9@db/fixpoint' },
      'DATABASE_OWNER_URL: is for fixpoint migrate alone: take it out of the environment of this process, who gets hold of which could change the tables',
    ],
  ];

  test.each(RISKY)('refuse in production: %s', (risk, env, sentence) => {
    expect(refused(env)).toEqual([`${sentence}, or accept that with ACCEPT_RISKS=${risk}`]);
    expect(refused({ ...env, ACCEPT_RISKS: risk })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, ...env, NODE_ENV: 'development' }, loadServiceConfig)).toEqual([]);
    // A command does not serve: it may migrate, or prepare an account of tests.
    expect(problemsOf({ ...PRODUCTION, ...env })).toEqual([]);
  });

  test('each risk that settings tell of is tried above', () => {
    const ofTheDatabase = ['database-login'];
    expect([...new Set(RISKY.map(([risk]) => risk)), ...ofTheDatabase].toSorted()).toEqual([...RISKS]);
  });

  test('are told of all risks at once, and of those that were not accepted alone', () => {
    const env = { PUBLIC_URL: 'http://a.example', SMTP_URL: 'smtp://a.example', S3_SECRET_KEY: 'secret' };
    expect(refused(env).map((sentence) => sentence.split(':')[0])).toEqual(['PUBLIC_URL', 'SMTP_URL', 'S3_SECRET_KEY']);
    const accepted = { ...env, ACCEPT_RISKS: 'plain-smtp, default-credentials' };
    expect(refused(accepted)).toHaveLength(1);
    expect(refused({ ACCEPT_RISKS: 'plain-smtp,everything' })).toEqual([
      `ACCEPT_RISKS: must be names with commas between, of ${RISKS.join(', ')}`,
    ]);
  });

  test.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.16.0.9', true],
    ['192.168.1.1', true],
    ['[fd00::1]', true],
    ['[::1]', true],
    ['s3', true],
    ['s3.storage.svc', true],
    ['s3.storage.svc.cluster.local', true],
    ['s3.internal', true],
    ['s3.internal.example', false],
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['[2001:4860::8888]', false],
    ['[::ffff:8.8.8.8]', false],
    ['100.64.0.1', false],
  ])('may speak to %s in the clear: %s', (host, isInside) => {
    expect(refused({ S3_ENDPOINT: `http://${host}:9000` }).length === 0).toBe(isInside);
  });

  test('are reached in the clear from this machine alone', () => {
    expect(refused({ PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([]);
    expect(refused({ PUBLIC_URL: 'http://[::1]:8080' })).toEqual([]);
    expect(refused({ PUBLIC_URL: 'http://10.0.0.1' })).toHaveLength(1);
  });
});
