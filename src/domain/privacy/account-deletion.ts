/** The deletion of a whole organization: its states, its clock, and what is counted for the certificate. */
import { REGIONS, type Region } from '#domain/region.ts';

export const DELETION_STATUSES = ['pending', 'cancelled', 'executing'] as const;

/** The input has ids and times alone; times are milliseconds since 1970, as workflows count. */
export interface DeletionInput {
  readonly deletionId: string;
  readonly organizationId: string;
  readonly requestedAtMs: number;
  readonly cancellableUntilMs: number;
}

export function deletionWorkflowId(organizationId: string): string {
  return `delete-${organizationId}`;
}

/** The specification's 72 hours. */
export const COOLING_OFF_MS = 72 * 60 * 60 * 1000;

/** When its owners and admins are reminded, as parts of the cooling-off: after 48 and after 71 of 72 hours. */
export const REMINDERS = [48 / 72, 71 / 72] as const;

/** How the refusal of a cancellation that comes too late is named between workflow and API. */
export const COOLING_OFF_EXPIRED = 'COOLING_OFF_EXPIRED';

/** Objects that were removed from the store of one region. */
export interface RegionCounts {
  readonly originals: number;
  readonly artifacts: number;
  readonly exports: number;
  /** Originals and artifacts of the shared layout that other organizations have too. */
  readonly shared: number;
}

export type DeletionCounts = Readonly<Record<Region, RegionCounts>>;

const NOTHING: RegionCounts = { originals: 0, artifacts: 0, exports: 0, shared: 0 };

export function noCounts(): DeletionCounts {
  const [first, second, third] = REGIONS;
  return { [first]: NOTHING, [second]: NOTHING, [third]: NOTHING };
}

/** The content of the certificate, without its issuer. */
export interface DeletionFacts {
  readonly certificateId: string;
  readonly organizationId: string;
  readonly requestedAt: Date;
  readonly executedAt: Date;
  readonly counts: DeletionCounts;
}
