/** The field for a new password. Whether one is good enough is for the service to judge: it says why not. */
import { PasswordInput } from '#portal/ui/controls.ts';

interface NewPasswordProps {
  readonly error: string | null;
  readonly name?: string;
  readonly label?: string;
}

export function NewPassword({ error, name = 'password', label = 'New password' }: NewPasswordProps) {
  return (
    <PasswordInput
      name={name}
      label={label}
      description="At least 8 characters of any kind. Several unrelated words make a good password. Passwords that are easy to guess are refused."
      autoComplete="new-password"
      required
      error={error}
    />
  );
}
