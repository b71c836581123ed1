/** Fetches what proves a document, and checks it in this browser by the code of the page /verify. */
import { call, responseOf } from '#portal/api/call.ts';
import type { Submission } from '#portal/api/answers.ts';
import { fetchKeySet } from '#portal/verify/published-keys.ts';
import { loadTimestamps } from '#portal/verify/timestamp-verifier.ts';
import { sizeText } from '#portal/ui/words.tsx';
import { check } from '#src/proof/evidence/check.ts';
import type { Given } from '#src/proof/evidence/given.ts';
import type { Verdict } from '#src/proof/evidence/verdict.ts';
import { sha256Hex } from '#src/proof/verify/hash.ts';

export const STEPS = ['keys', 'attestation', 'certificate', 'pdf'] as const;
export type StepName = (typeof STEPS)[number];

/** The result of a step in words. */
export type Tell = (step: StepName, words: string) => void;

/** Throws the error of a request, because a missing answer is no check. */
export async function checkLive(submission: Submission, tell: Tell): Promise<Verdict> {
  const hash = submission.normalized?.sha256 ?? '';
  const request = { hash, original: submission.original.sha256 ?? undefined };
  const published = await fetchKeySet();
  tell('keys', 'The public keys of this service are loaded.');
  const attestation = await call('getAttestation', request);
  tell('attestation', `Attestation ${attestation.attestationId} is here.`);
  const certificate = await call('getCertificate', request);
  tell('certificate', 'The certificate is loaded.');
  const pdf = await (await responseOf('getArtifact', { hash })).arrayBuffer();
  const sha256 = await sha256Hex(new Uint8Array(pdf));
  tell('pdf', `The PDF is here, ${sizeText(pdf.byteLength)}, and was hashed.`);
  const fetched = { origin: 'file', name: 'fetched from this service' } as const;
  const given: Given[] = [
    { ...fetched, kind: 'attestation', value: attestation },
    { ...fetched, kind: 'certificate', compact: certificate },
    { ...fetched, kind: 'pdf', sha256, sizeBytes: pdf.byteLength },
    { ...fetched, kind: 'submission', value: submission },
  ];
  return check(given, { published, publisher: 'service', comparedKid: null, now: new Date(), loadTimestamps });
}
