/** The ten stages by name. The compiler rejects a missing stage. */
import type { StageName } from '#engine/facts/pipeline.ts';
import type { EarlyStage, Stage } from './stage.ts';
import { pdfaDetection } from './00-pdfa-detection.ts';
import { tamperDetection } from './01-tamper-detection.ts';
import { structuralRepair } from './02-structural-repair.ts';
import { digitalSignatureDetection } from './03-digital-signature-detection.ts';
import { activeContentRemoval } from './04-active-content-removal.ts';
import { acroFormHandling } from './05-acro-form-handling.ts';
import { metadataCanonical } from './06-metadata-canonical.ts';
import { fontResourceValidation } from './07-font-resource-validation.ts';
import { finalRewrite } from './08-final-rewrite.ts';
import { contentHash } from './09-content-hash.ts';

/** These stages also get documents that could not be opened. */
export const EARLY_STAGES = {
  PdfaDetection: pdfaDetection,
  TamperDetection: tamperDetection,
} satisfies Partial<Record<StageName, EarlyStage>>;

export const STAGES: Readonly<Record<Exclude<StageName, keyof typeof EARLY_STAGES>, Stage>> = {
  StructuralRepair: structuralRepair,
  DigitalSignatureDetection: digitalSignatureDetection,
  ActiveContentRemoval: activeContentRemoval,
  AcroFormHandling: acroFormHandling,
  MetadataCanonical: metadataCanonical,
  FontResourceValidation: fontResourceValidation,
  FinalRewrite: finalRewrite,
  ContentHash: contentHash,
};
