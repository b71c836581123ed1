/** Stacked bars by day, with the numbers as a table beside them: for the mouse, the keyboard and a screen reader alike. */
import { type KeyboardEvent, useId, useState } from 'react';
import { Group, Stack, Text, UnstyledButton, useDisclosure, useElementSize } from '#portal/ui/controls.ts';
import { DataTable } from '#portal/ui/table.tsx';
import type { Tone } from '#portal/ui/tone.tsx';
import { numberText } from '#portal/ui/words.tsx';
import { labelsOf, ticksOf } from './scale.ts';

/** The stacked series, from the bottom up. */
export interface Series {
  readonly name: string;
  readonly tone: Tone;
  /** Tells it apart from the others without colour. */
  readonly pattern: 'plain' | 'hatched' | 'dotted';
}

export interface Bar {
  /** The text for screen readers and for the table. */
  readonly label: string;
  /** The text below the bar, if it fits. */
  readonly short: string;
  /** The values in the order of the series. */
  readonly values: readonly number[];
}

interface BarsProps {
  readonly title: string;
  /** The counted things, in the plural. */
  readonly unit: string;
  /** The heading of the labels in the table. */
  readonly axis: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
}

const HEIGHT = 180;
/** Below the bars, for their labels. */
const FOOT = 22;
/** Above and below, so that nothing is cut off. */
const MARGIN = 12;
const SIDE = 40;
const GAP = 0.25;
/** A single document beside a thousand is still to be seen. */
const LEAST = 2;

export function Bars(props: BarsProps) {
  const { unit, series, bars } = props;
  const id = useId();
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const told = chosen === null ? undefined : bars[chosen];
  const sum = bars.reduce((all, bar) => all + totalOf(bar), 0);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Legend id={id} series={series} />
        <Text fz="sm" c="dimmed" aria-hidden>
          {told ? `${told.label}: ${inWords(told, series)}` : `In all ${numberText(sum)} ${unit}`}
        </Text>
      </Group>
      <div ref={ref} style={{ width: '100%', minHeight: HEIGHT + MARGIN }}>
        {width > 0 && <Chart id={id} width={width} chosen={chosen} choose={setChosen} {...props} />}
      </div>
      <Twin {...props} />
    </Stack>
  );
}

interface ChartProps extends BarsProps {
  readonly id: string;
  readonly width: number;
  readonly chosen: number | null;
  readonly choose: (index: number) => void;
}

function Chart({ id, title, series, bars, width, chosen, choose }: ChartProps) {
  const ticks = ticksOf(Math.max(0, ...bars.map(totalOf)));
  const top = ticks.at(-1) ?? 1;
  const step = (width - SIDE) / Math.max(1, bars.length);
  const labels = labelsOf(bars.length, step);
  // The last one ends where the picture does.
  const placeOf = (index: number) =>
    index === bars.length - 1
      ? ({ x: width, textAnchor: 'end' } as const)
      : ({ x: SIDE + (index + 0.5) * step, textAnchor: 'middle' } as const);
  return (
    <svg
      width={width}
      height={HEIGHT + MARGIN}
      role="group"
      aria-label={`${title}. The keys left and right move between them.`}
      onKeyDown={(event) => goOn(event, bars.length, choose)}
      style={{ display: 'block' }}
    >
      <Patterns id={id} />
      <g aria-hidden fontSize={11} fill="var(--mantine-color-dimmed)">
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${heightOf(top - tick, top) + MARGIN / 2})`}>
            <line x1={SIDE} x2={width} stroke="var(--fx-line)" />
            <text x={SIDE - 8} y={4} textAnchor="end">
              {numberText(tick)}
            </text>
          </g>
        ))}
        {[...labels].map((index) => (
          <text key={index} {...placeOf(index)} y={HEIGHT + 4}>
            {bars[index]?.short}
          </text>
        ))}
      </g>
      {bars.map((bar, index) => (
        <g
          key={bar.label}
          role="img"
          aria-label={`${bar.label}: ${inWords(bar, series)}`}
          tabIndex={index === (chosen ?? bars.length - 1) ? 0 : -1}
          data-bar={index}
          onFocus={() => choose(index)}
          onPointerEnter={() => choose(index)}
          transform={`translate(${SIDE + index * step} 0)`}
        >
          <rect width={step} height={HEIGHT - FOOT + MARGIN} fill="transparent" />
          <Layers id={id} bar={bar} series={series} width={step} top={top} />
        </g>
      ))}
    </svg>
  );
}

interface LayersProps extends Pick<ChartProps, 'id' | 'series' | 'width'> {
  readonly bar: Bar;
  /** The value at the upper end of the axis. */
  readonly top: number;
}

function Layers({ id, bar: { values }, series, width, top }: LayersProps) {
  let from = HEIGHT - FOOT + MARGIN / 2;
  return values.map((value, layer) => {
    const { name, tone, pattern } = series[layer] ?? {};
    if (value === 0 || name === undefined) return null;
    const height = Math.max(LEAST, heightOf(value, top));
    from -= height;
    const place = { x: (GAP / 2) * width, y: from, width: (1 - GAP) * width, height };
    return (
      <g key={name} style={{ color: `var(--fx-${tone})` }}>
        <rect {...place} fill="currentColor" />
        {pattern !== 'plain' && <rect {...place} fill={`url(#${id}-${pattern})`} />}
      </g>
    );
  });
}

/** The same numbers as a table. */
function Twin({ title, axis, series, bars }: BarsProps) {
  const [isShown, { toggle }] = useDisclosure(false);
  const columns = series.map(({ name }, layer) => ({
    title: name,
    align: 'end' as const,
    cell: ({ values }: Bar) => numberText(values[layer] ?? 0),
  }));
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={isShown} fz="sm" c="dimmed" py={4}>
        {isShown ? 'Hide the numbers' : 'The numbers as a table'}
      </UnstyledButton>
      {isShown && (
        <DataTable
          caption={title}
          rows={bars.toReversed()}
          keyOf={({ label }) => label}
          columns={[{ title: axis, cell: ({ label }) => label }, ...columns]}
        />
      )}
    </div>
  );
}

function totalOf({ values }: Bar): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The height in pixels. */
function heightOf(value: number, top: number): number {
  return ((HEIGHT - FOOT) * value) / top;
}

function inWords({ values }: Bar, series: readonly Series[]): string {
  const parts = series.flatMap(({ name }, layer) => {
    const value = values[layer] ?? 0;
    return value === 0 ? [] : [`${numberText(value)} ${name.toLowerCase()}`];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** The arrow keys, Home and End go from bar to bar: one stop of the Tab key for all of them. */
function goOn(event: KeyboardEvent<SVGSVGElement>, count: number, choose: (index: number) => void): void {
  if (!(event.target instanceof SVGElement)) return;
  const now = Number(event.target.dataset['bar'] ?? NaN);
  const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key];
  if (next === undefined || !(next >= 0 && next < count)) return;
  event.preventDefault();
  choose(next);
  event.currentTarget.querySelector<SVGElement>(`[data-bar="${next}"]`)?.focus();
}

function Legend({ id, series }: { readonly id: string; readonly series: readonly Series[] }) {
  return (
    <Group gap="md" aria-hidden>
      {series.map(({ name, tone, pattern }) => (
        <Group key={name} gap={6} fz="sm">
          <svg width={14} height={14} style={{ color: `var(--fx-${tone})` }}>
            <rect width={14} height={14} rx={2} fill="currentColor" />
            {pattern !== 'plain' && <rect width={14} height={14} rx={2} fill={`url(#${id}-${pattern})`} />}
          </svg>
          {name}
        </Group>
      ))}
    </Group>
  );
}

/** Lines and dots in the colour of the page, over the colour of the layer. */
function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={`${id}-hatched`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1={0} y1={0} x2={0} y2={5} stroke="var(--mantine-color-body)" strokeWidth={2.5} />
      </pattern>
      <pattern id={`${id}-dotted`} width={5} height={5} patternUnits="userSpaceOnUse">
        <circle cx={2.5} cy={2.5} r={1.3} fill="var(--mantine-color-body)" />
      </pattern>
    </defs>
  );
}
