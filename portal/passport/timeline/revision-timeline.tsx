/** Was the file changed, when, and what did each signature cover: a strip by revision, and a lane per signature. */
import { useId, useState } from 'react';
import type { RevisionTimeline as Timeline, TimelineRevision } from '#domain/revisions.ts';
import type { Pair } from '#domain/verdict/signers.ts';
import { Button, Collapse, Group, SegmentedControl, Stack, Text, useDisclosure } from '#portal/ui/controls.ts';
import { NextIcon, PreviousIcon } from '#portal/ui/icons.ts';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, sizeText } from '#portal/ui/words.tsx';
import { type Layout, layoutOf, MIN_WIDTH, type ScaleKind } from './layout.ts';
import { RepointingLane } from './repointing-lane.tsx';
import { RevisionDetail } from './revision-detail.tsx';
import type { Holding } from '#domain/verdict/revision-words.ts';
import { SignatureLanes } from './signature-lanes.tsx';
import { Strip } from './strip.tsx';
import { TimelineTable } from './timeline-table.tsx';
import { useWidth } from './use-width.ts';

interface RevisionTimelineProps {
  readonly timeline: Timeline;
  readonly results: readonly Holding[];
  /** Number of a revision; the newest where there is none of this number. */
  readonly chosen?: number | undefined;
  readonly choose: (revision: number) => void;
  /** Absent where nothing can show two states side by side. */
  readonly show?: ((pair: Pair) => void) | undefined;
}

export function RevisionTimeline({ timeline, results, chosen, choose, show }: RevisionTimelineProps) {
  const [scale, setScale] = useState<ScaleKind>('ordinal');
  const [ref, room] = useWidth();
  const { revisions, sizeBytes, count, notListed, trailing, crossReference } = timeline;
  const revision = revisions.find(({ number }) => number === chosen) ?? revisions.at(-1);
  const layout = layoutOf(timeline, room, scale);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text>
          {countText(count, 'revision')}, {sizeText(sizeBytes)}
          {notListed > 0 && `; the oldest ${notListed} are not listed`}
        </Text>
        <SegmentedControl
          className="fx-no-print"
          size="xs"
          aria-label="Width of the revisions"
          data={[
            { value: 'ordinal', label: 'All alike' },
            { value: 'linear', label: 'By bytes' },
          ]}
          value={scale}
          onChange={(value) => setScale(value === 'linear' ? 'linear' : 'ordinal')}
        />
      </Group>
      {crossReference === 'repaired' && (
        <Banner tone="caution" title="Some places that the file names were wrong">
          Other programs may find other revisions.
        </Banner>
      )}
      <div ref={ref}>
        {room > 0 && revision && (
          <div className="fx-scroll" style={{ paddingBlock: 2 }}>
            <Strip layout={layout} chosen={revision.number} choose={choose} />
            <Text
              fz="xs"
              c="dimmed"
              style={{ display: 'flex', justifyContent: 'space-between', maxInlineSize: layout.width }}
            >
              <span>first byte</span>
              <span>last byte</span>
            </Text>
            <RepointingLane layout={layout} />
            <Legend layout={layout} />
            {trailing && (
              <Text fz="sm" mt="xs">
                Behind the last revision stand {sizeText(trailing.endByte - trailing.startByte)} that belong to none.
              </Text>
            )}
            <SignatureLanes layout={layout} timeline={timeline} results={results} show={show} />
          </div>
        )}
      </div>
      {revision && <Chosen revision={revision} timeline={timeline} choose={choose} show={show} />}
      <TableTwin timeline={timeline} />
    </Stack>
  );
}

/** The meaning of dots, if there are enough of them. */
function Legend({ layout: { segments } }: { readonly layout: Layout }) {
  const isSeen = segments.some(({ number, width }) => number === null && width > 2 * MIN_WIDTH);
  return isSeen ? (
    <Text fz="xs" c="dimmed">
      Dotted: bytes that belong to no revision in this list.
    </Text>
  ) : null;
}

interface ChosenProps extends Pick<RevisionTimelineProps, 'timeline' | 'choose' | 'show'> {
  readonly revision: TimelineRevision;
}

/** The changes of the chosen revision, and links to its neighbours. */
function Chosen({ revision, timeline, choose, show }: ChosenProps) {
  const { revisions } = timeline;
  const at = revisions.indexOf(revision);
  const before = revisions[at - 1];
  const after = revisions[at + 1];
  return (
    <>
      <Group className="fx-no-print" gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          disabled={!before}
          leftSection={<PreviousIcon size={16} aria-hidden />}
          onClick={() => before && choose(before.number)}
        >
          Revision before
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!after}
          rightSection={<NextIcon size={16} aria-hidden />}
          onClick={() => after && choose(after.number)}
        >
          Revision after
        </Button>
      </Group>
      <RevisionDetail
        revision={revision}
        timeline={timeline}
        showBeside={before && show ? () => show({ before: before.number, after: revision.number }) : undefined}
      />
    </>
  );
}

function TableTwin({ timeline }: { readonly timeline: Timeline }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div>
      <Button
        className="fx-no-print"
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {isOpen ? 'Hide the table' : 'Show the revisions as a table'}
      </Button>
      <div id={id}>
        <Collapse expanded={isOpen}>{isOpen && <TimelineTable timeline={timeline} />}</Collapse>
      </div>
      {!isOpen && (
        <div className="fx-print-only">
          <TimelineTable timeline={timeline} />
        </div>
      )}
    </div>
  );
}
