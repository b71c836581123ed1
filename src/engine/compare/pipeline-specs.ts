/**
 * Documents that were normalized under different pipeline specifications differ also because of the specifications, and
 * a comparison reports this. Our output names its specification as its producer, so the specification is known even for
 * a copy that the service does not store. Documents of other producers name none.
 */
import type { FactualComparisonWarning } from '#engine/facts/compare.ts';
import { PIPELINE_SPEC } from '#engine/facts/pipeline.ts';
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
): FactualComparisonWarning[] {
  const otherwise = normalizeFirst ? PIPELINE_SPEC : null;
  const [before, after] = [specA ?? otherwise, specB ?? otherwise];
  if (before === null || after === null || before === after) return [];
  const facts = { pipelineSpecA: before, pipelineSpecB: after, isNormalized: normalizeFirst };
  return [{ code: 'PIPELINE_SPECS_DIFFER', facts }];
}
