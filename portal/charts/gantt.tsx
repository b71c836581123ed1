/** Spans of time in a picture, with the same numbers in a table for people who do not see it. */
import { DataTable } from '#portal/ui/table.tsx';
import { durationText } from '#portal/ui/words.tsx';

export interface Span {
  readonly name: string;
  /** Milliseconds after the start of the first one. */
  readonly startMs: number;
  /** Null for what was not begun. */
  readonly durationMs: number | null;
  /** The result in one word. */
  readonly result: string;
}

interface GanttProps {
  readonly caption: string;
  readonly spans: readonly Span[];
}

/** The width in units of the picture, which fills its place. */
const WIDTH = 1_000;
const ROW = 20;
const BAR = 12;
/** A span of no time is still visible. */
const LEAST = 4;

/** The picture stands in the table: so each bar is beside its name and number at any width. */
export function Gantt({ caption, spans }: GanttProps) {
  const total = Math.max(1, ...spans.map(({ startMs, durationMs }) => startMs + (durationMs ?? 0)));
  return (
    <DataTable
      caption={caption}
      rows={spans}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Stage', cell: ({ name }) => name },
        {
          title: 'When',
          cell: ({ startMs, durationMs }) => durationMs !== null && <Bar {...{ startMs, durationMs, total }} />,
        },
        { title: 'Time', align: 'end', cell: ({ durationMs }) => <Time durationMs={durationMs} /> },
        { title: 'Result', cell: ({ result }) => result },
      ]}
    />
  );
}

function Time({ durationMs }: Pick<Span, 'durationMs'>) {
  return <span style={{ whiteSpace: 'nowrap' }}>{durationMs === null ? '' : durationText(durationMs)}</span>;
}

interface BarProps {
  readonly startMs: number;
  readonly durationMs: number;
  readonly total: number;
}

function Bar({ startMs, durationMs, total }: BarProps) {
  const x = Math.min((startMs / total) * WIDTH, WIDTH - LEAST);
  const width = Math.max((durationMs / total) * WIDTH, LEAST);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${ROW}`}
      preserveAspectRatio="none"
      aria-hidden
      style={{ display: 'block', width: '100%', minWidth: '8rem', height: ROW }}
    >
      <line x1={0} x2={WIDTH} y1={ROW - 1} y2={ROW - 1} stroke="var(--fx-line)" />
      <rect x={x} y={(ROW - BAR) / 2} width={Math.min(width, WIDTH - x)} height={BAR} fill="var(--fx-info)" />
    </svg>
  );
}
