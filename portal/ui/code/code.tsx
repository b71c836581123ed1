/** Commands and excerpts, to be copied. */
import { Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Terminal } from 'lucide-react';
import { CopyButton } from '#portal/ui/copy.tsx';

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

/** The API request for an action of the page; `$KEY` stands for the reader's key. */
export function CurlTwin({ command }: { readonly command: string }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className="fx-no-print">
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="sm" c="dimmed" py={4}>
        <Group gap={6}>
          <Terminal size={16} aria-hidden />
          Show API request
        </Group>
      </UnstyledButton>
      {isOpen && <CodeBlock code={command} what="the command" />}
    </div>
  );
}
