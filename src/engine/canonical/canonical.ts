/**
 * This module makes the canonical graph from the edited one. The graph says which objects there are, in which order,
 * and with which stream bytes. Two documents with equal content give the same graph, however they were saved. Entries,
 * trees, contents and resources get one form, equal values are merged, and a walk from the trailer numbers the objects.
 * An unreachable object is left out, and every stream is decoded and compressed once.
 */
import { keepShownAppearance } from './data/appearances.ts';
import { dropBorderDefaults } from './data/borders.ts';
import { trimCMaps } from './data/cmap-ends.ts';
import { markLostObjects } from './data/damage.ts';
import { realSpelling } from './data/reals.ts';
import { attributeSpelling } from './data/structure-attributes.ts';
import { spellStructureIds } from './data/structure-ids.ts';
import { spellSubsetTags } from './data/subset-tags.ts';
import { ContainerEntries, normalizeCatalog } from './entries.ts';
import { GraphView } from './graph-view.ts';
import { numberObjects, type Numbered } from './numbering.ts';
import { normalizePages } from './pages.ts';
import { StreamEncoder } from './stream-encoder.ts';
import { ResourceNaming } from './resource-naming.ts';
import { separateRepetitions } from './repetitions.ts';
import { pruneResources } from './resources.ts';
import { findRoles } from './roles.ts';
import { findSharing } from './sharing.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict } from '#engine/pdf/syntax/objects.ts';

/**
 * A merge of two resource names may make their owners equal, which allows another merge. Ordinary documents need one or
 * two rounds.
 */
const MAX_MERGES = 8;

export interface CanonicalGraph {
  /**
   * Object number n is at index n - 1. Dictionaries are sorted and have no nulls. Streams hold their final bytes.
   * Values stand in the place of their references.
   */
  readonly objects: readonly Container[];
  /** The number of an indirect container; undefined for a container that is written in place. */
  numberOf(container: Container): number | undefined;
  readonly root: number;
  readonly info: number | null;
  /** The number of streams that lost bytes in decoding. */
  readonly damagedStreams: number;
  /** The number of content streams whose bytes stayed because readers may take them for different operators. */
  readonly ambiguousContents: number;
}

export function canonicalize(pdf: PdfDocument): CanonicalGraph {
  separateRepetitions(pdf);
  const view = new GraphView(pdf);
  const roles = findRoles(pdf);
  const spellAttributes = attributeSpelling(pdf);
  for (const [dict, role] of roles) {
    if (role === 'structure') spellAttributes(dict);
    if (role === 'annotation') copyShared(pdf, dict);
  }
  spellStructureIds(
    pdf,
    [...roles].flatMap(([dict, role]) => (role === 'structure' ? dict : [])),
  );
  const encoder = new StreamEncoder(pdf);
  const treeNodes = new Set(normalizeCatalog(pdf));
  const pageNames = normalizePages(pdf, encoder);
  const numbers = view.link();
  // Every reachable object has been read by now, so the list of lost objects is complete.
  markLostObjects(pdf);
  const entries = new ContainerEntries(pdf);
  const spellReals = realSpelling(pdf, numbers.keys());
  for (const container of numbers.keys()) {
    spellReals(container);
    entries.normalize(container, container instanceof Dict ? roles.get(container) : undefined);
  }
  const scopes = pruneResources({ view, encoder, containers: numbers.keys(), pages: pageNames });
  spellSubsetTags(pdf, numbers.keys(), encoder);
  trimCMaps(numbers.keys(), encoder);
  const naming =
    scopes && new ResourceNaming({ pdf, encoder, containers: numbers.keys(), pages: pageNames, ...scopes });
  naming?.number();
  encoder.compressContents();
  const isIdentity = (container: Container): boolean =>
    container instanceof Dict && (roles.has(container) || treeNodes.has(container));
  const source = { view, encoder, numbers, isIdentity };
  let sharing = findSharing(source);
  for (let round = 0; round < MAX_MERGES && naming?.mergeEqual(sharing) === true; round++)
    sharing = findSharing(source);
  return toGraph(view, encoder, numberObjects(view, sharing));
}

/** This is a separate function so that the temporary data can be collected while the graph lives on. */
function toGraph(view: GraphView, encoder: StreamEncoder, { objects, numbers }: Numbered): CanonicalGraph {
  const { damagedStreams, ambiguousContents } = encoder;
  const [root, info] = view.roots().map((dict) => numbers.get(dict) ?? 0);
  const numberOf = (container: Container): number | undefined => numbers.get(container);
  return { objects, numberOf, root: root ?? 0, info: info ?? null, damagedStreams, ambiguousContents };
}

/** Annotations may share an object that means something else in each of them. Each annotation gets its own copy. */
function copyShared(pdf: PdfDocument, annotation: Dict): void {
  keepShownAppearance(pdf, annotation);
  dropBorderDefaults(pdf, annotation);
}
