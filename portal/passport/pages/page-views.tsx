/** The two pages of a pair: side by side, one over the other with a slider, or one and then the other in the same place. */
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import type { Drawing } from '#portal/frame/protocol.ts';
import { Button, Group, Text, useMediaQuery } from '#portal/ui/controls.ts';
import { PageCanvas } from './page-canvas.tsx';
import type { Box } from './comparing/pixel-difference.ts';

export const MODES = ['side', 'slider', 'blink'] as const;
export type Mode = (typeof MODES)[number];

/** A page as far as it can be shown. */
export interface ShownPage {
  readonly label: string;
  readonly drawing: Drawing | null;
  /** The content in place of a missing drawing. */
  readonly instead: ReactNode;
}

interface PageViewsProps {
  readonly left: ShownPage;
  readonly right: ShownPage;
  readonly page: number;
  readonly boxes: readonly Box[];
  /** 1 is as wide as there is room for. */
  readonly zoom: number;
}

/** Each pane scrolls the other one along, so that both show the same part of their page. */
export function SideBySide({ left, right, page, boxes, zoom }: PageViewsProps) {
  const panes = useRef<HTMLDivElement>(null);
  const follow = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    for (const pane of panes.current?.querySelectorAll('.fx-page-pane') ?? []) {
      if (pane === currentTarget) continue;
      pane.scrollTop = currentTarget.scrollTop;
      pane.scrollLeft = currentTarget.scrollLeft;
    }
  };
  return (
    <div ref={panes} className="fx-page-sides">
      {[left, right].map((shown, index) => (
        <figure key={index}>
          <figcaption>
            {index === 0 ? 'Before: ' : 'After: '}
            <bdi className="fx-foreign">{shown.label}</bdi>
          </figcaption>
          <Pane label={`${shown.label}, page ${page}`} onScroll={follow}>
            <OnePage shown={shown} page={page} boxes={boxes} zoom={zoom} />
          </Pane>
        </figure>
      ))}
    </div>
  );
}

/** The left page over the right one, as far as the slider says. */
export function SliderView({ left, right, page, boxes, zoom }: PageViewsProps) {
  const [share, setShare] = useState(50);
  return (
    <figure className="fx-page-single">
      <figcaption className="fx-page-slider">
        <bdi className="fx-foreign">{left.label}</bdi>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label="Visible share of the state before"
          aria-valuetext={`${share} % of ${left.label}`}
          onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
        <bdi className="fx-foreign">{right.label}</bdi>
      </figcaption>
      <Pane label={`Both states, page ${page}`}>
        <div className="fx-page-stack" style={{ width: `${100 * zoom}%` }}>
          <OnePage shown={right} page={page} boxes={boxes} zoom={1} />
          <div className="fx-page-over" style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}>
            <OnePage shown={left} page={page} boxes={boxes} zoom={1} />
          </div>
          <span className="fx-page-edge" style={{ left: `${share}%` }} />
        </div>
      </Pane>
    </figure>
  );
}

/** Slower than the rate that can cause seizures, and never automatic for people who prefer less motion. */
const TURN_MS = 1_000;

/** One page and then the other in the same place: what differs seems to move. */
export function BlinkView({ left, right, page, boxes, zoom }: PageViewsProps) {
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)', true, { getInitialValueInEffect: false });
  const [isRunning, setRunning] = useState(!isCalm);
  const [isRight, setRight] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = window.setInterval(() => setRight((was) => !was), TURN_MS);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  const shown = isRight ? right : left;
  return (
    <figure className="fx-page-single">
      <figcaption>
        <Group gap="sm">
          <Button size="compact-sm" variant="default" onClick={() => setRunning(!isRunning)}>
            {isRunning ? 'Pause' : 'Flicker'}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setRunning(false);
              setRight(!isRight);
            }}
          >
            Show the other
          </Button>
          <Text component="span">
            {isRight ? 'After: ' : 'Before: '}
            <bdi className="fx-foreign">{shown.label}</bdi>
          </Text>
        </Group>
      </figcaption>
      <Pane label={`Both states in the same place, page ${page}`}>
        <div className="fx-page-stack" style={{ width: `${100 * zoom}%` }}>
          <div style={{ visibility: isRight ? 'hidden' : 'visible' }}>
            <OnePage shown={left} page={page} boxes={boxes} zoom={1} />
          </div>
          <div className="fx-page-over" style={{ visibility: isRight ? 'visible' : 'hidden' }}>
            <OnePage shown={right} page={page} boxes={boxes} zoom={1} />
          </div>
        </div>
      </Pane>
    </figure>
  );
}

interface PaneProps {
  readonly label: string;
  readonly onScroll?: (event: UIEvent<HTMLDivElement>) => void;
  readonly children: ReactNode;
}

/** It takes the focus, so that the keyboard can scroll it. */
function Pane({ label, onScroll, children }: PaneProps) {
  return (
    <div className="fx-page-pane" role="group" aria-label={label} tabIndex={0} onScroll={onScroll}>
      {children}
    </div>
  );
}

function OnePage(props: Pick<PageViewsProps, 'page' | 'boxes' | 'zoom'> & { readonly shown: ShownPage }) {
  const { shown, page, boxes, zoom } = props;
  if (!shown.drawing) return <div className="fx-page-instead">{shown.instead}</div>;
  const label = `Page ${page}: ${shown.label}. The differences are listed in words below.`;
  return <PageCanvas drawing={shown.drawing} label={label} boxes={boxes} style={{ width: `${100 * zoom}%` }} />;
}
