/** A new password, by the link of a mail. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callAnonymously } from '#portal/api/send.ts';
import { forget } from '#portal/api/session.ts';
import { Form } from '#portal/ui/form.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { Done } from './done.tsx';
import { NewPassword } from './new-password.tsx';

export function ResetPage() {
  const { token = '' } = useSearch({ from: '/open/reset' });
  const [told, setTold] = useState<string | null>(null);
  if (told !== null) return <Done title="The password was changed">{told}</Done>;
  const act = async ({ password = '' }: Readonly<Record<string, string>>) => {
    const { message } = await callAnonymously('resetPassword', { token, password });
    forget();
    setTold(message);
  };
  return (
    <Page title="Choose a new password" lead="All sign-ins of the account end with it, in every browser.">
      <Form action="Save the password" act={act}>
        {({ faultOf }) => <NewPassword error={faultOf('password')} />}
      </Form>
      <Link to="/forgot">Send me another link</Link>
    </Page>
  );
}
