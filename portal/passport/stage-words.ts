/** The names of the stages for people. */
import type { StageName } from '#domain/pipeline.ts';

const WORDS: Readonly<Record<StageName, string>> = {
  PdfaDetection: 'PDF/A declaration',
  TamperDetection: 'Signs of tampering',
  StructuralRepair: 'Repair',
  DigitalSignatureDetection: 'Signatures',
  ActiveContentRemoval: 'Active content',
  AcroFormHandling: 'Form',
  MetadataCanonical: 'Metadata',
  FontResourceValidation: 'Fonts',
  FinalRewrite: 'Writing',
  ContentHash: 'Text and its hash',
};

const WORD_OF: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/** A stage of a later version is called as the service calls it. */
export function stageWords(name: string): string {
  return WORD_OF.get(name) ?? name;
}
