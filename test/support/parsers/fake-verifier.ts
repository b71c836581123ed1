/**
 * The entry of a verifier for outputs of the fake pipeline. It objects to an output that is not stable or whose salt
 * says that it is forged.
 */
import { closed, serve } from '#src/parser-host/serve.ts';
import { fakeFacts, scriptOf, UNSETTLED } from './fake-engine.ts';

await serve(async (request, payload) => {
  if (request.kind === 'close') return closed();
  if (request.kind !== 'verify') return null;
  const forged = scriptOf(payload).salt === 'forged';
  const unsettled = Buffer.from(payload).includes(UNSETTLED);
  const verdict =
    forged || unsettled
      ? { objection: forged ? 'it is forged' : 'it changes', unsettled, normalized: null }
      : { objection: null, unsettled, normalized: fakeFacts(payload) };
  return { reply: { kind: 'verified', ...verdict } };
});
