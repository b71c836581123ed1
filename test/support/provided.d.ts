/** The parts that the global set-up starts once for all tests: a real PostgreSQL, an S3 store, Temporal and veraPDF. */
import 'vitest';
import type { DatabaseUrls } from './own-database.ts';

/** The database is that of the current test file (`setup-database.ts`). */
export interface Parts extends DatabaseUrls {
  readonly s3: {
    readonly endpoint: string;
    readonly accessKey: string;
    readonly secretKey: string;
    readonly bucketPrefix: string;
    readonly links: { readonly accessKey: string; readonly secretKey: string };
  };
  readonly temporal: { readonly address: string; readonly namespace: string };
  /** Null if there is no Java to run it. */
  readonly verapdfUrl: string | null;
}

declare module 'vitest' {
  export interface ProvidedContext {
    parts: Parts;
  }
}
