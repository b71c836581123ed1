/** Two states of a document, page by page. */
import './pages.css';
import { type KeyboardEvent, useState } from 'react';
import { Stack, Text, Title } from '#portal/ui/controls.ts';
import { PageCrops } from './page-crops.tsx';
import { differingPages, PageList } from './page-list.tsx';
import { BlinkView, type Mode, MODES, SideBySide, SliderView } from './page-views.tsx';
import { PageWords } from './page-words.tsx';
import { Refusal, shownPage, useWidth, widthOfPage } from './shown-page.tsx';
import { CANONICAL, type Pair } from './sides.ts';
import { Toolbar, ZOOMS } from './toolbar.tsx';
import { useComparison } from './use-comparison.ts';
import { type SideState, useSide } from './use-documents.ts';
import { useDrawing, usePageDifference } from './use-page.ts';

interface PagesProps {
  readonly submissionId: string;
  readonly pair: Pair;
  /** True if the canonical form has fonts that the document did not embed. */
  readonly hasSubstitutes: boolean;
  readonly asked: number | undefined;
  readonly goTo: (page: number) => void;
}

export function Pages({ submissionId, pair, hasSubstitutes, asked, goTo: tell }: PagesProps) {
  const left = useSide(submissionId, pair.left);
  const right = useSide(submissionId, pair.right);
  const comparison = useComparison(left.open, right.open, asked ?? 1);
  const pages = Math.max(left.open?.pages ?? 1, right.open?.pages ?? 1);
  const different = comparison ? differingPages(comparison) : [];
  const page = Math.min(asked ?? different[0] ?? 1, pages);
  const [mode, setMode] = useState<Mode>('side');
  const [hasBoxes, setBoxes] = useState(true);
  const [zoom, setZoom] = useState<number>(ZOOMS[0]);
  const { ref, width } = useWidth();
  const leftDrawing = useDrawing(left.open, page, zoom * widthOfPage(mode, width));
  const rightDrawing = useDrawing(right.open, page, zoom * widthOfPage(mode, width));
  const difference = usePageDifference(left.open, right.open, page);
  const boxes = difference.value?.pixels.boxes ?? [];
  const goTo = (wanted: number) => {
    const next = Math.max(1, Math.min(wanted, pages));
    if (next !== page) tell(next);
  };
  const zoomBy = (steps: number) => {
    const at = ZOOMS.findIndex((one) => one === zoom) + steps;
    setZoom(ZOOMS[Math.max(0, Math.min(at, ZOOMS.length - 1))] ?? zoom);
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || hasKeysOfItsOwn(event.target)) return;
    event.preventDefault();
    act();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo(page - 1),
    ArrowRight: () => goTo(page + 1),
    n: () => goTo(different.find((one) => one > page) ?? page),
    p: () => goTo(different.findLast((one) => one < page) ?? page),
    ...Object.fromEntries(MODES.map((one, index) => [`${index + 1}`, () => setMode(one)])),
    b: () => setBoxes(!hasBoxes),
    '+': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setZoom(ZOOMS[0]),
  };
  const shown = {
    left: shownPage(pair.left.label, left, leftDrawing, page),
    right: shownPage(pair.right.label, right, rightDrawing, page),
    page,
    zoom,
    boxes: hasBoxes ? boxes : [],
  };
  const ViewOfMode = VIEWS[mode];
  return (
    // The keys work while something within has the focus, and so does what scrolls.
    <div role="group" aria-label="Pages in two states" onKeyDown={press}>
      <Stack gap="md" ref={ref}>
        <Refusal state={left} label={pair.left.label} />
        <Refusal state={right} label={pair.right.label} />
        {comparison && <PageList comparison={comparison} current={page} goTo={goTo} />}
        <PageCrops
          boxes={boxes}
          before={{ label: pair.left.label, side: left.open, page }}
          after={{ label: pair.right.label, side: right.open, page }}
        />
        <Toolbar {...{ mode, setMode, hasBoxes, setBoxes, zoom, zoomBy, page, pages, goTo }} />
        <ViewOfMode {...shown} />
        <section aria-labelledby="pages-in-words">
          <Title order={3} size="h5" id="pages-in-words" mb="xs">
            {`Page ${page} in words`}
          </Title>
          {difference.value && (
            <PageWords
              difference={difference.value}
              hasOtherFonts={hasSubstitutes && (pair.left.id === CANONICAL) !== (pair.right.id === CANONICAL)}
            />
          )}
          {!difference.value && <Text c="dimmed">{whyNoWords(left, right, page, difference.problem)}</Text>}
        </section>
        <Text c="dimmed" fz="sm" className="fx-no-print">
          Keys: ← → for pages, n and p for pages that differ, 1 2 3 for how they are shown, b for boxes, + − 0 for size.
        </Text>
      </Stack>
    </div>
  );
}

const VIEWS = { side: SideBySide, slider: SliderView, blink: BlinkView } as const;

/** Fields, choices and sliders take arrows and letters themselves. */
function hasKeysOfItsOwn(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea, summary');
}

function whyNoWords(left: SideState, right: SideState, page: number, problem: unknown): string {
  if (problem !== null && problem !== undefined) return 'This page could not be compared.';
  if (left.problem !== null || right.problem !== null) return 'There is only one state, so nothing is compared.';
  if (!left.open || !right.open) return 'The documents are being opened.';
  if (page > Math.min(left.open.pages, right.open.pages)) return 'Only one of the two states has this page.';
  return 'This page is being compared.';
}
