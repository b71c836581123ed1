/** The map of pages as a table: runs of pages that are the same are one row. */
import { pageChangeSentence } from '#domain/verdict/comparison-words.ts';
import type { Comparison } from '#portal/api/answers.ts';
import { Text } from '#portal/ui/controls.ts';
import { DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { countText, numberText, visible } from '#portal/ui/words.tsx';
import { mapPages, type MapRow } from './page-map.ts';

const SHOWN = 500;

export function PageMapTable({ pages }: { readonly pages: Comparison['pages'] }) {
  const rows = mapPages(pages);
  const columns = [
    { title: 'Before', cell: (row: MapRow) => ('a' in row ? pagesText(row.a, countOf(row)) : '–') },
    { title: 'After', cell: (row: MapRow) => ('b' in row ? pagesText(row.b, countOf(row)) : '–') },
    { title: 'Change', cell: (row: MapRow) => <RowChange row={row} /> },
  ];
  return (
    <>
      <DataTable caption="Map of the pages" rows={rows.slice(0, SHOWN)} keyOf={keyOf} columns={columns} />
      {rows.length > SHOWN && (
        <p>{numberText(rows.length - SHOWN)} further rows are not shown. The JSON has all of them.</p>
      )}
    </>
  );
}

function RowChange({ row }: { readonly row: MapRow }) {
  return (
    <>
      <RowTag row={row} />
      {row.kind === 'modified' && (
        <Text mt={4} style={{ overflowWrap: 'anywhere', maxWidth: '40rem' }}>
          {visible(pageChangeSentence(row))}
        </Text>
      )}
    </>
  );
}

function RowTag({ row }: { readonly row: MapRow }) {
  switch (row.kind) {
    case 'same':
      return (
        <Tag tone="neutral" symbol="check">
          {row.count === 1 ? 'Same' : `${countText(row.count, 'page')} the same`}
        </Tag>
      );
    case 'modified':
      return <Tag tone="caution">Content changed</Tag>;
    case 'moved':
      return (
        <Tag tone="info" symbol="info">
          Same, moved
        </Tag>
      );
    case 'added':
      return (
        <Tag tone="danger" symbol="alert">
          Added
        </Tag>
      );
    case 'removed':
      return (
        <Tag tone="danger" symbol="cross">
          Removed
        </Tag>
      );
  }
}

function countOf(row: MapRow): number {
  return row.kind === 'same' ? row.count : 1;
}

function pagesText(first: number, count: number): string {
  return count === 1 ? `Page ${numberText(first)}` : `Pages ${numberText(first)}–${numberText(first + count - 1)}`;
}

function keyOf(row: MapRow): string {
  return `${'a' in row ? row.a : ''} ${'b' in row ? row.b : ''}`;
}
