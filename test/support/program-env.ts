/** The environment of a test's program besides its own settings. */
export const PROGRAM_ENV = {
  PATH: process.env['PATH'],
  // Without the cache, each start compiles the code of the service for seconds.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
