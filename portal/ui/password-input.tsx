/** A password, which its owner may look at. */
import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

export function PasswordInput(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const [isShown, setShown] = useState(false);
  const words = isShown ? 'Hide the password' : 'Show the password';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <UnstyledButton
          className="fx-icon-button"
          aria-label={words}
          aria-pressed={isShown}
          title={words}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} aria-hidden />
        </UnstyledButton>
      }
    />
  );
}
