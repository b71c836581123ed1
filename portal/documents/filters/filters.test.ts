import { describe, expect, it } from 'vitest';
import { countFilters, filterOf, queryOf } from './filters.ts';

const given = (search: Record<string, unknown>) => JSON.parse(JSON.stringify(filterOf(search)));

describe('filters in the address', () => {
  it('are what the API takes', () => {
    const search = {
      status: 'FAILED',
      verdict_level: 'danger',
      risk_level: 'high',
      failure_code: 'NO_PAGES',
      from: '2026-11-01',
      to: '2026-11-30',
      batch_id: '0b9b6a0e-63a1-4f0c-9a39-0a9b5e3c8b10',
      original_sha256: 'a'.repeat(64),
      pipeline_spec: 'norm-2',
      region: 'eu-central-1',
    };
    expect(given(search)).toEqual(search);
    expect(countFilters(filterOf(search))).toBe(10);
  });

  it('are left out where nobody could have meant them', () => {
    const search = {
      status: 'BROKEN',
      from: 'yesterday',
      to: '2026-13-01',
      batch_id: '1',
      original_sha256: 'abc',
      pipeline_spec: 'norm-x',
      other: 1,
    };
    expect(given(search)).toEqual({});
  });

  it('keep a reference of digits, and spaces around a hash do not matter', () => {
    expect(given({ client_reference: 4711 })).toEqual({ client_reference: '4711' });
    expect(given({ normalized_sha256: ` ${'B'.repeat(64)} ` })).toEqual({ normalized_sha256: 'B'.repeat(64) });
  });

  it('count the last day', () => {
    expect(queryOf({ from: '2026-12-31', to: '2026-12-31' })).toEqual({ from: '2026-12-31', to: '2027-01-01' });
    expect(queryOf({ status: 'FAILED' })).toEqual({ status: 'FAILED', to: undefined });
  });
});
