import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FlakyTests, RETRIES } from './test/support/flaky-tests.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Files of all projects run beside each other, as many at a time as keep two cores at work: a file of the service or of
 * `npm start` waits half of its time, for a timeout of a real part to pass or for a process to end.
 */
const BESIDE = { maxWorkers: 3 };

/** What is the engine's alone is never run again: it passes or it does not. */
const WITH_REAL_PARTS = { ...BESIDE, retry: RETRIES };

export default defineConfig({
  test: {
    reporters: ['default', new FlakyTests()],
    sequence: { sequencer: LongestFirst },
    // Tests start hundreds of processes, each of which would strip the same types and compile the same code again.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/fixpoint/compiled') },
    projects: [
      // The engine and other parts by themselves: no server.
      {
        test: {
          name: 'unit',
          include: ['{dev,portal,src,tools}/**/*.test.ts'],
          testTimeout: 30_000,
          ...BESIDE,
        },
      },
      // What keeps the house in order: rules, documents, settings.
      { test: { name: 'house', include: ['test/house/**/*.test.ts'], testTimeout: 60_000, ...BESIDE } },
      // What is published, packed and installed: one file at a time, as packing compiles into the package's folder.
      { test: { name: 'packages', include: ['test/packages/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 1 } },
      // `npm start` and what it is made of.
      { test: { name: 'dev', include: ['test/dev/**/*.test.ts'], testTimeout: 60_000, ...WITH_REAL_PARTS } },
      // What the engine must survive: shapes made to kill parsers, mutated files, other states of the process.
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts', 'test/properties/**/*.test.ts'],
          testTimeout: 300_000,
          ...BESIDE,
        },
      },
      // Files in, hashes and reports out.
      { test: { name: 'golden', include: ['test/golden/**/*.test.ts'], testTimeout: 120_000, ...BESIDE } },
      // The service on a real PostgreSQL, MinIO and Temporal, started once for all.
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{dev,golden,hostile,house,packages,properties}/**', 'test/**/*.pages.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/setup-database.ts'],
          // Most of a second file's modules are those of the first: to load them again is two seconds of processor time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...WITH_REAL_PARTS,
        },
      },
      // The portal in a browser, all that people do with it and each page in every form: `npm run test:pages`.
      {
        test: {
          name: 'pages',
          include: ['test/{docs,portal}/**/*.pages.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/setup-database.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
