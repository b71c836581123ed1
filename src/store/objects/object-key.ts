/**
 * The keys of originals and outputs. Each organization has a folder of its own, so that nothing about an object depends on what
 * other organizations store. Versions before wrote one object for all organizations (the shared layout); such objects stay
 * readable until `fixpoint admin move-objects` has moved them.
 */
import type { Region } from '#domain/region.ts';

export const OBJECT_KINDS = ['artifact', 'original'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface ObjectName {
  readonly region: Region;
  readonly sha256: string;
}

export interface StoredObject extends ObjectName {
  /** The id of the organization; null in the shared layout. */
  readonly folder: string | null;
}

/** All objects of a kind, in both layouts. */
export function prefixOf(kind: ObjectKind): string {
  return `${kind}s/`;
}

export function objectKey(kind: ObjectKind, { folder, sha256 }: Pick<StoredObject, 'folder' | 'sha256'>): string {
  return `${prefixOf(kind)}${folder ?? sha256.slice(0, 2)}/${sha256}.pdf`;
}

const KEY = /^(?<kind>artifact|original)s\/(?:[0-9a-f]{2}|(?<folder>[0-9a-f-]{36}))\/(?<sha256>[0-9a-f]{64})\.pdf$/;

/** Answers null for a key that this service never writes. */
export function parseObjectKey(key: string): (Omit<StoredObject, 'region'> & { readonly kind: ObjectKind }) | null {
  const { kind, folder, sha256 } = KEY.exec(key)?.groups ?? {};
  if ((kind !== 'artifact' && kind !== 'original') || sha256 === undefined) return null;
  return { kind, folder: folder ?? null, sha256 };
}
