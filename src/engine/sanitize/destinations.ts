/**
 * Links and outline items may lead (ISO 32000-2, 12.3.2) to a page of this document, by a destination or a harmless
 * action. The functions remove every other target.
 */
import { Dict, Name, type PdfArray, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import type { Sanitizer } from './sanitizer.ts';
import { DESTINATION_KEYS, GO_TO_KEYS, NAME_TREE_KEYS } from './active-content-schema.ts';

/** Sanitizes the destination and the action of a link annotation or an outline item. */
export function sanitizeTarget(sanitizer: Sanitizer, owner: Dict): void {
  sanitizeDestination(sanitizer, owner, 'Dest');
  const action = owner.dict('A');
  if (!action) owner.delete('A');
  else if (action.name('S') === 'GoTo') sanitizeGoTo(sanitizer, owner, action);
  else if (!sanitizer.keepSafeUri(action)) sanitizer.dropAction(owner, 'A');
}

/** A go-to action becomes its destination. An action with a structure destination (12.3.2.3) stays an action. */
function sanitizeGoTo(sanitizer: Sanitizer, owner: Dict, action: Dict): void {
  sanitizer.keepOnly(action, GO_TO_KEYS);
  sanitizeDestination(sanitizer, action, 'D');
  if (action.array('SD')) return;
  owner.delete('A');
  const destination = action.raw('D');
  if (destination !== undefined) owner.set('Dest', Array.isArray(destination) ? [...destination] : destination);
}

/** Stores a name, a string or an explicit destination under the key, or removes the key. */
export function sanitizeDestination(sanitizer: Sanitizer, owner: Dict, key: string): void {
  const value = owner.get(key);
  const destination = destinationOf(sanitizer, value);
  if (destination === undefined) sanitizer.drop(owner, key, 'dead');
  else if (destination !== value) owner.set(key, destination);
}

/** The name tree of destinations (table 32) with nodes at any depth. */
export function sanitizeNamedDestinations(sanitizer: Sanitizer, root: Dict): void {
  const pending: PdfObject[] = [root];
  while (pending.length > 0) {
    const node = sanitizer.pdf.resolve(pending.pop());
    if (!(node instanceof Dict) || sanitizer.sanitized.has(node)) continue;
    sanitizer.keepOnly(node, NAME_TREE_KEYS);
    for (const kid of node.array('Kids') ?? []) pending.push(kid);
    sanitizeNames(sanitizer, node.array('Names') ?? []);
  }
}

function sanitizeNames(sanitizer: Sanitizer, names: PdfArray): void {
  for (let index = 1; index < names.length; index += 2) {
    const value = sanitizer.pdf.resolve(names[index]);
    const destination = destinationOf(sanitizer, value);
    if (destination === undefined) sanitizer.discard(value, 'Dests', 'dead');
    if (destination !== value) names[index] = destination ?? null;
  }
}

/** The destination without forbidden entries; undefined if the value is no destination. */
function destinationOf(sanitizer: Sanitizer, value: PdfObject): PdfObject | undefined {
  if (value instanceof PdfString || value instanceof Name) return value;
  if (Array.isArray(value)) {
    sanitizeExplicit(sanitizer, value);
    return value;
  }
  // A named destination may be a dictionary with an explicit one (table 149), and some writers share it with actions.
  if (!(value instanceof Dict) || !Array.isArray(value.get('D'))) return undefined;
  sanitizeExplicit(sanitizer, value.array('D') ?? []);
  return sanitizer.copyOnly(value, DESTINATION_KEYS);
}

/** Table 149: a page, then names and numbers. Some writers use the number of the page instead of the page. */
function sanitizeExplicit(sanitizer: Sanitizer, destination: PdfArray): void {
  for (const [index, item] of destination.entries()) {
    const value = sanitizer.pdf.resolve(item);
    if (value === null || typeof value !== 'object' || value instanceof Name) continue;
    if (index === 0 && sanitizer.isPage(value)) continue;
    if (!(value instanceof Dict || value instanceof Stream || Array.isArray(value))) continue;
    sanitizer.discard(value, 'D', 'dead');
    destination[index] = null;
  }
}
