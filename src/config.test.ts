import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const NEEDED = {
  DATABASE_URL: 'postgresql://fixpoint:secret@127.0.0.1:5432/fixpoint',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_LINK_ACCESS_KEY: 'link-key',
  S3_LINK_SECRET_KEY: 'link-secret',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
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
      temporal: { address: '127.0.0.1:7233', namespace: 'default' },
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        publicEndpoint: 'http://127.0.0.1:9000',
        accessKey: 'key',
        secretKey: 'secret',
        bucketPrefix: 'fixpoint-',
        links: { accessKey: 'link-key', secretKey: 'link-secret' },
      },
      homeRegion: 'eu-central-1',
      spoolDir: tmpdir(),
      statelessQueue: expect.stringMatching(/^pdf-stateless-.+-[0-9a-f]{8}$/),
      hideForeignArtifacts: false,
      syncMaxBytes: 5_242_880,
      syncTimeoutMs: 25_000,
      parser: { memoryMb: 1024, processes: 2 },
      leastParserIsolation: 'network-access',
      trustStorePath: null,
      verapdfUrl: null,
      signingKey: { pem: null, file: null },
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
    ['TEMPORAL_ADDRESS', 'http://127.0.0.1', 'must look like host:7233'],
    [
      'DATABASE_URL',
      'mysql://root:hunter2@localhost/x',
      'must look like postgresql://user:password@host:5432/fixpoint',
    ],
    ['IMAGE_DIGEST', 'latest', 'must look like sha256: and 64 hexadecimal digits'],
    ['TRUSTED_PROXIES', 'proxy.example', 'must be IP addresses or CIDR blocks'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be IP addresses or CIDR blocks'],
    ['PASSWORD_MIN_LENGTH', '7', 'must be at least 8'],
    ['SMTP_URL', 'http://mail.example', 'must look like smtp://user:password@host:587'],
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

  test('the result cannot be changed', () => {
    const config = loadConfig(NEEDED);
    expect(Object.isFrozen(config) && Object.isFrozen(config.s3) && Object.isFrozen(config.parser)).toBe(true);
  });
});
