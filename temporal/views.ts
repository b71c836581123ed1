/**
 * What operators look at in Temporal's UI. The UI keeps saved views in each browser, so a view is a link here that shows its
 * executions and offers to save itself. The rounds of maintenance are in a view of their own and in no other.
 */
import { FAILURES_OF_OURS } from '#domain/submission.ts';

export interface View {
  readonly name: string;
  /** A list filter of Temporal's visibility. */
  readonly query: string;
}

export const VIEWS = [
  { name: 'All without the rounds', query: 'TemporalScheduledById IS NULL' },
  { name: 'Documents', query: "WorkflowType = 'submission'" },
  { name: 'Documents under way', query: "WorkflowType = 'submission' AND ExecutionStatus = 'Running'" },
  { name: 'Documents that failed', query: "DocStatus = 'FAILED'" },
  { name: 'Failed through our fault', query: `FailureCode IN (${FAILURES_OF_OURS.map(quoted).join(', ')})` },
  { name: 'Rejected by policy', query: "DocStatus = 'REJECTED'" },
  { name: 'High or critical risk', query: "RiskLevel IN ('high', 'critical')" },
  { name: 'Changed after signing', query: "VerdictKind IN ('changed_after_signing', 'signed_bytes_changed')" },
  { name: 'Batches', query: "WorkflowType = 'batch'" },
  { name: 'Webhook deliveries waiting', query: "WorkflowType = 'deliver' AND ExecutionStatus = 'Running'" },
  { name: 'Deletions, erasures and exports', query: "WorkflowType IN ('accountDeletion', 'erasure', 'dataExport')" },
  { name: 'Ended by an error of their own', query: "ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated')" },
  { name: 'Rounds', query: 'TemporalScheduledById IS NOT NULL' },
] as const satisfies readonly View[];

/** Path and query, to be put behind the address of the UI; of the namespace that is there without settings. */
export function viewLink({ name, query }: View): string {
  return `/namespaces/default/workflows?query=${component(query)}&savedQuery=${component(name)}`;
}

function quoted(value: string): string {
  return `'${value}'`;
}

/** Encodes as RFC 3986 demands, so that a link in a Markdown table or a terminal ends at the right place. */
function component(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
