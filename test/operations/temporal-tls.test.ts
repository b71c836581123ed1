/** Tests the connection to a Temporal that accepts only TLS with a client certificate of its authority. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createSecureServer, constants } from 'node:http2';
import { connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TlsOptions } from 'node:tls';
import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { connectTemporal } from '#temporal/client/client.ts';
import { connectionOptions } from '#temporal/client/connection.ts';
import { pdfSaying, startApi, type Api } from '#test/support/api.ts';
import { createSigner, extension, type Signer } from '#test/support/builders/signer.ts';
import { startApiProgram, startWorkerProgram } from '#test/support/programs.ts';
import { type Service, startService } from '#test/support/service.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';

const SERVER_NAME = 'temporal.test';
const API_KEY = `api-key-${randomBytes(12).toString('hex')}`;
/** The bit of keyUsage for signing certificates. */
const CERTIFICATES = 0x04;

const authority = () =>
  createSigner({ commonName: 'Authority', extensions: [extension.authority(), extension.keyUsage(CERTIFICATES)] });
const trusted = authority();
const server = createSigner({ commonName: 'Server', issuer: trusted, extensions: [extension.hostName(SERVER_NAME)] });
const client = createSigner({ commonName: 'Client', issuer: trusted, extensions: [extension.noAuthority()] });

let folder: string;
let proxy: Server;
let service: Service;
beforeAll(async () => {
  quietRuntime([]);
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-tls-'));
  for (const [name, signer] of Object.entries({ trusted, client, other: authority() })) {
    await writeFile(join(folder, `${name}.pem`), certificateOf(signer));
    await writeFile(join(folder, `${name}-key.pem`), keyOf(signer));
  }
  service = await startService(inject('parts'));
  const { hostname, port } = new URL(`http://${inject('parts').temporal.address}`);
  proxy = createServer({ ...TLS, requestCert: true, rejectUnauthorized: true }, (inbound) => {
    const outbound = connect(Number(port), hostname);
    for (const socket of [inbound, outbound]) socket.on('error', () => [inbound, outbound].map((one) => one.destroy()));
    inbound.pipe(outbound).pipe(inbound);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  proxy.close();
  await service.close();
  await rm(folder, { recursive: true });
});

function certificateOf({ certificate }: Signer): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

function keyOf({ key }: Signer): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const TLS: TlsOptions = {
  key: keyOf(server),
  cert: certificateOf(server),
  ca: certificateOf(trusted),
  ALPNProtocols: ['h2'],
};
const file = (name: string) => join(folder, `${name}.pem`);
const shown = () => ({ certificateFile: file('client'), keyFile: file('client-key') });
const addressOf = (one: Pick<Server, 'address'>) => {
  const address = one.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

describe('a connection to Temporal', () => {
  const reach = async (tls?: Parameters<typeof connectionOptions>[0]['tls']) => {
    const config = { address: addressOf(proxy), namespace: 'default', ...(tls && { tls }) };
    const asApi = await connectTemporal(config);
    const worker = NativeConnection.connect(await connectionOptions(config)).then((one) => one.close());
    const answers = await Promise.allSettled([asApi.ready(), worker]);
    await asApi.close();
    return answers.map(({ status }) => status);
  };

  test('is made over TLS with a certificate that the server trusts, by the API and by a worker', async () => {
    const tls = { serverName: SERVER_NAME, caFile: file('trusted'), client: shown() };
    expect(await reach(tls)).toEqual(['fulfilled', 'fulfilled']);
  });

  test('is not made without a certificate, in the clear, to an unknown server, or by another name', async () => {
    const tls = { serverName: SERVER_NAME, caFile: file('trusted'), client: shown() };
    const { client: _, ...nameless } = tls;
    const { serverName: __, ...unnamed } = tls;
    for (const wrong of [nameless, undefined, { ...tls, caFile: file('other') }, unnamed]) {
      expect(await reach(wrong)).toEqual(['rejected', 'rejected']);
    }
  });

  test('needs the files that its settings name', async () => {
    const config = { address: addressOf(proxy), namespace: 'default', tls: { caFile: file('none') } };
    await expect(connectTemporal(config)).rejects.toThrow(
      'The file that TEMPORAL_TLS_SERVER_CA_CERT_PATH names cannot be read.',
    );
  });

  test('sends the API key with its calls', async () => {
    const seen: (string | undefined)[] = [];
    const gate = createSecureServer(TLS).on('stream', (stream, headers) => {
      seen.push(headers.authorization);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true });
      stream.close(constants.NGHTTP2_NO_ERROR);
    });
    await once(gate.listen(0, '127.0.0.1'), 'listening');
    const tls = { serverName: SERVER_NAME, caFile: file('trusted') };
    const options = await connectionOptions({ address: addressOf(gate), namespace: 'default', tls, apiKey: API_KEY });
    await expect(Connection.connect(options)).rejects.toThrow();
    await expect(NativeConnection.connect(options)).rejects.toThrow();
    gate.close();
    expect(new Set(seen)).toEqual(new Set([`Bearer ${API_KEY}`]));
  });
});

test('API and worker work on a document over TLS, and log neither key', async () => {
  const { databaseUrl, s3 } = inject('parts');
  const { namespace } = service.client.options;
  const parts = { databaseUrl, s3, temporal: { address: addressOf(proxy), namespace } };
  const settings = {
    SPOOL_DIR: folder,
    LOG_LEVEL: 'trace',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('trusted'),
    TEMPORAL_TLS_CLIENT_CERT_PATH: file('client'),
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('client-key'),
    TEMPORAL_API_KEY: API_KEY,
  };
  const worker = await startWorkerProgram(parts, { ...settings, SIGNING_KEY: newDevelopmentKey() });
  const program = await startApiProgram(parts, settings);
  const own: Api = await startApi();
  const { key } = await own.newTenant();
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/pdf', Prefer: 'wait=60' };
  const body = Buffer.from(pdfSaying('over TLS'));
  const answer = await fetch(`${program.url}/api/normalize`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
  for (const { child, said } of [program, worker]) {
    child.kill('SIGKILL');
    expect(said()).not.toContain(API_KEY);
    expect(said()).not.toContain(keyOf(client).split('\n')[1]);
  }
  await own.close();
});
