/** What the service of specification `norm-1` said of one document and made of it, recorded then (`fixtures/norm-1`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attestation, Envelope, Proof, PublicJwk } from '#domain/attestation.ts';
import type { EngineReport, NormalizedFacts } from '#domain/report.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures');

const read = (name: string) => readFileSync(join(FOLDER, 'norm-1', name), 'utf8');

export const ORIGINAL = readFileSync(join(FOLDER, 'pdf/hello.pdf'));
export const ARTIFACT = readFileSync(join(FOLDER, 'norm-1/normalized.pdf'));

/** As the row of the submission has it. */
export const RECORDED_REPORT: EngineReport & { readonly normalized: NormalizedFacts } = JSON.parse(read('report.json'));

const attestation: Attestation = JSON.parse(read('attestation.json'));
const envelope: Envelope = JSON.parse(read('envelope.json'));
export const RECORDED_PROOF: Proof = { attestation, certificate: read('certificate.jws'), envelope };

export const RECORDED_KEYS: { readonly keys: readonly [PublicJwk] } = JSON.parse(read('keys.json'));
