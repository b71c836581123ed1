/**
 * Stage 4, ActiveContentRemoval: take out what acts without being asked, reaches out of the document or hides in it.
 *
 * ISO 32000-2: 12.6 (actions), 7.11 (file specifications), 13 (multimedia), 7.3.8 (external streams). Known objects
 * keep what is on a list; the rest of the document loses what is dangerous anywhere. What remains is closed under the
 * same rules, so a second pass finds nothing.
 */
import { filesRequired, requiresFiles } from '#domain/pdfa.ts';
import type { EmbeddedFiles, Warning } from '#domain/report.ts';
import { separateRoles } from '#engine/canonical/role-separation.ts';
import { sanitizeActionHolders } from '#engine/sanitize/action-holders.ts';
import { removalWarnings } from '#engine/sanitize/attached-files.ts';
import {
  attachInvoice,
  detachInvoice,
  findInvoice,
  hasEmptyFileTree,
  type Invoice,
  setFileTree,
} from '#engine/sanitize/invoice.ts';
import { Sanitizer } from '#engine/sanitize/sanitizer.ts';
import { findResidue } from '#engine/sanitize/residue.ts';
import { sweep } from '#engine/sanitize/sweep.ts';
import { refuseUndecodable, undecodableWarning } from '#engine/pdf/undecodable.ts';
import type { OpenWork, Stage, StageResult } from '#engine/stage.ts';

export const activeContentRemoval: Stage = {
  name: 'ActiveContentRemoval',

  run(work) {
    if (work.passthrough) return { result: 'skipped_signed_preserve', warnings: retained(work.input) };
    separateRoles(work.pdf);
    const found =
      work.options.embeddedFilesPolicy === 'keep_invoice' ? findInvoice(work.pdf, levelOf(work)) : undefined;
    if (!found || 'refusal' in found) return sanitized(work, undefined, found ? [notKept(found.refusal)] : []);
    work.keptFileSha256 = found.sha256;
    return sanitized(work, found, []);
  },
};

/** The level the output will claim. */
function levelOf({ options, validation }: OpenWork): string | null {
  return options.dropPdfaClaim === true ? null : (validation.pdfaLevel ?? null);
}

function sanitized(work: OpenWork, invoice: Invoice | undefined, warnings: readonly Warning[]): StageResult {
  const { options } = work;
  const { sanitizer, hadPortfolio } = sanitize(work, invoice);
  // Behind a filter that is not known could be anything; what was removed needs no reading.
  const images = refuseUndecodable(work.pdf);
  const { tally, files } = sanitizer;
  const embeddedFiles: EmbeddedFiles = { kept: invoice?.facts ?? null, removed: files.removed() };
  const hasNoneLeft = embeddedFiles.kept === null && embeddedFiles.removed.count > 0;
  const reject = hasNoneLeft ? filesRequired(levelOf(work), options) : undefined;
  const isUnchanged = tally.isEmpty && !hadPortfolio;
  return {
    result: reject ? 'rejected' : isUnchanged ? 'none_found' : 'removed',
    security: tally.facts(),
    ...((embeddedFiles.kept !== null || embeddedFiles.removed.count > 0) && { embeddedFiles }),
    warnings: [
      ...tally.warnings(),
      ...removalWarnings(embeddedFiles.removed),
      ...(hadPortfolio ? [PORTFOLIO] : []),
      ...undecodableWarning(images),
      ...(invoice ? [kept(invoice)] : []),
      ...warnings,
    ],
    ...(reject && { reject }),
  };
}

/** Everything goes from where it is; the invoice comes back in a form of our own. */
function sanitize(work: OpenWork, invoice: Invoice | undefined) {
  const { pdf, options } = work;
  const level = levelOf(work);
  const needsTree = level !== null && requiresFiles(level) && hasEmptyFileTree(pdf);
  const specifications = invoice ? detachInvoice(pdf, invoice) : [];
  const sanitizer = new Sanitizer(pdf, !options.removeAnnotations, invoice?.streams);
  for (const specification of specifications) sanitizer.discard(specification, 'AF', 'dead');
  const { hadPortfolio } = sanitizeActionHolders(sanitizer);
  sweep(sanitizer);
  if (invoice) attachInvoice(pdf, invoice);
  // A name tree without files is enough for the level (ISO 19005-4, 6.9).
  else if (needsTree) setFileTree(pdf, []);
  return { sanitizer, hadPortfolio };
}

function kept({ name, bytes, sha256 }: Invoice): Warning {
  const message = `The electronic invoice ${name} was kept: ${bytes.length} bytes, SHA-256 ${sha256}.`;
  return { code: 'INVOICE_KEPT', message };
}

function notKept(refusal: string): Warning {
  return {
    code: 'INVOICE_NOT_KEPT',
    message: `The file that seems to be an electronic invoice was not kept: ${refusal}.`,
  };
}

const PORTFOLIO: Warning = {
  code: 'PORTFOLIO_CONTENTS_REMOVED',
  message: 'The document was a portfolio: its cover page was kept, the documents collected in it were removed.',
};

/** A document that passes through byte for byte keeps what it has; its reader should know. */
function retained(input: Uint8Array): Warning[] {
  const [first, ...more] = findResidue(input);
  if (first === undefined) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  const message = `Active content was kept with the signatures: ${first}${others}.`;
  return [{ code: 'ACTIVE_CONTENT_RETAINED', message }];
}
