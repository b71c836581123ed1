/**
 * Compares the pages of two states of a document: the signed and the later state, or the original and the canonical
 * PDF.
 */
import { useMemo } from 'react';
import type { Revisions, Submission } from '#portal/api/answers.ts';
import { Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import { EmptyState } from '#portal/ui/page.tsx';
import { type Pair, pairId, pairOf, sidesOf } from './sides.ts';
import { PairChoice } from './toolbar.tsx';

/** The drawing code is loaded when a page is drawn. */
const Pages = lazyPart(async () => (await import('./pages.tsx')).Pages, {
  meanwhile: () => <Skeleton height={640} aria-label="Loading" />,
});

/** The shown pages, as the address has them. */
export interface View {
  /** Two states with two dots between them, as `revision-1..revision-2`. The default is the most useful pair. */
  readonly pair?: string | undefined;
  /** The default is the first page that differs. */
  readonly page?: number | undefined;
}

interface BeforeAndAfterProps {
  readonly submission: Submission;
  /** Null where nothing is known of them. */
  readonly revisions: Revisions | null;
  readonly initial: View;
  /** Called at every change, for the address. */
  readonly onChange: (view: View) => void;
}

export function BeforeAndAfter({ submission, revisions, initial, onChange }: BeforeAndAfterProps) {
  const sides = useMemo(() => sidesOf(submission, revisions), [submission, revisions]);
  const pair = useMemo(() => pairOf(sides, revisions, initial.pair), [sides, revisions, initial.pair]);
  if (pair === null) {
    return (
      <EmptyState title="There are no two states to compare">
        {submission.links.original === null ? 'The original is not stored, or was erased.' : whyOneState(revisions)}
      </EmptyState>
    );
  }
  const choose = (chosen: Pair) => onChange({ pair: pairId(chosen), page: undefined });
  return (
    <Stack gap="md">
      <PairChoice sides={sides} pair={pair} choose={choose} />
      {pair.left.id === pair.right.id ? (
        <Text>The same state is chosen twice.</Text>
      ) : (
        <Pages
          key={pairId(pair)}
          submissionId={submission.submissionId}
          pair={pair}
          hasSubstitutes={submission.warnings.some(({ code }) => code === 'FONT_SUBSTITUTED')}
          asked={initial.page}
          goTo={(page) => onChange({ ...initial, page })}
        />
      )}
    </Stack>
  );
}

function whyOneState(revisions: Revisions | null): string {
  const single = revisions !== null && revisions.crossReference !== 'unreadable' && revisions.count === 1;
  return `There is no canonical form of this document, and ${single ? 'its file has a single revision' : 'its revisions are unknown'}.`;
}
