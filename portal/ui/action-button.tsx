/** A button for what not everybody may do: it stays to be seen, and says why it does not work. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { lazyPart } from './lazy/part.tsx';

// Most people have the right, so the code for tips loads only for the others.
const Tip = lazyPart(async () => (await import('./lazy/tip.tsx')).Tip, {
  meanwhile: ({ children }) => children,
  // The button works as well without.
  failed: (_, { children }) => children,
});

const EVENTS = { hover: true, focus: true, touch: true };
/** Readers that go by landmarks would not come to it elsewhere. */
const WITHIN_THE_PAGE = { target: '#content' };

interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  /** Why it does not work now, and for this person; null where it does. */
  readonly refusal: string | null;
  readonly onClick: () => void;
  readonly children: ReactNode;
  /** The whole name where the words need their object. */
  readonly 'aria-label'?: string;
}

/** It can have the focus all the same: a disabled button could not tell the keyboard its reason. */
export function ActionButton({ refusal, onClick, children, ...props }: ActionButtonProps) {
  if (refusal === null) {
    return (
      <Button {...props} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tip label={refusal} multiline maw={280} events={EVENTS} portalProps={WITHIN_THE_PAGE}>
      <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tip>
  );
}
