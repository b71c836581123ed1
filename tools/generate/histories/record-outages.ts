/** The part of `record.ts` about submissions during outages. Each has separate workers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { EXPRESS_MAX_BYTES } from '#domain/submission.ts';
import { connectDatabase } from '#store/orm.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import { type Service, type ServiceParts, startService } from '#test/support/service.ts';

type Save = (name: string, handle: WorkflowHandle) => Promise<void>;

export async function recordOutages(parts: ServiceParts, save: Save): Promise<void> {
  for (const [name, record] of Object.entries({ 'outage-admission': admission, 'outage-lost': lost })) {
    await using stack = new AsyncDisposableStack();
    const service = await startService(parts);
    const handle = await record(service, parts, stack);
    stack.defer(() => service.close());
    await save(name, handle);
  }
}

/** The database does not answer during the admission of the document. */
async function admission(
  service: Service,
  { databaseUrl }: ServiceParts,
  stack: AsyncDisposableStack,
): Promise<WorkflowHandle> {
  const proxy = await startTcpProxy(new URL(databaseUrl));
  stack.defer(() => proxy.close());
  const database = await connectDatabase(throughProxy(databaseUrl, proxy));
  stack.defer(() => database.close());
  await service.workHere({ database });
  proxy.freeze();
  const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'admission' }));
  await Promise.race([service.underWay(input, 'admit'), service.handle(input).result()]).catch(() => undefined);
  proxy.thaw();
  await service
    .handle(input)
    .result()
    .catch(() => undefined);
  return service.handle(input);
}

/** The worker is lost at every attempt of the stage. */
async function lost(service: Service): Promise<WorkflowHandle> {
  const worker = await service.workElsewhere();
  const script = { at: 'FinalRewrite', act: 'linger', ms: 3_000, salt: 'lost' } as const;
  const input = await service.submit(fakeDocument(script, EXPRESS_MAX_BYTES + 1));
  await service.underWay(input, 'FinalRewrite');
  worker.kill('SIGSTOP');
  const handle = service.handle(input);
  while (!(await handle.fetchHistory()).events?.some(({ activityTaskTimedOutEventAttributes: found }) => found)) {
    await delay(500);
  }
  worker.kill('SIGCONT');
  await handle.result();
  return handle;
}
