/** A mail with a link to choose a new password. */
import { useState } from 'react';
import { callAnonymously } from '#portal/api/send.ts';
import { Form } from '#portal/ui/form.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { EmailField } from './email-field.tsx';
import { MailSent } from './mail-sent.tsx';

export function ForgotPage() {
  const [email, setEmail] = useState<string | null>(null);
  const send = async (address: string) => (await callAnonymously('forgotPassword', { email: address })).message;
  if (email !== null) {
    return (
      <MailSent
        email={email}
        words="If there is an account with this address, open the link within 30 minutes to choose a new password."
        sendAgain={() => send(email)}
      />
    );
  }
  const act = async ({ email: given = '' }: Readonly<Record<string, string>>) => {
    const address = given.trim();
    await send(address);
    setEmail(address);
  };
  return (
    <Page title="Choose a new password" lead="We send you a mail with a link to choose a new password.">
      <Form action="Send the mail" act={act}>
        {({ faultOf }) => <EmailField error={faultOf('email')} />}
      </Form>
      <Link to="/login">Sign in</Link>
    </Page>
  );
}
