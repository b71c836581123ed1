/**
 * The content of a page as one stream in one spelling (ISO 32000-2, 7.8.2), with the names it takes from resources.
 * Content stays unchanged where two readers might split it into different tokens. Any name in such content may then be
 * in use.
 */
import { compareBytes, viewOf } from '#platform';
import { SLASH } from '#engine/pdf/syntax/bytes.ts';
import { type CanonicalContent, passOver } from '#engine/content/content-pass.ts';
import { CATEGORIES } from '#engine/content/operators.ts';
import { repairOf } from '#engine/content/repair.ts';
import { ResourceNames } from '#engine/content/resource-names.ts';
import type { Budget } from '#engine/pdf/budget.ts';
import { joinContent, mayEndInComment, trimEnd } from '#engine/pdf/join-content.ts';
import { isBoundary, unescapeName } from '#engine/pdf/syntax/lexer.ts';

export interface ReadContent extends CanonicalContent {
  readonly names: ResourceNames;
}

/**
 * Joins the streams of a page. Readers differ where a comment without a line end hides operators of the next stream.
 */
export function canonicalPageContent(parts: readonly Uint8Array[], budget: Budget): ReadContent {
  const content = canonicalContent(trimEnd(joinContent(parts)), budget);
  if (!content.isCertain || !parts.slice(0, -1).some(mayEndInComment)) return content;
  const other = canonicalContent(trimEnd(joinContent(parts, false)), budget);
  return { ...content, isCertain: compareBytes(content.bytes, other.bytes) === 0 };
}

/** Broken content is repaired first. */
export function canonicalContent(bytes: Uint8Array, budget: Budget): ReadContent {
  budget.spend('contentBytes', bytes.length);
  const read = readOnce(bytes, budget);
  if (read) return read;
  const repair = repairOf(bytes);
  const content = readOnce(repair.bytes, budget) ?? withAnyName({ bytes: trimEnd(repair.bytes), isCertain: false });
  return repair.isDisputed ? { ...content, isCertain: false } : content;
}

function readOnce(bytes: Uint8Array, budget: Budget): ReadContent | undefined {
  const names = new ResourceNames();
  const content = passOver(bytes, budget, (operation) => names.note(operation));
  return content?.isCertain === false ? withAnyName(content) : content && { ...content, names };
}

function withAnyName(content: CanonicalContent): ReadContent {
  const names = new ResourceNames();
  for (const name of namesIn(content.bytes)) for (const category of CATEGORIES) names.add(category, name);
  return { ...content, names };
}

/**
 * Every name that the content may use: all text after a slash, even inside a string or an image. A name too many is
 * harmless. A missing name would remove a resource that the page needs.
 */
export function namesIn(content: Uint8Array): Set<string> {
  const view = viewOf(content);
  const names = new Set<string>();
  for (let at = view.indexOf(SLASH); at >= 0; at = view.indexOf(SLASH, at + 1)) {
    let end = at + 1;
    while (end < view.length && !isBoundary(view[end])) end++;
    const name = view.toString('latin1', at + 1, end);
    names.add(name);
    names.add(unescapeName(name));
  }
  return names;
}
