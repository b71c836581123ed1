/** The members of the organization. */
import { useState } from 'react';
import type { TeamMember } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { usePerson } from '#portal/api/permission.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { type Person, removalRefusal, resetRefusal, roleRefusal } from '#portal/api/refusal.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Answer, Section } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { RemoveMember, ResetFactors } from './member-dialogs.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';

interface Asked {
  readonly kind: 'role' | 'reset' | 'remove';
  readonly member: TeamMember;
}

export function Members() {
  const team = useAnswer('listTeam');
  const person = usePerson();
  const { user } = useSignIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title="Members">
      <Stack gap="sm">
        <Answer of={team} height={200}>
          {(members) => (
            <DataTable
              caption="Members of the organization"
              rows={members}
              keyOf={({ id }) => id}
              columns={[nameColumn(user.id), ...COLUMNS, actionColumn(person, user.id, setAsked)]}
            />
          )}
        </Answer>
        <CurlTwin command={curlOf('listTeam')} />
      </Stack>
      {asked?.kind === 'role' && <RoleDialog member={asked.member} onClose={close} />}
      {asked?.kind === 'reset' && <ResetFactors member={asked.member} onClose={close} />}
      {asked?.kind === 'remove' && (
        <RemoveMember member={asked.member} isOneself={asked.member.id === user.id} onClose={close} />
      )}
    </Section>
  );
}

function nameColumn(ownId: string): Column<TeamMember> {
  return {
    title: 'Address',
    cell: ({ id, email, emailVerified, isActive }) => (
      <Stack gap={2} miw="11rem" maw="20rem">
        <div>
          <Foreign>{email}</Foreign>
          {id === ownId && ' (you)'}
        </div>
        {!emailVerified && (
          <div>
            <Tag tone="caution">Address not confirmed</Tag>
          </div>
        )}
        {!isActive && (
          <div>
            <Tag tone="neutral" symbol="cross">
              Cannot sign in
            </Tag>
          </div>
        )}
      </Stack>
    ),
  };
}

const COLUMNS: readonly Column<TeamMember>[] = [
  {
    title: 'Role',
    cell: ({ role }) => (
      <Stack gap={0} miw="9rem" maw="16rem">
        <span>{ROLE_WORDS[role].label}</span>
        <Text fz="sm" c="dimmed">
          {ROLE_WORDS[role].explanation}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Second factor',
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? (
        <Tag tone="good" symbol="shield">
          Set up
        </Tag>
      ) : (
        <Tag tone="neutral" symbol="pending">
          None
        </Tag>
      ),
  },
  {
    title: 'Last sign-in',
    cell: ({ lastLoginAt }) => (lastLoginAt ? <Moment at={lastLoginAt} relative /> : 'never'),
  },
];

function actionColumn(person: Person, ownId: string, ask: (asked: Asked) => void): Column<TeamMember> {
  return {
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    cell: (member) => {
      const isOneself = member.id === ownId;
      const colleague = { role: member.role, isOneself };
      const common = { size: 'xs', variant: 'default' } as const;
      return (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <ActionButton
            {...common}
            refusal={roleRefusal(person, colleague)}
            onClick={() => ask({ kind: 'role', member })}
            aria-label={`Role of ${member.email}`}
          >
            Role
          </ActionButton>
          <ActionButton
            {...common}
            refusal={
              resetRefusal(person, member.role) ??
              (member.hasSecondFactor ? null : 'There is no second factor to reset.')
            }
            onClick={() => ask({ kind: 'reset', member })}
            aria-label={`Reset factors of ${member.email}`}
          >
            Reset factors
          </ActionButton>
          <ActionButton
            {...common}
            refusal={removalRefusal(person, colleague)}
            onClick={() => ask({ kind: 'remove', member })}
            aria-label={isOneself ? 'Leave the organization' : `Remove ${member.email}`}
          >
            {isOneself ? 'Leave' : 'Remove'}
          </ActionButton>
        </Group>
      );
    },
  };
}
