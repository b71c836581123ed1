/** Entry of a parser child that runs the fake engine. */
import { compare } from '#engine/compare.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline } from './fake-engine.ts';

await serve(fakePipeline, compare);
