import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepts } from '#dev/network.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { ownSeaweedfs, REGION, startSeaweedfs, stopAndRemove, testObjectStore } from './object-store.ts';

describe('SeaweedFS', () => {
  testObjectStore(startSeaweedfs);
});

describe('the other ports of SeaweedFS', () => {
  let own: Awaited<ReturnType<typeof ownSeaweedfs>>;
  beforeAll(async () => {
    own = await ownSeaweedfs();
    const store = artifactStore(own.config);
    await store.ensureBuckets();
    await store.putBytes(REGION, 'artifacts/secret.pdf', Buffer.from('secret'), 'application/pdf');
  });
  afterAll(() => stopAndRemove(own.running, own.dir));

  const portOf = (flag: string) => own.args.find((arg) => arg.startsWith(`-${flag}=`))?.split('=')[1] ?? '';
  const statusOf = async (flag: string, path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${portOf(flag)}${path}`, init)).status;

  test('give no object, list none and take none without a key', async () => {
    const object = `/buckets/fixpoint-${REGION}/artifacts/secret.pdf`;
    expect(await statusOf('filer.port', object)).toBe(404);
    expect(await statusOf('filer.port', '/buckets/')).toBe(404);
    expect(await statusOf('filer.port', object, { method: 'PUT', body: 'x' })).toBe(404);
    expect(await statusOf('volume.port', '/1,01637037d6')).toBe(401);
    expect(await statusOf('volume.port', '/1,01637037d6', { method: 'DELETE' })).toBe(401);
  });

  test('refuse a gRPC client without a certificate', async () => {
    const port = Number(portOf('filer.port.grpc'));
    const client = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    const [error] = await once(client, 'error');
    expect(String(error)).toMatch(/certificate required/);
  });

  test('listen on the loopback interface alone', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((one) => one ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of addresses) {
      for (const flag of ['master.port', 'volume.port', 'filer.port', 's3.port', 'filer.port.grpc']) {
        expect(await accepts(address, Number(portOf(flag)))).toBe(false);
      }
    }
  });
});
