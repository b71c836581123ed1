/** Decides by the planner whether a statement stays fast when its tables grow. */
import { z } from 'zod';
import type { AdministratorSession } from '#test/support/database-administrator.ts';

/** A step in the result of `explain (format json)` (PostgreSQL, Using EXPLAIN). */
export interface Step {
  readonly kind: string;
  readonly table: string | null;
  readonly index: string | null;
  readonly isBounded: boolean;
  /** True if it reads rows that it does not return. */
  readonly isFiltered: boolean;
  readonly rows: number;
  readonly steps: readonly Step[];
}

/** Smaller tables need no index. */
const SMALL_ROWS = 10_000;

const planSchema: z.ZodType<Step> = z
  .object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    'Recheck Cond': z.string().optional(),
    Filter: z.string().optional(),
    'Plan Rows': z.number(),
    get Plans() {
      return z.array(planSchema).optional();
    },
  })
  .transform((node) => ({
    kind: node['Node Type'],
    table: node['Relation Name'] ?? null,
    index: node['Index Name'] ?? null,
    isBounded: node['Index Cond'] !== undefined,
    isFiltered: node.Filter !== undefined,
    rows: node['Plan Rows'],
    steps: node.Plans ?? [],
  }));
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

export interface Verdict {
  readonly statement: string;
  /** The reasons why it grows with its tables; empty if it does not. */
  readonly faults: readonly string[];
}

/** @param sizes the rows of each table, and the entries of each index */
export async function checkPlan(
  { ask }: AdministratorSession,
  statement: string,
  sizes: ReadonlyMap<string, number>,
): Promise<Verdict> {
  const generic = /\$\d/.test(statement) ? 'generic_plan, ' : '';
  const rows = await ask(`explain (${generic}format json) ${statement}`);
  const [
    {
      'QUERY PLAN': [{ Plan: plan }],
    },
  ] = explained.parse(rows);
  return { statement, faults: faultsOf(plan, sizes, []) };
}

/** @param above the kinds of the parent steps, outermost first */
function faultsOf(step: Step, sizes: ReadonlyMap<string, number>, above: readonly string[]): string[] {
  const { kind, table, index, isBounded, isFiltered, rows } = step;
  const size = table === null ? 0 : (sizes.get(table) ?? 0);
  const isLimited = above.includes('Limit');
  const below = step.steps.flatMap((each) => faultsOf(each, sizes, [...above, kind]));
  if (size <= SMALL_ROWS) return below;
  if (kind === 'Seq Scan') return [...below, `reads all of ${table}`];
  // The first entries of an index are at most as many as requested.
  if (index !== null && !isFiltered && above.at(-1) === 'Limit') return below;
  // A scan of few rows is as fast as a search.
  if (index !== null && !isBounded && (sizes.get(index) ?? 0) > SMALL_ROWS) {
    return [
      ...below,
      `walks ${index} of ${table}${isLimited ? ', until there are enough' : ' from one end to the other'}`,
    ];
  }
  if (rows > SMALL_ROWS && !isLimited) return [...below, `takes ${rows} rows of ${table}`];
  return below;
}
