/** The entry of a parser child with the fake engine. */
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline } from './fake-engine.ts';

// Each worker of a test starts three children, of which few compare. The engine takes longer to load than everything
// else.
await serve(
  parserRequests(fakePipeline, async (...documents) => (await import('#engine/compare.ts')).compare(...documents)),
);
