import { describe, expect, test } from 'vitest';
import { pairId, pairOf, sidesOf } from './sides.ts';

type Facts = Parameters<typeof sidesOf>[0];
type Timeline = NonNullable<Parameters<typeof sidesOf>[1]>;

const NORMALIZED = { sha256: 'c'.repeat(64) } as unknown as Facts['normalized'];

interface Requested {
  readonly signer?: string | null;
  readonly isTrusted?: boolean;
  readonly normalized?: Facts['normalized'];
  readonly original?: string | null;
}

function facts({
  signer = null,
  isTrusted = false,
  normalized = NORMALIZED,
  original = '/original',
}: Requested = {}): Facts {
  const holds = { valid: true, certificateExpired: false, timestampPresent: false, timestampValid: null, reason: null };
  const verified = {
    fieldName: 'Signature1',
    signerName: signer,
    certificateChainTrusted: isTrusted,
    ...holds,
  };
  return {
    normalized,
    security: { signatureVerificationResults: [verified] },
    links: { original },
  } as unknown as Facts;
}

function timeline(count: number, signed: readonly number[] = [], trailing: Timeline['trailing'] = null): Timeline {
  const revisions = Array.from({ length: count }, (_, index) => ({ number: index + 1, endByte: 100 * (index + 1) }));
  const signatures = signed.map((revision) => ({ fieldName: 'Signature1', revision, isTimestamp: false }));
  return { count, revisions, signatures, trailing } as unknown as Timeline;
}

const labels = (submission: Facts, of: Timeline | null) => sidesOf(submission, of).map(({ label }) => label);

function pair(submission: Facts, of: Timeline | null, asked?: string) {
  const found = pairOf(sidesOf(submission, of), of, asked);
  return found && pairId(found);
}

describe('the states of a document', () => {
  test('are each of its revisions and the canonical form', () => {
    expect(sidesOf(facts(), timeline(2))).toEqual([
      { id: 'revision-1', label: 'Revision 1, as first saved', bytes: { of: 'original', endByte: 100 } },
      { id: 'revision-2', label: 'Revision 2, as it is now', bytes: { of: 'original', endByte: 200 } },
      { id: 'canonical', label: 'Canonical form', bytes: { of: 'artifact', sha256: 'c'.repeat(64) } },
    ]);
  });

  test('are the file itself where revisions cannot be told apart, or something follows them', () => {
    expect(labels(facts(), null)).toEqual(['As it was sent', 'Canonical form']);
    expect(labels(facts(), timeline(1, [], { startByte: 100, endByte: 120 }))).toEqual([
      'As it was sent',
      'As it was sent, with all later revisions',
      'Canonical form',
    ]);
  });

  test('are the canonical form alone once the original is erased', () => {
    expect(labels(facts({ original: null }), timeline(2))).toEqual(['Canonical form']);
  });

  test('say who signed, and whether that is known', () => {
    const name = String.raw`CN=Alice\, the Example, O=Somewhere`;
    const signed = (requested: Requested) => labels(facts(requested), timeline(2, [1]))[0];
    expect(signed({ signer: name, isTrusted: true })).toBe('Revision 1, signed by “Alice, the Example”');
    expect(signed({ signer: name })).toBe('Revision 1, signed by “Alice, the Example” (not verified)');
    expect(signed({})).toBe('Revision 1, signed');
    expect(signed({ signer: `CN=${'x'.repeat(255)}` })).toHaveLength(
      'Revision 1, signed by “…” (not verified)'.length + 60,
    );
  });
});

describe('the pair', () => {
  test('is what was signed and what became of it', () => {
    expect(pair(facts(), timeline(3, [1]))).toBe('revision-1..revision-3');
    expect(pair(facts(), timeline(4, [1, 2]))).toBe('revision-2..revision-4');
  });

  test('is what came and what was made of it, where nothing follows the signature', () => {
    expect(pair(facts(), timeline(2, [2]))).toBe('revision-2..canonical');
    expect(pair(facts(), timeline(2))).toBe('revision-2..canonical');
    expect(pair(facts(), null)).toBe('original..canonical');
  });

  test('is the last two revisions where there is no canonical form', () => {
    expect(pair(facts({ normalized: null }), timeline(3))).toBe('revision-2..revision-3');
  });

  test('is none where there is one state alone', () => {
    expect(pair(facts({ normalized: null }), timeline(1))).toBeNull();
    expect(pair(facts({ original: null }), null)).toBeNull();
  });

  test('is the one that is asked for, if there is such a one', () => {
    expect(pair(facts(), timeline(3, [1]), 'canonical..revision-2')).toBe('canonical..revision-2');
    expect(pair(facts(), timeline(3, [1]), 'revision-7..canonical')).toBe('revision-1..revision-3');
    expect(pair(facts(), timeline(3, [1]), '..')).toBe('revision-1..revision-3');
  });
});
