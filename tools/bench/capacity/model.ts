/** From the cost of a document to machines for a year of them. */
import { type CpuMs, ofEachPart, type Part } from '#tools/bench/service/cpu.ts';

/** Of one document: the mean over the classes, by their shares. */
export interface DocumentCost {
  readonly cpuMs: CpuMs;
  /** In PostgreSQL, with indexes. */
  readonly rowBytes: number;
  readonly rows: number;
  readonly objectBytes: number;
  readonly historyBytes: number;
  readonly historyEvents: number;
}

export interface Assumptions {
  /** The busiest hour has so many times the documents of a mean one. */
  readonly peak: number;
  /** So much of a processor is planned with. */
  readonly utilization: number;
  /** Days for which objects and rows are kept, and histories. */
  readonly retentionDays: number;
  readonly historyDays: number;
}

export const ASSUMPTIONS: Assumptions = { peak: 5, utilization: 0.6, retentionDays: 90, historyDays: 3 };

export interface Plan {
  /** Documents a second in the busiest hour. */
  readonly peakRate: number;
  /** Processors for the busiest hour, of each part. */
  readonly processors: Readonly<Record<'api' | 'workers' | 'temporal' | 'postgres' | 'store', number>>;
  readonly rows: number;
  readonly rowBytes: number;
  readonly objectBytes: number;
  readonly historyBytes: number;
  /** State transitions a second in Temporal in the busiest hour; one event is one at most. */
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
