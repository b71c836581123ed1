import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const NEEDED = {
  DATABASE_URL: 'postgresql://fixpoint:secret@127.0.0.1:5432/fixpoint',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
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
  test('five are required, the rest have defaults', () => {
    expect(loadConfig(NEEDED)).toEqual({
      env: 'development',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: NEEDED.DATABASE_URL,
      temporal: { address: '127.0.0.1:7233', namespace: 'default' },
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        publicEndpoint: 'http://127.0.0.1:9000',
        accessKey: 'key',
        secretKey: 'secret',
        bucketPrefix: 'fixpoint-',
      },
      homeRegion: 'eu-central-1',
      spoolDir: tmpdir(),
      statelessQueue: expect.stringMatching(/^pdf-stateless-.+-[0-9a-f]{8}$/),
      hideForeignArtifacts: false,
      syncMaxBytes: 5_242_880,
      syncTimeoutMs: 25_000,
      parser: { memoryMb: 1024, processes: 2 },
      trustStorePath: null,
      verapdfUrl: null,
      signingKey: { pem: null, file: null },
      secretsKey: { text: null, file: null },
      receivers: { http: true, loopback: false },
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

  test('all mistakes are told together', () => {
    expect(problemsOf({ PORT: 'http', HOME_REGION: 'mars' }).map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
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

  test('the result cannot be changed', () => {
    const config = loadConfig(NEEDED);
    expect(Object.isFrozen(config) && Object.isFrozen(config.s3) && Object.isFrozen(config.parser)).toBe(true);
  });
});
