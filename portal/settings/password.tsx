/** A new password for whoever knows the old one. */
import { useState } from 'react';
import { NewPassword } from '#portal/accounts/new-password.tsx';
import { useAction, useSignIn } from '#portal/api/queries.ts';
import { PasswordInput, Stack } from '#portal/ui/controls.ts';
import { Form } from '#portal/ui/form.tsx';
import { Section } from '#portal/ui/page.tsx';
import { toast } from '#portal/ui/toast.tsx';

export function Password() {
  const { user } = useSignIn();
  const change = useAction('changePassword', ['listSessions']);
  // A new key empties the fields.
  const [round, setRound] = useState(0);
  const act = async ({ currentPassword = '', newPassword = '' }: Readonly<Record<string, string>>) => {
    const { message } = await change.mutateAsync({ currentPassword, newPassword });
    setRound(round + 1);
    toast(message);
  };
  return (
    <Section title="Password" lead="A new one ends all other sign-ins, and you get a mail about it.">
      <div style={{ maxWidth: '28rem' }}>
        <Form key={round} action="Change the password" act={act}>
          {({ faultOf }) => (
            <Stack gap="md">
              {/* Password managers read the account from this field. */}
              <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
              <PasswordInput
                name="currentPassword"
                label="Current password"
                autoComplete="current-password"
                required
                error={faultOf('currentPassword')}
              />
              <NewPassword name="newPassword" error={faultOf('newPassword')} />
            </Stack>
          )}
        </Form>
      </div>
    </Section>
  );
}
