/** veraPDF's report in JSON, its own REST service's and ours, as a verdict in the words of the domain. */
import { z } from 'zod';
import type { RuleFailure, Validation } from '#domain/pdfa.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

const ruleSummary = z.object({
  specification: z.string(),
  clause: z.string(),
  testNumber: z.union([z.int(), z.string()]),
  failedChecks: z.int(),
  description: z.string(),
});

const validationResult = z.object({
  compliant: z.boolean(),
  details: z.object({ ruleSummaries: z.array(ruleSummary).default([]) }),
});

const job = z.object({
  // A list since veraPDF 1.26, since one document can be validated against several profiles.
  validationResult: z.union([z.array(validationResult).min(1), validationResult.transform((one) => [one])]).optional(),
  taskException: z.object({ type: z.string().optional() }).optional(),
});

const reportSchema = z.object({ report: z.object({ jobs: z.array(job) }) });

export function readReport(body: unknown): Validation {
  const parsed = reportSchema.safeParse(body);
  if (!parsed.success) return { kind: 'unavailable', reason: 'the validator answered in words of its own' };
  const [result] = parsed.data.report.jobs[0]?.validationResult ?? [];
  if (result === undefined) return { kind: 'unreadable', reason: 'veraPDF cannot read the document' };
  const failed = result.details.ruleSummaries.filter(({ failedChecks }) => failedChecks > 0);
  return { kind: 'validated', compliant: result.compliant, failures: sortedRules(failed.map(toFailure)) };
}

function toFailure({ specification, clause, testNumber, failedChecks, description }: z.infer<typeof ruleSummary>) {
  return {
    rule: `${specification} ${clause}-${testNumber}`,
    description: description.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION_CHARACTERS),
    occurrences: failedChecks,
  };
}

/** Clause 6.2.4 comes before 6.2.11; a rule met twice is one. */
function sortedRules(failures: readonly RuleFailure[]): RuleFailure[] {
  const byRule = new Map<string, RuleFailure>();
  for (const failure of failures) {
    const occurrences = (byRule.get(failure.rule)?.occurrences ?? 0) + failure.occurrences;
    byRule.set(failure.rule, { ...failure, occurrences });
  }
  return [...byRule.values()].toSorted((a, b) => compareNumbers(a.rule, b.rule));
}

/** Compares by the numbers in the text, then by the text. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  for (let index = 0; index < Math.min(left?.length ?? 0, right?.length ?? 0); index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
