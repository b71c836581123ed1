/** The result of a comparison: a headline, the counts, the map of pages, and each change in words. */
import { ignoredSentence } from '#domain/compare.ts';
import { type Change, changeGroups, headline, summarySentence } from '#domain/verdict/comparison-words.ts';
import type { ReactNode } from 'react';
import type { Comparison } from '#portal/api/answers.ts';
import { downloadJson } from '#portal/api/download.ts';
import { Button, Group, Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import { Section } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Banner, type Tone } from '#portal/ui/tone.tsx';
import { Foreign, numberText, visible } from '#portal/ui/words.tsx';
import { PageMapTable } from './page-map-table.tsx';
import type { Compared } from './run-comparison.ts';

const TONES: Readonly<Record<Comparison['summary']['severity'], Tone>> = {
  // Two equal forgeries have no difference: only a verdict is green.
  none: 'info',
  minor: 'info',
  moderate: 'caution',
  major: 'danger',
};

const LISTED = 200;

/** The code that draws pages is loaded when there is a page to draw. */
const ChangedPages = lazyPart(async () => (await import('./changed-pages.tsx')).ChangedPages, {
  meanwhile: () => <Skeleton height={480} aria-label="Loading" />,
});

interface ComparisonResultProps {
  readonly compared: Compared;
  /** The way to the same on paper. */
  readonly printing: ReactNode;
}

export function ComparisonResult({ compared: { report, contents }, printing }: ComparisonResultProps) {
  const { summary, pages, objects, warnings, ignored } = report;
  return (
    <Stack gap="lg">
      <Banner tone={TONES[summary.severity]} title={headline(summary.severity)} isAlert>
        <Text style={{ overflowWrap: 'anywhere' }}>{visible(summarySentence(report))}</Text>
        {ignored.length > 0 && <Text mt="xs">{ignoredSentence(ignored)}</Text>}
      </Banner>
      {warnings.map(({ code, message }) => (
        <Banner key={code} tone="caution">
          <Foreign>{message}</Foreign>
        </Banner>
      ))}
      <Section
        title="Pages"
        actions={
          <Group gap="xs">
            {printing}
            <Button
              variant="default"
              size="xs"
              leftSection={<DownloadIcon size={16} aria-hidden />}
              onClick={() => void downloadJson('comparison.json', report)}
            >
              Download as JSON
            </Button>
          </Group>
        }
        lead={`${numberText(pages.totalA)} before, ${numberText(pages.totalB)} after.`}
      >
        <PageMapTable pages={pages} />
      </Section>
      {pages.modified.length > 0 && (
        <Section title="Changed pages">
          <ChangedPages contents={contents} pages={pages.modified} />
        </Section>
      )}
      <FoundPages matches={pages.matches} />
      {changeGroups(report).map(({ title, changes }) => (
        <Section key={title} title={title}>
          <DataTable
            caption={`${title}: each change`}
            rows={changes.slice(0, LISTED)}
            keyOf={(change) => String(changes.indexOf(change))}
            columns={changes.some(hasValues) ? [...NAMES, ...VALUES] : NAMES}
          />
          {changes.length > LISTED && (
            <Text fz="sm" c="dimmed">
              {numberText(changes.length - LISTED)} more are in the JSON.
            </Text>
          )}
        </Section>
      ))}
      <Text fz="sm" c="dimmed">
        Objects in the file: {numberText(objects.totalA)} before, {numberText(objects.totalB)} after. Programs write the
        same document with different numbers of objects. This comparison is not stored and is gone when you leave the
        page.
      </Text>
    </Stack>
  );
}

type Match = Comparison['pages']['matches'][number];

/** Pages that the map cannot show as one: they stand in another place, or have other margins. */
function FoundPages({ matches }: { readonly matches: readonly Match[] }) {
  if (matches.length === 0) return null;
  return (
    <Section title="Pages that match">
      <DataTable
        caption="Pages that match: each page"
        rows={matches.slice(0, LISTED)}
        keyOf={({ oldPosition }) => String(oldPosition)}
        columns={MATCHES}
      />
      {matches.length > LISTED && (
        <Text fz="sm" c="dimmed">
          {numberText(matches.length - LISTED)} more are in the JSON.
        </Text>
      )}
    </Section>
  );
}

const MATCHES: readonly Column<Match>[] = [
  { title: 'Page before', cell: ({ oldPosition }) => numberText(oldPosition) },
  { title: 'Page after', cell: ({ newPosition }) => numberText(newPosition) },
  { title: 'The same', cell: ({ match }) => (match === 'page' ? 'The whole page' : 'All but the margins') },
];

const NAMES: readonly Column<Change>[] = [
  { title: 'What', cell: ({ what }) => <Foreign>{what}</Foreign> },
  { title: 'How', cell: ({ how }) => how },
];

const VALUES: readonly Column<Change>[] = [
  { title: 'Before', cell: ({ before }) => <Value value={before} /> },
  { title: 'After', cell: ({ after }) => <Value value={after} /> },
];

function hasValues({ before, after }: Change): boolean {
  return before !== undefined || after !== undefined;
}

function Value({ value }: { readonly value: string | null | undefined }) {
  if (value === undefined || value === null) return <>–</>;
  if (value === '') return <Text c="dimmed">empty</Text>;
  return <Foreign>{value}</Foreign>;
}
