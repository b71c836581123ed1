/** The file as a strip, one block a revision, of which one is chosen with the arrow keys or a click. */
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import { sizeText } from '#portal/ui/words.tsx';
import { LABEL_WIDTH, type Layout, type Segment } from './layout.ts';
import { revisionTitle } from '#domain/verdict/revision-words.ts';

interface StripProps {
  readonly layout: Layout;
  /** Number of a revision. */
  readonly chosen: number;
  readonly choose: (revision: number) => void;
}

const HEIGHT = 40;
/** Above it the frame of the focus, below it the numbers. */
const TOP = 4;
const NUMBERS = 24;

export function Strip({ layout, chosen, choose }: StripProps) {
  const { width, segments } = layout;
  const dots = useId();
  const stripes = useId();
  const svg = useRef<SVGSVGElement>(null);
  const revisions = segments.filter(({ number }) => number !== null);
  const select = (segment: Segment | undefined): void => {
    if (segment?.number === undefined || segment.number === null) return;
    choose(segment.number);
    svg.current?.querySelector<SVGGElement>(`[data-revision="${segment.number}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = revisions.findIndex(({ number }) => number === chosen);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: revisions.length - 1,
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    select(revisions[Math.min(Math.max(wanted, 0), revisions.length - 1)]);
  };
  // A block may be three pixels wide: the nearest one is meant.
  const onClick = ({ clientX }: MouseEvent): void => {
    const x = clientX - (svg.current?.getBoundingClientRect().left ?? 0);
    const distance = (segment: Segment): number => Math.max(segment.x - x, x - segment.x - segment.width, 0);
    select(revisions.toSorted((a, b) => distance(a) - distance(b))[0]);
  };
  return (
    <svg
      ref={svg}
      width={width}
      height={TOP + HEIGHT + NUMBERS}
      viewBox={`0 0 ${width} ${TOP + HEIGHT + NUMBERS}`}
      role="listbox"
      aria-label="Revisions, oldest first"
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={{ display: 'block', cursor: 'pointer' }}
    >
      <Patterns dots={dots} stripes={stripes} />
      {segments.map((segment) => (
        <Block
          key={segment.startByte + segment.kind + String(segment.number)}
          segment={segment}
          isChosen={segment.number === chosen}
          fillOfRest={`url(#${dots})`}
          fillOfRepointing={`url(#${stripes})`}
        />
      ))}
      <Numbers layout={layout} chosen={chosen} />
    </svg>
  );
}

function Patterns({ dots, stripes }: { readonly dots: string; readonly stripes: string }) {
  return (
    <defs>
      <pattern id={dots} width="6" height="6" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1.2" fill="var(--fx-neutral)" />
      </pattern>
      <pattern id={stripes} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--fx-caution-soft)" />
        <rect width="2.5" height="6" fill="var(--fx-caution)" />
      </pattern>
    </defs>
  );
}

function Numbers({ layout: { segments, width }, chosen }: Pick<StripProps, 'layout' | 'chosen'>) {
  const half = LABEL_WIDTH / 2;
  return labelled(segments, chosen).map(({ number, x, width: own }) => (
    <text
      key={number}
      x={Math.min(Math.max(x + own / 2, half), width - half)}
      y={TOP + HEIGHT + 17}
      textAnchor="middle"
      fontSize="13"
      fontWeight={number === chosen ? 700 : 400}
      fill={number === chosen ? 'var(--fx-info)' : 'currentColor'}
      aria-hidden
    >
      {number === chosen ? `▲ ${number}` : number}
    </text>
  ));
}

/** Numbers that have room, that of the chosen one before all others. */
function labelled(segments: readonly Segment[], chosen: number): readonly Segment[] {
  const middle = ({ x, width }: Segment): number => x + width / 2;
  const own = segments.find(({ number }) => number === chosen);
  const others = segments.filter(
    (one) => one.hasLabel && own && Math.abs(middle(one) - middle(own)) > 1.5 * LABEL_WIDTH,
  );
  return own ? [...others, own] : others;
}

interface BlockProps {
  readonly segment: Segment;
  readonly isChosen: boolean;
  readonly fillOfRest: string;
  readonly fillOfRepointing: string;
}

function Block({ segment, isChosen, fillOfRest, fillOfRepointing }: BlockProps) {
  const { x, width, number, startByte, endByte, onlyRepoints } = segment;
  const body = { x: x + 0.5, y: TOP, width: Math.max(width - 1, 1), height: HEIGHT, stroke: 'var(--fx-neutral)' };
  if (number === null)
    return (
      <g aria-hidden>
        <rect {...body} fill={fillOfRest} strokeDasharray="3 3" />
      </g>
    );
  const title = `${revisionTitle({ number })}, ${sizeText(endByte - startByte)}${onlyRepoints ? ', brings no object' : ''}`;
  const fill = onlyRepoints ? fillOfRepointing : isChosen ? 'var(--fx-info)' : 'var(--fx-info-soft)';
  return (
    <g role="option" aria-selected={isChosen} aria-label={title} tabIndex={isChosen ? 0 : -1} data-revision={number}>
      <title>{title}</title>
      <rect {...body} fill={fill} />
    </g>
  );
}
