/** The part of `record.ts` about exports, erasures and deletions of organizations. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { COOLING_OFF_MS, deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { exportWorkflowId } from '#domain/privacy/data-export.ts';
import { erasureWorkflowId } from '#domain/privacy/erasure.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { accountDeletionStore, deletionInput } from '#store/privacy/account-deletions.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import { exportStore } from '#store/privacy/exports.ts';
import { mailStore } from '#store/mail/mails.ts';
import { addDocument, REGION } from '#test/support/builders/documents.ts';
import type { Service } from '#test/support/service.ts';

type Save = (name: string, handle: WorkflowHandle) => Promise<void>;

/** Organizations from `newOrganization`. Each ends in another way. */
export async function recordData(
  service: Service,
  { newOrganization, sealer }: { newOrganization: () => Promise<string>; sealer: Sealer },
  save: Save,
): Promise<void> {
  const { database, artifacts, temporal, client } = service;
  const handle = (workflowId: string) => client.workflow.getHandle(workflowId);
  const member = randomUUID();

  const organizationId = await newOrganization();
  await addDocument(service, organizationId);
  const exports = exportStore(database);
  const { id: exportId } = await exports.request(organizationId, member, REGION);
  await temporal.startExport({ organizationId, exportId });
  while ((await exports.find(organizationId, exportId))?.status !== 'completed') await delay(50);
  await handle(exportWorkflowId(exportId)).cancel();
  await save('data-export-cancelled', handle(exportWorkflowId(exportId)));

  const { erasure } = await erasureStore(database, artifacts).schedule(organizationId, member, 'all');
  const { id: erasureId } = erasure;
  await temporal.startErasure({ organizationId, erasureId }, 'all');
  await save('data-erasure', handle(erasureWorkflowId(organizationId, 'all')));

  const deletions = accountDeletionStore(database, mailStore(database, sealer));
  for (const [name, coolingOffMs] of Object.entries({ cancelled: COOLING_OFF_MS, executed: 2_000 })) {
    const { deletion } = await deletions.request(organizationId, member, coolingOffMs);
    await temporal.startDeletion(deletionInput(deletion));
    if (name === 'cancelled') await temporal.cancelDeletion(deletionInput(deletion), member);
    await save(`data-deletion-${name}`, handle(deletionWorkflowId(organizationId)));
  }
}
