/** Documents as rows, wherever there are some: of the organization, or of a batch. */
import { memo, useCallback, useEffect, useRef } from 'react';
import { isWarning } from '#domain/verdict/kinds.ts';
import type { Submission } from '#portal/api/answers.ts';
import { Checkbox, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { StatusTag, TagsBelow, VerdictTag } from '#portal/documents/submission-tags.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, Moment, sizeText, visible } from '#portal/ui/words.tsx';
import { useCreators } from './creators.ts';
import { nameOf } from './names.ts';

interface SubmissionTableProps {
  readonly caption: string;
  readonly rows: readonly Submission[];
  readonly selection: ReadonlySet<string>;
  readonly onSelect: (selection: ReadonlySet<string>) => void;
}

export function SubmissionTable({ caption, rows, selection, onSelect }: SubmissionTableProps) {
  const creatorOf = useCreators();
  const columns: Column<Submission>[] = [
    useSelectColumn({ rows, selection, onSelect }),
    { title: 'Document', cell: (row) => <Name row={row} /> },
    { title: 'Status', cell: ({ status }) => <StatusTag status={status} />, isForWide: true },
    { title: 'Verdict', cell: ({ verdict }) => <VerdictTag verdict={verdict} />, isForWide: true },
    { title: 'Sent', cell: (row) => <Sent row={row} by={creatorOf(row.createdBy)} />, isForWide: true },
  ];
  return <DataTable caption={caption} rows={rows} keyOf={({ submissionId }) => submissionId} columns={columns} />;
}

function useSelectColumn({ rows, selection, onSelect }: Omit<SubmissionTableProps, 'caption'>): Column<Submission> {
  const latest = useRef({ selection, onSelect });
  useEffect(() => {
    latest.current = { selection, onSelect };
  });
  // The callback is stable, so that a choice renders only its own row again.
  const choose = useCallback((submissionId: string, isChosen: boolean) => {
    const next = new Set(latest.current.selection);
    if (isChosen) next.add(submissionId);
    else next.delete(submissionId);
    latest.current.onSelect(next);
  }, []);
  const chosen = rows.filter(({ submissionId }) => selection.has(submissionId)).length;
  const all = () => onSelect(chosen === rows.length ? new Set() : new Set(rows.map((row) => row.submissionId)));
  return {
    title: 'Selected',
    head: (
      <Checkbox
        aria-label="Select all that are shown"
        checked={chosen > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={all}
      />
    ),
    cell: (row) => <Choice row={row} isChosen={selection.has(row.submissionId)} choose={choose} />,
  };
}

interface ChoiceProps {
  readonly row: Submission;
  readonly isChosen: boolean;
  readonly choose: (submissionId: string, isChosen: boolean) => void;
}

const Choice = memo(function Choice({ row, isChosen, choose }: ChoiceProps) {
  return (
    <Checkbox
      aria-label={`Select ${visible(nameOf(row).slice(0, 100))}`}
      checked={isChosen}
      onChange={(event) => choose(row.submissionId, event.currentTarget.checked)}
    />
  );
});

const Name = memo(function Name({ row }: { readonly row: Submission }) {
  const { submissionId, status, verdict, createdAt, erasedAt, clientReference } = row;
  return (
    <div style={{ minWidth: '12rem', maxWidth: '26rem' }}>
      <Link
        to="/documents/$submissionId"
        params={{ submissionId }}
        fw={550}
        className="fx-clamp"
        title={visible(nameOf(row).slice(0, 300))}
      >
        <Foreign>{nameOf(row)}</Foreign>
      </Link>
      <TagsBelow status={status} verdict={verdict} />
      {isWarning(verdict.level) && (
        <Text fz="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
          {visible(verdict.sentence)}
        </Text>
      )}
      {clientReference !== null && clientReference !== nameOf(row) && (
        <Text fz="xs" c="dimmed" component="div">
          <Foreign>{clientReference}</Foreign>
        </Text>
      )}
      <Text fz="xs" c="dimmed" component="div" className="fx-narrow">
        {sizesText(row)}, <Moment at={createdAt} relative />
      </Text>
      {erasedAt !== null && (
        <Text fz="xs" c="dimmed">
          Erased <Moment at={erasedAt} relative />
        </Text>
      )}
    </div>
  );
});

/** `40 KiB → 19 KiB`: before and after. */
function sizesText({ original, normalized }: Submission): string {
  const after = normalized === null ? '' : ` → ${sizeText(normalized.sizeBytes)}`;
  return sizeText(original.sizeBytes) + after;
}

/** Time, sender and size share a column, so that the verdict has enough width. */
function Sent({ row, by }: { readonly row: Submission; readonly by: string }) {
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      <Moment at={row.createdAt} relative />
      <Text fz="xs" c="dimmed" component="div" className="fx-cut" title={visible(by.slice(0, 300))}>
        <Foreign>{by}</Foreign>
      </Text>
      <Text fz="xs" c="dimmed" component="div">
        {sizesText(row)}
      </Text>
    </div>
  );
}
