/** The entry point of a parser child that reports the salts of all documents it has seen. */
import { compare } from '#engine/compare.ts';
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline, scriptOf } from './fake-engine.ts';

const seen: string[] = [];

await serve(
  parserRequests((input, options) => {
    const document = fakePipeline(input, options);
    seen.push(scriptOf(input).salt ?? '');
    return {
      ...document,
      result: () => {
        const { bytes, report } = document.result();
        return { bytes, report: { ...report, validation: { ...report.validation, validatorErrors: [seen.join()] } } };
      },
    };
  }, compare),
);
