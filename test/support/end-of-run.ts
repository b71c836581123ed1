/** The last lines of a run: tests that passed only when they were repeated, and tests that this machine could not run. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A run of some thousand tests with real servers does not fail for one pause of a busy machine. */
export const RETRIES = process.env['CI'] ? 1 : 0;

export class EndOfRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) if (test.diagnostic()?.flaky) console.log(repeated(test));
    const skipped = skippedTests(tests);
    if (skipped !== '') console.log(`Skipped, since this machine has none of these: ${skipped}`);
  }
}

function repeated(test: TestCase): string {
  const [failure] = test.result().errors ?? [];
  return `Passed at its second run: ${test.module.relativeModuleId} > ${test.fullName}: ${failure?.message}`;
}

/** The missing programs, each with the number of tests that need it: "Helm (8 tests), bubblewrap (3 tests)". */
function skippedTests(tests: readonly TestCase[]): string {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const result = test.result();
    if (result.state !== 'skipped') continue;
    const reason = test.meta().needs ?? result.note;
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${reason} (${count} ${count === 1 ? 'test' : 'tests'})`).join(', ');
}
