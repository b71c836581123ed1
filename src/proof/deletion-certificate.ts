/**
 * What the service says, signed, of data that is gone: certificates of erasures and of deleted organizations, as JWS
 * (RFC 7515) that any JOSE library verifies with the published keys. They name no person, and have no `exp`: that
 * something was deleted does not stop being so.
 */
import { createHash } from 'node:crypto';
import type { DeletionFacts } from '#domain/privacy/account-deletion.ts';
import type { ErasureCounts } from '#domain/privacy/erasure.ts';
import { signedJws } from '#src/keys/jws.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';

export interface ErasureFacts {
  readonly erasureId: string;
  readonly organizationId: string;
  /** `all`, or the hash that was asked for, in hex. */
  readonly scope: string;
  readonly requestedAt: Date;
  readonly completedAt: Date;
  readonly counts: ErasureCounts;
}

export interface Certifier {
  erasure(facts: ErasureFacts): Promise<string>;
  deletion(facts: DeletionFacts): Promise<string>;
}

/** `publicUrl` is where verifiers find the key set. */
export function certifier({ key, publicUrl }: { key: SigningKey; publicUrl: string }): Certifier {
  const sign = (typ: string, id: string, at: Date, claims: Readonly<Record<string, unknown>>) =>
    signedJws(key, typ, { iss: publicUrl, jti: id, iat: Math.floor(at.getTime() / 1000), ...claims });
  return {
    erasure: ({ erasureId, organizationId, scope, requestedAt, completedAt, counts }) =>
      sign('erasure-certificate+jwt', erasureId, completedAt, {
        sub: organizationId,
        scope: scope === 'all' ? 'all' : 'document',
        contentHash: scope === 'all' ? null : `sha256:${scope}`,
        requestedAt: requestedAt.toISOString(),
        completedAt: completedAt.toISOString(),
        ...counts,
      }),

    deletion: ({ certificateId, organizationId, requestedAt, executedAt, counts }) =>
      sign('deletion-certificate+jwt', certificateId, executedAt, {
        sub: organizationDigest(organizationId),
        requestedAt: requestedAt.toISOString(),
        executedAt: executedAt.toISOString(),
        objectsRemoved: counts,
      }),
  };
}

/** Whoever knows the id can tell that it is the one; the certificate, which is kept a while, does not hold it. */
export function organizationDigest(organizationId: string): string {
  return `sha256:${createHash('sha256').update(organizationId).digest('hex')}`;
}
