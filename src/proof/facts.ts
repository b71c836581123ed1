/** Signs the facts document of a submission: of every end, and not of SUCCESS alone as attestations. */
import { createHash } from 'node:crypto';
import { FACTS_FILE, FACTS_TYPE_PATH, type NamedFacts } from '#domain/attestation.ts';
import { type EndedSubmission, factsDocument, type SignedFacts } from '#domain/findings/facts-document.ts';
import { storable } from '#domain/text/storable.ts';
import type { IssuerOptions } from './issue.ts';
import { signedStatement } from './statement.ts';
import { canonicalJson } from './verify/canonical-json.ts';

export type SignFacts = (ended: EndedSubmission) => Promise<SignedFacts>;

export function factsSigner({ key, publicUrl }: Pick<IssuerOptions, 'key' | 'publicUrl'>): SignFacts {
  return async (ended) => {
    const facts = storable(factsDocument(ended));
    const document = canonicalJson(facts);
    const { original, normalized } = facts;
    const envelope = await signedStatement(
      {
        subject: [
          { name: 'original.pdf', digest: { sha256: original.sha256 } },
          ...(normalized ? [{ name: 'normalized.pdf', digest: { sha256: normalized.sha256 } }] : []),
        ],
        predicateType: publicUrl + FACTS_TYPE_PATH,
        predicate: {
          issuedAt: facts.completedAt,
          issuer: { name: 'Fixpoint', url: publicUrl, publicKeyId: key.publicJwk.kid },
          submissionId: facts.submissionId,
          facts: { name: FACTS_FILE, mediaType: 'application/json', digest: { sha256: sha256Of(document) } },
        },
      },
      key,
    );
    return { document, envelope };
  };
}

/** How an attestation names the facts document of its submission. */
export function namedFacts(submissionId: string, { document }: Pick<SignedFacts, 'document'>): NamedFacts {
  return { submissionId, sha256: sha256Of(document) };
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
