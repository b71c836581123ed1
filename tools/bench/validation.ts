/** Measures the additional time of a warm veraPDF for a document that declares PDF/A. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { startParts } from '#dev/parts/parts.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { percentile } from '#tools/figures.ts';
import type { Document } from './measure.ts';

export interface ValidationFigures {
  readonly files: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** The share of the time of normalizing and the two validations of input and output. */
  readonly share: number;
}

const PATIENCE = { deadlineMs: 60_000, absenceMs: 30_000 };

/** Returns the reason as text if veraPDF is not available. */
export async function measureValidation(documents: readonly Document[]): Promise<ValidationFigures | string> {
  const parts = await startParts({ verapdf: true, dataDir: mkdtempSync(join(tmpdir(), 'fixpoint-bench-verapdf-')) });
  try {
    if ('missing' in parts.verapdf) return parts.verapdf.missing;
    const validator = verapdf(parts.verapdf.url);
    const times: number[] = [];
    let engineMs = 0;
    for (const { bytes } of documents) {
      const startedAt = performance.now();
      const { report, bytes: output } = await normalize(bytes, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
      const level = report.validation.pdfaLevel;
      if (level === null || !output) continue;
      engineMs += performance.now() - startedAt;
      for (const version of [bytes, output]) {
        const askedAt = performance.now();
        await validator.validate(new Blob([Buffer.from(version)]), level, PATIENCE);
        times.push(performance.now() - askedAt);
      }
    }
    const warm = times.slice(10);
    const total = times.reduce((sum, time) => sum + time, 0);
    const share = total / (total + engineMs);
    return { files: times.length / 2, medianMs: percentile(warm, 0.5), p95Ms: percentile(warm, 0.95), share };
  } finally {
    await parts.stop();
  }
}
