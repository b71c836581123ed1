/** Measures that attacks are flagged and ordinary files are not. */
import type { Anomaly } from '#domain/report.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import { isOrdinary } from '#tools/quality/corpus/ordinary.ts';
import { atLeast } from '#tools/quality/corpus/truth.ts';
import { type Exception, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure } from '#tools/quality/corpus/evidence.ts';

export const tamper: Measure = {
  title: 'Tampering',
  judge(evidence) {
    const known = evidence.files.filter(({ truth }) => truth?.expect);
    const flagged = known.filter(({ truth }) => truth?.expect?.must_flag === true || truth?.expect?.min_risk);
    const bounded = known.filter(({ truth }) => truth?.expect?.max_risk);
    const asserted = known.filter(({ truth }) => truth?.expect?.anomalies);
    const ordinary = evidence.files.filter(isOrdinary);
    return [
      score('every attack is flagged at its risk or above', 1, flagged, (file) => judgeLeast(evidence, file)),
      score('nothing above low on clean files and archives', 1, evidence.files.filter(isClean), (file) =>
        judgeMost(evidence, file, 'low'),
      ),
      score('ordinary files that are neither high nor critical', goalOf(ordinary.length), ordinary, (file) =>
        judgeMost(evidence, file, 'medium'),
      ),
      score('nothing above the greatest risk the file was made for', 1, bounded, (file) =>
        judgeMost(evidence, file, file.truth?.expect?.max_risk ?? 'critical'),
      ),
      score('the anomalies the file was made for', 0.95, asserted, (file) => judgeTypes(evidence, file)),
    ];
  },
};

/** For example `Ordinary files at high or critical: 3 of 512 (0.59 %)`, of the files with an analysis. */
export function graveShare(evidence: Pick<Evidence, 'files' | 'reportOf'>): string {
  const risks = evidence.files.filter(isOrdinary).flatMap((file) => riskOf(evidence, file) ?? []);
  const grave = risks.filter((risk) => atLeast(risk, 'high')).length;
  const percent = risks.length === 0 ? 0 : (100 * grave) / risks.length;
  return `Ordinary files at high or critical: ${grave} of ${risks.length} (${percent.toFixed(2)} %)`;
}

/** At most one in a hundred, or one of fewer files. */
function goalOf(count: number): number {
  return Math.min(0.99, Math.floor(1000 * (1 - 1 / Math.max(1, count))) / 1000);
}

/** Clean files, on which any finding is wrong, and archives with renewed signatures. */
function isClean({ name, truth }: CorpusFile): boolean {
  if (!truth || truth.expect?.must_flag === true || truth.tags.includes('sig-attack')) return false;
  const isArchive = truth.tags.includes('dss-ltv') || truth.tags.includes('doc-timestamp');
  return isArchive || truth.expect?.forbidden === 'all' || /\/clean-[^/]*$/.test(name);
}

function judgeLeast(evidence: Evidence, file: CorpusFile): Exception | null {
  const risk = riskOf(evidence, file);
  const least = file.truth?.expect?.min_risk ?? 'low';
  return risk !== null && atLeast(risk, least) ? null : { name: file.name, what: `${risk}, at least ${least}` };
}

function judgeMost(evidence: Evidence, file: CorpusFile, most: string): Exception | null {
  const risk = riskOf(evidence, file);
  if (risk === null || atLeast(most, risk)) return null;
  const found = anomalies(evidence, file).filter(({ severity }) => !atLeast(most, severity));
  return { name: file.name, what: found.map((one) => `${one.severity} ${one.type}: ${one.description}`).join(' ') };
}

/** Exactly these types. If several readings are right, at least one of them and no other. */
function judgeTypes(evidence: Evidence, file: CorpusFile): Exception | null {
  const { anomalies: exact, anomalies_alt, anomalies_any_of } = file.truth?.expect ?? {};
  const found = new Set<string>(anomalies(evidence, file).map(({ type }) => type));
  const alternatives = [...(anomalies_alt ?? []), ...(anomalies_any_of ?? [])];
  const allowed = new Set([...(exact ?? []), ...alternatives]);
  const isRight = [...found].every((type) => allowed.has(type));
  const isComplete = alternatives.length > 0 ? found.size > 0 : (exact ?? []).every((type) => found.has(type));
  if (isRight && isComplete) return null;
  return {
    name: file.name,
    what: `${[...found].toSorted().join(' ') || 'none'}, expected ${[...allowed].join(' ') || 'none'}`,
  };
}

function riskOf(evidence: Pick<Evidence, 'reportOf'>, file: CorpusFile): string | null {
  return evidence.reportOf(file)?.tamperAnalysis?.riskLevel ?? null;
}

function anomalies(evidence: Evidence, file: CorpusFile): readonly Anomaly[] {
  return evidence.reportOf(file)?.tamperAnalysis?.anomalies ?? [];
}
