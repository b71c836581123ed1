/** Why documents did not get through, in groups, with what to do about each. */
import type { ReactNode } from 'react';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { Banner } from '#portal/ui/tone.tsx';
import { Foreign, numberText } from '#portal/ui/words.tsx';
import type { FailureGroup, Remedy } from './failure-groups.ts';

interface FailureListProps {
  readonly groups: readonly FailureGroup[];
  /** Absent where nothing can be sent from here. */
  readonly sendAgain?: (group: FailureGroup, remedy: Remedy) => void;
}

export function FailureList({ groups, sendAgain }: FailureListProps) {
  return (
    <Stack gap="sm">
      {groups.map((group) => (
        <Banner key={group.key} tone="caution" title={`${numberText(group.ids.length)} ${group.reason}`}>
          <Stack gap="xs" mt={4}>
            {group.advice !== '' && <Text>{withCode(group.advice)}</Text>}
            {group.example !== null && (
              <Text fz="sm" c="dimmed">
                {group.ids.length === 1 ? 'The service said: ' : 'The service said of the first: '}
                <Foreign>{group.example}</Foreign>
              </Text>
            )}
            {sendAgain &&
              group.remedies.map((remedy) => (
                <Group key={remedy.label} gap="sm">
                  <Button variant="default" size="xs" onClick={() => sendAgain(group, remedy)}>
                    {remedy.label}
                  </Button>
                  <Text fz="sm">{remedy.effect}</Text>
                </Group>
              ))}
          </Stack>
        </Banner>
      ))}
    </Stack>
  );
}

/** Text between backticks is code. */
function withCode(text: string): ReactNode[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
