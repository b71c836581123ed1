/** A mail is on its way: the same page whether there is an account or not. */
import { useState } from 'react';
import { useAttempt } from '#portal/api/use-attempt.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Foreign } from '#portal/ui/words.tsx';

interface MailSentProps {
  readonly email: string;
  /** The purpose of the mail, and how long its link works. */
  readonly words: string;
  /** Answers what happened, for people. */
  readonly sendAgain: () => Promise<string>;
}

export function MailSent({ email, words, sendAgain }: MailSentProps) {
  const [told, setTold] = useState('');
  const { attempt, busy, error } = useAttempt();
  const again = async () => setTold(await sendAgain());
  return (
    <Page title="Check your e-mail">
      <Text m={0}>
        A mail is on its way to <Foreign>{email}</Foreign>. {words}
      </Text>
      <Text m={0} c="dimmed" fz="sm">
        If no mail arrives within some minutes, check your spam folder and the address.
      </Text>
      <div role="status">{told}</div>
      <ProblemAlert error={error} />
      <Group>
        <Button variant="default" loading={busy !== null} onClick={() => void attempt('again', again)}>
          Send the mail again
        </Button>
        <Link to="/login">Sign in</Link>
      </Group>
    </Page>
  );
}
