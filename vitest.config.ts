import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // The engine and other parts by themselves: no server.
      {
        test: {
          name: 'unit',
          include: ['{dev,src,tools}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      // What keeps the house in order: rules, documents, settings.
      {
        test: {
          name: 'house',
          include: ['test/house/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      // What is published, packed and installed: one file at a time, as packing compiles into the package's folder.
      { test: { name: 'packages', include: ['test/packages/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 1 } },
      // `npm start` and what it is made of: one file at a time, as each start takes the usual ports that are free.
      { test: { name: 'dev', include: ['test/dev/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 1 } },
      // What the engine must survive: shapes made to kill parsers, mutated files, other states of the process.
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts', 'test/properties/**/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      // Files in, hashes and reports out.
      { test: { name: 'golden', include: ['test/golden/**/*.test.ts'], testTimeout: 120_000 } },
      // The service on a real PostgreSQL, MinIO and Temporal, started once for all.
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{dev,golden,hostile,house,packages,properties}/**'],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/setup-database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each worker process has a pool of parsers of its own: two at a time fill two cores.
          maxWorkers: 2,
        },
      },
    ],
  },
});
