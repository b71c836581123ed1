/** Stage 0, PdfaDetection: reads the level of PDF/A that the XMP of the document declares (ISO 19005). */
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import type { ValidationInfo } from '#engine/facts/report.ts';
import type { EarlyStage } from './stage.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import { type PdfaClaim, readPdfaClaim } from '#engine/xmp/pdfa-claim.ts';

const NO_CLAIM: PdfaClaim = { declared: false, level: null, exact: true };

export const pdfaDetection: EarlyStage = {
  name: 'PdfaDetection',

  run({ pdf }) {
    const metadata = pdf === null ? null : readCatalogMetadata(pdf);
    const claim = metadata === null ? NO_CLAIM : readPdfaClaim(metadata.properties);
    const warnings = [
      ...(metadata?.valid === false ? [warning('METADATA_XMP_INVALID')] : []),
      ...faults(claim, pdf?.structure.encrypted === true),
    ];
    return { result: resultWord(claim), validation: toValidation(claim), warnings };
  },
};

function resultWord({ declared, level }: PdfaClaim): string {
  if (!declared) return 'undeclared';
  return level === null ? 'declaration_invalid' : `declared_${level}`;
}

function toValidation({ declared, level }: PdfaClaim): Partial<ValidationInfo> {
  return {
    pdfaDeclared: declared,
    pdfaLevel: level,
    pdfaCompliant: false,
    validatorValidated: declared ? false : null,
    validatorErrors: [],
  };
}

function faults({ declared, level, exact }: PdfaClaim, encrypted: boolean): StageWarning[] {
  if (!declared) return [];
  if (level === null) return [warning('PDFA_LEVEL_UNKNOWN')];
  if (!exact) return [warning('PDFA_LEVEL_MISSPELT', { level })];
  return encrypted ? [warning('PDFA_ENCRYPTED', { level })] : [];
}
