/** The sheet of a deletion's certificate, which says nothing that the certificate does not. */
import { KEY_SET_PATH } from '#domain/attestation.ts';
import { REGIONS } from '#domain/region.ts';
import { jsonOf } from '#src/proof/verify/certificate.ts';
import { sha256Hex } from '#src/proof/verify/hash.ts';
import { member, text } from '#src/proof/verify/members.ts';
import type { Fact, Sheet } from './sheet.ts';
import { spelled } from './text-lines.ts';
import { spokenCount, spokenTime } from './words.ts';

const MOST_CHARACTERS = 300;
const DIGEST = 'sha256:';

/** @param certificate is a JWS in compact serialization */
export async function deletionSheet(certificate: string): Promise<Sheet> {
  const [head = '', body = '', signature = ''] = certificate.split('.');
  const header = jsonOf(head);
  const claims = jsonOf(body);
  const said = (of: unknown, name: string) => spelled(text(member(of, name)), MOST_CHARACTERS, true);
  const service = said(claims, 'iss');
  const keys = `${service}${KEY_SET_PATH}`;
  const organization = said(claims, 'sub');
  const sha256 = await sha256Hex(new TextEncoder().encode(certificate));
  const signing: Fact[] = [
    ['Certificate', said(claims, 'jti'), 'mono'],
    ['Certificate, SHA-256', sha256, 'mono'],
    ['Key', said(header, 'kid'), 'mono'],
    ['Algorithm', said(header, 'alg')],
    ['Signature', spelled(signature, MOST_CHARACTERS, true), 'mono'],
  ];
  return {
    title: 'Certificate of deletion',
    from: service,
    verdict: 'An organization was deleted with all its stored data.',
    sections: [
      {
        heading: 'What was deleted',
        facts: [
          ['Organization, SHA-256 of its id', organization.replace(DIGEST, ''), 'mono'],
          ...removedFacts(member(claims, 'objectsRemoved')),
        ],
      },
      {
        heading: 'When',
        facts: [
          ['Asked for', spokenTime(said(claims, 'requestedAt'))],
          ['Carried out', spokenTime(said(claims, 'executedAt'))],
        ],
      },
      { heading: 'The signature', facts: signing },
    ],
    verification: [
      'This page names the proof and is not the proof: paper can be copied. The proof is the signed certificate, a JWS (RFC 7515), which was mailed to the member who requested the deletion.',
      '1. sha256sum of the certificate, without a line end, prints the SHA-256 above; its last part is the signature above.',
      `2. Any JOSE library verifies it with the keys at ${keys}, whose address is in the code beside this text.`,
      '3. Anybody who knows the id of the organization can check it: printf %s ID | sha256sum.',
    ],
    verifyUrl: keys,
    mostPages: 1,
  };
}

/** By region, and all of it; a region without anything is named too. */
function removedFacts(regions: unknown): Fact[] {
  const countsOf = (region: string) => COUNTERS.map((name) => numberOf(member(member(regions, region), name)));
  const sums = COUNTERS.map((_, index) => REGIONS.reduce((sum, region) => sum + (countsOf(region)[index] ?? 0), 0));
  return [
    ...REGIONS.map((region): Fact => [region, countsSentence(countsOf(region))]),
    ['In all', countsSentence(sums)],
  ];
}

const COUNTERS = ['originals', 'artifacts', 'exports', 'shared'] as const;

function countsSentence([originals = 0, artifacts = 0, exports = 0, shared = 0]: readonly number[]): string {
  const removed = [
    spokenCount(originals, 'original'),
    spokenCount(artifacts, 'normalized document'),
    spokenCount(exports, 'archive of an export', 'archives of exports'),
  ];
  const kept =
    shared === 0 ? '' : ` ${spokenCount(shared, 'file')} that other organizations have too stayed with them.`;
  return `${removed.slice(0, 2).join(', ')} and ${removed[2]}.${kept}`;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
