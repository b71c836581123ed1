/** Joining an organization by invitation. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Answers } from '#portal/api/answers.ts';
import { callAnonymously } from '#portal/api/send.ts';
import { type ApiProblem, toProblem } from '#portal/api/problem.ts';
import { begin } from '#portal/api/session.ts';
import { Text, TextInput } from '#portal/ui/controls.ts';
import { Countdown } from '#portal/ui/countdown.tsx';
import { Form } from '#portal/ui/form.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Loading, Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Facts, Foreign } from '#portal/ui/words.tsx';
import { NewPassword } from './new-password.tsx';
import { ROLE_WORDS } from './role-words.ts';

type Preview = Answers['previewInvitation'];

export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/open/invitation' });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    setPreview(null);
    setProblem(null);
    if (token === '') return;
    callAnonymously('previewInvitation', { token }, { signal: abort.signal }).then(setPreview, (error: unknown) => {
      if (!abort.signal.aborted) setProblem(toProblem(error));
    });
    return () => abort.abort();
  }, [token]);
  if (token === '' || problem !== null) return <NoInvitation problem={problem} />;
  if (preview === null) return <Loading height={320} />;
  return <Invited token={token} preview={preview} />;
}

function NoInvitation({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem !== null && problem.code !== 'invalid_or_expired_token' && problem.status !== 404) {
    return (
      <Page title="Join">
        <ProblemAlert error={problem} />
      </Page>
    );
  }
  return (
    <Page title="This invitation is no longer valid">
      <Text m={0}>
        It has been used, revoked or replaced by a newer one, or its 48 hours are over. Ask the person who invited you
        to send another one.
      </Text>
      <Link to="/login">Sign in</Link>
    </Page>
  );
}

function Invited({ token, preview }: { readonly token: string; readonly preview: Preview }) {
  const { organizationName, email, role, expiresAt } = preview;
  const navigate = useNavigate();
  const join = async ({ password = '' }: Readonly<Record<string, string>>) => {
    begin(await callAnonymously('acceptInvite', { token, password }));
    await navigate({ to: '/' });
  };
  return (
    <Page
      title={`Join ${organizationName}`}
      lead={
        <>
          You are invited to join the organization <Foreign>{organizationName}</Foreign>.
        </>
      }
    >
      <Facts
        rows={[
          ['Your role', role],
          ['Your role', ROLE_WORDS[role]],
          ['Time left', <Countdown key="left" until={new Date(expiresAt)} before="" after="It is over." />],
        ]}
      />
      <Form action="Join" act={join}>
        {({ faultOf }) => (
          <>
            <TextInput
              name="email"
              type="email"
              label="E-mail address"
              description="The invitation is only for this address."
              autoComplete="username"
              value={email}
              readOnly
            />
            <NewPassword error={faultOf('password')} label="Choose a password" />
          </>
        )}
      </Form>
    </Page>
  );
}
