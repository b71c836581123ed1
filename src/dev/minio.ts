/** A MinIO server of our own: loopback only, random credentials, no console. */
import { join } from 'node:path';
import { LOOPBACK, anyFreePort, statusOf } from './network.ts';
import { run, type RunningProcess, whenReady } from './process.ts';

export interface MinioOptions {
  readonly binary: string;
  readonly dir: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly logFile: string;
  readonly signal?: AbortSignal;
}

export interface MinioServer {
  readonly endpoint: string;
  readonly process: RunningProcess;
}

export async function startMinio(options: MinioOptions): Promise<MinioServer> {
  const port = await anyFreePort();
  const server = await run({
    name: 'minio',
    command: options.binary,
    args: [
      'server',
      '--address',
      `${LOOPBACK}:${port}`,
      '--certs-dir',
      join(options.dir, 'certs'),
      join(options.dir, 'data'),
    ],
    env: {
      PATH: process.env['PATH'],
      // It writes its settings folder there.
      HOME: options.dir,
      MINIO_ROOT_USER: options.accessKey,
      MINIO_ROOT_PASSWORD: options.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    logFile: options.logFile,
  });
  const endpoint = `http://${LOOPBACK}:${port}`;
  await whenReady(server, async () => (await statusOf(`${endpoint}/minio/health/ready`)) === 200, options.signal);
  return { endpoint, process: server };
}
