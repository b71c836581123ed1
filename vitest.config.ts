import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { EndOfRun, RETRIES } from './test/support/end-of-run.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const SHARED = {
  /**
   * Files of all projects run beside each other. Three at a time keep two cores at work, since a file of the service waits
   * half of its time for a timeout of a real part or for the end of a process.
   */
  maxWorkers: 3,
  /** The limits guard against tests that hang. They say nothing of how long a test takes on a busy machine. */
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000 } },
};

/** `vitest --mode nightly` runs the files of the nightly tier, and every other call the others (docs/how-to.md). */
export default defineConfig(({ mode }) => {
  const exclude = [mode === 'nightly' ? '**/!(*.nightly).test.{ts,tsx}' : '**/*.nightly.test.ts'];
  const alone = { ...SHARED, exclude };
  // Tests of the engine alone are never repeated.
  const withRealParts = { ...alone, retry: RETRIES };
  /** The engine has a manifest of its own, which names nothing above it. Its tests build their documents with the repository's helpers. */
  const alias = ['domain', 'src', 'test', 'tools'].map((name) => ({
    find: new RegExp(`^#${name}/`),
    replacement: `${join(import.meta.dirname, name === 'domain' ? 'src/domain' : name)}/`,
  }));
  const withService = {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup-database.ts'],
  };
  return {
    test: {
      reporters: ['default', new EndOfRun()],
      sequence: { sequencer: LongestFirst },
      // Tests start hundreds of processes, each of which would strip the same types and compile the same code again.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/fixpoint/compiled') },
      projects: [
        // The engine and other parts by themselves: no server.
        { resolve: { alias }, test: { ...alone, name: 'unit', include: ['{dev,portal,src,tools}/**/*.test.ts'] } },
        // Rules of the repository: documents, settings, names.
        { test: { ...alone, name: 'house', include: ['test/house/**/*.test.ts'] } },
        // The published packages, packed and installed: one file at a time, as packing compiles into the package's folder.
        { test: { ...alone, name: 'packages', include: ['test/packages/**/*.test.ts'], maxWorkers: 1 } },
        // `npm start` and what it is made of.
        { test: { ...withRealParts, name: 'dev', include: ['test/dev/**/*.test.ts'] } },
        // The engine under attack: shapes made to kill parsers, mutated files, other states of the process.
        { test: { ...alone, name: 'hostile', include: ['test/{hostile,properties}/**/*.test.ts'] } },
        // Files in, hashes and reports out.
        { test: { ...alone, name: 'golden', include: ['test/golden/**/*.test.ts'] } },
        // The service on a real PostgreSQL, MinIO and Temporal, started once for all.
        {
          test: {
            ...withRealParts,
            ...withService,
            name: 'service',
            include: ['test/**/*.test.ts'],
            exclude: [
              ...exclude,
              'test/{dev,golden,hostile,house,packages,properties}/**',
              'test/{docs,portal}/**/*.nightly.test.ts',
            ],
            // Most of a second file's modules are those of the first: to load them again is two seconds of processor time.
            isolate: false,
          },
        },
        // The portal in a browser: all that people do with it, and each page in every form.
        {
          test: {
            ...alone,
            ...withService,
            name: 'pages',
            include: ['test/{docs,portal}/**/*.nightly.test.ts'],
            maxWorkers: 2,
          },
        },
      ],
    },
  };
});
