/** A secret that is shown once: nothing closes the dialog but the word that it has been kept. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code/code.tsx';
import { Copyable } from './copy.tsx';
import { Banner } from './tone.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  /** The name of the secret, such as "API key". */
  readonly what: string;
  /** A line for a file of settings. */
  readonly setting: string;
  readonly onKept: () => void;
  /** Instructions for the secret. */
  readonly children?: ReactNode;
}

export function SecretDialog({ title, secret, what, setting, onKept, children }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onKept}
      title={<strong>{title}</strong>}
      size="lg"
      centered
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Banner tone="caution" title={`This ${what} is shown only now`}>
          Store it with your secrets. Anybody who has it can use it, and nobody can show it again.
        </Banner>
        <Text component="div" fz="lg">
          <Copyable value={secret} what={`the ${what}`} />
        </Text>
        <div>
          <Text fw={600} fz="sm" mb={4}>
            A line for your .env file
          </Text>
          <CodeBlock code={setting} what="the line" />
        </div>
        {children}
        <Group justify="flex-end">
          <Button onClick={onKept}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
