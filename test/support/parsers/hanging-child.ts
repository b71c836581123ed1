/** The entry of a parser child that hangs in the stage that its document names. */
import { compare } from '#engine/compare.ts';
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline, scriptOf } from './fake-engine.ts';

await serve(
  parserRequests((input, options) => {
    const document = fakePipeline(input, options);
    const { at } = scriptOf(input);
    return { ...document, runStage: (name) => (name === at ? new Promise(() => undefined) : document.runStage(name)) };
  }, compare),
);
