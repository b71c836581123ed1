/**
 * Records erasures and deletions outside of the database, because an older backup restores the erased rows. A note
 * names neither organization nor document. The owner of both can find it, and it has the time of the request.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { REGIONS } from '#domain/region.ts';
import type { ErasureScope } from '#domain/privacy/erasure.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';

/** Below it they lie in each bucket. */
export const ERASURE_NOTES = 'erasures/';

/** An organization with all that it had, everything of one, or a document by its hash. */
export type Erased = ErasureScope | 'organization';

/** The name of a note: SHA-256 in hexadecimal digits. */
export function markOf(organizationId: string, erased: Erased): string {
  return createHash('sha256').update(`erased ${organizationId} ${erased}`).digest('hex');
}

/** Writes the note in every region, because only one may survive, and before the erasure is reported as done. */
export async function noteErasure(
  artifacts: ArtifactStore,
  { organizationId, erased, requestedAt }: { organizationId: string; erased: Erased; requestedAt: Date },
): Promise<void> {
  const note = Buffer.from(JSON.stringify({ requestedAt: requestedAt.toISOString() }));
  const key = `${ERASURE_NOTES}${markOf(organizationId, erased)}.json`;
  for (const region of REGIONS) await artifacts.replace(region, key, note, 'application/json');
}

/** All notes: by mark, when the erasure was asked for last. */
export async function notedErasures(artifacts: ArtifactStore): Promise<ReadonlyMap<string, Date>> {
  const noted = new Map<string, Date>();
  for (const region of REGIONS) {
    for await (const { key } of artifacts.list(region, ERASURE_NOTES)) {
      const mark = key.slice(ERASURE_NOTES.length, -'.json'.length);
      if (noted.has(mark)) continue;
      const note: { requestedAt: string } = JSON.parse((await buffer(await artifacts.stream(region, key))).toString());
      noted.set(mark, new Date(note.requestedAt));
    }
  }
  return noted;
}
