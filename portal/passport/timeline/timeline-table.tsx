/** The picture of the revisions as a table, for screen readers and readers who prefer text. */
import type { RevisionTimeline, TimelineRevision } from '#domain/revisions.ts';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, numberText } from '#portal/ui/words.tsx';
import { countWords, coveringWords } from '#domain/verdict/revision-words.ts';

export function TimelineTable({ timeline }: { readonly timeline: RevisionTimeline }) {
  const columns: readonly Column<TimelineRevision>[] = [
    { title: 'Revision', cell: ({ number }) => number },
    { title: 'From byte', cell: ({ startByte }) => numberText(startByte), align: 'end' },
    { title: 'To byte', cell: ({ endByte }) => numberText(endByte), align: 'end' },
    {
      title: 'Changed',
      cell: ({ objects, onlyRepoints }) =>
        `${countWords(objects)}${onlyRepoints ? '; brings no object of its own' : ''}`,
    },
    { title: 'Signatures', cell: ({ number }) => <Foreign>{coveringWords(number, timeline)}</Foreign> },
  ];
  return (
    <DataTable
      caption="Revisions of the file"
      rows={timeline.revisions}
      keyOf={({ number }) => String(number)}
      columns={columns}
    />
  );
}
