/** The address that somebody signs in with, as browsers and password managers fill it in. */
import type { ComponentProps } from 'react';
import { TextInput } from '#portal/ui/controls.ts';

export function EmailField(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      name="email"
      type="email"
      label="E-mail address"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
