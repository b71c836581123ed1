/** A MinIO server on the loopback interface with random credentials and without a console. */
import { join } from 'node:path';
import { LOOPBACK, anyFreePort, statusOf } from '#dev/network.ts';
import type { ServiceOptions } from '#dev/process.ts';

export interface MinioOptions {
  readonly binary: string;
  readonly dir: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly logFile: string;
}

export interface MinioServer {
  readonly endpoint: string;
  readonly service: ServiceOptions;
}

/** Its address and its command. */
export async function minioServer(options: MinioOptions): Promise<MinioServer> {
  const port = await anyFreePort();
  const endpoint = `http://${LOOPBACK}:${port}`;
  const service: ServiceOptions = {
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
      // MinIO writes its settings folder there.
      HOME: options.dir,
      MINIO_ROOT_USER: options.accessKey,
      MINIO_ROOT_PASSWORD: options.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    logFile: options.logFile,
    answers: async () => (await statusOf(`${endpoint}/minio/health/ready`)) === 200,
  };
  return { endpoint, service };
}
