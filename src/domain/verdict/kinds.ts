/** The kinds of verdicts, each with its level. An id never changes. */

/** The best first. */
export const VERDICT_LEVELS = ['good', 'neutral', 'caution', 'danger'] as const;
export type VerdictLevel = (typeof VERDICT_LEVELS)[number];
export const WORST_LEVEL: VerdictLevel = 'danger';

/** The worse of two levels. */
export function worseLevel(one: VerdictLevel, other: VerdictLevel): VerdictLevel {
  return VERDICT_LEVELS.indexOf(one) < VERDICT_LEVELS.indexOf(other) ? other : one;
}

/** Whether somebody has to read the verdict before they rely on the document. */
export function isWarning(level: string | undefined): level is 'caution' | 'danger' {
  return level === 'caution' || level === 'danger';
}

/** Names of symbols of `#portal/ui/tone.tsx`. Each symbol belongs to one level, so that the shape says what the colour says. */
export type VerdictSymbol = 'shield-alert' | 'warning' | 'unknown' | 'info' | 'clock' | 'signature' | 'check';

interface KindRow {
  readonly level: VerdictLevel;
  readonly symbol: VerdictSymbol;
  /** A word or two that say the same as colour and symbol. */
  readonly label: string;
}

const danger = (label: string): KindRow => ({ level: 'danger', symbol: 'shield-alert', label });
const caution = (label: string): KindRow => ({ level: 'caution', symbol: 'warning', label });
const unknown = (label: string): KindRow => ({ level: 'caution', symbol: 'unknown', label });
const signature = (label: string): KindRow => ({ level: 'neutral', symbol: 'signature', label });
const plain = (label: string): KindRow => ({ level: 'neutral', symbol: 'info', label });
const pending = (label: string): KindRow => ({ level: 'neutral', symbol: 'clock', label });
const good = (label: string): KindRow => ({ level: 'good', symbol: 'check', label });

const KINDS = {
  changed_after_signing: danger('Changed after signing'),
  signed_bytes_changed: danger('Not what was signed'),
  signature_proves_nothing: danger('Signature proves nothing'),
  altered_structure: danger('Signs of tampering'),
  signature_forgeable: caution('Signature can be forged'),
  certificate_not_for_signing: caution('Signature is not valid'),
  cannot_be_judged: unknown('Signature not verified'),
  signature_not_valid: unknown('Signature is not valid'),
  failed: unknown('Failed'),
  signatures_unknown: unknown('Signatures unknown'),
  findings_unknown: unknown('Not checked for tampering'),
  finding_unknown: unknown('Unknown finding'),
  timestamped_with_finding: caution('Check this document'),
  timestamp_proves_nothing: caution('Timestamp proves nothing'),
  timestamped_by_trusted: signature('Timestamped'),
  timestamped: signature('Timestamped'),
  signed_and_prepared: caution('Prepared for a change'),
  signed_with_finding: caution('Check this document'),
  signed_weakly: caution('Signed with SHA-1'),
  signer_not_trusted: caution('Signer not trusted'),
  certificate_expired: caution('Certificate expired'),
  timestamp_not_reliable: caution('Timestamp not reliable'),
  signed_coverage_unknown: signature('Signed'),
  signed_and_extended: signature('Signed, then extended'),
  signed_unchanged_trusted: good('Signed, unchanged'),
  signed_unchanged: signature('Unchanged since signed'),
  field_shows_other_value: caution('Check this document'),
  unsigned_with_finding: caution('Check this document'),
  repaired: caution('Repaired'),
  rejected: plain('Rejected'),
  content_removed: plain('Normalized'),
  hidden_content: plain('Normalized'),
  signatures_not_checked: unknown('Signatures unknown'),
  minor_finding: plain('Normalized'),
  no_findings: good('Normalized'),
  normalized: plain('Normalized'),
  not_known: unknown('Unknown'),
  waiting: pending('Waiting'),
  under_way: pending('In progress'),
  erased: plain('Erased'),
} as const satisfies Readonly<Record<string, KindRow>>;

export type VerdictKind = keyof typeof KINDS;

export const VERDICT_KINDS = Object.keys(KINDS).filter(isVerdictKind);

/** An answer of another version may have other kinds. */
export function isVerdictKind(kind: string): kind is VerdictKind {
  return Object.hasOwn(KINDS, kind);
}

export function rowOf(kind: VerdictKind): KindRow {
  return KINDS[kind];
}

/** The label of a kind; the kind itself where an answer has one of another version. */
export function labelOf(kind: string): string {
  return isVerdictKind(kind) ? KINDS[kind].label : kind;
}

const SYMBOLS: Readonly<Record<VerdictLevel, VerdictSymbol>> = {
  danger: 'shield-alert',
  caution: 'warning',
  neutral: 'info',
  good: 'check',
};

/** The symbol of a kind; that of the level where an answer has a kind of another version. */
export function symbolOf({ kind, level }: { readonly kind: string; readonly level: VerdictLevel }): VerdictSymbol {
  return isVerdictKind(kind) ? KINDS[kind].symbol : SYMBOLS[level];
}
