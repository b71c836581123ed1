/** Tests that fail now and then: they are run again where nobody watches, and named. */
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Of tests with browsers and servers, on a machine that others use too: a run of some thousand tests must not fail for one
 * pause of one of them.
 */
export const RETRIES = process.env['CI'] ? 1 : 0;

/** Names the tests that passed only when they were run again: nobody should learn of one by its failing twice. */
export class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue;
        const [failure] = test.result().errors ?? [];
        console.log(`Passed at its second run: ${module.relativeModuleId} > ${test.fullName}: ${failure?.message}`);
      }
  }
}
