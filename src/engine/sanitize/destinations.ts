/**
 * Where links and outline items lead (ISO 32000-2, 12.3.2): to a page of this document or nowhere, by a destination or
 * a harmless action; `settle` functions leave only that.
 */
import { Dict, Name, type PdfArray, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { isSafeUri } from './actions.ts';
import type { Removal } from './removal.ts';
import { DESTINATION_KEYS, GO_TO_KEYS, NAME_TREE_KEYS, URI_KEYS } from './schema.ts';

/** Settles the destination and the action of a link annotation or an outline item. */
export function settleTarget(removal: Removal, owner: Dict): void {
  settleDestination(removal, owner, 'Dest');
  const action = owner.dict('A');
  if (!action) owner.delete('A');
  else if (action.name('S') === 'GoTo') settleGoTo(removal, owner, action);
  else if (action.name('S') === 'URI' && isSafeUri(action.string('URI'))) removal.keepOnly(action, URI_KEYS);
  else removal.dropAction(owner, 'A');
}

/** A go-to action is written as the destination it is; with a structure destination (12.3.2.3) it stays an action. */
function settleGoTo(removal: Removal, owner: Dict, action: Dict): void {
  removal.keepOnly(action, GO_TO_KEYS);
  settleDestination(removal, action, 'D');
  if (action.array('SD')) return;
  owner.delete('A');
  const destination = action.raw('D');
  if (destination !== undefined) owner.set('Dest', Array.isArray(destination) ? [...destination] : destination);
}

/** Leaves a name, a string or an explicit destination under the key, or nothing. */
export function settleDestination(removal: Removal, owner: Dict, key: string): void {
  const value = owner.get(key);
  if (!isDestination(removal, value)) removal.drop(owner, key, 'dead');
}

/** The name tree of destinations (table 32), nodes in any depth. */
export function settleNamedDestinations(removal: Removal, root: Dict): void {
  const pending: PdfObject[] = [root];
  while (pending.length > 0) {
    const node = removal.pdf.resolve(pending.pop());
    if (!(node instanceof Dict) || removal.settled.has(node)) continue;
    removal.keepOnly(node, NAME_TREE_KEYS);
    for (const kid of node.array('Kids') ?? []) pending.push(kid);
    settleNames(removal, node.array('Names') ?? []);
  }
}

function settleNames(removal: Removal, names: PdfArray): void {
  for (let index = 1; index < names.length; index += 2) {
    const value = removal.pdf.resolve(names[index]);
    if (isDestination(removal, value)) continue;
    removal.discard(value, 'Dests', 'dead');
    names[index] = null;
  }
}

/** Whether the value is a destination; what it must not hold is taken out of it. */
function isDestination(removal: Removal, value: PdfObject): boolean {
  if (value instanceof PdfString || value instanceof Name) return true;
  if (Array.isArray(value)) {
    settleExplicit(removal, value);
    return true;
  }
  // A named destination may be a dictionary around an explicit one.
  if (!(value instanceof Dict) || !Array.isArray(value.get('D'))) return false;
  removal.keepOnly(value, DESTINATION_KEYS);
  settleExplicit(removal, value.array('D') ?? []);
  return true;
}

/** Table 149: a page, then names and numbers. Some writers give the page as its number. */
function settleExplicit(removal: Removal, destination: PdfArray): void {
  for (const [index, item] of destination.entries()) {
    const value = removal.pdf.resolve(item);
    if (value === null || typeof value !== 'object' || value instanceof Name) continue;
    if (index === 0 && removal.isPage(value)) continue;
    if (!(value instanceof Dict || value instanceof Stream || Array.isArray(value))) continue;
    removal.discard(value, 'D', 'dead');
    destination[index] = null;
  }
}
