/**
 * Tests a signing key in a key management service. This is local-kms, which Go builds once. Without Go the test is
 * skipped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { verify } from 'node:crypto';
import { join } from 'node:path';
import { CreateAliasCommand, CreateKeyCommand, KMSClient, type KeySpec } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFreePort, becomesTrue } from '#dev/network.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import { openSigningKey } from '#src/keys/load-signing-key.ts';
import { publicPem } from '#src/keys/signing-key.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';

const program = await resolveTool('local-kms', () => undefined).catch((error: Error) => error);

const REGION = 'eu-central-1';
const open = (uri: string) => openSigningKey({ env: 'production', signingKey: { pem: null, file: null, uri } });

describe('a key in AWS KMS', requires('local-kms', !(program instanceof Error)), () => {
  let service: ChildProcess;
  const folder = ownFolder(afterAll);
  let client: KMSClient;

  beforeAll(async () => {
    const port = await anyFreePort();
    const settings = {
      PORT: String(port),
      KMS_DATA_PATH: folder,
      KMS_REGION: REGION,
      KMS_SEED_PATH: join(folder, 'none'),
    };
    service = spawn(String(program), { env: { ...process.env, ...settings }, stdio: 'ignore' });
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'anyone',
      AWS_SECRET_ACCESS_KEY: 'anything',
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
    });
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    expect(await becomesTrue(answers, 30_000)).toBe(true);
    client = new KMSClient();
  });
  afterAll(() => {
    service.kill();
  });

  async function made(KeySpec: KeySpec): Promise<{ id: string; arn: string }> {
    const { KeyMetadata: key } = await client.send(new CreateKeyCommand({ KeySpec, KeyUsage: 'SIGN_VERIFY' }));
    return { id: key?.KeyId ?? '', arn: key?.Arn ?? '' };
  }

  test('signs, by its id, its ARN and its alias', async () => {
    const { id, arn } = await made('ECC_NIST_P256');
    await client.send(new CreateAliasCommand({ AliasName: 'alias/attestations', TargetKeyId: id }));
    const keys = await Promise.all([id, arn, 'alias/attestations'].map((name) => open(`awskms:///${name}`)));
    expect(new Set(keys.map(({ publicJwk }) => publicJwk.kid)).size).toBe(1);
    for (const key of keys) {
      const bytes = Buffer.from('anything');
      const form = { key: publicPem(key.publicJwk), dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', bytes, form, await key.sign(bytes))).toBe(true);
    }
  });

  test('is refused when there is no such key, and when it is of another kind', async () => {
    await expect(open('awskms:///alias/none')).rejects.toThrow(/AWS KMS refused or did not answer \(NotFoundException/);
    const { id } = await made('RSA_2048');
    await expect(open(`awskms:///${id}`)).rejects.toThrow(/not on the curve P-256/);
  });

  test('that does not answer is said to do so', async () => {
    const { id } = await made('ECC_NIST_P256');
    const key = await open(`awskms:///${id}`);
    const gone = once(service, 'exit');
    service.kill();
    await gone;
    await expect(key.sign(Buffer.from('x'))).rejects.toThrow(/AWS KMS refused or did not answer/);
  });
});
