/**
 * The entry of a parser child with faults: the first document defines the fault of its comparisons, and the engine
 * version in the attestation that of its printed forms. All other answers are correct.
 */
import { compare } from '#engine/compare.ts';
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { print } from '#src/print/print.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline } from './fake-engine.ts';

await serve(
  parserRequests(
    fakePipeline,
    async (a, b, options) => {
      const [requested = ''] = new TextDecoder().decode(a.subarray(0, 20)).split('\n');
      if (requested === '%DIE') process.abort();
      if (requested === '%HANG') await new Promise(() => setInterval(() => undefined, 1_000));
      const comparison = await compare(a, b, options);
      if (requested !== '%LIE' || comparison.kind === 'failure') return comparison;
      return { ...comparison, report: { ...comparison.report, stolen: 'words of another document' } };
    },
    async (printable) => {
      const requested = printable.kind === 'attestation' ? printable.attestation.processing.engineVersion : '';
      if (requested === 'DIE') process.abort();
      if (requested === 'HANG') await new Promise(() => setInterval(() => undefined, 1_000));
      return requested === 'LIE' ? Buffer.from('words of another document') : print(printable);
    },
  ),
);
