/** The result of the engine for one file, in the form that `canon-check` compares. */
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { sha256 } from '#tools/figures.ts';

export interface Answer {
  readonly status: string;
  readonly sha256?: string;
  readonly canonical?: boolean;
  readonly contentHash?: string | null;
  readonly output?: Uint8Array;
}

/** Signatures are removed, because a signed document that passes through is not canonical. */
export async function answerOf(input: Uint8Array): Promise<Answer> {
  const { report, bytes: output } = await normalize(input, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
  if (!output) return { status: report.failure?.code ?? report.status };
  return {
    status: report.status,
    sha256: sha256(output),
    canonical: Buffer.compare(input, output) === 0,
    contentHash: report.normalized?.contentHash ?? null,
    output,
  };
}
