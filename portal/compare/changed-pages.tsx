/** The pages that both documents have and that differ: changed places enlarged, the whole pages, and the words. */
import '#portal/passport/pages/pages.css';
import { useState } from 'react';
import { pageTitle } from '#domain/verdict/comparison-words.ts';
import type { Comparison } from '#portal/api/answers.ts';
import { PageCrops } from '#portal/passport/pages/page-crops.tsx';
import { SideBySide } from '#portal/passport/pages/page-views.tsx';
import { PageWords } from '#portal/passport/pages/page-words.tsx';
import { Refusal, shownPage, useWidth, widthOfPage } from '#portal/passport/pages/shown-page.tsx';
import { useBlob } from '#portal/passport/pages/use-documents.ts';
import { useDrawing, usePageDifference } from '#portal/passport/pages/use-page.ts';
import { Button, Group, Stack } from '#portal/ui/controls.ts';
import { numberText } from '#portal/ui/words.tsx';

/** More buttons help nobody; the map has all pages. */
const MAX_LISTED = 40;

type ChangedPage = Comparison['pages']['modified'][number];

interface ChangedPagesProps {
  /** The two documents as they were compared. */
  readonly contents: readonly [before: Blob, after: Blob];
  readonly pages: readonly ChangedPage[];
}

export function ChangedPages({ contents: [before, after], pages }: ChangedPagesProps) {
  const [chosen, choose] = useState(0);
  const [left, right] = [useBlob(before), useBlob(after)];
  const page = pages[chosen] ?? { oldPosition: 1, newPosition: 1 };
  const { oldPosition, newPosition } = page;
  const { ref, width } = useWidth();
  const detail = widthOfPage('side', width);
  const leftDrawing = useDrawing(left.open, oldPosition, detail);
  const rightDrawing = useDrawing(right.open, newPosition, detail);
  const { value: difference } = usePageDifference(left.open, right.open, oldPosition, newPosition);
  const boxes = difference?.pixels.boxes ?? [];
  const [leftLabel, rightLabel] = [`page ${numberText(oldPosition)}`, `page ${numberText(newPosition)}`];
  return (
    <Stack gap="md" ref={ref}>
      <Refusal state={left} label="Before" />
      <Refusal state={right} label="After" />
      {pages.length > 1 && (
        <Group gap="xs" component="ul" className="fx-page-list" aria-label="Pages that differ">
          {pages.slice(0, MAX_LISTED).map((one, index) => (
            <li key={one.newPosition}>
              <Button
                size="compact-sm"
                variant={index === chosen ? 'filled' : 'default'}
                aria-current={index === chosen ? 'page' : undefined}
                onClick={() => choose(index)}
              >
                {pageTitle(one)}
              </Button>
            </li>
          ))}
          {pages.length > MAX_LISTED && <li>{`and ${numberText(pages.length - MAX_LISTED)} more`}</li>}
        </Group>
      )}
      <PageCrops
        boxes={boxes}
        before={{ label: leftLabel, side: left.open, page: oldPosition }}
        after={{ label: rightLabel, side: right.open, page: newPosition }}
      />
      {difference && <PageWords difference={difference} hasOtherFonts={false} />}
      <SideBySide
        left={shownPage(leftLabel, left, leftDrawing, oldPosition)}
        right={shownPage(rightLabel, right, rightDrawing, newPosition)}
        page={newPosition}
        boxes={boxes}
        zoom={1}
      />
    </Stack>
  );
}
