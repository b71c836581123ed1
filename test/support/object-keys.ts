/** Keys in the folder of an organization, made like those of API and worker. */
import { objectKey } from '#store/objects/object-key.ts';

export const artifactKey = (organizationId: string, sha256: string): string =>
  objectKey('artifact', { folder: organizationId, sha256 });

export const originalKey = (organizationId: string, sha256: string): string =>
  objectKey('original', { folder: organizationId, sha256 });
