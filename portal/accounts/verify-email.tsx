/**
 * Confirming an address with the password, not at the visit: programs that look for malware follow the links of mails, and
 * somebody else may have registered with the address.
 */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callAnonymously } from '#portal/api/send.ts';
import { forget } from '#portal/api/session.ts';
import { PasswordInput, Stack } from '#portal/ui/controls.ts';
import { Form } from '#portal/ui/form.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { Done } from './done.tsx';

export function VerifyEmailPage() {
  const { token = '' } = useSearch({ from: '/open/verify' });
  const [told, setTold] = useState<string | null>(null);
  if (told !== null) return <Done title="Thank you">{told}</Done>;
  const act = async ({ password }: Readonly<Record<string, string>>) => {
    const { message } = await callAnonymously('verifyEmail', { token, password });
    forget();
    setTold(message);
  };
  return (
    <Page
      title="Confirm your e-mail address"
      lead="So that we know that our mails reach you. Enter the password that you registered with."
    >
      <Form action="Confirm" act={act}>
        {({ faultOf }) => (
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            error={faultOf('password')}
          />
        )}
      </Form>
      <Stack gap="xs" align="flex-start">
        <Link to="/forgot">You did not register, or you forgot the password?</Link>
        <Link to="/">Sign in to have the mail sent again</Link>
      </Stack>
    </Page>
  );
}
