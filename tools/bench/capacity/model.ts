/** Computes the machines for a year of documents from the cost of one document. */
import { type CpuMs, ofEachPart, type Part } from '#tools/bench/service/cpu.ts';

/** The cost of one document: the mean over the classes, by their shares. */
export interface DocumentCost {
  readonly cpuMs: CpuMs;
  /** The bytes in PostgreSQL with indexes. */
  readonly rowBytes: number;
  readonly rows: number;
  readonly objectBytes: number;
  readonly historyBytes: number;
  readonly historyEvents: number;
}

export interface Assumptions {
  /** The busiest hour has this many times the documents of an average one. */
  readonly peak: number;
  /** The planned share of each processor. */
  readonly utilization: number;
  /** The days of retention of objects, rows and histories. */
  readonly retentionDays: number;
  readonly historyDays: number;
}

export const ASSUMPTIONS: Assumptions = { peak: 5, utilization: 0.6, retentionDays: 90, historyDays: 3 };

export interface Plan {
  /** The documents per second in the busiest hour. */
  readonly peakRate: number;
  /** The processors of each part for the busiest hour. */
  readonly processors: Readonly<Record<'api' | 'workers' | 'temporal' | 'postgres' | 'store', number>>;
  readonly rows: number;
  readonly rowBytes: number;
  readonly objectBytes: number;
  readonly historyBytes: number;
  /** The state transitions per second of Temporal in the busiest hour. One event is at most one transition. */
  readonly transitionRate: number;
}

const YEAR_S = 365.25 * 24 * 3600;

export function planFor(documentsPerYear: number, cost: DocumentCost, assumptions = ASSUMPTIONS): Plan {
  const { peak, utilization, retentionDays, historyDays } = assumptions;
  const mean = documentsPerYear / YEAR_S;
  const peakRate = mean * peak;
  const processors = (...parts: Part[]) =>
    (parts.reduce((sum, part) => sum + cost.cpuMs[part], 0) / 1_000 / utilization) * peakRate;
  const kept = (days: number) => mean * days * 24 * 3600;
  return {
    peakRate,
    processors: {
      api: processors('api'),
      workers: processors('worker', 'parsers', 'verifiers'),
      temporal: processors('temporal'),
      postgres: processors('postgres'),
      store: processors('store'),
    },
    rows: cost.rows * kept(retentionDays),
    rowBytes: cost.rowBytes * kept(retentionDays),
    objectBytes: cost.objectBytes * kept(retentionDays),
    historyBytes: cost.historyBytes * kept(historyDays),
    transitionRate: cost.historyEvents * peakRate,
  };
}

/** The mean of costs, each with its share. */
export function meanOf(costs: readonly (readonly [share: number, cost: DocumentCost])[]): DocumentCost {
  const total = costs.reduce((sum, [share]) => sum + share, 0);
  const mean = (of: (cost: DocumentCost) => number) =>
    costs.reduce((sum, [share, cost]) => sum + (share / total) * of(cost), 0);
  return {
    cpuMs: ofEachPart((part) => mean(({ cpuMs }) => cpuMs[part])),
    rowBytes: mean(({ rowBytes }) => rowBytes),
    rows: mean(({ rows }) => rows),
    objectBytes: mean(({ objectBytes }) => objectBytes),
    historyBytes: mean(({ historyBytes }) => historyBytes),
    historyEvents: mean(({ historyEvents }) => historyEvents),
  };
}
