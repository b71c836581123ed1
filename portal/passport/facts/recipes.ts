/** Recipes that check a document with other programs. They are those of docs/verify.md. */

export interface Recipe {
  /** A word. */
  readonly id: string;
  readonly name: string;
  readonly needs: string;
  readonly code: string;
}

/**
 * Gets the files that the other commands are about. `$KEY` is an API key with the scope `read`. The key is the one that
 * the attestation names: the service may have another one by now.
 */
export function fetchRecipe(service: string, sha256: string, original: string): string {
  const base = service.replace(/\/$/, '');
  const get = (path: string, name: string) => `curl -fsS "${base}${path}" -H "X-Api-Key: $KEY" -o ${name}`;
  return [
    get(`/api/artifacts/${sha256}`, 'out.pdf'),
    get(`/api/attestations/${sha256}?original=${original}`, 'attestation.jsonld'),
    get(`/api/certificates/${sha256}?original=${original}`, 'certificate.jws'),
    `curl -fsS "${base}/.well-known/attestation-keys.json" -o keys.json`,
    'kid=$(jq --raw-output .issuer.publicKeyId attestation.jsonld)',
    `curl -fsS "${base}/.well-known/service-signing-key.pem?kid=$kid" -o key.pem`,
  ].join('\n');
}

export const RECIPES: readonly Recipe[] = [
  {
    id: 'openssl',
    name: 'openssl',
    needs: 'openssl, jq and sha256sum',
    code: `jq --compact-output --sort-keys --join-output 'del(.signature)' attestation.jsonld > payload.json
jq --raw-output .signature.value attestation.jsonld | base64 --decode > signature.der
openssl dgst -sha256 -verify key.pem -signature signature.der payload.json
jq --raw-output '.subject.normalizedSha256 + "  out.pdf"' attestation.jsonld | sha256sum --check`,
  },
  {
    id: 'jose',
    name: 'jose',
    needs: 'Node.js and the package jose',
    code: `import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, jwtVerify } from 'jose';

const keys = createLocalJWKSet(JSON.parse(await readFile('keys.json', 'utf8')));
const certificate = await readFile('certificate.jws', 'utf8');
const { payload } = await jwtVerify(certificate, keys, { typ: 'normalization-certificate+jwt' });
console.log(payload.originalSha256, payload.normalizedSha256, payload.processedAt);`,
  },
  {
    id: 'cli',
    name: 'Command line',
    needs: 'Node.js and a clone of the source code of Fixpoint, whose folder is $FIXPOINT',
    code: 'node "$FIXPOINT/fixpoint.mjs" verify out.pdf --attestation attestation.jsonld --jwks keys.json',
  },
  {
    id: 'evidence',
    name: 'Evidence',
    needs: 'Python 3.8 or newer, and in one folder the evidence unpacked, the original and the key set of the service',
    code: 'python3 verify.py --original original.pdf --keys attestation-keys.json',
  },
];
