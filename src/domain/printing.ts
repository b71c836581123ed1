/**
 * The printed forms of what the service says: an attestation, the certificate of a deletion, a comparison. One workflow
 * prints them; its history has ids alone. Each page lies where what it is printed from lies, and goes with that.
 */
import type { Attestation } from './attestation.ts';
import type { StructuralDiffReport } from './compare.ts';
import type { Region } from './region.ts';
import type { Verdict } from './verdict/verdict.ts';

/** What is printed, by its id. Of a deleted organization nothing is left to name. */
export type PrintInput = { readonly id: string; readonly region: Region } & (
  | { readonly kind: 'attestation' | 'comparison'; readonly organizationId: string }
  | { readonly kind: 'deletion' }
);

/** `gone` where that is not there any more. */
export type PrintOutcome = 'printed' | 'gone';

/** Facts of which a page is made, and nothing else: the same facts are the same page. */
export type Printable =
  | { readonly kind: 'attestation'; readonly attestation: Attestation; readonly verdict?: PrintedVerdict }
  /** The certificate is a JWS in compact serialization. */
  | { readonly kind: 'deletion'; readonly certificate: string }
  | ({ readonly kind: 'comparison'; readonly report: StructuralDiffReport } & ComparedDocuments);

/** What a report does not say of the documents. */
export interface ComparedDocuments {
  /** The address of the service. */
  readonly service: string;
  readonly before: ComparedDocument;
  readonly after: ComparedDocument;
  readonly normalizeFirst: boolean;
}

export interface ComparedDocument {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * The verdict on the original, where an attestation of an earlier version does not bind it, and paper says so. Paper can be shown
 * to anybody, so it has neither names nor words of the document.
 */
export type PrintedVerdict = Pick<Verdict, 'level' | 'label'>;

/** For the process that waits for the page. */
export const PRINT_TIMEOUT_MS = 60_000;

export function printWorkflowId({ id }: PrintInput): string {
  return `print-${id}`;
}

/** No parser child sees documents of two organizations: what no organization has stands for itself. */
export function ownerOf(input: PrintInput): string {
  return input.kind === 'deletion' ? input.id : input.organizationId;
}
