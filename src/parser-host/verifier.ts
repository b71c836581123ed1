/**
 * The entry of an output verifier. This child gets only outputs, never their inputs, and decides whether they can be
 * published.
 */
import { verifyOutput } from '#engine/verify-output.ts';
import { closed, serve } from './serve.ts';

void serve(async (request, payload) => {
  if (request.kind === 'close') return closed();
  if (request.kind !== 'verify') return null;
  // No signature of an output is verified, so the time has no effect.
  const verdict = await verifyOutput(payload, { ...request.options, validationTimeMs: 0 }, request.rewrites);
  return { reply: { kind: 'verified', ...verdict } };
});
