/** A page in one of the two states, as far as it can be shown, and the width that it has. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Skeleton } from '#portal/ui/controls.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { wordsOf } from './drawing/drawing-error.ts';
import type { Mode, ShownPage } from './page-views.tsx';
import type { SideState } from './use-documents.ts';

/** Pages beside each other share the width, but for small screens, on which they lie below each other. */
const NARROW = 640;

export function widthOfPage(mode: Mode, width: number): number {
  return (mode === 'side' && width >= NARROW ? width / 2 : width) * window.devicePixelRatio;
}

/** The width there is, in CSS pixels. */
export function useWidth() {
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

export function shownPage(
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
export function Refusal({ state: { problem, retry }, label }: { readonly state: SideState; readonly label: string }) {
  const words = wordsOf(problem);
  if (words === null) return <ProblemAlert error={problem} retry={retry} />;
  return (
    <Banner tone="caution" title={<bdi className="fx-foreign">{`${label}: nothing to show`}</bdi>} isAlert>
      {words}
    </Banner>
  );
}
