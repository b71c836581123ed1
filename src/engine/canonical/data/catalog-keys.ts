/**
 * The known entries of dictionaries below the catalog (ISO 32000-2). The sanitizer handles the entries of the catalog
 * itself.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { dropDefaults, LAYERS_DEFAULTS, MARK_INFO_DEFAULTS } from '#engine/pdf/schema/defaults.ts';
import { keep, keys } from './known-keys.ts';

/** Table 98 */
const LAYERS_KEYS = keys('OCGs D Configs');

/** Table 99 */
const CONFIGURATION_KEYS = keys('Name Creator BaseState ON OFF Intent AS Order ListMode RBGroups Locked');

/** Table 353 */
const MARK_INFO_KEYS = keys('Marked Suspects UserProperties');

/** Table 161 */
const LABEL_KEYS = keys('S P St');

/** Table 401 */
const OUTPUT_INTENT_KEYS = keys(`
  Type S OutputCondition OutputConditionIdentifier RegistryName Info DestOutputProfile DestOutputProfileRef MixingHints
  SpectralData`);

/** Drops unknown entries of the layers and of the mark information. */
export function keepKnownKeysOfCatalog(pdf: PdfDocument, catalog: Dict): void {
  const layers = catalog.get('OCProperties');
  if (layers instanceof Dict) keepLayers(pdf, layers);
  const marking = catalog.get('MarkInfo');
  if (!(marking instanceof Dict)) return;
  keep(marking, MARK_INFO_KEYS);
  dropDefaults(pdf, marking, MARK_INFO_DEFAULTS);
  if (marking.size === 0) catalog.delete('MarkInfo');
}

function keepLayers(pdf: PdfDocument, layers: Dict): void {
  keep(layers, LAYERS_KEYS);
  for (const item of [layers.get('D'), ...(layers.array('Configs') ?? [])]) {
    const configuration = pdf.resolve(item);
    if (!(configuration instanceof Dict)) continue;
    keep(configuration, CONFIGURATION_KEYS);
    dropDefaults(pdf, configuration, LAYERS_DEFAULTS);
  }
}

export function keepKnownKeysOfLabel(label: Dict): void {
  keep(label, LABEL_KEYS);
}

export function keepKnownKeysOfIntent(intent: Dict): void {
  keep(intent, OUTPUT_INTENT_KEYS);
}
