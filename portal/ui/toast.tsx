/** A short message after a success. An error stays on the page instead. */
import { UnstyledButton } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { visible } from './words.tsx';

const SHOWN_MS = 5_000;

interface Toast {
  readonly id: number;
  readonly message: string;
}

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

export function toast(message: string): void {
  const id = ++count;
  show([...toasts, { id, message }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** The region exists before its messages, so that screen readers announce each of them. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="fx-toasts fx-no-print" role="status">
      {shown.map(({ id, message }) => (
        <div key={id} className="fx-toast">
          <Check size={18} aria-hidden style={{ color: 'var(--fx-good)', flexShrink: 0 }} />
          <span className="fx-foreign">{visible(message)}</span>
          <UnstyledButton className="fx-icon-button" aria-label="Close the message" onClick={() => dismiss(id)}>
            <X size={16} aria-hidden />
          </UnstyledButton>
        </div>
      ))}
    </div>
  );
}

function dismiss(id: number): void {
  show(toasts.filter((one) => one.id !== id));
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
