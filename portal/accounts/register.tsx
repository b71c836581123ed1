/** Signing up: an account and its organization. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callAnonymously } from '#portal/api/send.ts';
import { Text, TextInput } from '#portal/ui/controls.ts';
import { Form } from '#portal/ui/form.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { EmailField } from './email-field.tsx';
import { MailSent } from './mail-sent.tsx';
import { NewPassword } from './new-password.tsx';

export function RegisterPage() {
  const { next } = useSearch({ from: '/open/register' });
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) {
    return (
      <MailSent
        email={email}
        words="Open its link within 24 hours to confirm the address. If there is an account with it already, the mail says so."
        sendAgain={async () => (await callAnonymously('resendVerification', { email })).message}
      />
    );
  }
  const signUp = async ({
    email: given = '',
    password = '',
    organizationName = '',
  }: Readonly<Record<string, string>>) => {
    const name = organizationName.trim();
    const body = { email: given.trim(), password, ...(name === '' ? {} : { organizationName: name }) };
    setEmail((await callAnonymously('register', body)).email);
  };
  return (
    <Page title="Sign up" lead="100 documents a month are free. No card is asked for.">
      <Form action="Sign up" act={signUp}>
        {({ faultOf }) => (
          <>
            <EmailField error={faultOf('email')} />
            <NewPassword error={faultOf('password')} label="Password" />
            <TextInput
              name="organizationName"
              label="Name of your organization"
              description="Colleagues will see this name. You can change it later; without one it is the part of your address before the @."
              autoComplete="organization"
              error={faultOf('organizationName')}
            />
          </>
        )}
      </Form>
      <Text component="span">
        You have an account?{' '}
        <Link to="/login" search={{ next }}>
          Sign in
        </Link>
      </Text>
    </Page>
  );
}
