/** The frame of dialogs, in its own file, which loads with the first dialog. */
import { Modal as Frame, type ModalProps } from '@mantine/core';
import { useEffect, useId, useSyncExternalStore } from 'react';

/** The open dialogs, the newest last. A key counts for the newest one only. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

export function Modal(props: ModalProps) {
  const id = useId();
  const { opened } = props;
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    show([...open, id]);
    return () => {
      show(open.filter((one) => one !== id));
      // Mantine does so for dialogs that were there before they opened.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [opened, id]);
  const isNewest = useSyncExternalStore(subscribe, () => open.at(-1) === id);
  return <Frame {...props} closeOnEscape={isNewest} returnFocus={false} />;
}

function show(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
