/** Ids and hashes with a button to copy them. */
import { Group, UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';

export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { copied, copy } = useClipboard();
  const words = copied ? 'Copied' : label;
  return (
    <UnstyledButton className="fx-icon-button" aria-label={words} title={words} onClick={() => copy(value)}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </UnstyledButton>
  );
}

interface CopyableProps {
  readonly value: string;
  /** The name for the button: "hash", "id of the submission". */
  readonly what: string;
  /** The number of visible characters; all by default. */
  readonly shown?: number;
}

/** An id or a hash with a button that copies all of it. */
export function Copyable({ value, what, shown = value.length }: CopyableProps) {
  const text = value.length > shown ? `${value.slice(0, shown)}…` : value;
  return (
    <Group gap={4} wrap="nowrap" align="center" style={{ minWidth: 0 }}>
      <code style={{ overflowWrap: 'anywhere' }} title={value}>
        {text}
      </code>
      <span className="fx-no-print">
        <CopyButton value={value} label={`Copy ${what}`} />
      </span>
    </Group>
  );
}
