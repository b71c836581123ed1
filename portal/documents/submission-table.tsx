/** Documents as rows, wherever there are some: of the organization, or of a batch. */
import type { Submission } from '#portal/api/answers.ts';
import { Checkbox, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { RiskTag, StatusTag, TagsBelow } from '#portal/documents/submission-tags.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, Moment, sizeText } from '#portal/ui/words.tsx';
import { useCreators } from './creators.ts';
import { givenName, nameOf } from './names.ts';
import { riskOf } from './risk.ts';

interface SubmissionTableProps {
  readonly caption: string;
  readonly rows: readonly Submission[];
  readonly selection: ReadonlySet<string>;
  readonly onSelect: (selection: ReadonlySet<string>) => void;
}

export function SubmissionTable({ caption, rows, selection, onSelect }: SubmissionTableProps) {
  const creatorOf = useCreators();
  const columns: Column<Submission>[] = [
    selectColumn({ rows, selection, onSelect }),
    { title: 'Document', cell: (row) => <Name row={row} /> },
    { title: 'Status', cell: ({ status }) => <StatusTag status={status} />, isForWide: true },
    { title: 'Tampering', cell: (row) => <RiskTag level={riskOf(row)} />, isForWide: true },
    { title: 'Size', cell: (row) => <Size row={row} /> },
    { title: 'Sent', cell: ({ createdAt }) => <Sent at={createdAt} /> },
    { title: 'By', cell: ({ createdBy }) => <Creator name={creatorOf(createdBy)} /> },
  ];
  return <DataTable caption={caption} rows={rows} keyOf={({ submissionId }) => submissionId} columns={columns} />;
}

function selectColumn({ rows, selection, onSelect }: Omit<SubmissionTableProps, 'caption'>): Column<Submission> {
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
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${nameOf(row).slice(0, 100)}`}
        checked={selection.has(row.submissionId)}
        onChange={(event) => {
          const next = new Set(selection);
          if (event.currentTarget.checked) next.add(row.submissionId);
          else next.delete(row.submissionId);
          onSelect(next);
        }}
      />
    ),
  };
}

function Name({ row }: { readonly row: Submission }) {
  const { submissionId, status, erasedAt, clientReference } = row;
  return (
    <div style={{ minWidth: '12rem', maxWidth: '26rem' }}>
      <Link
        to="/documents/$submissionId"
        params={{ submissionId }}
        fw={550}
        className="fx-clamp"
        title={nameOf(row).slice(0, 300)}
      >
        {givenName(row) === null ? <code>{nameOf(row)}</code> : <Foreign>{nameOf(row)}</Foreign>}
      </Link>
      <TagsBelow status={status} risk={riskOf(row)} />
      {clientReference !== null && clientReference !== nameOf(row) && (
        <Text fz="xs" c="dimmed" component="div">
          <Foreign>{clientReference}</Foreign>
        </Text>
      )}
      {erasedAt !== null && (
        <Text fz="xs" c="dimmed">
          Erased <Moment at={erasedAt} relative />
        </Text>
      )}
    </div>
  );
}

/** Before and after. */
function Size({ row: { original, normalized } }: { readonly row: Submission }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {sizeText(original.sizeBytes)}
      {normalized !== null && ` → ${sizeText(normalized.sizeBytes)}`}
    </span>
  );
}

function Sent({ at }: { readonly at: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Moment at={at} relative />
    </span>
  );
}

function Creator({ name }: { readonly name: string }) {
  return (
    <div className="fx-cut" title={name.slice(0, 300)}>
      <Foreign>{name}</Foreign>
    </div>
  );
}
