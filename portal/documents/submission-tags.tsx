/** The status and the verdict of a document, in the same words and colours everywhere. */
import { memo } from 'react';
import { symbolOf, type VerdictLevel } from '#domain/verdict/kinds.ts';
import type { Submission } from '#portal/api/answers.ts';
import { Group } from '#portal/ui/controls.ts';
import { type SymbolName, Tag, type Tone } from '#portal/ui/tone.tsx';
import { visible } from '#portal/ui/words.tsx';

interface Look {
  readonly tone: Tone;
  readonly symbol: SymbolName;
  readonly words: string;
}

const STATUSES: Readonly<Record<string, Look>> = {
  PENDING: { tone: 'neutral', symbol: 'clock', words: 'Waiting' },
  IN_PROGRESS: { tone: 'info', symbol: 'pending', words: 'In progress' },
  // A document that was normalized may be a forgery, so that the verdict alone is green.
  SUCCESS: { tone: 'neutral', symbol: 'check', words: 'Normalized' },
  FAILED: { tone: 'danger', symbol: 'cross', words: 'Failed' },
  REJECTED: { tone: 'caution', symbol: 'warning', words: 'Rejected' },
};

const RISKS: Readonly<Record<string, Look>> = {
  none: { tone: 'neutral', symbol: 'check', words: 'Nothing found' },
  low: { tone: 'neutral', symbol: 'info', words: 'Low risk' },
  medium: { tone: 'caution', symbol: 'warning', words: 'Medium risk' },
  high: { tone: 'danger', symbol: 'shield-alert', words: 'High risk' },
  critical: { tone: 'danger', symbol: 'alert', words: 'Critical risk' },
};

/** Words of a later version are shown as they are. */
function lookOf(looks: Readonly<Record<string, Look>>, word: string): Look {
  return looks[word] ?? { tone: 'neutral', symbol: 'unknown', words: word };
}

export function statusWords(status: string): string {
  return lookOf(STATUSES, status).words;
}

export function riskWords(risk: string): string {
  return lookOf(RISKS, risk).words;
}

export const StatusTag = memo(function StatusTag({ status }: { readonly status: string }) {
  const { tone, symbol, words } = lookOf(STATUSES, status);
  return (
    <Tag tone={tone} symbol={symbol}>
      {words}
    </Tag>
  );
});

const LEVELS: Readonly<Record<VerdictLevel, string>> = {
  danger: 'Dangerous',
  caution: 'Needs a check',
  neutral: 'No concern',
  good: 'Good',
};

export function levelWords(level: string): string {
  return Reflect.get(LEVELS, level) ?? level;
}

type Verdict = Pick<Submission['verdict'], 'kind' | 'level' | 'label'>;

export const VerdictTag = memo(function VerdictTag({ verdict }: { readonly verdict: Verdict }) {
  return (
    <Tag tone={verdict.level} symbol={symbolOf(verdict)}>
      {visible(verdict.label)}
    </Tag>
  );
});

interface TagsBelowProps {
  readonly status: string;
  readonly verdict: Verdict;
}

/** Both below a name, where the screen is too small for a column of each. */
export function TagsBelow({ status, verdict }: TagsBelowProps) {
  return (
    <div className="fx-narrow">
      <Group gap={4} mt={4}>
        <StatusTag status={status} />
        <VerdictTag verdict={verdict} />
      </Group>
    </div>
  );
}
