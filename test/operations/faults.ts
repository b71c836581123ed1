/** Documents, a service for each test, and a connection to the database that can stop answering. */
import { afterEach, beforeEach, inject } from 'vitest';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { connectDatabase } from '#store/orm.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { startTcpProxy, type TcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';

export const ONE_CHARGE = { used: 1, reserved: 0, succeeded: 1, failed: 0, rejected: 0 };
export const PASS: Script = { at: 'FinalRewrite', act: 'pass' };

let salt = 0;
export const small = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` });
export const large = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` }, EXPRESS_MAX_BYTES + 1);

export interface Faults {
  /** The service of this test. */
  readonly service: Service;
  /** Only the caller goes through this proxy to the database. */
  proxyToDatabase(): Promise<{ proxy: TcpProxy; url: string }>;
  /** Starts workers in this process that reach the database by this URL. */
  workBehind(url: string): Promise<void>;
  rowOf(input: SubmissionInput): Promise<SubmissionRecord | null>;
  /** The failure types of the activities that are currently retried. */
  failuresOf(input: SubmissionInput): Promise<Array<string | null | undefined>>;
}

/** Starts a service before each test of the calling file and ends it afterwards. */
export function useFaults(): Faults {
  let service: Service;
  const opened: Array<() => Promise<unknown>> = [];
  beforeEach(async () => {
    service = await startService(inject('parts'));
  });
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
    await service.close();
  });
  return {
    get service() {
      return service;
    },
    async proxyToDatabase() {
      const { databaseUrl } = inject('parts');
      const proxy = await startTcpProxy(new URL(databaseUrl));
      opened.push(() => proxy.close());
      return { proxy, url: throughProxy(databaseUrl, proxy) };
    },
    async workBehind(url) {
      const database = await connectDatabase(url);
      opened.push(() => database.close());
      const workers = await service.workHere({ database });
      opened.push(() => workers.shutdown());
    },
    rowOf: ({ organizationId, submissionId }) => service.submissions.find(organizationId, submissionId),
    async failuresOf(input) {
      const pending = (await service.handle(input).describe()).raw.pendingActivities ?? [];
      return pending.map(({ lastFailure }) => lastFailure?.applicationFailureInfo?.type);
    },
  };
}
