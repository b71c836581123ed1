/** Every document, counted first. */
import { useState } from 'react';
import { useAction } from '#portal/api/queries.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText } from '#portal/ui/words.tsx';

interface EraseAllProps {
  readonly refusal: string | null;
  readonly organizationName: string;
}

export function EraseAll({ refusal, organizationName }: EraseAllProps) {
  const count = useAction('requestErasure');
  const erase = useAction('requestErasure', ['listErasures', 'listSubmissions', 'getStats']);
  const [isAsking, setAsking] = useState(false);
  const begin = () => count.mutate({ scope: 'all', dryRun: true }, { onSuccess: () => setAsking(true) });
  const act = async () => {
    await erase.mutateAsync({ scope: 'all' });
    toast('The erasure has started.');
  };
  const submissions = count.data?.matchedSubmissions ?? 0;
  return (
    <div>
      <Group gap="sm">
        <Button variant="outline" color="red" loading={count.isPending} disabled={refusal !== null} onClick={begin}>
          Erase all documents
        </Button>
        <Text c="dimmed" fz="sm" component="span">
          {refusal ?? 'The next step shows their number. This button does not erase anything yet.'}
        </Text>
      </Group>
      <ProblemAlert error={count.error} />
      <ConfirmDialog
        title="Erase all documents"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Erase all of them"
        typed={organizationName}
        act={act}
      >
        {countText(submissions, 'submission')} with {submissions === 1 ? 'its' : 'their'} documents, reports and
        attestations, and all archives of exports, will be gone. Documents in progress are cancelled. Keys, members,
        settings and the audit log stay. The erasure cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
