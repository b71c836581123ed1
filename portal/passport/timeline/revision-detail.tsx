/** The changes of the chosen revision in words. */
import type { ChangedObject, RevisionTimeline, TimelineRevision } from '#domain/revisions.ts';
import { Button, Group, Text, Title } from '#portal/ui/controls.ts';
import { Tag, type Tone } from '#portal/ui/tone.tsx';
import { countText, Facts, Foreign, Moment, numberText, sizeText } from '#portal/ui/words.tsx';
import { changeWord, coveringWords, revisionSummary, revisionTitle } from '#domain/verdict/revision-words.ts';

interface RevisionDetailProps {
  readonly revision: TimelineRevision;
  readonly timeline: RevisionTimeline;
  /** Absent where nothing can show it. */
  readonly showBeside?: (() => void) | undefined;
}

/** Restored or replaced objects deserve more attention than new ones. */
const TONES: Readonly<Record<string, Tone>> = { repointed: 'caution', replaced: 'info' };

export function RevisionDetail({ revision, timeline, showBeside }: RevisionDetailProps) {
  const { startByte, endByte, stated, listed, notListed, isCompared, number } = revision;
  return (
    <div>
      <Title order={3} size="h5">
        {revisionTitle(revision)}
      </Title>
      <Text mt={4} mb="xs">
        {revisionSummary(revision)}
      </Text>
      <Facts
        rows={[
          ['Bytes', `${numberText(startByte)} to ${numberText(endByte)} (${sizeText(endByte - startByte)})`],
          ['Signatures', <Foreign key="covered">{coveringWords(number, timeline)}</Foreign>],
          ...(stated && (stated.modifiedAt ?? stated.producer) !== null
            ? ([['Statement in the file', <Stated key="stated" stated={stated} />]] as const)
            : []),
        ]}
      />
      {!isCompared && (
        <Text fz="sm" c="dimmed" mt="xs">
          The file is too large to compare all its states, so rewritten objects without a change count as replaced.
        </Text>
      )}
      {listed.length > 0 && (
        <ul aria-label={`Changed objects of revision ${number}`} style={{ paddingInlineStart: 0, marginBlockEnd: 0 }}>
          {listed.map((object, index) => (
            // The key has the kind of change, because a number may occur with two of them.
            <Changed key={`${object.objectNumber} ${object.change} ${String(index)}`} object={object} />
          ))}
        </ul>
      )}
      {notListed > 0 && number > 1 && <Text c="dimmed">And {countText(notListed, 'more change')}.</Text>}
      {showBeside && (
        <Group mt="sm" className="fx-no-print">
          <Button variant="default" size="sm" onClick={showBeside}>
            Compare with the revision before
          </Button>
        </Group>
      )}
    </div>
  );
}

function Changed({ object: { change, words, objectNumber, keys } }: { readonly object: ChangedObject }) {
  return (
    <li
      style={{
        listStyle: 'none',
        display: 'flex',
        gap: '0.6rem',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        paddingBlock: 4,
      }}
    >
      <Tag tone={TONES[change] ?? 'neutral'} symbol={change === 'repointed' ? 'warning' : 'info'}>
        {changeWord(change)}
      </Tag>
      <span style={{ minWidth: 0, flex: '1 1 12rem' }}>
        <Foreign>{words}</Foreign>{' '}
        <Text component="span" fz="sm" c="dimmed">
          object {objectNumber}
          {keys.length > 0 && (
            <>
              : <Foreign>{keys.join(', ')}</Foreign>
            </>
          )}
        </Text>
      </span>
    </li>
  );
}

function Stated({ stated: { modifiedAt, producer } }: { readonly stated: NonNullable<TimelineRevision['stated']> }) {
  return (
    <>
      {modifiedAt !== null && (
        <>
          saved <Moment at={modifiedAt} />{' '}
        </>
      )}
      {producer !== null && (
        <>
          by <Foreign>{producer}</Foreign>{' '}
        </>
      )}
      <Text component="span" fz="sm" c="dimmed">
        (anybody can write this)
      </Text>
    </>
  );
}
