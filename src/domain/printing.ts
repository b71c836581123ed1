/** The printed form of an attestation: the workflow's id, input and end. No hash is in its history. */
import type { Region } from './region.ts';

export interface PrintInput {
  readonly organizationId: string;
  readonly attestationId: string;
  readonly region: Region;
}

/** `gone` where there is no such attestation any more. */
export type PrintOutcome = 'printed' | 'gone';

/** For whoever waits for the page. */
export const PRINT_TIMEOUT_MS = 60_000;

export function printWorkflowId({ attestationId }: PrintInput): string {
  return `print-${attestationId}`;
}
