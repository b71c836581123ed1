/** Entry of a judge of what the fake pipeline makes: it objects to one that has not settled, or that its salt names as forged. */
import { closed, serve } from '#src/parser-host/serve.ts';
import { fakeFacts, scriptOf, UNSETTLED } from './fake-engine.ts';

await serve(async (request, payload) => {
  if (request.kind === 'close') return closed();
  if (request.kind !== 'judge') return null;
  const forged = scriptOf(payload).salt === 'forged';
  const unsettled = Buffer.from(payload).includes(UNSETTLED);
  const verdict =
    forged || unsettled
      ? { objection: forged ? 'it is forged' : 'it changes', unsettled, normalized: null }
      : { objection: null, unsettled, normalized: fakeFacts(payload) };
  return { reply: { kind: 'judged', ...verdict } };
});
