/** The environment that a program of a test gets beside its own settings. */
export const PROGRAM_ENV = {
  PATH: process.env['PATH'],
  // Without the cache, each start compiles the code of the service again for seconds.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
