/** The JSON Schema behind the type of the statements that sign facts: the predicate, as `factsSigner` writes it. */
import { FACTS_TYPE_PATH } from '#domain/attestation.ts';

const text = (description: string) => ({ type: 'string', description });
const object = (properties: Readonly<Record<string, object>>, description?: string) => ({
  type: 'object',
  ...(description !== undefined && { description }),
  required: Object.keys(properties),
  properties,
});
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };

export function factsSchema(publicUrl: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: publicUrl + FACTS_TYPE_PATH,
    title: 'Facts of a submission',
    description:
      'The predicate of an in-toto Statement about original.pdf and, after SUCCESS, normalized.pdf. It signs the facts document by its hash.',
    ...object({
      issuedAt: { ...text('The end of the submission.'), format: 'date-time' },
      issuer: object(
        {
          name: text('The name of the service.'),
          url: { ...text('The address of its keys.'), format: 'uri' },
          publicKeyId: text('The RFC 7638 thumbprint of the key: its kid in the key set.'),
        },
        'The service that signed the statement.',
      ),
      submissionId: { ...text('The submission that ended.'), format: 'uuid' },
      facts: object(
        {
          name: text('The name of the document in evidence.'),
          mediaType: text('The document is canonical JSON of RFC 8785.'),
          digest: object({ sha256: SHA256 }, 'The hash of the exact bytes.'),
        },
        'The facts document.',
      ),
    }),
  };
}
