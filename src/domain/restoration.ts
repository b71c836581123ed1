/** The restoration of an artifact that the store lost or holds damaged: the workflow's id, input and end. */
import type { Region } from './region.ts';

export interface RestorationInput {
  readonly region: Region;
  /** Of the artifact, in hex. */
  readonly sha256: string;
  /** The id of the organization; null in the layout that organizations share, and absent in inputs of versions before. */
  readonly folder?: string | null;
}

/**
 * `restored` from an original; `lost` when no original is left, or none that still gives this output; `released` when
 * nobody may have the artifact any more.
 */
export type RestorationOutcome = 'restored' | 'lost' | 'released';

export function restorationWorkflowId({ region, sha256, folder = null }: RestorationInput): string {
  return ['restore', region, ...(folder === null ? [] : [folder]), sha256].join('-');
}
