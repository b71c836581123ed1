/**
 * Finds layers that screen and paper show differently (ISO 32000-2, 8.11.4.4): the printed document may differ from the
 * approved one.
 */
import type { Finding } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { anomaly } from './finding.ts';

export function layerAnomalies(pdf: PdfDocument): Finding[] {
  const layers = (pdf.catalog.dict('OCProperties')?.array('OCGs') ?? []).map((layer) => pdf.resolve(layer));
  const split = layers.filter((layer) => {
    const usage = layer instanceof Dict ? layer.dict('Usage') : undefined;
    const view = usage?.dict('View')?.name('ViewState');
    const print = usage?.dict('Print')?.name('PrintState');
    return view !== undefined && print !== undefined && view !== print;
  });
  if (split.length === 0) return [];
  return [anomaly('LAYERS_DIFFER_IN_PRINT', 'low', {}, { count: split.length })];
}
