/** A lane per signature, below the strip of the file. */
import type { RevisionTimeline as Timeline } from '#domain/revisions.ts';
import type { Pair } from '#domain/verdict/signers.ts';
import { Button, Text, useDisclosure } from '#portal/ui/controls.ts';
import type { Layout } from './layout.ts';
import { type Holding, holdingOf } from '#domain/verdict/revision-words.ts';
import { SignatureLane } from './signature-lane.tsx';

const LANES_SHOWN = 8;

interface SignatureLanesProps {
  readonly layout: Layout;
  readonly timeline: Timeline;
  readonly results: readonly Holding[];
  readonly show?: ((pair: Pair) => void) | undefined;
}

/** The coverage of each signature of the file. */
export function SignatureLanes({ layout: { lanes, width }, timeline, results, show }: SignatureLanesProps) {
  const [areAll, all] = useDisclosure(false);
  const shown = areAll ? lanes : lanes.slice(0, LANES_SHOWN);
  const newest = timeline.revisions.at(-1)?.number ?? 0;
  if (lanes.length === 0) return null;
  return (
    <>
      <ul aria-label="Signatures and what they cover" style={{ margin: '1rem 0 0', padding: 0 }}>
        {shown.map((lane, index) => {
          const { revision } = lane.signature;
          const canShow = show && revision !== null && revision < newest;
          return (
            <SignatureLane
              // Names of fields come from the file and may be alike; the order is the API's and stays.
              key={`${lane.signature.fieldName} ${String(index)}`}
              lane={lane}
              width={width}
              timeline={timeline}
              holding={holdingOf(lane.signature, results)}
              show={canShow ? () => show({ before: revision, after: newest }) : undefined}
            />
          );
        })}
      </ul>
      <Text fz="xs" c="dimmed">
        Solid: covered. Light: the signature itself, which it cannot cover. Dashed: not covered.
      </Text>
      {lanes.length > LANES_SHOWN && (
        <Button variant="subtle" size="compact-sm" aria-expanded={areAll} onClick={all.toggle}>
          {areAll ? 'Show fewer' : `Show all ${lanes.length} signatures`}
        </Button>
      )}
    </>
  );
}
