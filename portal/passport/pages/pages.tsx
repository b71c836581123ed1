/** Two states of a document, page by page. */
import './pages.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Skeleton, Stack, Text, Title } from '#portal/ui/controls.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { wordsOf } from './drawing/drawing-error.ts';
import { differingPages, PageList } from './page-list.tsx';
import { BlinkView, type Mode, MODES, type ShownPage, SideBySide, SliderView } from './page-views.tsx';
import { PageWords } from './page-words.tsx';
import { CANONICAL, type Pair } from './sides.ts';
import { Toolbar, ZOOMS } from './toolbar.tsx';
import { useComparison } from './use-comparison.ts';
import { type SideState, useSide } from './use-documents.ts';
import { useDrawing, usePageDifference } from './use-page.ts';

interface PagesProps {
  readonly submissionId: string;
  readonly pair: Pair;
  /** Whether the canonical form has fonts that the document named without having them. */
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
    boxes: hasBoxes ? (difference.value?.pixels.boxes ?? []) : [],
  };
  const ViewOfMode = VIEWS[mode];
  return (
    // The keys work while something within has the focus, and so does what scrolls.
    <div role="group" aria-label="Pages in two states" onKeyDown={press}>
      <Stack gap="md" ref={ref}>
        <Refusal state={left} label={pair.left.label} />
        <Refusal state={right} label={pair.right.label} />
        {comparison && <PageList comparison={comparison} current={page} goTo={goTo} />}
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

/** Pages beside each other share the width, but for small screens, on which they lie below each other. */
const NARROW = 640;

function widthOfPage(mode: Mode, width: number): number {
  return (mode === 'side' && width >= NARROW ? width / 2 : width) * window.devicePixelRatio;
}

/** The width there is, in CSS pixels. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function shownPage(
  label: string,
  { open, problem }: SideState,
  drawing: { readonly value: ShownPage['drawing']; readonly problem: unknown },
  page: number,
): ShownPage {
  return { label, drawing: drawing.value, instead: insteadOf(open?.pages, problem ?? drawing.problem, page) };
}

function insteadOf(pages: number | undefined, problem: unknown, page: number): ReactNode {
  if (problem !== null && problem !== undefined) return wordsOf(problem) ?? 'It could not be drawn.';
  if (pages !== undefined && page > pages) return `This state has no page ${page}.`;
  return <Skeleton height={420} aria-label="Loading" />;
}

/** Why a whole state cannot be seen. */
function Refusal({ state: { problem, retry }, label }: { readonly state: SideState; readonly label: string }) {
  const words = wordsOf(problem);
  if (words === null) return <ProblemAlert error={problem} retry={retry} />;
  return (
    <Banner tone="caution" title={<bdi className="fx-foreign">{`${label}: nothing to be seen`}</bdi>} isAlert>
      {words}
    </Banner>
  );
}

function whyNoWords(left: SideState, right: SideState, page: number, problem: unknown): string {
  if (problem !== null && problem !== undefined) return 'This page could not be compared.';
  if (left.problem !== null || right.problem !== null)
    return 'There is one state alone to look at, so nothing is compared.';
  if (!left.open || !right.open) return 'The documents are being opened.';
  if (page > Math.min(left.open.pages, right.open.pages)) return 'One of the two states alone has this page.';
  return 'This page is being compared.';
}
