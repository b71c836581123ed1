/** A table of things: named for screen readers, and scrolling within itself where the screen is small. A filter narrows it. */
import { NativeSelect, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Replaces the title in the head, for example by a box that selects all rows. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Its title is for screen readers alone, as that of a column of buttons. */
  readonly isTitleHidden?: boolean;
  readonly align?: 'start' | 'end';
  /** Left out where the screen is small: another cell has it there, in a `fx-narrow`. */
  readonly isForWide?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

export function DataTable<Row>({ caption, rows, keyOf, columns }: DataTableProps<Row>) {
  return (
    <div className="fx-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table className="fx-table">
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, head, isTitleHidden = false, align = 'start', isForWide = false }) => (
              <th key={title} scope="col" style={{ textAlign: align }} className={isForWide ? 'fx-wide' : undefined}>
                {head ?? (isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, align = 'start', isForWide = false }) => (
                <td key={title} style={{ textAlign: align }} className={isForWide ? 'fx-wide' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListFilterProps<Value extends string> {
  readonly label: string;
  /** Undefined for all rows. */
  readonly value: Value | undefined;
  /** The words for all rows. */
  readonly all: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly choose: (value: Value | undefined) => void;
}

/** A choice that narrows a list. */
export function ListFilter<Value extends string>({ label, value, all, choices, choose }: ListFilterProps<Value>) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => choose(choices.find((one) => one.value === currentTarget.value)?.value)}
      data={[{ value: '', label: all }, ...choices]}
      maw="100%"
    />
  );
}
