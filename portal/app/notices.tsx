/** Notices on every page: a pending deletion, an address to confirm, a required second factor. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { mayDo } from '#domain/accounts/permissions.ts';
import { useAttempt } from '#portal/api/use-attempt.ts';
import type { AccountDeletion } from '#portal/api/answers.ts';
import { callAnonymously } from '#portal/api/send.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Button, Group, Stack } from '#portal/ui/controls.ts';
import { Countdown } from '#portal/ui/countdown.tsx';
import { Link } from '#portal/ui/link.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';

const FIVE_MINUTES_MS = 300_000;

export function Notices() {
  const { user } = useSignIn();
  const { data, error } = useAnswer('getOrganization', {}, { refetchInterval: FIVE_MINUTES_MS });
  const asksForFactor = error?.code === 'second_factor_required';
  return (
    <Stack gap="md" mb="md" className="fx-notices">
      {asksForFactor && <FactorNeeded />}
      {data?.deletion && <PendingDeletion {...data.deletion} />}
      {data?.isActive === false && (
        <Banner tone="caution" title="This organization has been deactivated">
          This organization can no longer send or change anything. You can read, export, erase and delete documents.
        </Banner>
      )}
      {!user.emailVerified && <AddressToConfirm email={user.email} />}
    </Stack>
  );
}

/** 72 hours in which everybody sees it on every page. */
function PendingDeletion({ cancellableUntil }: AccountDeletion) {
  const { organization } = useSignIn();
  return (
    <Banner tone="danger" symbol="clock" title="This organization will be deleted, with everything in it">
      <Group justify="space-between" gap="sm">
        <span>
          <Countdown until={new Date(cancellableUntil)} before="In" after="Now: the time to cancel is over" /> (
          <Moment at={cancellableUntil} />
          ).{' '}
          {mayDo(organization.role, 'deletion.cancel')
            ? 'Until then you can cancel it.'
            : 'Until then an owner or admin can cancel it.'}
        </span>
        <Link to="/data">Data and privacy</Link>
      </Group>
    </Banner>
  );
}

/** A member without a required second factor is sent to the page that sets one up. */
function FactorNeeded() {
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/security' });
  return (
    <Banner tone="caution" symbol="shield-alert" title="Your organization asks for a second factor" isAlert>
      Set one up first. Until then nothing else works. {isThere ? 'Do it here.' : <Link to="/security">Set it up</Link>}
    </Banner>
  );
}

function AddressToConfirm({ email }: { readonly email: string }) {
  const [told, setTold] = useState('');
  const { attempt, busy, error } = useAttempt();
  useEffect(() => setTold(''), [email]);
  const send = async () => setTold((await callAnonymously('resendVerification', { email })).message);
  return (
    <Banner tone="info" title="Confirm your e-mail address">
      <Stack gap="xs">
        <span>
          We have sent a mail with a link to <Foreign>{email}</Foreign>. Until you confirm the address you can read
          everything and change nothing.
        </span>
        <div role="status">{told}</div>
        <ProblemAlert error={error} />
        <Group>
          <Button variant="default" size="xs" loading={busy !== null} onClick={() => void attempt('send', send)}>
            Send the mail again
          </Button>
        </Group>
      </Stack>
    </Banner>
  );
}
