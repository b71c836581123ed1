/** What is signed among the things that were given, and by which key. */
import { entryNamed, isThumbprint } from '#src/proof/verify/key-set.ts';
import { type Attested, attestedIn, factsNamedIn, verdictIn } from '#src/proof/verify/attested.ts';
import { member, text } from '#src/proof/verify/members.ts';
import { type KeyLife, lifeOf } from '#src/proof/verify/times.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { verifyCertificate } from '#src/proof/verify/certificate.ts';
import { verifyEnvelope } from '#src/proof/verify/envelope.ts';
import { signedDigest, verifyFactsEnvelope } from '#src/proof/verify/facts.ts';
import type { VerificationReason } from '#domain/attestation.ts';
import type { Given, Json } from './given.ts';

/** Where the key was found that a signature was checked with; null where no set has it. */
export type KeySource = 'service' | 'file' | 'archive' | null;

export interface Keys {
  /** The keys that this service publishes, or undefined if it could not be reached. */
  readonly published: unknown;
  readonly given: readonly Json<'keySet'>[];
}

/**
 * The content of one of the signed forms: an attestation has three, and the facts of a submission have one. Anybody may have written
 * it until its signature holds.
 */
export interface Statement {
  readonly form: 'attestation' | 'certificate' | 'envelope' | 'facts';
  readonly reason: VerificationReason | null;
  readonly kid: string;
  readonly source: KeySource;
  /** Whether a set that was given calls another key by this name. */
  readonly isMisnamed: boolean;
  readonly life: KeyLife;
  readonly issuer: string;
  readonly issuedAt: string;
  readonly originalSha256: string;
  /** Empty where the statement is of a document without an output. */
  readonly normalizedSha256: string;
  readonly contentHash: string;
  /** Of the attestation's findings; undefined in a certificate. */
  readonly warningCount: unknown;
  /** The verdict on the original, in the three forms of an attestation; and the facts document, which all forms name. */
  readonly attested: Attested;
}

/** The attestation first, as it says most. */
export async function statementsOf(given: readonly Given[], keys: Keys): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (const thing of given) {
    if (thing.kind === 'attestation') statements.push(await ofAttestation(thing.value, keys));
    if (thing.kind === 'certificate') statements.push(await ofCertificate(thing.compact, keys));
    if (thing.kind === 'envelope') statements.push(await ofEnvelope(thing.value, keys));
    if (thing.kind === 'factsEnvelope') statements.push(await ofFacts(thing.value, keys));
  }
  const order = ['attestation', 'certificate', 'envelope', 'facts'];
  return statements.toSorted((a, b) => order.indexOf(a.form) - order.indexOf(b.form));
}

/** The name of the key that is to have signed an attestation. */
export function kidOf(attestation: unknown): string {
  return text(member(member(attestation, 'issuer'), 'publicKeyId'));
}

async function ofAttestation(value: unknown, keys: Keys): Promise<Statement> {
  const { set, ...key } = await findKey(kidOf(value), keys);
  const { reason } = await verifyAttestation(value, set);
  return { form: 'attestation', reason, ...key, ...factsOf(value) };
}

async function ofEnvelope(value: unknown, keys: Keys): Promise<Statement> {
  const { kid } = await verifyEnvelope(value, undefined);
  const { set, ...key } = await findKey(kid, keys);
  const { reason, predicate } = await verifyEnvelope(value, set);
  return { form: 'envelope', reason, ...key, ...factsOf(predicate) };
}

async function ofFacts(value: unknown, keys: Keys): Promise<Statement> {
  const { kid } = await verifyFactsEnvelope(value, undefined);
  const { set, ...key } = await findKey(kid, keys);
  const verdict = await verifyFactsEnvelope(value, set);
  const { reason, predicate, subjects } = verdict;
  return {
    form: 'facts',
    reason,
    ...key,
    issuer: text(member(member(predicate, 'issuer'), 'url')),
    issuedAt: text(member(predicate, 'issuedAt')),
    originalSha256: subjects.original,
    normalizedSha256: subjects.normalized,
    contentHash: '',
    warningCount: undefined,
    attested: {
      verdict: null,
      facts: { submissionId: text(member(predicate, 'submissionId')), sha256: signedDigest(verdict) },
    },
  };
}

async function ofCertificate(compact: string, keys: Keys): Promise<Statement> {
  const { kid } = await verifyCertificate(compact, undefined);
  const { set, ...key } = await findKey(kid, keys);
  const { reason, claims } = await verifyCertificate(compact, set);
  const times = { issuer: text(member(claims, 'iss')), issuedAt: text(member(claims, 'processedAt')) };
  return {
    form: 'certificate',
    reason,
    ...key,
    ...times,
    ...hashesOf(claims),
    warningCount: undefined,
    attested: { verdict: verdictIn(claims), facts: factsNamedIn(claims) },
  };
}

function factsOf(value: unknown) {
  return {
    issuer: text(member(member(value, 'issuer'), 'url')),
    issuedAt: text(member(value, 'issuedAt')),
    ...hashesOf(member(value, 'subject')),
    warningCount: member(member(value, 'findings'), 'warningCount'),
    attested: attestedIn(value),
  };
}

function hashesOf(value: unknown) {
  return {
    originalSha256: text(member(value, 'originalSha256')),
    normalizedSha256: text(member(value, 'normalizedSha256')),
    contentHash: text(member(value, 'contentHash')),
  };
}

/** Published keys take precedence over given keys, so that evidence cannot replace a published key. */
export async function findKey(kid: string, { published, given }: Keys) {
  const sets = given.filter(({ value }) => entryNamed(value, kid) !== undefined);
  const isTrue = await Promise.all(sets.map(({ value }) => isThumbprint(kid, entryNamed(value, kid))));
  const isMisnamed = isTrue.includes(false);
  const isPublished = entryNamed(published, kid) !== undefined;
  const [first] = sets;
  const set = isPublished ? published : isMisnamed ? undefined : first?.value;
  const source: KeySource = isPublished ? 'service' : (first?.origin ?? null);
  return { set, kid, source, isMisnamed, life: lifeOf(set, kid) };
}
