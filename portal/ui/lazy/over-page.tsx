/** The message that a part over the page could not load. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import type { Failed } from './part.tsx';

/** Below it everything stays as it is. */
export function overPage({ failure, retry }: Failed, close: () => void): ReactNode {
  return (
    <div className="fx-toasts fx-no-print">
      <ProblemAlert error={failure} retry={retry} />
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={close}>
          Close
        </Button>
      </Group>
    </div>
  );
}
