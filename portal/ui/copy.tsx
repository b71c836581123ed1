/** What people take along: ids, hashes, commands. */
import { Group, UnstyledButton } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { Check, Copy, Terminal } from 'lucide-react';

function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
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
  /** What it is, for the button: "hash", "id of the submission". */
  readonly what: string;
  /** How many characters are shown; all unless told. */
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

/** A command or an excerpt, to be copied. */
export function CodeBlock({ code, what = 'code' }: { readonly code: string; readonly what?: string }) {
  return (
    <div style={{ position: 'relative' }}>
      {/* It scrolls, so that the keyboard must be able to reach it. */}
      <pre className="fx-code" tabIndex={0} aria-label={what} role="region">
        {code}
      </pre>
      <span
        className="fx-no-print"
        style={{ position: 'absolute', insetBlockStart: 6, insetInlineEnd: 6, background: 'var(--fx-neutral-soft)' }}
      >
        <CopyButton value={code} label={`Copy ${what}`} />
      </span>
    </div>
  );
}

/** How a program does what the page does; `$KEY` stands for a key of the reader's own. */
export function CurlTwin({ command }: { readonly command: string }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className="fx-no-print">
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="sm" c="dimmed" py={4}>
        <Group gap={6}>
          <Terminal size={16} aria-hidden />
          The same with curl
        </Group>
      </UnstyledButton>
      {isOpen && <CodeBlock code={command} what="the command" />}
    </div>
  );
}
