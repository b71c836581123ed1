/** Recovery codes, shown once: they stay until the person says that they have them. */
import { useState } from 'react';
import { downloadAs } from '#portal/api/download.ts';
import { Button, Checkbox, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { Banner } from '#portal/ui/tone.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly done: () => void;
}

export function RecoveryCodes({ codes, done }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const text = codes.join('\n');
  const file = new Blob(
    [
      `Recovery codes of Fixpoint. Each works once.

${text}
`,
    ],
    { type: 'text/plain' },
  );
  const save = () => void downloadAs('fixpoint-recovery-codes.txt', file);
  return (
    <Banner tone="caution" symbol="shield" title="Your recovery codes" isAlert>
      <Stack gap="md" mt="xs">
        <Text m={0}>
          Each lets you in once when you have lost your second factor. They are shown only now. Store them where you
          store passwords, or on paper.
        </Text>
        <CodeBlock code={text} what="the new codes" />
        <Group>
          <Button variant="default" leftSection={<DownloadIcon size={16} aria-hidden />} onClick={save}>
            Download as text
          </Button>
        </Group>
        <Checkbox
          label="I have stored them"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group>
          <Button disabled={!isKept} onClick={done}>
            Done
          </Button>
        </Group>
      </Stack>
    </Banner>
  );
}
