/** What the service of specification `norm-1` said of one document and made of it, recorded then (`fixtures/norm-1`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attestation, Envelope, Proof, PublicJwk } from '#domain/attestation.ts';
import type { EngineReport, NormalizedFacts } from '#domain/report.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures');

function recorded<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(FOLDER, 'norm-1', name), 'utf8'));
}

export const ORIGINAL = readFileSync(join(FOLDER, 'pdf/hello.pdf'));
export const ARTIFACT = readFileSync(join(FOLDER, 'norm-1/normalized.pdf'));

/** As the row of the submission has it. */
export const RECORDED_REPORT = recorded<EngineReport & { readonly normalized: NormalizedFacts }>('report.json');

export const RECORDED_PROOF: Proof = {
  attestation: recorded<Attestation>('attestation.json'),
  certificate: readFileSync(join(FOLDER, 'norm-1/certificate.jws'), 'utf8'),
  envelope: recorded<Envelope>('envelope.json'),
};

export const RECORDED_KEYS = recorded<{ readonly keys: readonly [PublicJwk] }>('keys.json');
