/** The controls: the two states, the page, the mode, the size. */
import { Button, Checkbox, Group, NativeSelect, NumberInput, SegmentedControl } from '#portal/ui/controls.ts';
import { NextIcon, PreviousIcon, SwapIcon } from '#portal/ui/icons.ts';
import { countText } from '#portal/ui/words.tsx';
import { type Mode, MODES } from './page-views.tsx';
import type { Pair, Side } from './sides.ts';

interface PairChoiceProps {
  readonly sides: readonly Side[];
  readonly pair: Pair;
  readonly choose: (pair: Pair) => void;
}

export function PairChoice({ sides, pair, choose }: PairChoiceProps) {
  const options = sides.map(({ id, label }) => ({ value: id, label }));
  const sideOf = (id: string, otherwise: Side) => sides.find((side) => side.id === id) ?? otherwise;
  return (
    <Group gap="sm" align="end" className="fx-page-choice fx-no-print">
      <NativeSelect
        label="Before"
        data={options}
        value={pair.left.id}
        onChange={({ currentTarget }) => choose({ ...pair, left: sideOf(currentTarget.value, pair.left) })}
      />
      <NativeSelect
        label="After"
        data={options}
        value={pair.right.id}
        onChange={({ currentTarget }) => choose({ ...pair, right: sideOf(currentTarget.value, pair.right) })}
      />
      <Button
        variant="default"
        leftSection={<SwapIcon size={16} aria-hidden />}
        onClick={() => choose({ left: pair.right, right: pair.left })}
      >
        Swap
      </Button>
    </Group>
  );
}

const MODE_WORDS: Readonly<Record<Mode, string>> = { side: 'Side by side', slider: 'Slider', blink: 'Flicker' };

interface ToolbarProps {
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
  readonly hasBoxes: boolean;
  readonly setBoxes: (hasBoxes: boolean) => void;
  readonly zoom: number;
  readonly zoomBy: (steps: number) => void;
  readonly page: number;
  readonly pages: number;
  readonly goTo: (page: number) => void;
}

export function Toolbar({ mode, setMode, hasBoxes, setBoxes, ...rest }: ToolbarProps) {
  return (
    <Group gap="md" align="center" className="fx-no-print">
      <PageStepper {...rest} />
      <SegmentedControl
        aria-label="How the two are shown"
        value={mode}
        onChange={(value) => setMode(MODES.find((one) => one === value) ?? mode)}
        data={MODES.map((value) => ({ value, label: MODE_WORDS[value] }))}
      />
      <SizeStepper {...rest} />
      <Checkbox
        label="Boxes around differences"
        checked={hasBoxes}
        onChange={({ currentTarget }) => setBoxes(currentTarget.checked)}
      />
    </Group>
  );
}

const STEP = { variant: 'default', size: 'sm', px: 'xs' } as const;

function PageStepper({ page, pages, goTo }: Pick<ToolbarProps, 'page' | 'pages' | 'goTo'>) {
  return (
    <Group gap={6} role="group" aria-label="Page">
      <Button {...STEP} aria-label="Previous page" onClick={() => goTo(page - 1)} disabled={page <= 1}>
        <PreviousIcon size={16} aria-hidden />
      </Button>
      <NumberInput
        aria-label={`Page, of ${pages}`}
        w={88}
        min={1}
        max={pages}
        value={page}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        onChange={(value) => {
          if (typeof value === 'number') goTo(value);
        }}
      />
      <span>of {countText(pages, 'page')}</span>
      <Button {...STEP} aria-label="Next page" onClick={() => goTo(page + 1)} disabled={page >= pages}>
        <NextIcon size={16} aria-hidden />
      </Button>
    </Group>
  );
}

function SizeStepper({ zoom, zoomBy }: Pick<ToolbarProps, 'zoom' | 'zoomBy'>) {
  return (
    <Group gap={6} role="group" aria-label="Size">
      <Button {...STEP} aria-label="Smaller" onClick={() => zoomBy(-1)} disabled={zoom <= ZOOMS[0]}>
        −
      </Button>
      <span aria-live="polite">{`${Math.round(100 * zoom)} %`}</span>
      <Button {...STEP} aria-label="Larger" onClick={() => zoomBy(1)} disabled={zoom >= ZOOMS[3]}>
        +
      </Button>
    </Group>
  );
}

/** Relative to the available width. */
export const ZOOMS = [1, 1.5, 2, 4] as const;
