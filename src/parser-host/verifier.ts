/** Entry of an output verifier: a child that is given outputs alone, never their inputs, and says whether they may be published. */
import { verifyOutput } from '#engine/verify-output.ts';
import { closed, serve } from './serve.ts';

void serve(async (request, payload) => {
  if (request.kind === 'close') return closed();
  if (request.kind !== 'verify') return null;
  // No signature of an output of ours is checked, so that it does not matter when.
  const verdict = await verifyOutput(payload, { ...request.options, validationTimeMs: 0 }, request.rewrites);
  return { reply: { kind: 'verified', ...verdict } };
});
