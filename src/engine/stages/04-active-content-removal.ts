/**
 * Stage 4, ActiveContentRemoval: removes content that acts without a request, refers to the outside or hides in the
 * document. ISO 32000-2: 12.6 (actions), 7.11 (file specifications), 13 (multimedia), 7.3.8 (external streams). Known
 * objects keep only listed entries. All other objects lose content that is dangerous anywhere. The result satisfies the
 * same rules, so a second pass removes nothing.
 */
import { filesRequired, requiresFiles } from '#engine/facts/pdfa-files.ts';
import { nameOfFile } from '#engine/facts/finding.ts';
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import type { EmbeddedFiles } from '#engine/facts/report.ts';
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
import { findTraces } from '#engine/sanitize/residue.ts';
import { sweep } from '#engine/sanitize/sweep.ts';
import { refuseUndecodable, undecodableWarning } from '#engine/pdf/undecodable.ts';
import type { OpenWork, Stage, StageResult } from './stage.ts';

export const activeContentRemoval: Stage = {
  name: 'ActiveContentRemoval',

  run(work) {
    if (work.passthrough) return { result: 'skipped_signed_preserve', warnings: retained(work.input) };
    separateRoles(work.pdf);
    const found =
      work.options.embeddedFilesPolicy === 'keep_invoice' ? findInvoice(work.pdf, levelOf(work)) : undefined;
    if (!found || 'refusal' in found)
      return sanitized(work, undefined, found ? [warning(found.refusal, found.facts)] : []);
    work.keptFileSha256 = found.sha256;
    return sanitized(work, found, []);
  },
};

/** The level that the output will declare. */
function levelOf({ options, validation }: OpenWork): string | null {
  return options.dropPdfaClaim === true ? null : (validation.pdfaLevel ?? null);
}

function sanitized(work: OpenWork, invoice: Invoice | undefined, warnings: readonly StageWarning[]): StageResult {
  const { options } = work;
  const { sanitizer, hadPortfolio } = sanitize(work, invoice);
  // Data behind an unknown filter could be anything. The check comes after the removal, because removed data need no
  // reading.
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
      ...(hadPortfolio ? [warning('PORTFOLIO_CONTENTS_REMOVED')] : []),
      ...undecodableWarning(images),
      ...(invoice ? [warning('INVOICE_KEPT', { files: { count: 1, listed: [invoice.facts] } })] : []),
      ...warnings,
    ],
    ...(reject && { reject }),
  };
}

/** Removes all files, then adds the invoice in its canonical form. */
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
  // The level accepts a name tree without files (ISO 19005-4, 6.9).
  else if (needsTree) setFileTree(pdf, []);
  return { sanitizer, hadPortfolio };
}

/** A document that passes through unchanged keeps its active content, so the report warns about it. */
function retained(input: Uint8Array): StageWarning[] {
  const found = findTraces(input);
  const [first] = found;
  if (first === undefined) return [];
  const { entry, object } = first;
  const facts = { count: found.length, entry: nameOfFile(entry) };
  if (object === null) return [warning('ACTIVE_CONTENT_RETAINED', { ...facts, part: 'catalog' })];
  return [warning('ACTIVE_CONTENT_RETAINED', facts, { object })];
}
