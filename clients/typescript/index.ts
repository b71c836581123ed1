/**
 * The client: `fetch`, WebCrypto and nothing else, so it runs in Node, browsers and edge runtimes alike.
 *
 *     const service = fixpoint({ baseUrl: 'http://127.0.0.1:8080', apiKey });
 *     const { submissionId } = await service.normalize('in.pdf', { respondAsync: true });
 *     const { normalized } = await service.waitFor(submissionId, { signal: AbortSignal.timeout(60_000) });
 */
export type { Attestation, PublicJwk, Verification, VerificationReason } from '../../src/domain/attestation.ts';
export { canonicalJson } from '../../src/proof/verify/canonical-json.ts';
export { verifyAttestation, type VerifyOptions } from '../../src/proof/verify/verify.ts';
export {
  type CompareRequest,
  type Fixpoint,
  fixpoint,
  type ListRequest,
  type NormalizeRequest,
  type RawRequest,
  type SubmissionPage,
} from './client.ts';
export { FixpointConnectionError, FixpointError } from './error.ts';
export type { Api, Lists } from './generated/api.ts';
export type * as models from './generated/models.ts';
export type { ProblemCode } from './generated/models.ts';
export type { Submission } from './submission.ts';
export type { CallOptions, ClientOptions, Retry } from './transport.ts';
export type { OnProgress, PdfSource, Progress } from './upload.ts';
export type { SubmissionEvent, WaitOptions } from './wait.ts';
export { verifyWebhook, type WebhookEvent, type WebhookOptions, WebhookVerificationError } from './webhooks.ts';
