import { describe, expect, it } from 'vitest';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { groupFailures } from './failure-groups.ts';

describe('documents that did not get through', () => {
  it('are grouped by the option that refused them, the largest group first', () => {
    const groups = groupFailures([
      { id: '1', failureCode: 'NO_PAGES', reason: null, message: 'The document has no pages.' },
      { id: '2', failureCode: 'POLICY_REJECTION', reason: 'SIGNED_PDF', message: 'It carries 1 digital signature.' },
      { id: '3', failureCode: 'POLICY_REJECTION', reason: 'PDFA_COMPLIANCE_RISK', message: 'It would not be.' },
      { id: '4', failureCode: 'POLICY_REJECTION', reason: 'SIGNED_PDF', message: 'It carries 2 digital signatures.' },
    ]);
    expect(groups.map(({ key, ids }) => [key, ids])).toEqual([
      ['SIGNED_PDF', ['2', '4']],
      ['NO_PAGES', ['1']],
      ['PDFA_COMPLIANCE_RISK', ['3']],
    ]);
    expect(groups[0]?.remedies.map(({ change }) => change)).toEqual([
      { signed_pdf_policy: 'strip' },
      { signed_pdf_policy: 'preserve' },
    ]);
    expect(groups[1]?.remedies).toEqual([]);
  });

  it('of an earlier version have no reason, which is not read from the sentence', () => {
    const message = 'SIGNED_PDF: The document carries 1 digital signature.';
    const [group] = groupFailures([{ id: '1', failureCode: 'POLICY_REJECTION', reason: null, message }]);
    expect(group?.key).toBe('POLICY_REJECTION');
    expect(group?.remedies).toEqual([]);
  });

  it('have words for every code, and for one of a later version', () => {
    for (const failureCode of FAILURE_CODES) {
      const [group] = groupFailures([{ id: '1', failureCode, reason: null, message: null }]);
      expect(group?.reason).toMatch(/^(failed|rejected): .+/);
      expect(group?.advice).not.toBe('');
    }
    expect(groupFailures([{ id: '1', failureCode: 'NEW', reason: null, message: null }])[0]?.remedies).toHaveLength(1);
  });

  it('are offered to be sent again as they are only where that may help', () => {
    const remediesOf = (failureCode: string) =>
      groupFailures([{ id: '1', failureCode, reason: null, message: null }])[0]?.remedies;
    expect(remediesOf('STORAGE_ERROR')).toHaveLength(1);
    expect(remediesOf('PASSWORD_REQUIRED')).toEqual([]);
  });
});
