/** Tests the histories of an organization on a real server, which takes its time to delete them. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { executionCalls } from '#temporal/client/executions.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere(); // the worker registers the search attributes
});

const PATIENT = 1_500_000;
const SOON = { interval: 250 };
/**
 * The server removes a run after its queue has passed the end of the run. It notes that every half minute and checks
 * less and less often, so this takes minutes beside the deletions of other tests.
 */
const FORGOTTEN = { timeout: 1_200_000, interval: 1000 };

test(
  'what runs is ended at once and counted once, and every run is forgotten, also of an id that ran again',
  async () => {
    const { client } = service;
    const organizationId = randomUUID();
    const start = (workflowId: string) =>
      client.workflow.start('nobody-works-on-it', {
        workflowId,
        taskQueue: 'nobody',
        typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.OrgId, value: organizationId }],
      });
    const again = `again-${organizationId}`;
    for (let run = 0; run < 3; run++) await (await start(again)).terminate();
    const running = await start(`running-${organizationId}`);
    const kept = await start(`kept-${organizationId}`);
    const shown = () => client.workflow.count(`OrgId = '${organizationId}'`).then(({ count }) => count);
    await expect.poll(shown, SOON).toBe(5);

    const end = () => executionCalls(client).deleteExecutionsOf(organizationId, { except: [kept.workflowId] });
    expect(await end()).toBe(1);
    await expect.poll(end, SOON).toBe(0);
    await expect(running.result()).rejects.toThrow();
    await expect.poll(shown, FORGOTTEN).toBe(1);
    expect((await kept.describe()).status.name).toBe('RUNNING');
  },
  PATIENT,
);
