/** A test may require what a machine does not have. */
import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The missing program; the end of the run names it. */
    needs?: string;
  }
}

/** Options of tests that are skipped where this is missing. */
export function requires(name: string, isPresent: boolean): TestOptions {
  return isPresent ? {} : { skip: true, meta: { needs: name } };
}
