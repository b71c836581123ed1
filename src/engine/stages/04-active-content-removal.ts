/**
 * Stage 4, ActiveContentRemoval: take out what acts without being asked, reaches out of the document or hides in it.
 *
 * ISO 32000-2: 12.6 (actions), 7.11 (file specifications), 13 (multimedia), 7.3.8 (external streams). Known objects
 * keep what is on a list; the rest of the document loses what is dangerous anywhere. What remains is closed under the
 * same rules, so a second pass finds nothing.
 */
import type { Warning } from '#domain/report.ts';
import { sanitizeActionHolders } from '#engine/sanitize/action-holders.ts';
import { Sanitizer } from '#engine/sanitize/sanitizer.ts';
import { findResidue } from '#engine/sanitize/residue.ts';
import { sweep } from '#engine/sanitize/sweep.ts';
import type { Stage } from '#engine/stage.ts';

export const activeContentRemoval: Stage = {
  name: 'ActiveContentRemoval',

  run({ pdf, options, passthrough, input }) {
    if (passthrough) return { result: 'skipped_signed_preserve', warnings: retained(input) };
    const sanitizer = new Sanitizer(pdf, !options.removeAnnotations);
    const { hadPortfolio } = sanitizeActionHolders(sanitizer);
    sweep(sanitizer);
    const { tally, files } = sanitizer;
    return {
      result: tally.isEmpty && !hadPortfolio ? 'none_found' : 'removed',
      security: tally.facts(),
      warnings: [...tally.warnings(), ...files.warnings(pdf), ...(hadPortfolio ? [PORTFOLIO] : [])],
    };
  },
};

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
