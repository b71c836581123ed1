/** Entry of a parser child that runs the fake engine. */
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline } from './fake-engine.ts';

// Each worker of a test starts three children, few of which compare: the engine takes longer to load than all the rest.
await serve(
  parserRequests(fakePipeline, async (...documents) => (await import('#engine/compare.ts')).compare(...documents)),
);
