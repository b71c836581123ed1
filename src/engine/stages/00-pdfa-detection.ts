/** Stage 0, PdfaDetection: which level of PDF/A the document declares (ISO 19005), by its own XMP and nothing else. */
import type { ValidationInfo, Warning } from '#domain/report.ts';
import type { EarlyStage } from '#engine/stage.ts';
import { readCatalogMetadata } from '#engine/xmp/catalog-metadata.ts';
import { type PdfaClaim, readPdfaClaim } from '#engine/xmp/pdfa-claim.ts';

const NO_CLAIM: PdfaClaim = { declared: false, level: null, exact: true };

export const pdfaDetection: EarlyStage = {
  name: 'PdfaDetection',

  run({ pdf }) {
    const metadata = pdf === null ? null : readCatalogMetadata(pdf);
    const claim = metadata === null ? NO_CLAIM : readPdfaClaim(metadata.properties);
    const warnings: Warning[] = [];
    if (metadata?.valid === false) {
      warnings.push({
        code: 'METADATA_XMP_INVALID',
        message: 'The XMP metadata is not a well-formed packet; it was ignored.',
      });
    }
    const fault = findFault(claim, pdf?.structure.encrypted === true);
    if (fault !== undefined) warnings.push({ code: 'PDFA_DECLARATION_INVALID', message: fault });
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

function findFault({ declared, level, exact }: PdfaClaim, encrypted: boolean): string | undefined {
  if (!declared) return undefined;
  if (level === null) return 'The PDF/A identification names no part and conformance level that exist together.';
  if (!exact) return `The PDF/A identification is not spelt as the standard asks; it was read as ${level}.`;
  return encrypted ? `The document declares PDF/A-${level} but is encrypted, which PDF/A forbids.` : undefined;
}
