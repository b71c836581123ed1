/** The findings in the line about a document, and the conditions of `--fail-on`. */
import { WARNING_CODES } from '#domain/failure-codes.ts';
import { type Anomaly, type EngineReport, RISK_LEVELS, type RiskLevel, SEVERITIES } from '#domain/report.ts';
import { isWarning } from '#domain/verdict/kinds.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { refused } from '#src/cli/exit-codes.ts';
import { inOneLine } from '#src/cli/terminal.ts';

type Sentence = Pick<Anomaly, 'severity' | 'description'>;

/** The parts of a report that the service's answers have too. */
export interface Found {
  readonly tamperAnalysis: { readonly riskLevel: RiskLevel; readonly anomalies: readonly Sentence[] } | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export interface FailOn {
  /** This risk or a greater one. */
  readonly level: RiskLevel | null;
  readonly warnings: ReadonlySet<string>;
}

/** For the help of commands. */
export const FAIL_ON_WORDS = 'exit code 9 from this risk on (low, medium, high, critical), or with these warning codes';

/** @param text risk levels and codes of warnings, with commas between them */
export function readFailOn(text: string): FailOn {
  const words = text.split(',').map((word) => word.trim());
  const levels = SEVERITIES.filter((level) => words.includes(level));
  const warnings = WARNING_CODES.filter((code) => words.includes(code));
  const known: readonly string[] = [...levels, ...warnings];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined)
    throw refused(`--fail-on: "${unknown}" is neither a risk (${SEVERITIES.join(', ')}) nor the code of a warning.`);
  return { level: levels[0] ?? null, warnings: new Set<string>(warnings) };
}

/** The matching conditions: `risk critical`, codes of warnings. */
export function metOf({ level, warnings }: FailOn, found: Found | null): string[] {
  if (found === null) return [];
  const risk = found.tamperAnalysis?.riskLevel ?? 'none';
  const isRisky = level !== null && RISK_LEVELS.indexOf(risk) >= RISK_LEVELS.indexOf(level);
  const codes = new Set(found.warnings.map(({ code }) => code).filter((code) => warnings.has(code)));
  return [...(isRisky ? [`risk ${risk}`] : []), ...codes];
}

type SaidVerdict = Readonly<Record<'kind' | 'level' | 'label' | 'sentence', string>>;

export interface FoundAndSaid extends Found {
  /** Undefined in the answer of a service of an earlier version. */
  readonly verdict?: SaidVerdict | undefined;
}

/** The report of a document on this machine, with the words of its verdict. */
export function withWords(report: EngineReport): FoundAndSaid {
  return { ...report, verdict: verdictOf(report) };
}

/** True if a person must read the verdict. A failed document has its code and reason in their place. */
export function isAlarming<Said extends SaidVerdict>(verdict: Said | null | undefined): verdict is Said {
  return !!verdict && verdict.kind !== 'failed' && isWarning(verdict.level);
}

/** Words that stand beside the word for success: the verdict where it is no good one, and the risk. */
export function alarms(found: FoundAndSaid | null): string[] {
  if (found === null) return [];
  const { verdict } = found;
  const { riskLevel = 'none', anomalies = [] } = found.tamperAnalysis ?? {};
  return [
    ...(isAlarming(verdict) ? [inOneLine(`${verdict.label.toUpperCase()}: ${verdict.sentence}`)] : []),
    ...(riskLevel === 'none' ? [] : [`(risk ${riskLevel}, ${countOf(anomalies.length)})`]),
  ];
}

export function sentenceOf({ severity, description }: Sentence): string {
  return `${severity.toUpperCase()}: ${description}`;
}

function countOf(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}
