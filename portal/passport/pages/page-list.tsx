/** The pages of a pair: those that differ to go to, the others in one line. */
import { Button, Group, Progress, Stack, Text } from '#portal/ui/controls.ts';
import { Tag, type Tone } from '#portal/ui/tone.tsx';
import { countText, numberText } from '#portal/ui/words.tsx';
import { rangesText, type Verdict } from './comparing/comparison.ts';
import type { ComparisonState } from './use-comparison.ts';

interface PageListProps {
  readonly comparison: ComparisonState;
  readonly current: number;
  readonly goTo: (page: number) => void;
}

/** More buttons than that help nobody; the number of a page can be typed. */
const MAX_LISTED = 40;

const WORDS: Readonly<Record<Exclude<Verdict, 'same'>, string>> = {
  text: 'wording changed',
  unseen: 'hidden text changed',
  look: 'appearance changed',
  size: 'page size changed',
  only_left: 'only in the version before',
  only_right: 'only in the version after',
  unknown: 'not compared',
};

export function PageList({ comparison, current, goTo }: PageListProps) {
  const { pages, leftOut, read, verdicts } = comparison;
  const of = (verdict: Verdict) => pagesOf(comparison, (one) => one === verdict);
  const different = pagesOf(comparison, (verdict) => verdict !== 'same');
  const same = of('same');
  const [unseen, unknown] = [of('unseen').length, of('unknown').length];
  const waiting = pages - verdicts.size;
  return (
    <Stack gap="xs">
      <Group gap="sm" role="status">
        <Outcome different={different.length - unseen - unknown} {...{ unseen, unknown, waiting, leftOut }} />
        {waiting > 0 && <Text c="dimmed">{progressWords(comparison)}</Text>}
        {leftOut > 0 && <Text c="dimmed">{`Only the first ${countText(pages, 'page')} are compared`}</Text>}
      </Group>
      {waiting > 0 && <Progress value={(50 * (read + verdicts.size)) / pages} size="xs" aria-label="Pages compared" />}
      {different.length > 0 && (
        <Group gap="xs" component="ul" className="fx-page-list" aria-label="Pages that differ">
          {different.slice(0, MAX_LISTED).map((page) => (
            <li key={page}>
              <Button
                size="compact-sm"
                variant={page === current ? 'filled' : 'default'}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => goTo(page)}
              >
                {`Page ${numberText(page)}: ${reasonOf(verdicts.get(page))}`}
              </Button>
            </li>
          ))}
          {different.length > MAX_LISTED && <li>{`and ${numberText(different.length - MAX_LISTED)} more`}</li>}
        </Group>
      )}
      {same.length > 0 && (
        <details>
          <summary>
            {same.length === 1 ? '1 page is the same' : `${numberText(same.length)} pages are the same`}
          </summary>
          <Text fz="sm">{rangesText(same)}</Text>
          <Text fz="sm" c="dimmed">
            The text is the same word by word, and so is every pixel of a drawing at about 96 dots an inch.
          </Text>
        </details>
      )}
    </Stack>
  );
}

function progressWords({ pages, read, verdicts }: ComparisonState): string {
  const [what, done] = read < pages ? ['text', read] : ['appearance', verdicts.size];
  return `Comparing the ${what}: ${numberText(done)} of ${countText(pages, 'page')} done`;
}

/** The pages that differ, as far as that is known. */
export function differingPages(comparison: ComparisonState): readonly number[] {
  return pagesOf(comparison, (verdict) => verdict !== 'same');
}

function pagesOf({ verdicts }: ComparisonState, wanted: (verdict: Verdict) => boolean): readonly number[] {
  const found = [...verdicts].filter(([, verdict]) => wanted(verdict)).map(([page]) => page);
  return found.toSorted((one, other) => one - other);
}

function reasonOf(verdict: Verdict | undefined): string {
  return verdict === undefined || verdict === 'same' ? '' : WORDS[verdict];
}

type Counts = Readonly<Record<'different' | 'unseen' | 'unknown' | 'waiting' | 'leftOut', number>>;

function Outcome({ different, unseen, unknown, waiting, leftOut }: Counts) {
  const tell = (tone: Tone, words: string) => <Tag tone={tone}>{words}</Tag>;
  return (
    <>
      {different > 0 && tell('caution', different === 1 ? '1 page differs' : `${numberText(different)} pages differ`)}
      {unseen > 0 &&
        tell('neutral', `${countText(unseen, 'page')} ${unseen === 1 ? 'looks' : 'look'} the same, with other text`)}
      {unknown > 0 && tell('neutral', `${countText(unknown, 'page')} could not be compared`)}
      {different + unseen + unknown + waiting + leftOut === 0 && tell('info', 'No page differs')}
    </>
  );
}
