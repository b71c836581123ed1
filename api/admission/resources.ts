/**
 * The resources of an API process that callers hold for a time, with their shares. All organizations of the plan Free
 * together hold at most half of each, so that paying organizations always have the other half.
 */
import type { ErrorCode } from '#domain/problem-codes.ts';
import { spoolCapacity } from '#src/spool/room.ts';

export interface Shares {
  readonly capacity: number;
  readonly organization: number;
  /** An API key or a member: one program that fails does not take all that its organization has. */
  readonly caller: number;
  /** One address: less than the half of plan Free, so that several free organizations there do not shut out the others. */
  readonly network: number;
}

export interface ResourceKind {
  /** The resource in words, as in "at most 20 streams of events open". */
  readonly words: string;
  /** The problem of a caller, an organization or a network with too much. */
  readonly problem: ErrorCode;
  readonly shares: (spoolDir: string) => Shares;
}

const fixed = (shares: Shares) => () => shares;

export const RESOURCES = {
  uploads: {
    words: 'uploads under way',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 400, organization: 80, caller: 60, network: 120 }),
  },
  /** Bytes of uploads that lie in the spool directory: how many there may be depends on its file system. */
  spoolBytes: {
    words: 'bytes of uploads under way',
    problem: 'too_many_at_once',
    shares: bytesIn,
  },
  statelessDocuments: {
    words: 'stateless documents under way',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 200, organization: 50, caller: 40, network: 60 }),
  },
  comparisons: {
    words: 'comparisons under way',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 60, organization: 15, caller: 12, network: 20 }),
  },
  evidence: {
    words: 'archives of evidence under way',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 60, organization: 15, caller: 12, network: 20 }),
  },
  downloads: {
    words: 'downloads under way',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 400, organization: 80, caller: 60, network: 120 }),
  },
  /** Callers who wait for a result. One beyond a share gets the answer 202 at once, since the document is accepted by then. */
  waits: {
    words: 'requests that wait for a result',
    problem: 'too_many_at_once',
    shares: fixed({ capacity: 1_000, organization: 200, caller: 150, network: 300 }),
  },
  eventStreams: {
    words: 'streams of events open',
    problem: 'too_many_streams',
    shares: fixed({ capacity: 200, organization: 20, caller: 20, network: 60 }),
  },
} as const satisfies Readonly<Record<string, ResourceKind>>;

export type Resource = keyof typeof RESOURCES;

function bytesIn(spoolDir: string): Shares {
  const capacity = spoolCapacity(spoolDir);
  return { capacity, organization: capacity / 2, caller: capacity / 2, network: (3 * capacity) / 4 };
}
