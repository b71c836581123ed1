/** The order of the files of tests: one that takes minutes begins first, so that none is left alone at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A fresh clone has no durations of an earlier run to sort by. These files take longest; those that keep the processor
 * busy stand between those that mostly wait.
 */
export const LONGEST: readonly string[] = [
  'test/dev/kills.test.ts',
  'test/privacy/data-export.test.ts',
  'test/operations/crashes.test.ts',
  'test/operations/stuck.test.ts',
  'test/accounts/timing.test.ts',
  'test/operations/faults.test.ts',
  'test/privacy/account-deletion-service.test.ts',
  'test/hostile/hostile.test.ts',
  'test/privacy/erasure.test.ts',
  'test/portal/matrix/routes.test.ts',
  'test/portal/journeys/first-three.test.ts',
  'test/upgrades/versions.test.ts',
  'test/submissions/intake.test.ts',
  'test/submissions/workflow-outages.test.ts',
  'test/dev/one-command.test.ts',
  'test/store/leaks.test.ts',
  'test/submissions/pdfa.test.ts',
  'test/store/connections.test.ts',
  'test/properties/process-states.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return rank === -1 ? LONGEST.length : rank;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is vitest's own order, no array
    const inOrder = await super.sort(files);
    return inOrder.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
