/**
 * Two documents that were normalized under different specifications of the pipeline differ by what the specifications
 * write differently, and the reader of a comparison has to know that. An output of ours names its specification as its
 * producer, which also a copy does that nobody holds any more; documents of others name none.
 */
import type { ComparisonWarning } from '#domain/compare.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import { normalizedUnder } from '#engine/xmp/metadata.ts';

export function readPipelineSpec(pdf: PdfDocument): string | null {
  return normalizedUnder(readCatalogMetadata(pdf).properties);
}

export function comparePipelineSpecs(
  specA: string | null,
  specB: string | null,
  normalizeFirst: boolean,
): ComparisonWarning[] {
  const otherwise = normalizeFirst ? PIPELINE_SPEC : null;
  const [before, after] = [specA ?? otherwise, specB ?? otherwise];
  if (before === null || after === null || before === after) return [];
  const consequence = normalizeFirst
    ? `both were normalized again under ${PIPELINE_SPEC}, which brings nothing back that was removed before.`
    : 'differences between the specifications are shown as differences.';
  const message = `file_a was normalized under ${before} and file_b under ${after}: ${consequence}`;
  return [{ code: 'PIPELINE_SPECS_DIFFER', message }];
}
