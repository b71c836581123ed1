import { describe, expect, it } from 'vitest';
import { SEVERITIES } from '#domain/report.ts';
import { gravestFirst, meaningOf, severityOf } from './findings.ts';

describe('findings', () => {
  it('are told the gravest first, and unknown ones before what honest documents have', () => {
    const told = ['low', 'new', 'critical', 'medium', 'high'].map((severity) => ({ severity }));
    expect(gravestFirst(told).map(({ severity }) => severity)).toEqual(['critical', 'high', 'new', 'medium', 'low']);
  });

  it.each(SEVERITIES)('of severity %s are called that', (severity) => {
    expect(severityOf(severity).word).toBe(severity);
  });

  it('of a type that is not known have no meaning', () => {
    expect(meaningOf('POST_EOF_DATA')?.title).toBe('Data behind the end');
    expect(meaningOf('toString')).toBeNull();
  });
});
