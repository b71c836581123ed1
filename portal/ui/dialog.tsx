/** Dialogs: a question with its consequences, and whatever else needs the whole attention. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAttempt } from '#portal/api/use-attempt.ts';
import { Form, type FormProps } from './form.tsx';
import { overPage } from './lazy/over-page.tsx';
import { lazyPart } from './lazy/part.tsx';
import { ProblemAlert } from './problem.tsx';
import { visible } from './words.tsx';

// Pages are read more often than their dialogs are opened.
const Modal = lazyPart(async () => (await import('./lazy/modal.tsx')).Modal, {
  failed: (failed, { opened, onClose }) => opened && overPage(failed, onClose),
});

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl';
  /** For a question about what another dialog has begun. */
  readonly isOnTop?: boolean;
  /** Whoever sees the dialog may be somebody else than whom the page is for. */
  readonly hidesPage?: boolean;
}

const ABOVE_OTHERS = { zIndex: 300 };
const OPAQUE = { overlayProps: { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } };

export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, size = 'md', isOnTop = false, hidesPage = false } = props;
  // Once it was open it stays, so that it can be seen to close.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!isOpen && !wasOpen) return null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<strong className="fx-foreign">{visible(title)}</strong>}
      size={size}
      centered
      {...(isOnTop ? ABOVE_OTHERS : {})}
      {...(hidesPage ? OPAQUE : {})}
    >
      {children}
    </Modal>
  );
}

type FormDialogProps = Pick<DialogProps, 'title' | 'onClose' | 'size'> & Omit<FormProps, 'beside'>;

/** A dialog that is one form. It is open as long as it is shown; `act` closes it. */
export function FormDialog({ title, onClose, size = 'md', ...form }: FormDialogProps) {
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} size={size}>
      <Form {...form} beside={cancel} />
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The words of the button, as "Revoke the key". */
  readonly action: string;
  /** What will happen, in numbers where there are any. */
  readonly children: ReactNode;
  /** What has to be typed before the button works, for what cannot be undone. */
  readonly typed?: string;
  readonly isDanger?: boolean;
  readonly act: () => Promise<unknown>;
}

/** Closes once the act has succeeded; what went wrong is told in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, action, children, typed, isDanger = true, act } = props;
  const [text, setText] = useState('');
  const { attempt, busy, error, setError } = useAttempt();
  const isBusy = busy !== null;
  const close = () => {
    // What is under way has an end of its own, and may be asking something above this dialog.
    if (isBusy) return;
    setText('');
    setError(null);
    onClose();
  };
  const confirm = async () => {
    await act();
    setText('');
    onClose();
  };
  const isReady = typed === undefined || text.trim() === typed;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void attempt('confirm', confirm);
        }}
      >
        <Stack gap="md">
          <Text component="div">{children}</Text>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to continue`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <ProblemAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep everything as it is
            </Button>
            <Button type="submit" color={isDanger ? 'red' : 'indigo'} loading={isBusy} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
