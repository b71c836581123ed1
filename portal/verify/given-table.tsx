/** The dropped files with their detected kinds. */
import { Button } from '#portal/ui/controls.ts';
import { DataTable } from '#portal/ui/table.tsx';
import { Foreign, sizeText, visible } from '#portal/ui/words.tsx';
import type { Given } from '#src/proof/evidence/given.ts';

/** A file, with all that was in it. */
export interface Dropped {
  readonly id: string;
  readonly name: string;
  readonly given: readonly Given[];
}

const KINDS: Readonly<Record<Given['kind'], string>> = {
  pdf: 'Document',
  attestation: 'Attestation',
  certificate: 'Certificate',
  envelope: 'Attestation as a DSSE envelope',
  facts: 'Facts of the submission',
  factsEnvelope: 'Signature of the facts',
  keySet: 'Key set',
  submission: 'Result',
  report: 'Report',
  authority: 'Certificate of an authority that stamps times',
  originalHash: 'Hash of the original',
  program: 'Program that checks evidence',
  guide: 'Text that explains evidence',
  revisions: 'Revisions of the original',
  repacked: 'An archive that another program packed',
  unknown: 'Not read, because nothing in it is signed',
  unreadable: 'Could not be read',
};

interface GivenTableProps {
  readonly dropped: readonly Dropped[];
  readonly remove: (id: string) => void;
}

interface Row {
  readonly key: string;
  readonly dropped: Dropped;
  readonly thing: Given | null;
  readonly isFirst: boolean;
}

export function GivenTable({ dropped, remove }: GivenTableProps) {
  const rows = dropped.flatMap((one): Row[] => {
    if (one.given.length === 0) return [{ key: one.id, dropped: one, thing: null, isFirst: true }];
    return one.given.map((thing, index) => ({ key: `${one.id} ${index}`, dropped: one, thing, isFirst: index === 0 }));
  });
  return (
    <DataTable
      caption="Files and their kinds"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title: 'File', cell: nameOf },
        { title: 'Taken for', cell: ({ thing }) => (thing ? describe(thing) : 'An archive without files') },
        {
          title: 'Take away',
          isTitleHidden: true,
          align: 'end',
          cell: (row) => row.isFirst && <RemoveButton name={row.dropped.name} onClick={() => remove(row.dropped.id)} />,
        },
      ]}
    />
  );
}

function nameOf({ dropped, thing }: Row) {
  if (thing?.origin !== 'archive') return <Foreign>{dropped.name}</Foreign>;
  return (
    <>
      <Foreign>{dropped.name}</Foreign>, <Foreign>{thing.name}</Foreign>
    </>
  );
}

function describe(thing: Given): string {
  return thing.kind === 'pdf' ? `${KINDS.pdf}, ${sizeText(thing.sizeBytes)}` : KINDS[thing.kind];
}

function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      onClick={onClick}
      aria-label={`Remove ${visible(name.slice(0, 60))}`}
    >
      Take away
    </Button>
  );
}
