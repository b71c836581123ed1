/** Makes every connection of the API and the worker to Temporal, with or without TLS. */
import { readFile } from 'node:fs/promises';
import type { TLSConfig } from '@temporalio/client';
import type { TemporalConfig, TemporalTls } from '#src/config.ts';

/** Options for both the client and the worker of the SDK. */
export interface TemporalConnectionOptions {
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
  readonly channelArgs: Readonly<Record<string, number>>;
}

/** By default a channel waits for up to two minutes before it tries an unreachable server again. */
const SOON = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 5_000 };

class TemporalTlsError extends Error {
  override readonly name = 'TemporalTlsError';
}

/** Reads the files that the settings name. Throws TemporalTlsError where one cannot be read. */
export async function connectionOptions({ address, tls, apiKey }: TemporalConfig): Promise<TemporalConnectionOptions> {
  return {
    address,
    channelArgs: SOON,
    ...(tls !== undefined && { tls: await tlsOf(tls) }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

async function tlsOf({ serverName, caFile, client }: TemporalTls): Promise<TLSConfig> {
  return {
    ...(serverName !== undefined && { serverNameOverride: serverName }),
    ...(caFile !== undefined && { serverRootCACertificate: await read('TEMPORAL_TLS_SERVER_CA_CERT_PATH', caFile) }),
    ...(client !== undefined && {
      clientCertPair: {
        crt: await read('TEMPORAL_TLS_CLIENT_CERT_PATH', client.certificateFile),
        key: await read('TEMPORAL_TLS_CLIENT_KEY_PATH', client.keyFile),
      },
    }),
  };
}

async function read(setting: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new TemporalTlsError(`The file that ${setting} names cannot be read.`, { cause });
  });
}
