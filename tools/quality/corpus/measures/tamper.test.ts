import { expect, test } from 'vitest';
import type { RiskLevel } from '#domain/report.ts';
import { REPORT } from '#test/support/builders/report.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import { graveShare } from './tamper.ts';

const fileOf = (name: string): CorpusFile => ({
  path: name,
  name,
  sha256: '',
  readable: true,
  pageCounts: [1],
  truth: null,
});

test('the share of ordinary files at high or critical counts neither attacks nor files without an analysis', () => {
  const risks = new Map<string, RiskLevel>([
    ['letter.pdf', 'none'],
    ['invoice.pdf', 'medium'],
    ['scan.pdf', 'high'],
    ['synthetic/attacks/forged.pdf', 'critical'],
  ]);
  const names = [...risks.keys(), 'not-opened.pdf'];
  const evidence = {
    files: names.map(fileOf),
    reportOf({ name }: CorpusFile) {
      const riskLevel = risks.get(name);
      return { ...REPORT, tamperAnalysis: riskLevel ? { riskLevel, anomaliesDetected: 0, anomalies: [] } : null };
    },
  };
  expect(graveShare(evidence)).toBe('Ordinary files at high or critical: 1 of 3 (33.33 %)');
});
