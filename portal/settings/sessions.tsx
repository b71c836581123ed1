/** Where one is signed in, and the end of it. */
import { useState } from 'react';
import type { Session } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { useLeaving } from '#portal/app/leaving.ts';
import { Button, Stack } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Answer, Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { countText, Foreign, Moment } from '#portal/ui/words.tsx';
import { programOf } from './user-agent.ts';

export function Sessions() {
  const sessions = useAnswer('listSessions');
  return (
    <Section
      title="Sign-ins"
      lead="Every browser and program that is signed in as you. A sign-in ends after 7 days without use, and always after 30 days."
    >
      <Answer of={sessions}>{(found) => <List sessions={found} />}</Answer>
    </Section>
  );
}

function List({ sessions }: { readonly sessions: readonly Session[] }) {
  const end = useAction('endSession', ['listSessions']);
  return (
    <Stack gap="md" align="stretch">
      <DataTable
        caption="Your sign-ins"
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Program',
            cell: ({ userAgent, current }) => (
              <Stack gap={4} align="flex-start">
                <span {...(userAgent === null ? {} : { title: userAgent.slice(0, 500) })}>
                  <Foreign>{programOf(userAgent)}</Foreign>
                </span>
                {current && <Tag tone="good">This one</Tag>}
              </Stack>
            ),
          },
          { title: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} relative /> },
          { title: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} relative /> },
          {
            title: 'Second factor',
            cell: ({ secondFactorAt }) =>
              secondFactorAt === null ? 'Not shown' : <Moment at={secondFactorAt} relative />,
          },
          { title: 'Ends unless used', cell: ({ expiresAt }) => <Moment at={expiresAt} relative /> },
          {
            title: 'Actions',
            isTitleHidden: true,
            align: 'end',
            cell: ({ id, current, userAgent }) =>
              !current && (
                <Button
                  variant="default"
                  size="xs"
                  loading={end.isPending && end.variables.id === id}
                  aria-label={`End the sign-in of ${programOf(userAgent)}`}
                  onClick={() => end.mutate({ id })}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
      <ProblemAlert error={end.error} />
      <EndAll count={sessions.length} />
    </Stack>
  );
}

function EndAll({ count }: { readonly count: number }) {
  const [isEndingAll, setEndingAll] = useState(false);
  const leave = useLeaving();
  const endAll = async () => {
    await call('logoutAll');
    await leave();
  };
  return (
    <>
      <div>
        <Button variant="default" onClick={() => setEndingAll(true)}>
          End all sign-ins
        </Button>
      </div>
      <ConfirmDialog
        title="End all sign-ins"
        isOpen={isEndingAll}
        onClose={() => setEndingAll(false)}
        action="End all sign-ins"
        act={endAll}
      >
        {countText(count, 'sign-in ends', 'sign-ins end')} immediately, including this one. You sign in again
        afterwards. API keys still work.
      </ConfirmDialog>
    </>
  );
}
