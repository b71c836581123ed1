/** Skips tests that require a program which the machine lacks. */
import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The missing program; the end of the run names it. */
    needs?: string;
  }
}

/** The options of tests that are skipped without the program. */
export function requires(name: string, isPresent: boolean): TestOptions {
  return isPresent ? {} : { skip: true, meta: { needs: name } };
}
