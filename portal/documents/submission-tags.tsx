/** How far a document is and how grave its findings are, in the same words and colours everywhere. */
import { memo } from 'react';
import { Group } from '#portal/ui/controls.ts';
import { type SymbolName, Tag, type Tone } from '#portal/ui/tone.tsx';

interface Look {
  readonly tone: Tone;
  readonly symbol: SymbolName;
  readonly words: string;
}

const STATUSES: Readonly<Record<string, Look>> = {
  PENDING: { tone: 'neutral', symbol: 'clock', words: 'Waiting' },
  IN_PROGRESS: { tone: 'info', symbol: 'pending', words: 'In progress' },
  SUCCESS: { tone: 'good', symbol: 'check', words: 'Normalized' },
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

/** @param level null where nothing is known of it */
export const RiskTag = memo(function RiskTag({ level }: { readonly level: string | null }) {
  if (level === null) return <>–</>;
  const { tone, symbol, words } = lookOf(RISKS, level);
  return (
    <Tag tone={tone} symbol={symbol}>
      {words}
    </Tag>
  );
});

interface TagsBelowProps {
  readonly status: string;
  readonly risk: string | null;
}

/** Both below a name, where the screen is too small for a column of each. */
export function TagsBelow({ status, risk }: TagsBelowProps) {
  return (
    <div className="fx-narrow">
      <Group gap={4} mt={4}>
        <StatusTag status={status} />
        {risk !== null && <RiskTag level={risk} />}
      </Group>
    </div>
  );
}
