/** One document that the service normalized under an older pipeline specification, with its report and its proofs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Proof, PublicJwk } from '#domain/attestation.ts';
import type { EngineReport, NormalizedFacts } from '#domain/report.ts';

export const OLDER_SPECS = ['norm-1', 'norm-2'] as const;
export type OlderSpec = (typeof OLDER_SPECS)[number];

export interface Recorded {
  readonly artifact: Buffer;
  /** The report in the form of the submission row. */
  readonly report: EngineReport & { readonly normalized: NormalizedFacts };
  readonly proof: Proof;
  readonly keys: { readonly keys: readonly [PublicJwk] };
}

const FIXTURES = join(import.meta.dirname, '../../../fixtures');

export const ORIGINAL = readFileSync(join(FIXTURES, 'pdf/hello.pdf'));

/** `tools/generate/golden/record.ts` wrote the files of the folder. */
export function recordedUnder(spec: OlderSpec): Recorded {
  const bytesOf = (name: string) => readFileSync(join(FIXTURES, spec, name));
  const json = (name: string) => JSON.parse(bytesOf(name).toString('utf8'));
  const certificate = bytesOf('certificate.jws').toString('utf8');
  return {
    artifact: bytesOf('normalized.pdf'),
    report: json('report.json'),
    proof: { attestation: json('attestation.json'), certificate, envelope: json('envelope.json') },
    keys: json('keys.json'),
  };
}
