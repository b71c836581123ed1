/** Exports of an organization's data: their states, and the workflow's id and input. */
import { DAY_MS } from '#domain/duration.ts';

export const EXPORT_STATUSES = ['pending', 'completed', 'failed', 'expired'] as const;

export interface ExportInput {
  readonly exportId: string;
  readonly organizationId: string;
}

export function exportWorkflowId(exportId: string): string {
  return `export-${exportId}`;
}

/** The queue of the activities of exports, erasures and deletions: their workers hold keys, and may work for hours. */
export const DATA_QUEUE = 'pdf-data';

/** How long an archive can be downloaded. */
export const EXPORT_KEPT_MS = 7 * DAY_MS;
