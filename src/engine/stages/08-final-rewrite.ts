/**
 * Stage 8, FinalRewrite: write the canonical file.
 *
 * ISO 32000-2: 7.5 (file structure), Annex F (linearized PDF), 14.4 (file identifiers). The graph is put in canonical
 * order and form, written, linearized on request, and checked for active content that should be gone.
 */
import { findResidue } from '#engine/active/residue.ts';
import { PdfFailure } from '#engine/failure.ts';
import { canonicalize, type CanonicalGraph } from '#engine/pdf/canonical.ts';
import { linearize } from '#engine/pdf/linearization/linearize.ts';
import { writeWithObjectStreams, writeWithTable } from '#engine/pdf/writer.ts';
import type { OpenWork, Stage, StageResult } from '#engine/stage.ts';
import type { Warning } from '#domain/report.ts';

/** What the declared level of PDF/A asks of the file's form. */
interface WriterMode {
  readonly version: string;
  readonly objectStreams: boolean;
}

export const finalRewrite: Stage = {
  name: 'FinalRewrite',

  run(work) {
    if (work.passthrough) {
      work.output = work.input;
      return { result: 'skipped_signed_preserve' };
    }
    const mode = writerMode(work);
    const graph = canonicalize(work.pdf);
    const linearized = work.options.linearize ? linearize(graph, mode) : undefined;
    work.output = linearized ?? writePlain(graph, mode);
    refuseResidue(work.output);
    return toResult(work, graph, linearized !== undefined);
  },
};

/** PDF/A-1 is PDF 1.4 without object streams (ISO 19005-1, 6.1.4); PDF/A-4 is PDF 2.0 (ISO 19005-4, 6.1.2). */
function writerMode({ validation }: OpenWork): WriterMode {
  const part = validation.pdfaPreserved === true ? validation.pdfaLevel?.charAt(0) : undefined;
  if (part === '1') return { version: '1.4', objectStreams: false };
  return { version: part === '4' ? '2.0' : '1.7', objectStreams: true };
}

function writePlain(graph: CanonicalGraph, { version, objectStreams }: WriterMode): Uint8Array {
  return objectStreams ? writeWithObjectStreams(graph, version) : writeWithTable(graph, version);
}

function refuseResidue(output: Uint8Array): void {
  const [first, ...more] = findResidue(output);
  if (first === undefined) return;
  throw new PdfFailure(
    'ACTIVE_CONTENT_RESIDUE',
    `Active content is left in the output: ${first} and ${more.length} more.`,
  );
}

function toResult({ options }: OpenWork, { damagedStreams }: CanonicalGraph, linearized: boolean): StageResult {
  const warnings: Warning[] = [];
  if (options.linearize && !linearized) {
    warnings.push({
      code: 'LINEARIZATION_SKIPPED',
      message: 'The document could not be linearized; it was written plain.',
    });
  }
  if (damagedStreams > 0) {
    const message = `Streams with broken data: ${damagedStreams}. What could be decoded was kept.`;
    warnings.push({ code: 'UNDECODABLE_STREAM', message });
  }
  return { result: linearized ? 'linearized' : 'written', warnings };
}
