import { describe, expect, it } from 'vitest';
import { revisionOf, SIGNATURE, timelineOf } from '#portal/passport/timeline/examples.ts';
import {
  changeWord,
  countWords,
  coverageWords,
  coveringWords,
  type Holding,
  holdingOf,
  revisionSummary,
  signatureTitle,
} from './revision-words.ts';

const result: Holding = {
  fieldName: 'Signature1',
  signerName: 'CN=Alice Example',
  signedAt: null,
  valid: true,
  certificateExpired: false,
  certificateChainTrusted: null,
  timestampPresent: false,
  timestampValid: null,
  reason: null,
};
const timeline = timelineOf([900, 1000], [SIGNATURE]);

describe('a revision in words', () => {
  it('counts what it changed', () => {
    expect(countWords({ repointed: 0, replaced: 2, added: 1, freed: 0, rewritten: 0 })).toBe(
      '2 objects replaced, 1 added',
    );
    expect(countWords({ repointed: 0, replaced: 0, added: 0, freed: 1, rewritten: 0 })).toBe('1 object taken out');
    expect(countWords({ repointed: 0, replaced: 0, added: 0, freed: 0, rewritten: 0 })).toBe('no object changed');
  });

  it('says what is odd about one that only leads elsewhere', () => {
    expect(revisionSummary(revisionOf(2, 900, 1000))).toBe('Saved again: 1 object replaced.');
    expect(revisionSummary({ ...revisionOf(2, 900, 1000), onlyRepoints: true })).toMatch(
      /brings no object of its own/u,
    );
  });

  it('takes a change that it does not know by its name', () => {
    expect(changeWord('TURNED_AROUND')).toBe('turned around');
  });
});

describe('a signature in words', () => {
  it('says how far it reaches', () => {
    expect(coverageWords(SIGNATURE, timeline)).toBe(
      'Covers revision 1 of 2 and what is before it. 100 bytes follow it that it does not cover.',
    );
    expect(coverageWords({ ...SIGNATURE, coversWholeFile: true }, timeline)).toBe('Covers the whole file.');
    expect(coverageWords({ ...SIGNATURE, endByte: null }, timeline)).toBe('Covers nothing that can be told.');
    expect(coverageWords({ ...SIGNATURE, gap: 'foreign', revision: null }, timeline)).toBe(
      'Covers up to byte 900, which is the end of no revision. 100 bytes follow it that it does not cover. It leaves out more than its own value.',
    );
  });

  it('is told of by the one result of its name', () => {
    expect(holdingOf(SIGNATURE, [result])).toBe(result);
    expect(holdingOf(SIGNATURE, [])).toBeNull();
    expect(holdingOf(SIGNATURE, [result, { ...result, valid: false }])).toBeNull();
  });

  it('is called by who made it, as far as that is stated', () => {
    expect(signatureTitle(SIGNATURE, result)).toBe(
      'Signature of Alice Example (name taken from the certificate, not verified), field Signature1',
    );
    expect(signatureTitle(SIGNATURE, { ...result, certificateChainTrusted: true })).toBe(
      'Signature of Alice Example, field Signature1',
    );
    expect(signatureTitle({ ...SIGNATURE, isTimestamp: true }, result)).toBe(
      'Timestamp of Alice Example (name taken from the certificate, not verified), field Signature1',
    );
    expect(signatureTitle({ ...SIGNATURE, fieldName: '', isTimestamp: true }, null)).toBe('Timestamp, without a field');
  });

  it('covers the revisions up to its end', () => {
    expect(coveringWords(1, timeline)).toBe('covered by Signature1');
    expect(coveringWords(2, timeline)).toBe('covered by none');
    expect(coveringWords(1, timelineOf([900]))).toBe('none in the file');
  });
});
