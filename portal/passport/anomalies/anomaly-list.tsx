/** The findings of the tamper analysis, each with a sentence, severity, harmless causes and the bytes. */
import { useState } from 'react';
import type { Submission } from '#portal/api/answers.ts';
import { addressOf } from '#portal/api/send.ts';
import { sentenceOf, technicalWordsOf } from '#domain/sentences/describe.ts';
import { Anchor, Button, Group, Paper, Stack, Text } from '#portal/ui/controls.ts';
import { Tag } from '#portal/ui/tone.tsx';
import { countText, Foreign } from '#portal/ui/words.tsx';
import { BytesView, type Source } from './bytes-view.tsx';
import { gravestFirst, meaningOf, severityOf } from './findings.ts';

type Anomaly = NonNullable<Submission['tamperAnalysis']>['anomalies'][number];

interface AnomalyListProps {
  readonly anomalies: readonly Anomaly[];
  /** Null if the original is not stored. */
  readonly source: Source | null;
}

const SHOWN = 20;

export function AnomalyList({ anomalies, source }: AnomalyListProps) {
  const [areAll, setAll] = useState(false);
  const sorted = gravestFirst(anomalies);
  const shown = areAll ? sorted : sorted.slice(0, SHOWN);
  return (
    <Stack gap="sm">
      {shown.map((anomaly, index) => (
        // Two findings may have the same sentence. Their order does not change.
        <Finding key={`${anomaly.description} ${String(index)}`} anomaly={anomaly} source={source} />
      ))}
      {!areAll && sorted.length > SHOWN && (
        <Group>
          <Button variant="default" onClick={() => setAll(true)}>
            Show all {countText(sorted.length, 'finding')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Finding({ anomaly, source }: { readonly anomaly: Anomaly; readonly source: Source | null }) {
  const [isOpen, setOpen] = useState(false);
  const { word, tone, symbol, means } = severityOf(anomaly.severity);
  const meaning = meaningOf(anomaly.type);
  const technical = technicalWordsOf(anomaly);
  const where = anomaly.location === null ? [] : [anomaly.location];
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="xs">
        <Group gap="sm" align="baseline">
          <Tag tone={tone} symbol={symbol}>
            {word}
          </Tag>
          <Text component="h3" fw={600} style={{ flex: '1 1 16rem', minWidth: 0, margin: 0 }}>
            <Foreign>{sentenceOf(anomaly)}</Foreign>
          </Text>
        </Group>
        <Text fz="sm">{means}</Text>
        <Text fz="sm" c="dimmed">
          <Foreign>{[...where, ...(technical === null ? [] : [technical])].join(' · ')}</Foreign>
        </Text>
        <div className="fx-no-print">
          <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'Show the bytes, and what this means'}
          </Button>
        </div>
        {isOpen && (
          <>
            <Text fz="sm">
              {meaning ? `${meaning.title}. ${meaning.cause}` : 'This page does not know findings of this kind.'}{' '}
              {meaning && <Anchor href={addressOf(`codes/${anomaly.type}`)}>More about {anomaly.type}</Anchor>}
            </Text>
            {source ? (
              <BytesView anomaly={anomaly} source={source} />
            ) : (
              <Text fz="sm">The original is not stored, so there are no bytes to show.</Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}
