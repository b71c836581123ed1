/** A Versity S3 Gateway over a folder: loopback only, random credentials, users in files, versions on request. */
import { join } from 'node:path';
import { LOOPBACK, anyFreePort, statusOf } from '#dev/network.ts';
import { makeDirectory } from '#dev/files.ts';
import type { ServiceOptions } from '#dev/process.ts';
import type { MinioOptions, MinioServer } from './minio.ts';

/** Its address and its command. */
export async function versitygwServer(options: MinioOptions): Promise<MinioServer> {
  const port = await anyFreePort();
  const endpoint = `http://${LOOPBACK}:${port}`;
  const folder = (name: string) => join(options.dir, name);
  for (const name of ['data', 'users', 'versions']) makeDirectory(folder(name));
  const gateway = ['--port', `${LOOPBACK}:${port}`, '--iam-dir', folder('users'), '--health', '/health', '--quiet'];
  const backend = ['posix', '--versioning-dir', folder('versions'), folder('data')];
  const service: ServiceOptions = {
    name: 'versitygw',
    command: options.binary,
    args: [...gateway, ...backend],
    env: {
      PATH: process.env['PATH'],
      ROOT_ACCESS_KEY: options.accessKey,
      ROOT_SECRET_KEY: options.secretKey,
    },
    logFile: options.logFile,
    answers: async () => (await statusOf(`${endpoint}/health`)) === 200,
  };
  return { endpoint, service };
}
