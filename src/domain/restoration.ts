/** The restoration of an artifact that the store lost or holds damaged: the workflow's id, input and end. */
import type { Region } from './region.ts';

export interface RestorationInput {
  readonly region: Region;
  /** Of the artifact, in hex. */
  readonly sha256: string;
}

/**
 * `restored` from an original; `lost` when no original is left, or none that still gives this output; `released` when
 * nobody may have the artifact any more.
 */
export type RestorationOutcome = 'restored' | 'lost' | 'released';

export function restorationWorkflowId({ region, sha256 }: RestorationInput): string {
  return `restore-${region}-${sha256}`;
}
