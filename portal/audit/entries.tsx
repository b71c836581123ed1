/** The entries of the log. */
import type { AuditEntry, TeamMember } from '#portal/api/answers.ts';
import { Box, Stack, Text } from '#portal/ui/controls.ts';
import { Copyable } from '#portal/ui/copy.tsx';
import { Link } from '#portal/ui/link.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { actionText, detailRows } from './audit-words.ts';

/** The service's format of a time. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  /** Undefined while it is not known who is here. */
  readonly team: readonly TeamMember[] | undefined;
}

export function Entries({ entries, team }: EntriesProps) {
  const columns: readonly Column<AuditEntry>[] = [
    { title: 'Number', align: 'end', cell: ({ sequence }) => sequence, isForWide: true },
    {
      title: 'When',
      cell: ({ at }) => (
        <Text fz="sm" component="div" miw="9rem">
          <Moment at={at} />
        </Text>
      ),
      isForWide: true,
    },
    { title: 'Who', cell: ({ actorId }) => <Actor id={actorId} team={team} />, isForWide: true },
    {
      title: 'What',
      cell: ({ action, target, at, actorId, details }) => (
        <Stack gap={0} miw="14rem">
          <span>{actionText(action)}</span>
          <Text fz="sm" c="dimmed" component="div">
            <Foreign>{action}</Foreign>
          </Text>
          <Target id={target} team={team} />
          <Stack gap={0} mt={4} className="fx-narrow">
            <Details of={details} />
            <Actor id={actorId} team={team} />
            <Text fz="sm" c="dimmed" component="div">
              <Moment at={at} />
            </Text>
          </Stack>
        </Stack>
      ),
    },
    { title: 'Details', cell: ({ details }) => <Details of={details} />, isForWide: true },
    {
      title: 'Hash',
      cell: ({ hash, sequence }) => (
        <Box miw="9.5rem">
          <Copyable value={hash} what={`the hash of entry ${sequence}`} shown={12} />
        </Box>
      ),
      isForWide: true,
    },
  ];
  return <DataTable caption="Entries of the audit log" rows={entries} keyOf={keyOf} columns={columns} />;
}

function keyOf({ sequence }: AuditEntry): string {
  return String(sequence);
}

interface ActorProps {
  readonly id: string | null;
  readonly team: readonly TeamMember[] | undefined;
}

function Actor({ id, team }: ActorProps) {
  if (id === null) return 'the service';
  const member = team?.find((one) => one.id === id);
  return (
    <Text fz="sm" component="div" miw="12rem" maw="18rem">
      <Link fz="sm" to="/audit" search={{ actor: id }}>
        {member ? <Foreign>{member.email}</Foreign> : team ? 'somebody who is no longer here' : `${id.slice(0, 8)}…`}
      </Link>
    </Text>
  );
}

/** Whom or what it was done to: members by their address, the rest by its id. */
function Target({ id, team }: ActorProps) {
  if (id === null) return null;
  const member = team?.find((one) => one.id === id);
  return (
    <Text fz="sm" component="div">
      {member ? (
        <Foreign>{member.email}</Foreign>
      ) : (
        <Copyable value={id} what="the id of the changed object" shown={8} />
      )}
    </Text>
  );
}

function Details({ of }: { readonly of: AuditEntry['details'] }) {
  return (
    <Stack gap={0} miw="11rem" maw="20rem">
      {detailRows(of).map(([name, value]) => (
        <Text key={name} fz="sm" component="div">
          {name}: {MOMENT.test(value) ? <Moment at={value} /> : <Foreign>{value}</Foreign>}
        </Text>
      ))}
    </Stack>
  );
}
