/** One signature below the strip: solid as far as it covers, dashed from there. */
import type { RevisionTimeline } from '#domain/revisions.ts';
import { type SignatureVerdict, verdictOn } from '#domain/verdict/signature-words.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { Tag } from '#portal/ui/tone.tsx';
import { Foreign } from '#portal/ui/words.tsx';
import { type Lane, placeLabel } from './layout.ts';
import { coverageWords, type Holding, signatureTitle } from '#domain/verdict/revision-words.ts';

interface SignatureLaneProps {
  readonly lane: Lane;
  readonly width: number;
  readonly timeline: RevisionTimeline;
  /** Null where the report does not tell of it. */
  readonly holding: Holding | null;
  /** Absent where what was signed cannot be shown beside what there is now. */
  readonly show?: (() => void) | undefined;
}

const NOT_CHECKED: SignatureVerdict = { tone: 'neutral', words: 'Not checked' };

const HEIGHT = 30;
const BAR = 12;
const END_WORDS = 'covered up to here';
const END_WORDS_WIDTH = 118;

export function SignatureLane({ lane, width, timeline, holding, show }: SignatureLaneProps) {
  const { tone, words } = holding === null ? NOT_CHECKED : verdictOn(holding);
  const { signature, covered, leftOut, tail } = lane;
  const color = `var(--fx-${tone})`;
  const end = covered === null ? null : covered.x + covered.width;
  const label = end === null || tail === null ? null : placeLabel(end, END_WORDS_WIDTH, width);
  const height = label ? HEIGHT : BAR + 4;
  const middle = BAR / 2 + 1;
  return (
    <li style={{ listStyle: 'none', marginBlockEnd: '0.75rem' }}>
      <Group gap="xs">
        <Text component="span" fw={600} style={{ minWidth: 0 }}>
          <Foreign>{signatureTitle(signature, holding)}</Foreign>
        </Text>
        <Tag tone={tone} {...(tone === 'danger' && { symbol: 'cross' })}>
          {words}
        </Tag>
      </Group>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
        style={{ display: 'block', marginBlock: '0.25rem' }}
      >
        {covered && <rect x={covered.x} y={1} width={Math.max(covered.width, 1)} height={BAR} rx={2} fill={color} />}
        {leftOut && (
          <rect
            x={leftOut.x}
            y={1}
            width={leftOut.width}
            height={BAR}
            fill="var(--mantine-color-body)"
            opacity={0.75}
          />
        )}
        {tail && (
          <line
            x1={tail.x}
            x2={tail.x + tail.width}
            y1={middle}
            y2={middle}
            stroke={color}
            strokeWidth={2}
            strokeDasharray="5 4"
          />
        )}
        {label && end !== null && (
          <>
            <line x1={end} x2={end} y1={0} y2={HEIGHT} stroke={color} strokeWidth={2} />
            <text x={label.x} y={HEIGHT - 4} textAnchor={label.anchor} fontSize="12" fill="currentColor">
              {END_WORDS}
            </text>
          </>
        )}
      </svg>
      <Text fz="sm" c="dimmed">
        {coverageWords(signature, timeline)}
      </Text>
      {show && (
        <Button variant="subtle" size="compact-sm" className="fx-no-print" onClick={show}>
          Compare with the newest revision
        </Button>
      )}
    </li>
  );
}
