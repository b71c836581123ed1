/** The result of the engine for a signed document. */
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { isGrave } from '#domain/report.ts';
import { normalize } from '#engine/normalize.ts';

export async function verdictOf(pdf: Uint8Array): Promise<{ readonly status: string; readonly grave: unknown[] }> {
  const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  const grave = (report.tamperAnalysis?.anomalies ?? []).filter(isGrave).map(({ finding }) => finding);
  return { status: report.security.overallSignatureStatus, grave };
}
